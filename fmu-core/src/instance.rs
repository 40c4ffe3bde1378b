//! A running model: mode, experiment, set, get, step.
//!
//! [`Instance`] is the whole behaviour of a co-simulation slave (FMI 2.0.5, chapter 4) without any C: [`crate::fmi2`] translates
//! pointers and status codes, and a Rust host uses this module directly. An instance owns all that it changes, so that instances
//! may run in parallel and move between threads.
//!
//! ```no_run
//! use fmu_core::assembly::Model;
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

mod communication;
mod error;
mod experiment;
mod integrator;
mod mode;
mod package;
mod plant;
mod settable;
mod value;

#[cfg(test)]
pub(crate) mod oscillator;
#[cfg(test)]
mod tests;

pub use error::{InstanceError, Severity};
pub use experiment::{DEFAULT_TOLERANCE, Experiment};
pub use mode::Mode;
pub use package::{FORMAT, Package, PackageError};
pub use plant::{CompiledPlant, Plant};
pub use value::FmiValue;

use crate::assembly::Model;
use crate::variables::{Catalogue, Causality, DataType, Target, Value, Variability, Variable};
use communication::CommunicationStep;
use integrator::Integrator;
use std::sync::Arc;

/// What has changed since the plant was evaluated last.
#[derive(Clone, Copy, Debug, Default)]
struct Changes {
    /// A parameter: the plant must be prepared again.
    parameters: bool,
    /// Something that the initial state depends on.
    initial: bool,
    /// Time, state, inputs or parameters: cached evaluations are stale.
    values: bool,
    /// An input or parameter jumped since the last step.
    jump: bool,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Time reached, s.
    pub time: f64,
    /// Number of time events on the way.
    pub time_events: usize,
}

/// A running model.
pub struct Instance {
    plant: Box<dyn Plant>,
    integrator: Integrator,
    mode: Mode,
    /// Relative tolerance when the host says none.
    default_tolerance: f64,
    /// Set up by the host.
    experiment: Option<Experiment>,
    /// Initialization Mode has been entered since the last reset.
    initialized: bool,
    /// Time, s.
    time: f64,
    state: Vec<f64>,
    changes: Changes,
}

impl Instance {
    /// An instance of a compiled model, in the state instantiated. Its tolerance is that of the model's experiment, or
    /// [`DEFAULT_TOLERANCE`].
    pub fn new(model: Arc<Model>) -> Self {
        let tolerance = model.experiment.tolerance.unwrap_or(DEFAULT_TOLERANCE);
        Self::with_plant(Box::new(CompiledPlant::new(model)), tolerance)
    }

    /// An instance of any plant, with the relative tolerance that holds when the host says none.
    pub fn with_plant(plant: Box<dyn Plant>, default_tolerance: f64) -> Self {
        let dimension = plant.dimension();
        let mut instance = Self {
            plant,
            integrator: Integrator::new(dimension, default_tolerance),
            mode: Mode::Instantiated,
            default_tolerance,
            experiment: None,
            initialized: false,
            time: 0.0,
            state: vec![0.0; dimension],
            changes: Changes::default(),
        };
        instance.restore_start_values();
        instance
    }

    /// State of the state machine.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Time that has been reached, s: after a failed step the last successful time.
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The variables; a value reference is an index into them.
    pub fn catalogue(&self) -> &Catalogue {
        self.plant.catalogue()
    }

    /// Sets tolerance, start time and stop time (fmi2SetupExperiment).
    pub fn setup_experiment(&mut self, experiment: Experiment) -> Result<(), InstanceError> {
        self.require("setting up the experiment", &[Mode::Instantiated], "instantiated")?;
        experiment.check()?;
        self.integrator.set_tolerance(experiment.tolerance.unwrap_or(self.default_tolerance));
        self.time = experiment.start_time;
        self.experiment = Some(experiment);
        Ok(())
    }

    /// Enters Initialization Mode; the experiment must have been set up.
    pub fn enter_initialization_mode(&mut self) -> Result<(), InstanceError> {
        self.require("entering Initialization Mode", &[Mode::Instantiated], "instantiated")?;
        if self.experiment.is_none() {
            return Err(InstanceError::ExperimentNotSetUp);
        }
        self.initialized = true;
        self.changes.initial = true;
        self.mode = Mode::Initialization;
        Ok(())
    }

    /// Computes the initial state and gets ready for the first step. When parameters and start values make no mechanism, the
    /// instance stays in Initialization Mode.
    pub fn exit_initialization_mode(&mut self) -> Result<(), InstanceError> {
        self.require("leaving Initialization Mode", &[Mode::Initialization], "Initialization Mode")?;
        self.settle()?;
        self.integrator.restart();
        self.changes.jump = false;
        self.mode = Mode::StepComplete;
        Ok(())
    }

    /// Advances from the communication point `point` by `step`, both in s (fmi2DoStep).
    ///
    /// The step ends at `point + step` even where the host's time differs from ours by rounding. An event at its end belongs to it:
    /// values are right limits. A refused step changes nothing; a failed one leaves the instance at the last successful time, in the
    /// state step failed.
    pub fn do_step(&mut self, point: f64, step: f64) -> Result<StepReport, InstanceError> {
        self.require("a step", &[Mode::StepComplete], "step complete")?;
        let stop = self.experiment.and_then(|e| e.stop_time);
        let plan = communication::plan(self.time, point, step, stop)?;
        let result = self.run(&plan);
        self.changes.values = true;
        if result.is_err() {
            self.mode = Mode::StepFailed;
        }
        let failed = |cause| InstanceError::StepFailed { time: self.time, end: plan.end, cause };
        result.map(|time_events| StepReport { time: self.time, time_events }).map_err(failed)
    }

    /// Ends the simulation; variables can still be read.
    pub fn terminate(&mut self) -> Result<(), InstanceError> {
        let allowed = [Mode::StepComplete, Mode::StepFailed];
        self.require("terminating", &allowed, "step complete, step failed")?;
        self.mode = Mode::Terminated;
        Ok(())
    }

    /// Back to the state right after [`Self::new`], from any state: start values, time, experiment.
    pub fn reset(&mut self) {
        self.plant.reset();
        self.integrator = Integrator::new(self.plant.dimension(), self.default_tolerance);
        self.mode = Mode::Instantiated;
        self.experiment = None;
        self.initialized = false;
        self.time = 0.0;
        self.state.fill(0.0);
        self.restore_start_values();
    }

    /// Puts the instance in the error state, which only [`Self::reset`] leaves.
    pub fn fail(&mut self) {
        self.mode = Mode::Error;
    }

    /// Reads variables into `values`. What was set before is already taken into account, in Initialization Mode and between steps.
    ///
    /// In the state instantiated parameters and start values have a value, nothing else.
    pub fn get<T: FmiValue>(&mut self, references: &[u32], values: &mut [T]) -> Result<(), InstanceError> {
        same_length(references.len(), values.len())?;
        for &reference in references {
            self.check_readable::<T>(reference)?;
        }
        for (&reference, value) in references.iter().zip(values) {
            if let Some(read) = T::from_value(self.read(reference as usize)?) {
                *value = read;
            }
        }
        Ok(())
    }

    /// Sets variables: all of them or, when one is refused, none. Of several values for one variable the last counts.
    pub fn set<T: FmiValue>(&mut self, references: &[u32], values: &[T]) -> Result<(), InstanceError> {
        let allowed = [Mode::Instantiated, Mode::Initialization, Mode::StepComplete];
        self.require("setting variables", &allowed, "instantiated, Initialization Mode, step complete")?;
        same_length(references.len(), values.len())?;
        for (&reference, &value) in references.iter().zip(values) {
            self.check_settable(reference, value)?;
        }
        for (&reference, &value) in references.iter().zip(values) {
            self.apply(reference as usize, value::to_number(value.to_value()));
        }
        Ok(())
    }

    fn require(&self, action: &'static str, allowed: &[Mode], expected: &'static str) -> Result<(), InstanceError> {
        if allowed.contains(&self.mode) {
            return Ok(());
        }
        Err(InstanceError::WrongMode { action, mode: self.mode, expected })
    }

    /// The variable with this value reference, which must be of the type `T`.
    fn variable<T: FmiValue>(&self, reference: u32) -> Result<&Variable, InstanceError> {
        let variables = &self.plant.catalogue().variables;
        let unknown = InstanceError::UnknownReference { reference, count: variables.len() };
        let variable = variables.get(reference as usize).ok_or(unknown)?;
        let declared = value::type_name(&variable.data_type);
        if declared == T::TYPE {
            return Ok(variable);
        }
        Err(InstanceError::WrongType { variable: variable.name.clone(), reference, declared, used: T::TYPE })
    }

    fn check_readable<T: FmiValue>(&self, reference: u32) -> Result<(), InstanceError> {
        let variable = self.variable::<T>(reference)?;
        if self.initialized || variable.target.is_some() || constant(variable).is_some() {
            return Ok(());
        }
        Err(InstanceError::NotReadable { variable: variable.name.clone(), reference })
    }

    fn check_settable<T: FmiValue>(&self, reference: u32, value: T) -> Result<(), InstanceError> {
        let variable = self.variable::<T>(reference)?;
        if let Some(reason) = settable::obstacle(variable, self.mode) {
            let name = variable.name.clone();
            return Err(InstanceError::NotSettable { variable: name, reference, mode: self.mode, reason });
        }
        value::check_range(variable, reference, value.to_value())
    }

    /// Stores a checked value.
    fn apply(&mut self, index: usize, value: f64) {
        let Some(target) = self.plant.catalogue().variables.get(index).and_then(|v| v.target) else {
            return;
        };
        match target {
            // A host that sets the same value at every step must not cost the integrator its step.
            Target::Input(input) if self.plant.input(input).to_bits() == value.to_bits() => return,
            Target::Parameter(parameter) if self.plant.parameter(parameter).to_bits() == value.to_bits() => return,
            Target::Input(input) => self.plant.set_input(input, value),
            Target::Parameter(parameter) => {
                self.plant.set_parameter(parameter, value);
                self.changes.parameters = true;
            }
        }
        self.changes.initial |= self.mode == Mode::Initialization;
        self.changes.jump = true;
        self.changes.values = true;
    }

    /// Value of a variable that [`Self::check_readable`] has passed.
    fn read(&mut self, index: usize) -> Result<Value, InstanceError> {
        if let Some(value) = self.stored(index) {
            return Ok(value);
        }
        self.settle()?;
        let result = self.plant.value(self.time, &self.state, index);
        let (name, data_type) = match self.plant.catalogue().variables.get(index) {
            Some(v) => (v.name.as_str(), &v.data_type),
            None => ("", &DataType::Boolean),
        };
        let evaluation = |cause| InstanceError::Evaluation { variable: name.to_owned(), time: self.time, cause };
        let number = result.map_err(evaluation)?;
        if !number.is_finite() {
            let cause = crate::dynamics::EvaluationError::NotFinite { quantity: name.to_owned(), time: self.time };
            return Err(evaluation(cause));
        }
        Ok(value::from_number(data_type, number))
    }

    /// Value of a variable that needs no evaluation: constants, inputs, parameters, and start values before initialization.
    fn stored(&self, index: usize) -> Option<Value> {
        let variable = self.plant.catalogue().variables.get(index)?;
        if let Some(value) = constant(variable) {
            return Some(value);
        }
        let number = match variable.target? {
            Target::Input(input) => self.plant.input(input),
            Target::Parameter(p) if variable.causality == Causality::Parameter || !self.initialized => {
                self.plant.parameter(p)
            }
            Target::Parameter(_) => return None,
        };
        Some(value::from_number(&variable.data_type, number))
    }

    /// Brings the plant up to date with what was set.
    fn settle(&mut self) -> Result<(), InstanceError> {
        let failed = |cause| InstanceError::Initialization { time: self.time, cause };
        if self.changes.parameters {
            self.plant.invalidate();
            self.plant.prepare().map_err(failed)?;
            self.changes.parameters = false;
            self.changes.values = true;
        }
        if self.changes.initial {
            self.plant.invalidate();
            self.plant.initialize(self.time, &mut self.state).map_err(failed)?;
            self.changes.initial = false;
            self.changes.values = true;
        }
        if self.changes.values {
            self.plant.invalidate();
            self.changes.values = false;
        }
        Ok(())
    }

    /// Integrates to the end of a step, from event to event; the number of time events.
    fn run(&mut self, plan: &CommunicationStep) -> Result<usize, String> {
        self.settle().map_err(|error| error.to_string())?;
        if std::mem::take(&mut self.changes.jump) {
            self.integrator.discontinuity();
        }
        let mut events = 0;
        while let Some(event) = self.next_event(plan.last_event) {
            self.advance(event, plan.rounding)?;
            self.plant.invalidate();
            self.plant.update_events(self.time, &self.state).map_err(|error| error.to_string())?;
            self.plant.invalidate();
            self.integrator.discontinuity();
            events += 1;
        }
        self.advance(plan.end, plan.rounding)?;
        Ok(events)
    }

    /// The next time event, if it is not after `last`. Only events ahead count, so that a step always ends.
    fn next_event(&self, last: f64) -> Option<f64> {
        self.plant.next_time_event(self.time).filter(|&event| event > self.time && event <= last)
    }

    /// Integrates to `end`; a distance within `rounding` is skipped, a point already passed is left alone.
    fn advance(&mut self, end: f64, rounding: f64) -> Result<(), String> {
        if end - self.time > rounding {
            return self.integrator.advance(self.plant.as_mut(), &mut self.time, &mut self.state, end);
        }
        self.time = self.time.max(end);
        Ok(())
    }

    /// Sets everything that can be set to the start value that modelDescription.xml lists.
    fn restore_start_values(&mut self) {
        let starts: Vec<(Target, f64)> = self.plant.catalogue().variables.iter().filter_map(start).collect();
        for (target, value) in starts {
            match target {
                Target::Parameter(parameter) => self.plant.set_parameter(parameter, value),
                Target::Input(input) => self.plant.set_input(input, value),
            }
        }
        self.changes = Changes { parameters: true, initial: true, values: true, jump: false };
    }
}

/// Where the start value of a variable goes, and the value.
fn start(variable: &Variable) -> Option<(Target, f64)> {
    Some((variable.target?, value::to_number(variable.start?)))
}

/// The value of a constant.
fn constant(variable: &Variable) -> Option<Value> {
    variable.start.filter(|_| variable.variability == Variability::Constant)
}

fn same_length(references: usize, values: usize) -> Result<(), InstanceError> {
    if references == values {
        return Ok(());
    }
    Err(InstanceError::LengthMismatch { references, values })
}
