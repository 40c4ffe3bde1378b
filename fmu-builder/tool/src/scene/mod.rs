//! Pictures and animations: what the components of a model show, over a run.
//!
//! pictures of the compiled model ([`compiler::pictures`]) + rows of a run -> shapes with pose, size and colour -> rigid bodies ->
//! glTF, HTML, PNG.

mod arrows;
mod axes;
mod curves;
mod error;
mod evaluate;
mod files;
mod gltf;
mod live;
mod modes;
mod openmodelica;
pub(crate) mod page;
mod part;
pub(crate) mod raster;
mod reduce;
mod rigid;
mod run;
mod sizes;
#[cfg(feature = "system")]
mod source;

use compiler::Compilation;
use std::sync::Arc;

use compiler::authoring::Authored;
use compiler::model_file::{Diagnostic, ModelFile, Value};
use compiler::pictures::Pictures;
use drawing::EncodingError;
use drawing::math::{self, Rotation};
use fmu_core::instance::Instance;
use library::pictures::{Group, Quantity};
use simulation::model::Model;
use simulation::variables::Causality;

use crate::linear;
use crate::plan::Plan;
use crate::{ModelErrors, in_process};
use arrows::Scales;
use curves::{Curve, Plotted};
use evaluate::{Drawn, Evaluator};
use files::ShapeFiles;
use part::Part;
use rigid::Node;
use run::Recording;

pub use crate::plan::RunOptions;
pub use error::SceneError;
pub use files::{ShapeFault, ShapeFolders};
pub use live::LiveScene;
pub use page::{LivePage, live_page, model_json};
#[cfg(feature = "system")]
pub use source::model_of_fmu;

/// Width and height of the picture in an FMU, pixels.
const STILL: [u32; 2] = [320, 240];

/// Options of a scene.
#[derive(Clone, Debug, Default)]
pub struct SceneOptions {
    /// The run.
    pub run: RunOptions,
    /// Newtons that are drawn one metre long.
    pub force_scale: Option<f64>,
    /// Newton metres that are drawn one metre long.
    pub torque_scale: Option<f64>,
    /// Nothing but the initial state.
    pub only_start: bool,
}

/// A model that can be drawn.
#[derive(Clone, Debug)]
pub struct Drawable {
    pub(crate) model: Arc<Model>,
    pictures: Pictures,
    files: ShapeFiles,
    curves: Vec<Plotted>,
    /// Sizes that the model gives.
    sizes: Vec<&'static str>,
    /// Components with their priorities as states.
    pub(crate) preferences: Vec<(String, u8)>,
}

impl Drawable {
    /// Compiles a model. Shapes from files are boxes until [`Self::with_shapes`] reads them.
    pub fn new(file: &ModelFile) -> Result<Self, ModelErrors> {
        Ok(Self::with_warnings(file)?.0)
    }

    /// The same, and the warnings of the compiler.
    /// # Errors
    /// All problems of the model.
    pub fn with_warnings(file: &ModelFile) -> Result<(Self, Vec<Diagnostic>), ModelErrors> {
        let authored = Authored::new(&compiler::authoring::in_order(file));
        let compilation = Compilation::of_authored(authored).map_err(ModelErrors)?;
        let Compilation { model, file, shown_units, warnings } = compilation;
        let curves = curves::of_model(&model, &shown_units);
        Ok((Self { curves, ..Self::still_of(Arc::new(model), &file, &ShapeFolders::default())? }, warnings))
    }

    /// Catalogue indices of the direction of uniform gravity, if that is a parameter.
    pub(crate) fn gravity(&self) -> Option<[usize; 3]> {
        let world = self.pictures.world.as_deref()?;
        let catalogue = &self.model.catalogue;
        let is_uniform =
            catalogue.variables.get(catalogue.find(&format!("{world}.gravityType"))?)?.start?.number() == 2.0;
        let element = |k: usize| catalogue.find(&format!("{world}.n[{k}]")).map(|index| catalogue.reference(index));
        let n = [element(1)?, element(2)?, element(3)?];
        let settable =
            |index: &usize| catalogue.variables.get(*index).is_some_and(|v| v.causality == Causality::Parameter);
        (is_uniform && n.iter().all(settable)).then_some(n)
    }

    /// A model that is compiled already, of this file in the units of the library; without curves.
    pub(crate) fn still_of(model: Arc<Model>, file: &ModelFile, shapes: &ShapeFolders) -> Result<Self, ModelErrors> {
        let pictures = Pictures::new(file, &model.catalogue).map_err(ModelErrors)?;
        let files = ShapeFiles::load(&pictures.files, shapes);
        let sizes = sizes::given(file, pictures.world.as_deref());
        let preferences = linear::preferences(file);
        Ok(Self { curves: Vec::new(), model, pictures, files, sizes, preferences })
    }

    /// With the shapes of its files. Those that are not there are named in [`Scene::notes`].
    ///
    /// # Errors
    /// A shape file cannot be read.
    pub fn with_shapes(self, folders: &ShapeFolders) -> Result<Self, SceneError> {
        let drawable = self.with_shapes_if_sound(folders);
        match drawable.files.broken() {
            Some((file, fault)) => Err(SceneError::File {
                component: file.component.clone(),
                name: file.name.clone(),
                fault: fault.clone(),
            }),
            None => Ok(drawable),
        }
    }

    /// With the shapes of all files that can be read.
    pub(crate) fn with_shapes_if_sound(mut self, folders: &ShapeFolders) -> Self {
        self.files = ShapeFiles::load(&self.pictures.files, folders);
        self
    }

    /// The files of shapes that are found: their names in the model, and what is in them.
    pub(crate) fn shape_files(&self, folders: &ShapeFolders) -> Vec<(String, Vec<u8>)> {
        files::with_contents(&self.pictures.files, folders)
    }

    /// Note on files of shapes that are not drawn, if any.
    pub(crate) fn missing_shapes(&self) -> Option<String> {
        self.files.note()
    }

    /// Graphic parameters of an FMU that has its files along, in the place of those that name files elsewhere.
    pub(crate) fn name_files_in_fmu(&self, graphics: &mut ModelFile) {
        for (entry, file) in self.pictures.files.iter().enumerate() {
            let Some(name) = self.files.name_in_fmu(entry) else { continue };
            let component = graphics.components.iter_mut().find(|c| c.name.value == file.component);
            for modifier in component.into_iter().flat_map(|component| &mut component.modifiers) {
                if matches!(&modifier.value.value, Value::String(text) if *text == file.name) {
                    modifier.value.value = Value::String(name.to_owned());
                }
            }
        }
    }

    /// Files of an FMU that show its mechanism: a picture of the instance's current state, if anything is visible, and the scene for OpenModelica.
    ///
    /// # Errors
    /// When a variable cannot be evaluated, or a graphic expression has no value.
    pub(crate) fn still(
        &self,
        mut instance: Instance,
        names: &crate::Names<'_>,
        exposed: &[usize],
    ) -> Result<Still, SceneError> {
        let recording = Recording::now(self, &mut instance)?;
        // The instance of a large model is large, and is not needed any more.
        drop(instance);
        let drawn =
            |scene: Scene| scene.shows_a_mechanism().then(|| raster::draw(&scene, 0, STILL).small_png().ok()).flatten();
        let picture = Scene::of(self, &recording, &SceneOptions::default()).map(drawn)?;
        let visual = openmodelica::write(self, &recording, names, exposed);
        let shapes = self.files.contents();
        Ok(Still { picture, visual, shapes })
    }

    /// Start and stop time of a run, s.
    pub fn span(&self, options: &RunOptions) -> Result<[f64; 2], SceneError> {
        let plan = run::plan(&self.model, options)?;
        Ok([plan.start, plan.stop])
    }

    /// An instance at the time `time`, s, of a run.
    pub(crate) fn instance_at(
        &self,
        options: &RunOptions,
        time: f64,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Instance, SceneError> {
        let plan = options.plan(&self.model.experiment).map_err(SceneError::Times)?;
        let plan = Plan { stop: time.max(plan.stop), ..plan };
        let (mut instance, drive) = run::start(&self.model, plan, options)?;
        let times = Plan { stop: time, ..plan }.times().skip(1).filter(|_| time > plan.start);
        in_process::run(&mut instance, drive.as_ref(), times, |time, _| {
            progress(time);
            Ok::<_, SceneError>(())
        })?;
        Ok(instance)
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }
}

/// Files of an FMU that show its mechanism at the start.
#[derive(Debug, Default)]
pub(crate) struct Still {
    /// PNG.
    pub picture: Option<Vec<u8>>,
    /// NAME_visual.xml.
    pub visual: Option<String>,
    /// Files of shapes that go along: names below resources/, and contents.
    pub shapes: Vec<(String, Vec<u8>)>,
}

/// Shapes on rigid bodies over a run.
#[derive(Debug, Default)]
pub struct Scene {
    /// Name of the model.
    pub(crate) name: String,
    /// Time of each row, s.
    pub(crate) times: Vec<f64>,
    pub(crate) parts: Vec<Part>,
    /// Rigid bodies, which have the parts.
    pub(crate) nodes: Vec<Node>,
    /// From the world's axes to those of the picture, where y is up.
    pub(crate) upright: Rotation,
    /// Size of the mechanism, m.
    pub(crate) size: f64,
    pub(crate) scales: Scales,
    pub(crate) curves: Vec<Curve>,
    /// Parts of the time that are shown by themselves: names, first and last time, s.
    pub(crate) chapters: Vec<(String, [f64; 2])>,
    notes: Vec<String>,
}

impl Scene {
    /// Runs a model and draws it; `progress` gets the time of each row.
    ///
    /// # Errors
    /// When the run fails, or a graphic expression has no value.
    pub fn new(drawable: &Drawable, options: &SceneOptions, progress: &mut dyn FnMut(f64)) -> Result<Self, SceneError> {
        let plan = run::plan(&drawable.model, &options.run)?;
        let (mut instance, drive) = run::start(&drawable.model, plan, &options.run)?;
        let rows = if options.only_start { 1 } else { usize::MAX };
        let recording = run::record(drawable, &mut instance, drive.as_ref(), plan.times().take(rows), progress)?;
        Self::of(drawable, &recording, options)
    }

    /// Draws what has been recorded.
    fn of(drawable: &Drawable, recording: &Recording, options: &SceneOptions) -> Result<Self, SceneError> {
        let (model, rows) = (&drawable.model, recording.times.len());
        let (evaluator, mechanism) = Evaluator::new(drawable, recording, &options.run.settings)?;
        let frames = evaluator.draw(|group| group == Group::Frames)?;
        // In the order of the pictures, each of which is in one of the two.
        let drawn: Drawn = mechanism.into_iter().zip(frames).flat_map(|(a, b)| [a, b]).collect();
        let visible = drawn.parts.iter().filter(|part| part.name != "gravitySphere");
        let around = evaluator.surroundings.around.or_else(|| sizes::around(visible, rows));
        let size = around.map_or(1.0, |(_, size)| size);
        let scales = arrows::scales(&drawn.arrows, rows, size, &given_scales(&evaluator, options));
        let diameter = evaluator.arrow_diameter().unwrap_or(size / 40.0);
        let Drawn { mut parts, arrows, changing_colours } = drawn;
        let mut notes = Vec::from_iter(drawable.missing_shapes());
        let colour = |component: &String| format!("{component}: a colour that changes is drawn as it is at the start");
        notes.extend(changing_colours.iter().map(colour));
        parts.extend(arrows.iter().flat_map(|arrow| arrows::parts(arrow, rows, &scales, diameter)));
        let nodes = rigid::nodes(&parts, rows, size);
        notes.extend(too_fast(&parts, &nodes, rows));
        let curves = drawable.curves.iter().map(|plotted| curves::curve(model, recording, plotted)).collect();
        Ok(Self {
            name: model.name.clone(),
            times: recording.times.clone(),
            parts,
            nodes,
            upright: evaluator.surroundings.upright,
            size,
            scales,
            curves,
            chapters: Vec::new(),
            notes,
        })
    }

    /// Notes for the user: the scales of arrows, and deviations of the picture from the model.
    pub fn notes(&self) -> Vec<String> {
        let scale = |(quantity, scale): (&Quantity, &f64)| format!("1 m of an arrow is {scale} {}", quantity.unit());
        self.scales.iter().map(scale).chain(self.notes.iter().cloned()).collect()
    }

    /// Number of shapes, of rigid bodies that move, and of rows.
    pub fn counts(&self) -> [usize; 3] {
        let moving = self.nodes.iter().filter(|node| !node.body.is_constant()).count();
        [self.parts.len(), moving, self.times.len()]
    }

    /// The values at the rows of an output or state whose curve goes with the animation.
    pub fn curve(&self, name: &str) -> Option<&[f64]> {
        self.curves.iter().find(|curve| curve.name == name).map(|curve| curve.values.as_slice())
    }

    /// A picture at `time`, s, or at the start, as PNG of `size` pixels.
    pub fn to_png(&self, time: Option<f64>, size: [u32; 2]) -> Result<Vec<u8>, EncodingError> {
        let distance = |row: &usize| (self.times[*row] - time.unwrap_or(f64::MIN)).abs();
        let row = match time {
            Some(_) => (0..self.times.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0),
            None => 0,
        };
        raster::draw(self, row, size).png()
    }

    /// True if anything but coordinate systems and gravity is drawn at the start.
    pub(crate) fn shows_a_mechanism(&self) -> bool {
        self.parts.iter().any(|part| part.group != Group::Frames && part.scale.get(0) != [0.0; 3])
    }
}

/// Warns of a body that turns too far between two rows, so that the animation jumps.
fn too_fast(parts: &[Part], nodes: &[Node], rows: usize) -> Option<String> {
    let turns = |node: &&Node| {
        let first = node.parts.first().and_then(|(part, _)| parts.get(*part));
        // Directions of arrows and lines may jump.
        let is_body = first.is_some_and(|part| matches!(part.group, Group::Bodies | Group::Joints));
        let angle = |row: usize| math::angle(node.body.get(row).rotation, node.body.get(row - 1).rotation);
        is_body && !node.body.is_constant() && (1..rows).any(|row| angle(row) > reduce::LARGEST_TURN)
    };
    let part = nodes.iter().find(turns)?.parts.first().and_then(|(part, _)| parts.get(*part))?;
    Some(format!(
        "{} turns by more than 30 degrees between two rows: a smaller --step-size makes it smooth",
        part.component
    ))
}

/// The scales that the user gives, else those of the world.
fn given_scales(evaluator: &Evaluator<'_>, options: &SceneOptions) -> Scales {
    let world = |expression: &Option<_>| expression.as_ref().and_then(|e| evaluator.number_at_start(e));
    let force = options.force_scale.or_else(|| world(&evaluator.drawable.pictures.force_scale));
    let torque = options.torque_scale.or_else(|| world(&evaluator.drawable.pictures.torque_scale));
    let given = [(Quantity::Force, force), (Quantity::Torque, torque)];
    given.into_iter().filter_map(|(quantity, scale)| Some((quantity, scale?))).collect()
}
