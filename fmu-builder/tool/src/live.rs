//! A model that runs while a person changes it: what a page with a running mechanism does.

use std::collections::BTreeMap;
use std::sync::Arc;

use compiler::model_file::{Diagnostic, ModelFile};
use fmu_core::instance::{Experiment, Instance, InstanceError, Snapshot};
use simulation::model::Model;
use simulation::variables::{Causality, DataType, Value, Variability, Variable};

use crate::ModelErrors;
use crate::in_process;
use crate::scene::{Drawable, LiveScene, SceneError, ShapeFolders};
use crate::settings::{Assignment, Phase};
use crate::start::{self, StartFault};

/// Why a running model cannot go on, or cannot be changed so.
#[derive(Debug, thiserror::Error)]
pub enum LiveError {
    /// A step, a value or the initial state.
    #[error(transparent)]
    Run(#[from] InstanceError),
    /// The picture.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The gravity of the model is not a uniform field, or its direction is not a parameter.
    #[error("gravity cannot be tilted: the model needs a World with uniform gravity whose direction is a parameter")]
    Gravity,
    /// A shape that is not drawn in a frame.
    #[error("this shape cannot be dragged: it does not belong to a body that moves")]
    Fixed,
    /// No direction.
    #[error("gravity needs a direction: one of the three numbers must not be zero")]
    Direction,
    /// A place that is not a place.
    #[error("a finite place is expected")]
    NotFinite,
}

/// Role of a variable in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It may change at any time.
    Input,
    /// A parameter that may change while the model runs.
    Tunable,
    /// A parameter or start value: a change starts the run anew.
    Start,
    /// A result.
    Output,
    /// A state.
    State,
}

impl Role {
    /// Its name in messages to pages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Tunable => "tunable",
            Self::Start => "start",
            Self::Output => "output",
            Self::State => "state",
        }
    }
}

/// A variable that a page shows or changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Name in the FMU.
    pub name: String,
    /// Description.
    pub description: String,
    /// Value reference in the FMU.
    pub reference: u32,
    /// Part in the run.
    pub role: Role,
    /// Type, with the values that it may have.
    pub data_type: DataType,
    /// Present value.
    pub value: f64,
}

/// A state of a run that was saved.
pub type Saved = (Snapshot, BTreeMap<u32, f64>, Option<[f64; 3]>);

/// A running model with its scene.
pub struct Live {
    file: ModelFile,
    model: Arc<Model>,
    instance: Instance,
    scene: LiveScene,
    /// Values of parameters, start values and inputs that are not those of the file, by value reference.
    given: BTreeMap<u32, f64>,
    /// Direction of gravity while it is tilted.
    tilt: Option<[f64; 3]>,
    /// Catalogue indices of World.n.
    gravity: Option<[usize; 3]>,
}

impl Live {
    /// Compiles and initialises a model; beside it its warnings.
    ///
    /// # Errors
    /// All problems of the model, or of its initial state.
    pub fn open(file: ModelFile, shapes: &ShapeFolders) -> Result<(Self, Vec<Diagnostic>), OpenError> {
        let (drawable, warnings) = Drawable::with_warnings(&file)?;
        let drawable = drawable.with_shapes_if_sound(shapes);
        let model = Arc::clone(&drawable.model);
        let mut instance = start::initialize(&model)?;
        let gravity = drawable.gravity();
        let scene = LiveScene::new(drawable, &mut instance)?;
        let given = BTreeMap::new();
        Ok((Self { file, model, instance, scene, given, tilt: None, gravity }, warnings))
    }

    /// The model as it was read.
    pub fn file(&self) -> &ModelFile {
        &self.file
    }

    /// The files of shapes that are found, by their names in the model, and a note on those that are not drawn.
    pub fn shape_files(&self, folders: &ShapeFolders) -> (Vec<(String, Vec<u8>)>, Option<String>) {
        let drawable = &self.scene.drawable;
        (drawable.shape_files(folders), drawable.missing_shapes())
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The scene as it was at the last [`Self::frame`].
    pub fn scene(&self) -> &LiveScene {
        &self.scene
    }

    /// Time, s.
    pub fn time(&self) -> f64 {
        self.instance.time()
    }

    /// True if gravity can be tilted.
    pub fn has_gravity(&self) -> bool {
        self.gravity.is_some()
    }

    /// Inputs, parameters, outputs and states.
    pub fn controls(&mut self) -> Vec<Control> {
        let catalogue = &self.model.catalogue;
        let mut controls = Vec::new();
        for (index, variable) in catalogue.variables.numbered() {
            let is_state = catalogue.states.contains(&index);
            let Some(role) = role(&variable, is_state) else { continue };
            let reference = u32::try_from(catalogue.reference(index)).unwrap_or(u32::MAX);
            let (name, description) = (variable.name.to_owned(), variable.description.to_string());
            let data_type = variable.data_type.clone();
            let Ok(value) = in_process::value(&mut self.instance, index) else { continue };
            controls.push(Control { name, description, reference, role, data_type, value });
        }
        controls
    }

    /// Back to the start, with the values that were set. A run that has a stop time, s, ends there as that of an FMU whose host says so: its last
    /// steps fit that time.
    ///
    /// # Errors
    /// When these values make no initial state; the run then goes on where it was.
    pub fn restart(&mut self, stop_time: Option<f64>) -> Result<(), LiveError> {
        let start_time = self.model.experiment.start();
        let assignments: Vec<Assignment> =
            self.given.iter().filter_map(|(r, value)| self.assignment(*r, *value)).collect();
        let experiment = Experiment { start_time, stop_time, tolerance: None };
        let instance = Instance::new(Arc::clone(&self.model));
        self.instance = in_process::initialize(instance, experiment, &assignments, None)?;
        if let (Some(_), Some(n)) = (self.tilt, self.gravity) {
            self.instance.tune(&self.wanted(n))?;
        }
        Ok(self.scene.parameters_changed(&mut self.instance)?)
    }

    /// One step of `dt` seconds.
    ///
    /// # Errors
    /// A step that fails, or that the model ends.
    pub fn step(&mut self, dt: f64) -> Result<f64, LiveError> {
        let time = self.instance.time();
        Ok(self.instance.do_step(time, dt)?.time)
    }

    /// Steps to a time, s.
    ///
    /// # Errors
    /// As [`Self::step`].
    pub fn step_to(&mut self, time: f64) -> Result<f64, LiveError> {
        self.step(time - self.instance.time())
    }

    /// Present values.
    ///
    /// # Errors
    /// A reference of no variable, or a value that cannot be evaluated.
    pub fn get(&mut self, references: &[u32]) -> Result<Vec<f64>, LiveError> {
        let indices: Vec<usize> = references.iter().map(|reference| *reference as usize).collect();
        if let Some(reference) = references.iter().find(|r| self.model.catalogue.variables.get(**r as usize).is_none())
        {
            return Err(self.unknown(*reference));
        }
        Ok(in_process::numbers(&mut self.instance, &indices)?)
    }

    /// Sets an input or tunable parameter at once; anything else starts the run anew, and gives true.
    ///
    /// # Errors
    /// A value that is not allowed; the one before stays.
    pub fn set(&mut self, reference: u32, value: f64) -> Result<bool, LiveError> {
        let Some(assignment) = self.assignment(reference, value) else { return Err(self.unknown(reference)) };
        let variable = self.model.catalogue.variables.get(reference as usize);
        let role = variable.and_then(|variable| role(&variable, false));
        let present = self.get(&[reference])?;
        let before = self.given.insert(reference, value);
        let result = match role {
            Some(Role::Input) => assignment.apply(&mut self.instance).map_err(LiveError::from).map(|()| false),
            Some(Role::Tunable) => self.tune(assignment).map(|()| false),
            _ => self.restart(None).map(|()| true),
        };
        if result.is_err() {
            match before {
                Some(before) => self.given.insert(reference, before),
                None => self.given.remove(&reference),
            };
            // The value is legal by itself but not in the model.
            let back = present.first().and_then(|present| self.assignment(reference, *present));
            back.filter(|_| role == Some(Role::Tunable)).map(|back| self.tune(back)).transpose()?;
        }
        result
    }

    fn unknown(&self, reference: u32) -> LiveError {
        InstanceError::UnknownReference { reference, count: self.model.catalogue.variables.len() }.into()
    }

    fn tune(&mut self, assignment: Assignment) -> Result<(), LiveError> {
        assignment.apply(&mut self.instance)?;
        Ok(self.scene.parameters_changed(&mut self.instance)?)
    }

    fn assignment(&self, reference: u32, value: f64) -> Option<Assignment> {
        let variable = self.model.catalogue.variables.get(reference as usize)?;
        let phase = if variable.causality == Causality::Input { Phase::Initialization } else { Phase::Instantiated };
        let value = match variable.data_type {
            DataType::Real { .. } => Value::Real(value),
            DataType::Integer | DataType::Enumeration(_) => Value::Integer(value as i32),
            DataType::Boolean => Value::Boolean(value != 0.0),
        };
        Some(Assignment { phase, value_reference: reference, value })
    }

    /// Everything that a later [`Self::restore`] goes back to.
    pub fn save(&self) -> Saved {
        (self.instance.snapshot(), self.given.clone(), self.tilt)
    }

    /// Goes back to what [`Self::save`] gave of the same model.
    ///
    /// # Errors
    /// A snapshot of another model.
    pub fn restore(&mut self, saved: &Saved) -> Result<(), LiveError> {
        self.instance.release();
        self.instance.restore(&saved.0)?;
        (self.given, self.tilt) = (saved.1.clone(), saved.2);
        Ok(self.scene.parameters_changed(&mut self.instance)?)
    }

    /// Begins to drag the shape with this number at a point of the world, m.
    ///
    /// # Errors
    /// [`LiveError::Fixed`].
    pub fn grab(&mut self, shape: usize, place: [f64; 3]) -> Result<(), LiveError> {
        finite(&place)?;
        let frame = self.scene.frame(shape).ok_or(LiveError::Fixed)?;
        if self.instance.grab(frame, place)? { Ok(()) } else { Err(LiveError::Fixed) }
    }

    /// Moves the hand that drags.
    ///
    /// # Errors
    /// [`LiveError::NotFinite`].
    pub fn drag(&mut self, place: [f64; 3]) -> Result<(), LiveError> {
        finite(&place)?;
        self.instance.drag(place);
        Ok(())
    }

    /// Lets go.
    pub fn release(&mut self) {
        self.instance.release();
    }

    /// Position of the dragged point, m.
    pub fn dragged(&mut self) -> Option<[f64; 3]> {
        self.instance.pulled()
    }

    /// Lets gravity act in this direction of the world, or as the model says.
    ///
    /// # Errors
    /// [`LiveError::Gravity`].
    pub fn tilt(&mut self, direction: Option<[f64; 3]>) -> Result<(), LiveError> {
        direction.as_ref().map_or(Ok(()), finite)?;
        if direction == Some([0.0; 3]) {
            return Err(LiveError::Direction);
        }
        let Some(n) = self.gravity else { return Err(LiveError::Gravity) };
        self.tilt = direction;
        self.instance.tune(&self.wanted(n))?;
        Ok(self.scene.parameters_changed(&mut self.instance)?)
    }

    /// The direction of gravity with these indices: tilted, or as the model says.
    fn wanted(&self, n: [usize; 3]) -> [(usize, f64); 3] {
        let own = |index: usize| {
            let given = self.given.get(&u32::try_from(index).unwrap_or(u32::MAX)).copied();
            let start = self.model.catalogue.variables.get(index).and_then(|variable| variable.start);
            given.or(start.map(Value::number)).unwrap_or_default()
        };
        [0, 1, 2].map(|k| (n[k], self.tilt.map_or_else(|| own(n[k]), |direction| direction[k])))
    }

    /// Looks where the shapes are now; true if [`LiveScene::to_glb`] gives other shapes than before.
    ///
    /// # Errors
    /// A variable of a picture that cannot be evaluated.
    pub fn frame(&mut self) -> Result<bool, LiveError> {
        Ok(self.scene.refresh(&mut self.instance)?)
    }

    /// Records the frames from now on, or stops that.
    ///
    /// # Errors
    /// As [`Self::frame`].
    pub fn record(&mut self, on: bool) -> Result<(), LiveError> {
        Ok(self.scene.record(on, &mut self.instance)?)
    }
}

impl std::fmt::Debug for Live {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Live").field("model", &self.model.name).field("time", &self.time()).finish_non_exhaustive()
    }
}

fn role(variable: &Variable<'_>, is_state: bool) -> Option<Role> {
    let settable = variable.target.is_some() && variable.start.is_some();
    Some(match (variable.causality, variable.variability) {
        (Causality::Input, _) => Role::Input,
        (Causality::Output, _) => Role::Output,
        (Causality::Parameter, Variability::Tunable) => Role::Tunable,
        (Causality::Parameter, _) => Role::Start,
        _ if is_state => Role::State,
        (Causality::Local, Variability::Fixed) if settable => Role::Start,
        _ => return None,
    })
}

fn finite(place: &[f64; 3]) -> Result<(), LiveError> {
    if place.iter().all(|x| x.is_finite()) { Ok(()) } else { Err(LiveError::NotFinite) }
}

/// Why a model cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The model file has problems.
    #[error(transparent)]
    Model(#[from] ModelErrors),
    /// It has no initial state.
    #[error(transparent)]
    Start(#[from] StartFault),
    /// It cannot be drawn.
    #[error(transparent)]
    Scene(#[from] SceneError),
}
