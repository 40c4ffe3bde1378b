//! The initial state of a model, computed in this process, and its properties.

mod eigenvalues;
mod fault;
mod fixed_steps;
mod freedom;
mod immobile;
mod open_loop;

use std::sync::Arc;

use fmu_core::instance::{Experiment, Instance};
use simulation::dynamics::{EvaluationFault, System};
use simulation::model::Model;
use simulation::variables::{Target, Value};

use crate::in_process;

pub use eigenvalues::{Eigenvalue, LinearMotion};
pub use fault::StartFault;
pub use fixed_steps::{Change, Fastest, FixedSteps, FixedStepsFault};
pub use freedom::{ChosenStart, Redundancy};
pub use immobile::Immobile;
pub use open_loop::{OpenLoop, Tilt};

/// Results from the initial state of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// Speeds that are independent of each other: those of the joints, less the constraints that hold.
    pub degrees_of_freedom: usize,
    /// Coordinates of position that are states: names without indices, each once.
    pub coordinates: Vec<String>,
    /// States that no fixed start value decides.
    pub chosen: Vec<ChosenStart>,
    /// Parameters with `fixed = false`: name and the value that was found.
    pub solved: Vec<(String, f64)>,
    /// Parts whose constraints are not independent of each other.
    pub redundant: Vec<Redundancy>,
    /// Axes that keep loops from moving, because they are nearly parallel and not quite.
    pub stuck: Vec<Tilt>,
    /// The linearised motion; none where there are no states, or too many.
    pub motion: Option<LinearMotion>,
    /// Assessment of the fixed steps, if the model asks for them.
    pub fixed_steps: Option<FixedSteps>,
}

/// An instance after initialization as a host does it, with the model's own start time.
pub fn initialize(model: &Arc<Model>) -> Result<Instance, StartFault> {
    let experiment = Experiment { start_time: model.experiment.start(), ..Experiment::default() };
    let instance = Instance::new(Arc::clone(model));
    in_process::initialize(instance, experiment, &[], None).map_err(|error| described(model, error.into()))
}

/// A fault with what more can be found out about it.
fn described(model: &Arc<Model>, fault: StartFault) -> StartFault {
    let StartFault::Evaluation(error) = &fault else { return fault };
    let mut system = at_start(model);
    let mut x = vec![0.0; system.dimension()];
    // It fails for the reason that is known; until then it may have found the positions.
    drop(system.prepare().and_then(|()| system.initialize(model.experiment.start(), &mut x)));
    let more = match &**error {
        EvaluationFault::SingularJoint { joint } => {
            Immobile::of(model, &system, &x, joint).map(|immobile| StartFault::Immobile(Box::new(immobile)))
        }
        _ => OpenLoop::of(model, &system, error).map(|open| StartFault::OpenLoop(Box::new(open))),
    };
    more.unwrap_or(fault)
}

/// The equations of a model, with the start values of its inputs.
fn at_start(model: &Arc<Model>) -> System {
    let mut system = jets::system(Arc::clone(model));
    for variable in model.catalogue.variables.iter() {
        if let (Some(Target::Input(input)), Some(Value::Real(start))) = (variable.target, variable.start) {
            system.set_input(input, start);
        }
    }
    system
}

impl Start {
    /// Initialises the model and looks at where it starts.
    ///
    /// # Errors
    /// Why there is no initial state, or the motion cannot start from it.
    pub fn of(model: &Arc<Model>) -> Result<Self, StartFault> {
        initialize(model)?;
        let mut system = at_start(model);
        let (t, mut x) = (model.experiment.start(), vec![0.0; system.dimension()]);
        system.prepare()?;
        system.initialize(t, &mut x)?;
        system.derivatives(t, &x, &mut vec![0.0; x.len()])?;
        let parameter = |address: usize| (model.parameters.slots[address].name(), system.parameter(address));
        Ok(Self {
            degrees_of_freedom: freedom::degrees_of_freedom(model, system.row_limits()),
            coordinates: freedom::coordinates(model),
            chosen: freedom::chosen(model, &x),
            solved: model.parameters.solved.iter().map(|solved| parameter(solved.address)).collect(),
            redundant: freedom::redundant(model, system.row_limits()),
            stuck: open_loop::stuck(model, &system),
            motion: LinearMotion::of(&mut system, t, &x)?,
            fixed_steps: FixedSteps::of(model)?,
        })
    }
}
