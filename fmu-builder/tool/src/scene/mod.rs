//! Pictures and animations: what the components of a model show, over a run.
//!
//! pictures of the compiled model ([`fmu_core::pictures`]) + rows of a run -> shapes with pose, size and colour -> rigid bodies ->
//! glTF, HTML, PNG.

mod arrows;
mod axes;
mod error;
mod evaluate;
mod files;
mod geometry;
mod gltf;
mod math;
mod openmodelica;
pub(crate) mod page;
mod part;
mod placement;
mod raster;
mod reduce;
mod rigid;
mod run;
mod source;
mod track;

use std::collections::HashSet;
use std::iter;
use std::sync::Arc;

use fmu_core::assembly::Model;
use fmu_core::authoring::Authored;
use fmu_core::instance::Instance;
use fmu_core::library::pictures::{Group, Quantity};
use fmu_core::model_file::ModelFile;
use fmu_core::pictures::Pictures;

use crate::ModelErrors;
use crate::inputs::Drive;
use crate::picture::Still;
use arrows::Scales;
use evaluate::{Drawn, Evaluator};
use files::ShapeFiles;
use math::{IDENTITY, Rotation, Vector, between, scaled, unit};
use part::Part;
use rigid::Node;
use run::Recording;

pub use error::SceneError;
pub use files::{ShapeFault, ShapeFolders};
pub use run::RunOptions;

/// How a scene is made.
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
    model: Arc<Model>,
    pictures: Pictures,
    files: ShapeFiles,
}

impl Drawable {
    /// Compiles a model. Shapes from files are boxes until [`Self::with_shapes`] reads them.
    ///
    /// # Errors
    /// All problems of the model.
    pub fn new(file: &ModelFile) -> Result<Self, ModelErrors> {
        let (model, authored) =
            Model::of_authored(Authored::new(&fmu_core::authoring::in_order(file))).map_err(ModelErrors)?;
        Self::of(Arc::new(model), &authored)
    }

    /// A model that is compiled already, of this file in the units of the library.
    pub(crate) fn of(model: Arc<Model>, file: &ModelFile) -> Result<Self, ModelErrors> {
        let pictures = Pictures::new(file, &model.catalogue).map_err(ModelErrors)?;
        let files = ShapeFiles::load(&pictures.files, &ShapeFolders::default());
        Ok(Self { model, pictures, files })
    }

    /// With the shapes of its files. Those that are not there are named in [`Scene::notes`].
    ///
    /// # Errors
    /// A file that is no shape.
    pub fn with_shapes(self, folders: &ShapeFolders) -> Result<Self, SceneError> {
        let drawable = self.with_shapes_if_sound(folders);
        match drawable.files.broken(&drawable.pictures.files) {
            Some((file, fault)) => Err(SceneError::File {
                component: file.component.clone(),
                name: file.name.clone(),
                fault: fault.clone(),
            }),
            None => Ok(drawable),
        }
    }

    /// With the shapes of those of its files that are shapes.
    pub(crate) fn with_shapes_if_sound(mut self, folders: &ShapeFolders) -> Self {
        self.files = ShapeFiles::load(&self.pictures.files, folders);
        self
    }

    /// What is not drawn, if anything is not: one text.
    pub(crate) fn missing_shapes(&self) -> Option<String> {
        self.files.note(&self.pictures.files)
    }

    /// The variables of pictures and curves in a run of an instance, at `times`, s.
    fn record(
        &self,
        instance: &mut Instance,
        drive: Option<&Drive>,
        times: impl Iterator<Item = f64>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<Recording, SceneError> {
        let pictures = self.pictures.variables.values().flat_map(|(_, indices)| indices.iter().copied());
        let wanted = pictures.chain(curve_variables(&self.model));
        run::record(&self.model.catalogue, instance, drive, wanted, times, progress)
    }

    /// What an FMU has of its mechanism: a picture of where this instance is, if anything is to be seen, and the scene for OpenModelica.
    ///
    /// # Errors
    /// When a variable cannot be evaluated, or a graphic expression has no value.
    pub(crate) fn still(
        &self,
        mut instance: Instance,
        names: &crate::Names<'_>,
        exposed: &[usize],
        size: [u32; 2],
    ) -> Result<Still, SceneError> {
        let now = instance.time();
        let recording = self.record(&mut instance, None, iter::once(now), &mut |_| ())?;
        // That of a large model is large, and all is known of it.
        drop(instance);
        let drawn = |scene: Scene| scene.shows_a_mechanism().then(|| scene.to_png(None, size).ok()).flatten();
        let picture = Scene::of(self, &recording, &SceneOptions::default()).map(drawn)?;
        let visual = openmodelica::write(self, &recording, names, exposed);
        let shapes = self.files.contents();
        Ok(Still { picture, visual, missing: None, shapes })
    }

    /// Start and stop time of a run, s.
    ///
    /// # Errors
    /// When the times make no sense.
    pub fn span(&self, options: &RunOptions) -> Result<[f64; 2], SceneError> {
        let plan = run::plan(&self.model, options)?;
        Ok([plan.start, plan.stop])
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }
}

/// A curve that goes with an animation.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub name: String,
    pub unit: Option<String>,
    pub values: Vec<f64>,
}

/// Shapes on rigid bodies over a run.
#[derive(Debug)]
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
    notes: Vec<String>,
}

impl Scene {
    /// Runs a model and draws it; `progress` hears the time of each row.
    ///
    /// # Errors
    /// When the run fails, or a graphic expression has no value.
    pub fn new(drawable: &Drawable, options: &SceneOptions, progress: &mut dyn FnMut(f64)) -> Result<Self, SceneError> {
        let plan = run::plan(&drawable.model, &options.run)?;
        let drive = run::drive(&drawable.model, &options.run)?;
        let mut instance = run::start(&drawable.model, plan, &options.run.settings, drive.as_ref())?;
        let rows = if options.only_start { 1 } else { usize::MAX };
        let recording = drawable.record(&mut instance, drive.as_ref(), plan.times().take(rows), progress)?;
        Self::of(drawable, &recording, options)
    }

    /// Draws what has been recorded.
    fn of(drawable: &Drawable, recording: &Recording, options: &SceneOptions) -> Result<Self, SceneError> {
        let Drawable { model, pictures, files } = drawable;
        let curves = curve_variables(model);
        let evaluator = Evaluator { pictures, files, recording };
        let drawn = evaluator.draw()?;
        let rows = recording.times.len();
        let size = size(&drawn.parts, rows);
        let scales = arrows::scales(&drawn.arrows, rows, size, &given_scales(&evaluator, options));
        let diameter = of_world(pictures, recording, "defaultArrowDiameter").and_then(|values| values.first().copied());
        let mut notes = notes(drawable, &drawn);
        let Drawn { mut parts, arrows, .. } = drawn;
        for arrow in &arrows {
            parts.extend(arrows::parts(arrow, rows, &scales, diameter.unwrap_or(size / 40.0)));
        }
        let nodes = rigid::nodes(&parts, rows, size);
        notes.extend(too_fast(&parts, &nodes, rows));
        let curves = curves.into_iter().map(|index| curve(model, recording, index)).collect();
        let upright = upright(pictures, recording);
        Ok(Self {
            name: model.name.clone(),
            times: recording.times.clone(),
            parts,
            nodes,
            upright,
            size,
            scales,
            curves,
            notes,
        })
    }

    /// What the user should know: what one metre of an arrow stands for, and what is not drawn as the model says.
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

    /// The scene as one HTML page.
    ///
    /// # Errors
    /// None that the scene can cause.
    pub fn to_html(&self) -> std::io::Result<String> {
        page::write(self)
    }

    /// A picture at `time`, s, or at the start, as PNG of so many pixels.
    ///
    /// # Errors
    /// None that the scene can cause.
    pub fn to_png(&self, time: Option<f64>, size: [u32; 2]) -> Result<Vec<u8>, png::EncodingError> {
        let distance = |row: &usize| (self.times[*row] - time.unwrap_or(f64::MIN)).abs();
        let row = match time {
            Some(_) => (0..self.times.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(0),
            None => 0,
        };
        raster::draw(self, row, size)
    }

    /// Whether anything but coordinate systems and gravity is drawn at the start.
    pub(crate) fn shows_a_mechanism(&self) -> bool {
        self.parts.iter().any(|part| part.group != Group::Frames && part.scale.get(0) != [0.0; 3])
    }

    /// The scene as binary glTF 2.0.
    pub fn to_glb(&self) -> Vec<u8> {
        gltf::write(self)
    }
}

fn notes(drawable: &Drawable, drawn: &Drawn) -> Vec<String> {
    let files = drawable.missing_shapes().into_iter();
    let colours = drawn.changing_colours.iter();
    files.chain(colours.map(|c| format!("{c}: a colour that changes is drawn as it is at the start"))).collect()
}

/// What turns so far between two rows that its picture jumps.
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
    let force = options.force_scale.or_else(|| world(&evaluator.pictures.force_scale));
    let torque = options.torque_scale.or_else(|| world(&evaluator.pictures.torque_scale));
    let given = [(Quantity::Force, force), (Quantity::Torque, torque)];
    given.into_iter().filter_map(|(quantity, scale)| Some((quantity, scale?))).collect()
}

/// The values at the start of a variable of the world.
fn of_world(pictures: &Pictures, recording: &Recording, name: &str) -> Option<Vec<f64>> {
    let (_, indices) = pictures.variables.get(&format!("{}.{name}", pictures.world.as_deref()?))?;
    Some(indices.iter().map(|&index| recording.value(0, index)).collect())
}

/// The rotation after which uniform gravity points downwards, against y.
fn upright(pictures: &Pictures, recording: &Recording) -> Rotation {
    let read = |name: &str| of_world(pictures, recording, name);
    // UniformGravity is the second literal.
    let is_uniform = read("gravityType").is_some_and(|values| values == [2.0]);
    let n: Option<Vector> = read("n").and_then(|n| n.try_into().ok());
    match n.and_then(unit) {
        Some(n) if is_uniform => between(scaled(n, -1.0), [0.0, 1.0, 0.0]),
        _ => IDENTITY,
    }
}

/// Diagonal of the box around everything but coordinate systems, over the run; with them where there is nothing else.
fn size(parts: &[Part], rows: usize) -> f64 {
    let of = |counts: &dyn Fn(&Part) -> bool| {
        let (mut low, mut high) = ([f64::MAX; 3], [f64::MIN; 3]);
        for part in parts.iter().filter(|part| counts(part)) {
            let still = part.body.is_constant() && part.scale.is_constant() && part.shift.is_constant();
            for (centre, radius) in (0..if still { 1 } else { rows }).filter_map(|row| part.bounds(row)) {
                for k in 0..3 {
                    low[k] = low[k].min(centre[k] - radius);
                    high[k] = high[k].max(centre[k] + radius);
                }
            }
        }
        let diagonal = math::length(math::subtract(high, low));
        (high[0] >= low[0] && diagonal > 0.0).then_some(diagonal)
    };
    let bodies = of(&|part| part.group != Group::Frames);
    bodies.or_else(|| of(&|part| part.name != "gravitySphere")).unwrap_or(1.0)
}

/// Most curves of a page.
const MAXIMUM_CURVES: usize = 40;

/// The variables whose curves go with an animation: outputs, then states.
fn curve_variables(model: &Model) -> Vec<usize> {
    use fmu_core::variables::{Causality, DataType};
    let catalogue = &model.catalogue;
    let is_real =
        |index: &usize| catalogue.variables.get(*index).is_some_and(|v| matches!(v.data_type, DataType::Real { .. }));
    let is_output = |index: &usize| catalogue.variables.get(*index).is_some_and(|v| v.causality == Causality::Output);
    let mut chosen: Vec<usize> = (0..catalogue.variables.len()).filter(is_output).collect();
    // An output that is a state stands for it.
    let outputs: HashSet<usize> = chosen.iter().map(|&output| catalogue.reference(output)).collect();
    chosen.extend(catalogue.states.iter().filter(|&&state| !outputs.contains(&catalogue.reference(state))));
    chosen.retain(is_real);
    chosen.truncate(MAXIMUM_CURVES);
    chosen
}

fn curve(model: &Model, recording: &Recording, index: usize) -> Curve {
    use fmu_core::variables::DataType;
    let variable = model.catalogue.variables.get(index);
    let unit = variable.and_then(|variable| match variable.data_type {
        DataType::Real { unit, .. } => unit.as_deref().map(str::to_owned),
        _ => None,
    });
    Curve {
        name: variable.map_or_else(String::new, |variable| variable.name.to_owned()),
        unit,
        values: (0..recording.times.len()).map(|row| recording.value(row, index)).collect(),
    }
}
