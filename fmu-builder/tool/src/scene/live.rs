//! The scene of a model while it runs: where each shape is at this moment.

use drawing::Material;
use drawing::geometry::Geometry;
use drawing::math::{IDENTITY, add, rotate, scaled};
use fmu_core::instance::Instance;

use super::arrows::{self, Scales};
use super::curves::Plotted;
use super::evaluate::{Drawn, Evaluator, Surroundings};
use super::part::{Part, Pose, Track};
use super::rigid::Node;
use super::run::Recording;
use super::{Drawable, Scene, SceneError, SceneOptions};
use crate::csv;

/// Numbers of a shape in [`LiveScene::poses`]: position, rotation, scale, length of a spring.
pub(crate) const NUMBERS: usize = 11;
/// Most frames of a recording: more than five minutes at 60 a second.
const MOST_FRAMES: usize = 20_000;
/// Most numbers of all its frames: 200 MB.
const MOST_NUMBERS: usize = 25_000_000;

/// The shapes of a running model. The kinds of shapes are those of the last [`Self::refresh`]; the size of the mechanism, which coordinate
/// systems follow, is that of the start.
#[derive(Debug)]
pub struct LiveScene {
    pub(crate) drawable: Drawable,
    /// The present frame.
    now: Recording,
    surroundings: Surroundings,
    size: f64,
    given: Scales,
    /// They grow with the forces, and do not get smaller.
    scales: Scales,
    parts: Vec<Part>,
    poses: Vec<f32>,
    /// Frames that were recorded.
    recorded: Option<Recording>,
    /// True while further frames are added.
    is_recording: bool,
}

impl LiveScene {
    /// The scene of an instance that is initialized.
    ///
    /// # Errors
    /// When a variable cannot be evaluated, or a graphic expression has no value.
    pub fn new(drawable: Drawable, instance: &mut Instance) -> Result<Self, SceneError> {
        let now = Recording::now(&drawable, instance)?;
        let options = SceneOptions::default();
        let Scene { size, scales, .. } = Scene::of(&drawable, &now, &options)?;
        let (evaluator, _) = Evaluator::new(&drawable, &now, &[])?;
        let given = super::given_scales(&evaluator, &options);
        let surroundings = evaluator.surroundings;
        let mut scene = Self {
            drawable,
            now,
            surroundings,
            size,
            given,
            scales,
            parts: Vec::new(),
            poses: Vec::new(),
            recorded: None,
            is_recording: false,
        };
        scene.refresh(instance)?;
        Ok(scene)
    }

    /// After parameters were set: they count as constants otherwise.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn parameters_changed(&mut self, instance: &mut Instance) -> Result<(), SceneError> {
        self.now = Recording::now(&self.drawable, instance)?;
        Ok(())
    }

    /// Takes the present poses, and adds them to a recording that is on; true if the shapes are others than before, so that
    /// [`Self::to_glb`] gives another file.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn refresh(&mut self, instance: &mut Instance) -> Result<bool, SceneError> {
        self.now.refresh(instance)?;
        let evaluator = self.evaluator();
        let drawn: Drawn = evaluator.draw(|_| true)?.into_iter().collect();
        let diameter = evaluator.arrow_diameter().unwrap_or(self.size / 40.0);
        for (quantity, scale) in arrows::scales(&drawn.arrows, 1, self.size, &self.given) {
            let known = self.scales.entry(quantity).or_insert(scale);
            *known = known.max(scale);
        }
        let mut parts = drawn.parts;
        parts.extend(drawn.arrows.iter().flat_map(|arrow| arrows::parts(arrow, 1, &self.scales, diameter)));
        let is_new = parts.len() != self.parts.len() || parts.iter().zip(&self.parts).any(|(a, b)| key(a) != key(b));
        self.parts = parts;
        self.poses.clear();
        self.poses.reserve(NUMBERS * self.parts.len());
        for part in &self.parts {
            let Pose { position, rotation } = part.body.get(0);
            let position = add(position, scaled(rotate(rotation, [1.0, 0.0, 0.0]), part.shift.get(0)));
            let numbers = position.into_iter().chain(rotation).chain(part.scale.get(0)).chain([part.stretch.get(0)]);
            self.poses.extend(numbers.map(|x| x as f32));
        }
        self.keep_frame();
        Ok(is_new)
    }

    /// Adds the present frame to a recording.
    fn keep_frame(&mut self) {
        let Some(frames) = &mut self.recorded else { return };
        // A frame that shows no new time is no row; going back begins anew.
        let (last, time) = (frames.times.last().copied(), self.now.times.last().copied());
        let is_full = frames.times.len() >= MOST_FRAMES || frames.values.len() >= MOST_NUMBERS;
        if !self.is_recording || time == last || is_full {
            return;
        }
        if time < last {
            *frames = self.now.clone();
        } else {
            frames.append(&self.now);
        }
    }

    /// Records the frames from now on, or stops that.
    pub(crate) fn record(&mut self, on: bool, instance: &mut Instance) -> Result<(), SceneError> {
        if on {
            self.recorded = None;
            self.refresh(instance)?;
            self.recorded = Some(self.now.clone());
        }
        self.is_recording = on;
        Ok(())
    }

    /// Number of frames that were recorded.
    pub fn recorded(&self) -> usize {
        self.recorded.as_ref().map_or(0, |frames| frames.times.len())
    }

    /// The recording, if it has more than one frame.
    fn whole_recording(&self) -> Result<&Recording, SceneError> {
        let frames = self.recorded.as_ref().filter(|frames| frames.times.len() > 1);
        frames.ok_or_else(|| SceneError::NoModel("nothing has been recorded".to_owned()))
    }

    /// Time, outputs and states of the recorded run as a table, in the units of the variables.
    ///
    /// # Errors
    /// Nothing was recorded.
    pub fn recorded_csv(&self) -> Result<Vec<u8>, SceneError> {
        let recording = self.whole_recording()?;
        let (curves, catalogue) = (&self.drawable.curves, &self.drawable.model.catalogue);
        let name = |plotted: &Plotted| catalogue.variables.get(plotted.index).map_or("", |variable| variable.name);
        let mut text = Vec::new();
        let written = csv::write_header(&mut text, curves.iter().map(name)).and_then(|()| {
            (0..recording.times.len()).try_for_each(|row| {
                let values: Vec<f64> = curves.iter().map(|plotted| recording.value(row, plotted.index)).collect();
                csv::write_row(&mut text, recording.times[row], &values)
            })
        });
        written.map_err(|error| SceneError::NoModel(error.to_string()))?;
        Ok(text)
    }

    /// The recorded run as binary glTF 2.0.
    ///
    /// # Errors
    /// Nothing was recorded.
    pub fn recorded_glb(&self) -> Result<Vec<u8>, SceneError> {
        Ok(Scene::of(&self.drawable, self.whole_recording()?, &SceneOptions::default())?.to_glb())
    }

    fn evaluator(&self) -> Evaluator<'_> {
        let surroundings = self.surroundings.clone();
        Evaluator { drawable: &self.drawable, recording: &self.now, surroundings }
    }

    /// [`NUMBERS`] of each shape, in world axes, in the order of the shapes in [`Self::to_glb`].
    pub fn poses(&self) -> &[f32] {
        &self.poses
    }

    /// The shapes as binary glTF 2.0, each where it has not been moved, turned and scaled yet, below a root that turns y upwards.
    pub fn to_glb(&self) -> Vec<u8> {
        let own = Pose { position: [0.0; 3], rotation: IDENTITY };
        let unmoved = |part: &Part| Part {
            body: Track::constant(own),
            shift: Track::constant(0.0),
            scale: Track::constant([1.0; 3]),
            ..part.clone()
        };
        let parts: Vec<Part> = self.parts.iter().map(unmoved).collect();
        let body = |index: usize| Node { body: Track::constant(own), parts: vec![(index, own)] };
        Scene {
            name: self.drawable.model.name.clone(),
            times: self.now.times.clone(),
            nodes: (0..parts.len()).map(body).collect(),
            parts,
            upright: self.surroundings.upright,
            size: self.size,
            scales: self.scales.clone(),
            ..Scene::default()
        }
        .to_glb()
    }

    /// The rotation after which gravity, as it was at the start, points downwards: x, y, z, w.
    pub fn upright(&self) -> [f64; 4] {
        self.surroundings.upright
    }

    /// The component that a shape belongs to.
    pub fn component(&self, shape: usize) -> Option<&str> {
        self.parts.get(shape).map(|part| part.component.as_str())
    }

    /// Catalogue index of the first element of `r_0` of the frame that a shape is drawn in, if it is drawn in one.
    pub fn frame(&self, shape: usize) -> Option<usize> {
        let part = self.parts.get(shape)?;
        let pictures = &self.drawable.pictures;
        let shown = pictures.shown.iter().filter(|shown| shown.component == part.component);
        // Names of parts go on from those of their pictures.
        let shown = shown.filter(|shown| part.name.starts_with(shown.name)).max_by_key(|shown| shown.name.len())?;
        let (_, indices) = pictures.variables.get(&format!("{}.r_0", shown.frame.as_ref()?))?;
        indices.first().copied()
    }
}

/// Key of a shape, which determines its node in the file.
fn key(part: &Part) -> (&str, &str, Geometry, Material) {
    (&part.component, &part.name, part.geometry, part.material)
}
