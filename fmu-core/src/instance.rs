//! A running model: mode, experiment, set, get, step.
//!
//! [`Instance`] is the whole behaviour of an FMU, for co-simulation (FMI 2.0.5, chapter 4) and for model exchange (chapter 3), without
//! any C: [`crate::fmi2`] translates pointers and status codes, and a Rust host uses this module directly. An instance owns all that
//! it changes, so that instances may run in parallel and move between threads.
//!
//! An error leaves the instance as it was, but for a failed step. [`Instance::fail`] is for callers that, like FMI, want an error state.
//! [`Instance::snapshot`] and [`Instance::restore`] go back to an earlier point.
//!
//! ```no_run
//! use simulation::model::Model;
//! use fmu_core::instance::{Experiment, Instance};
//! use std::sync::Arc;
//!
//! fn fall(model: Model, height: u32) -> Result<f64, fmu_core::instance::InstanceError> {
//!     let mut instance = Instance::new(Arc::new(model));
//!     instance.setup_experiment(Experiment { stop_time: Some(1.0), ..Experiment::default() })?;
//!     instance.enter_initialization_mode()?;
//!     instance.exit_initialization_mode()?;
//!     for step in 0..10 {
//!         instance.do_step(f64::from(step) * 0.1, 0.1)?;
//!     }
//!     let mut value = [0.0];
//!     instance.get(&[height], &mut value)?;
//!     Ok(value[0])
//! }
//! ```

mod access;
mod arrays;
pub mod calls;
mod communication;
mod compiled;
mod digesting;
mod error;
mod experiment;
mod interface;
#[cfg(feature = "live")]
mod live;
mod minimal;
mod mode;
mod model_exchange;
mod sensitivity;
mod settable;
mod snapshot;
mod step;
mod value;
mod work;

#[cfg(test)]
pub(crate) mod oscillator;
#[cfg(test)]
pub(crate) mod random_calls;
#[cfg(test)]
mod tests;

pub use arrays::{LARGEST_ARRAY, array_reference};
pub use compiled::{COMPILED_MODEL, Compiled, CompiledError};
pub use error::{InstanceError, Severity};
pub use experiment::{DEFAULT_TOLERANCE, Experiment};
pub use interface::{EventUse, Interface, Version};
pub use mode::Mode;
pub use model_exchange::EventReport;
pub use snapshot::{Snapshot, SnapshotError};
pub use step::{StepEnd, StepReport};
pub use value::FmiValue;
pub use work::Work;

use calls::{Function, Verdict};
use experiment::step_tolerance;
use minimal::Minimal;
use model_exchange::STABILIZATION;
use simulation::dynamics::System;
use simulation::memory;
use simulation::model::Model;
use simulation::solver::{Budget, Method, Rhythm, Solution};
use simulation::variables::{Catalogue, Causality};
use std::sync::Arc;

/// Changes since the last evaluation.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    /// A parameter: the system must be prepared again.
    parameters: bool,
    /// Something that the initial state depends on.
    initial: bool,
    /// An input or parameter jumped since the last step.
    jump: bool,
}

/// Inputs go on as polynomials of this degree, and outputs are differentiated so many times.
pub const MAXIMUM_DERIVATIVE_ORDER: i32 = 2;

/// A running model.
pub struct Instance {
    model: Arc<Model>,
    system: System,
    /// Identity of the model, which its snapshots carry.
    guid: String,
    interface: Interface,
    version: Version,
    event_use: EventUse,
    /// The solution of the equations in time, which may have been integrated beyond the time that the host has reached.
    solution: Solution,
    /// When the host has changed inputs and parameters.
    rhythm: Rhythm,
    mode: Mode,
    /// Relative tolerance when the host says none.
    default_tolerance: f64,
    /// Evaluations that one step may cost.
    maximum_evaluations: u64,
    /// Method that the model requests.
    method: Method,
    /// Set up by the host.
    experiment: Option<Experiment>,
    /// Initialization Mode has been entered since the last reset.
    initialized: bool,
    /// Time since the start time, s. All internal times count from there.
    elapsed: f64,
    state: Vec<f64>,
    /// The continuous states of model exchange, if they are not the state array.
    minimal: Option<Box<Minimal>>,
    /// Time events of this run so far.
    events: u64,
    /// A step has ended at an event that has not been handled.
    pending: bool,
    /// State events in a row at the present time.
    standing: usize,
    /// What this Event Mode has said already: derivatives may bend here.
    restart: bool,
    /// First two time derivatives of each input in the next step.
    next_input_rates: Vec<[f64; 2]>,
    /// Inputs that were set in Continuous-Time Mode and are not continuous: the variable, and its value from the next Event Mode on.
    waiting: Vec<(usize, f64)>,
    changes: Changes,
    /// The system's data for derivatives have been made for the present parameters.
    derivatives_made: bool,
    /// Changes at events that have not been taken yet.
    event_log: Vec<String>,
    /// Why the model has ended the simulation.
    termination: Option<String>,
}

impl Instance {
    /// An instance of a compiled model, in the state instantiated. Its tolerance is that of the model's experiment, or
    /// [`DEFAULT_TOLERANCE`].
    pub fn new(model: Arc<Model>) -> Self {
        let (experiment, catalogue) = (&model.experiment, &model.catalogue);
        let default_tolerance = experiment.tolerance.unwrap_or(DEFAULT_TOLERANCE);
        let (method, fixed_step) = (experiment.method.unwrap_or_default(), experiment.fixed_step());
        let dimension = model.states.dimension();
        let instance = Self {
            system: jets::system(Arc::clone(&model)),
            guid: String::new(),
            interface: Interface::CoSimulation,
            version: Version::Fmi2,
            event_use: EventUse::default(),
            solution: Solution::new(dimension, model.discrete.indicators(), step_tolerance(default_tolerance)),
            rhythm: Rhythm::NEW,
            mode: Mode::Instantiated,
            default_tolerance,
            maximum_evaluations: experiment.max_evaluations.unwrap_or(Budget::DEFAULT_LIMIT),
            method,
            experiment: None,
            initialized: false,
            elapsed: 0.0,
            state: vec![0.0; dimension],
            minimal: Minimal::of(&model),
            events: 0,
            pending: false,
            standing: 0,
            restart: false,
            next_input_rates: vec![[0.0; 2]; catalogue.inputs.len()],
            waiting: Vec::new(),
            changes: Changes::ALL,
            derivatives_made: false,
            event_log: Vec::new(),
            termination: None,
            model,
        };
        instance.with_method(method, fixed_step)
    }

    /// The same instance for this interface; co-simulation is what it is made with.
    #[must_use]
    pub fn with_interface(mut self, interface: Interface) -> Self {
        self.system.set_stabilization(match interface {
            Interface::CoSimulation => 0.0,
            // Independent coordinates have no residuals.
            Interface::ModelExchange if self.minimal.is_some() => 0.0,
            Interface::ModelExchange => STABILIZATION,
        });
        Self { interface, ..self }
    }

    /// The same instance for a host that speaks FMI 3.0, with what it does at events in co-simulation.
    #[must_use]
    pub fn for_fmi3(self, event_use: EventUse) -> Self {
        Self { version: Version::Fmi3, event_use, ..self }
    }

    /// The same instance with the identity of its model, which keeps snapshots of other models out.
    #[must_use]
    pub fn with_guid(self, guid: String) -> Self {
        Self { guid, ..self }
    }

    /// The same instance with steps that may cost so many evaluations of the equations; see [`Budget`].
    #[must_use]
    pub fn with_maximum_evaluations(self, maximum_evaluations: u64) -> Self {
        Self { maximum_evaluations, ..self }
    }

    /// The same instance with steps of one method; see [`Solution::set_method`].
    #[must_use]
    pub fn with_method(mut self, method: Method, fixed_step: Option<f64>) -> Self {
        self.solution.set_method(method, fixed_step);
        Self { method, ..self }
    }

    /// The integrator: the instance (co-simulation) or the host (model exchange).
    pub fn interface(&self) -> Interface {
        self.interface
    }

    /// Version of FMI that the host speaks.
    pub fn version(&self) -> Version {
        self.version
    }

    /// State of the state machine.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Time that has been reached, s: after a failed step the last successful time.
    pub fn time(&self) -> f64 {
        self.start() + self.elapsed
    }

    /// Start time of the experiment, s; 0 until there is one.
    fn start(&self) -> f64 {
        self.experiment.map_or(0.0, |experiment| experiment.start_time)
    }

    /// The variables; a value reference is an index into them.
    pub fn catalogue(&self) -> &Catalogue {
        &self.model.catalogue
    }

    /// Sets tolerance, start time and stop time (fmi2SetupExperiment).
    ///
    /// # Errors
    /// Another state than instantiated, or numbers that make no experiment.
    pub fn setup_experiment(&mut self, experiment: Experiment) -> Result<(), InstanceError> {
        self.require(Function::SetupExperiment)?;
        experiment.check()?;
        self.solution.set_tolerance(step_tolerance(experiment.tolerance.unwrap_or(self.default_tolerance)));
        self.elapsed = 0.0;
        self.system.set_start(experiment.start_time);
        self.system.begin_inputs(0.0);
        self.experiment = Some(experiment);
        Ok(())
    }

    /// Enters Initialization Mode.
    ///
    /// # Errors
    /// Another state than instantiated, or no experiment set up.
    pub fn enter_initialization_mode(&mut self) -> Result<(), InstanceError> {
        self.require(Function::EnterInitializationMode)?;
        if self.experiment.is_none() {
            return Err(InstanceError::ExperimentNotSetUp);
        }
        self.initialized = true;
        self.changes.initial = true;
        self.mode = Mode::Initialization;
        Ok(())
    }

    /// Computes the initial state and gets ready for the first step, or in model exchange for the events at the start.
    ///
    /// # Errors
    /// Another state than Initialization Mode, or parameters, inputs and start values that make no mechanism, or outputs that are not
    /// finite; they can be mended, since the instance stays in Initialization Mode.
    pub fn exit_initialization_mode(&mut self) -> Result<(), InstanceError> {
        self.require(Function::ExitInitializationMode)?;
        self.settle()?;
        self.check_derivatives()?;
        self.check_outputs()?;
        self.look_for_warnings();
        self.solution.restart();
        self.rhythm = Rhythm::NEW;
        self.events = 0;
        self.changes.jump = false;
        self.standing = 0;
        self.mode = match (self.interface, self.version) {
            (Interface::ModelExchange, _) => Mode::Event,
            (Interface::CoSimulation, Version::Fmi2) => Mode::StepComplete,
            (Interface::CoSimulation, Version::Fmi3) if self.event_use.event_mode => Mode::Event,
            (Interface::CoSimulation, Version::Fmi3) => Mode::Step,
        };
        Ok(())
    }

    /// Ends the simulation; variables can still be read.
    ///
    /// # Errors
    /// No step can be made in this state, so that there is nothing to end.
    pub fn terminate(&mut self) -> Result<(), InstanceError> {
        self.require(Function::Terminate)?;
        self.mode = Mode::Terminated;
        Ok(())
    }

    /// Back to the state right after [`Self::new`], from any state: start values, time, experiment.
    pub fn reset(&mut self) {
        self.system.reset();
        self.solution.restart();
        self.solution.set_tolerance(step_tolerance(self.default_tolerance));
        self.rhythm = Rhythm::NEW;
        self.mode = Mode::Instantiated;
        self.experiment = None;
        self.initialized = false;
        self.elapsed = 0.0;
        self.state.fill(0.0);
        self.minimal = Minimal::of(&self.model);
        self.next_input_rates.fill([0.0; 2]);
        self.waiting.clear();
        self.event_log.clear();
        self.termination = None;
        (self.pending, self.standing, self.restart) = (false, 0, false);
        self.derivatives_made = false;
        self.changes = Changes::ALL;
    }

    /// Warnings from the initial state and from the steps of the integrator (in model exchange: from its completed steps) that a user
    /// should know of, once each until it has been right again: a line force whose frames are nearer to each other than its `s_small`.
    pub fn take_warnings(&mut self) -> Vec<String> {
        self.system.take_warnings()
    }

    /// Takes the changes at events since the last call, a line each.
    pub fn take_event_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.event_log)
    }

    /// Why the model itself has ended the simulation, if it has.
    pub fn termination(&self) -> Option<&str> {
        self.termination.as_deref()
    }

    fn look_for_warnings(&mut self) {
        self.system.look_for_warnings(self.elapsed, &self.state);
    }

    /// Puts the instance in the error state, which only [`Self::reset`] and [`Self::restore`] leave.
    pub fn fail(&mut self) {
        self.mode = Mode::Error;
    }

    /// Verdict of the table of [`calls`] on a call of `function` now.
    pub fn verdict(&self, function: Function) -> Verdict {
        let is_of_events =
            matches!(function, Function::EnterEventMode | Function::NewDiscreteStates | Function::EnterStepMode);
        if is_of_events
            && self.interface == Interface::CoSimulation
            && self.version == Version::Fmi3
            && !self.event_use.event_mode
        {
            return Verdict::WithoutEventMode;
        }
        calls::verdict(function, self.version, self.interface, self.mode)
    }

    /// Refuses what may not be called now.
    fn require(&self, function: Function) -> Result<(), InstanceError> {
        let (interface, mode) = (self.interface, self.mode);
        match self.verdict(function) {
            Verdict::Allowed => Ok(()),
            Verdict::Refused(allowed) => Err(InstanceError::WrongMode { function, mode, allowed }),
            Verdict::OtherInterface(expected) => Err(InstanceError::WrongInterface { function, interface, expected }),
            Verdict::WithoutEventMode => Err(InstanceError::WithoutEventMode { function }),
        }
    }

    /// Brings the system and the state array up to date with what was set.
    #[inline]
    fn settle(&mut self) -> Result<(), InstanceError> {
        let is_moved = self.minimal.as_ref().is_some_and(|minimal| minimal.is_stale);
        if self.changes.parameters || self.changes.initial || is_moved { self.settle_anew() } else { Ok(()) }
    }

    #[cold]
    #[inline(never)]
    fn settle_anew(&mut self) -> Result<(), InstanceError> {
        self.settle_system()?;
        self.follow_states()
    }

    /// Brings the system up to date with what was set.
    fn settle_system(&mut self) -> Result<(), InstanceError> {
        if !(self.changes.parameters || self.changes.initial) {
            return Ok(());
        }
        self.ensure_memory()?;
        self.derivatives_made = false;
        let time = self.time();
        let failed = |cause| InstanceError::Initialization { time, cause };
        if self.changes.parameters {
            self.system.prepare().map_err(failed)?;
        }
        let initial = if self.changes.initial { self.system.initialize(self.elapsed, &mut self.state) } else { Ok(()) };
        if initial.is_err() {
            // A failed search leaves any numbers; a snapshot must not hold them.
            self.state.fill(0.0);
        }
        // Where the initial state was not found, parameters that no mechanism has are the better answer.
        self.system.check_parameters().and(initial).map_err(failed)?;
        if self.changes.initial {
            self.choose_coordinates().map_err(failed)?;
        }
        (self.changes.parameters, self.changes.initial) = (false, false);
        Ok(())
    }

    /// Refuses work that makes the system's data anew, or those of a method that the model asks for, when the memory for them may not be there.
    ///
    /// # Errors
    /// [`InstanceError::Memory`].
    pub fn ensure_memory(&self) -> Result<(), InstanceError> {
        Ok(memory::ensure(self.model.memory_need().saturating_add(self.solution.memory_need()))?)
    }

    /// Tries the derivatives at the initial state, so that a mechanism that cannot move is reported here and not by the first step.
    fn check_derivatives(&mut self) -> Result<(), InstanceError> {
        let mut derivatives = vec![0.0; self.state.len()];
        let result = self.system.derivatives(self.elapsed, &self.state, &mut derivatives);
        result.map_err(|cause| InstanceError::Initialization { time: self.time(), cause })
    }

    /// Reads the outputs at the initial state, so that a value that no host can go on with is reported here.
    fn check_outputs(&mut self) -> Result<(), InstanceError> {
        let mut names = Vec::new();
        for variable in self.model.catalogue.variables.iter().filter(|v| v.causality == Causality::Output) {
            let value = self.system.value(self.elapsed, &self.state, variable.source);
            if !value.map_err(|cause| self.evaluation_error(variable.name, cause))?.is_finite() {
                names.push(variable.name.to_owned());
            }
        }
        if names.is_empty() { Ok(()) } else { Err(InstanceError::InitialOutputs { names, time: self.time() }) }
    }
}
