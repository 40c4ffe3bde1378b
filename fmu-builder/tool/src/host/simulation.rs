//! Simulates an FMU from start to stop.

use std::sync::Arc;

use super::callbacks::Listener;
use super::description::ScalarVariable;
use super::error::{HostError, RowSink, SimulationError};
use super::instance::{Instance, StepOutcome};
use super::library::Library;
use super::package::Package;
use super::recorder::Recorder;
use crate::inputs::Drive;
use crate::plan::{Plan, RunOptions};
use crate::settings::{Assignment, Driven, Phase, Variables};

/// Time before an event at which its left limit is recorded, relative to max(1, |t|).
const LEFT_LIMIT: f64 = 1e-9;

/// Experiment to simulate, and variables to record.
#[derive(Clone, Default)]
pub struct SimulationOptions {
    /// Times, tolerance, settings and inputs.
    pub run: RunOptions,
    /// Variables to record; outputs if `None`, or states if there are no outputs, or all that vary.
    pub variables: Option<Vec<String>>,
    /// Listener to messages and calls.
    pub listener: Listener,
}

/// A simulation that is ready to run; it can be run many times, each time with a new instance.
pub struct Simulation<'a> {
    pub(super) package: &'a Package,
    library: Arc<Library>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) drive: Option<Drive>,
    recorder: Recorder<'a>,
    pub(super) experiment: Plan,
    listener: Listener,
}

impl<'a> Simulation<'a> {
    /// Loads the library, and checks the options against the FMU.
    ///
    /// # Errors
    /// When the library cannot be loaded, a name is unknown, a value does not fit, or a time makes no sense.
    pub fn new(package: &'a Package, options: &SimulationOptions) -> Result<Self, SimulationError> {
        let description = package.description();
        let experiment = options.run.plan(&description.experiment).map_err(SimulationError::Times)?;
        let recorder = Recorder::new(description, options.variables.as_deref()).map_err(|error| match error {
            SimulationError::Setting(error) => package.explained(error).into(),
            error => error,
        })?;
        let assignments: Result<_, _> =
            options.run.settings.iter().map(|setting| description.assignment(setting)).collect();
        let has_slopes = description.can("canInterpolateInputs");
        let drive = |inputs| Drive::new(inputs, &options.run.settings, has_slopes, description);
        Ok(Self {
            assignments: assignments.map_err(|error| package.explained(error))?,
            drive: options.run.inputs.as_ref().map(drive).transpose()?,
            recorder,
            experiment,
            library: Arc::new(package.load_library()?),
            listener: options.listener.clone(),
            package,
        })
    }

    /// The recorded variables.
    pub fn columns(&self) -> &[&'a ScalarVariable] {
        &self.recorder.columns
    }

    /// Start time, s.
    pub fn start_time(&self) -> f64 {
        self.experiment.start
    }

    /// Stop time, s.
    pub fn stop_time(&self) -> f64 {
        self.experiment.stop
    }

    /// Number of communication steps of [`Self::run`].
    pub fn steps(&self) -> u64 {
        self.experiment.steps()
    }

    /// Runs from start to stop and hands a row to `sink` at the start and after each communication step. The last step is shorter
    /// where the step size does not divide the duration.
    ///
    /// # Errors
    /// When a call fails, a value is not finite, or the sink fails.
    pub fn run(&self, sink: RowSink<'_>) -> Result<(), SimulationError> {
        self.run_over(self.experiment.times(), self.experiment, sink)
    }

    /// Runs over the given times, ascending, s: a row at each. A time that occurs twice is an event: the first row is its left
    /// limit, taken just before it, the second its right limit.
    pub fn run_on_grid(&self, times: &[f64], sink: RowSink<'_>) -> Result<(), SimulationError> {
        let (Some(&start), Some(&stop)) = (times.first(), times.last()) else { return Ok(()) };
        if !times.is_sorted() || !start.is_finite() || !stop.is_finite() {
            return Err(SimulationError::Times("the times of the grid do not ascend".to_owned()));
        }
        self.run_over(times.iter().copied(), Plan { start, stop, ..self.experiment }, sink)
    }

    fn run_over(&self, times: impl Iterator<Item = f64>, plan: Plan, sink: RowSink<'_>) -> Result<(), SimulationError> {
        let instance = self.initialize(plan)?;
        self.go_over(&instance, times, plan.start, sink)
    }

    /// Runs an initialized instance over the times.
    pub(super) fn go_over(
        &self,
        instance: &Instance,
        times: impl Iterator<Item = f64>,
        start: f64,
        sink: RowSink<'_>,
    ) -> Result<(), SimulationError> {
        let mut run = self.begin(instance, start, sink)?;
        let mut times = times.peekable();
        while let Some(time) = times.next() {
            let is_event = times.peek() == Some(&time);
            let target = if is_event { time - LEFT_LIMIT * time.abs().max(1.0) } else { time };
            if run.step_to(target)? != StepOutcome::Done {
                break;
            }
            run.record(time)?;
        }
        instance.terminate()?;
        Ok(())
    }

    /// A run at its start.
    pub(super) fn begin<'r>(
        &'r self,
        instance: &'r Instance,
        time: f64,
        sink: RowSink<'r>,
    ) -> Result<Run<'r>, SimulationError> {
        let run = Run { instance, time, drive: self.drive.as_ref(), recorder: self.recorder.clone(), sink };
        run.drive()?;
        Ok(run)
    }

    /// An instance in the state after initialization.
    pub(super) fn initialize(&self, plan: Plan) -> Result<Instance, HostError> {
        let instance = self.instantiate()?;
        self.prepare(&instance, plan, &[])?;
        Ok(instance)
    }

    /// An instance of which nothing is set.
    pub(super) fn instantiate(&self) -> Result<Instance, HostError> {
        Instance::new(&self.library, self.package, self.listener.clone())
    }

    /// Initializes an instance; what `own` sets holds for this run, besides what the options set.
    pub(super) fn prepare(&self, mut instance: &Instance, plan: Plan, own: &[Assignment]) -> Result<(), HostError> {
        instance.setup_experiment(plan.tolerance, plan.start, Some(plan.stop))?;
        instance.assign(self.assignments.iter().chain(own), Phase::Instantiated)?;
        instance.enter_initialization_mode()?;
        instance.assign(self.assignments.iter().chain(own), Phase::Initialization)?;
        self.drive.as_ref().map_or(Ok(()), |drive| drive.set(&mut instance, plan.start))?;
        instance.exit_initialization_mode()
    }
}

/// A run in progress.
pub(super) struct Run<'a> {
    instance: &'a Instance,
    /// Communication point, s.
    time: f64,
    drive: Option<&'a Drive>,
    recorder: Recorder<'a>,
    sink: RowSink<'a>,
}

impl Run<'_> {
    /// Steps to `target`, from one row of the inputs to the next; nothing to do when it is reached already.
    pub(super) fn step_to(&mut self, target: f64) -> Result<StepOutcome, SimulationError> {
        while self.time < target {
            let end = self.drive.and_then(|drive| drive.next_row(self.time, target)).unwrap_or(target);
            let outcome = self.instance.do_step(self.time, end - self.time);
            let outcome = outcome.map_err(|error| SimulationError::Step { time: self.time, error })?;
            if let StepOutcome::Terminated(time) = outcome {
                self.time = time;
                self.record(time)?;
                return Ok(outcome);
            }
            self.time = end;
            self.drive()?;
        }
        Ok(StepOutcome::Done)
    }

    /// Sets the inputs as they are from here on.
    fn drive(&self) -> Result<(), SimulationError> {
        let set = self.drive.map_or(Ok(()), |drive| drive.begin(&mut { self.instance }, self.time));
        set.map_err(|error| SimulationError::Step { time: self.time, error })
    }

    /// Hands over the values at the communication point, as those of `time`.
    fn record(&mut self, time: f64) -> Result<(), SimulationError> {
        self.recorder.read(self.instance).map_err(|error| SimulationError::Step { time, error })?;
        if let Some((column, &value)) = self.recorder.not_finite() {
            return Err(SimulationError::NotFinite { time, name: column.name.clone(), value });
        }
        (self.sink)(time, &self.recorder.row).map_err(SimulationError::Row)
    }
}
