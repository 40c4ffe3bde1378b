//! Simulates an FMU from start to stop.

use std::io;
use std::sync::Arc;

use fmu_core::variables::{Causality, Variability};

use super::description::{Kind, ModelDescription};
use super::error::HostError;
use super::instance::{Instance, StepOutcome};
use super::library::Library;
use super::listener::Listener;
use super::package::Package;
use super::plan::Plan;
use super::settings::{self, Assignment, Phase, Setting, SettingError};

/// How long before an event its left limit is taken, relative to max(1, |t|).
const LEFT_LIMIT: f64 = 1e-9;

/// What to simulate, and what to record.
#[derive(Clone, Default)]
pub struct SimulationOptions {
    /// Start time, s; that of the default experiment, or 0.
    pub start_time: Option<f64>,
    /// Stop time, s; that of the default experiment, or 1 s after the start.
    pub stop_time: Option<f64>,
    /// Communication step size, s; that of the default experiment, or a 500th of the duration.
    pub step_size: Option<f64>,
    /// Relative tolerance; that of the default experiment, or the FMU's own.
    pub tolerance: Option<f64>,
    /// Values of parameters, start values and inputs.
    pub settings: Vec<Setting>,
    /// Variables to record; outputs if `None`, or states if there are no outputs, or all that vary.
    pub variables: Option<Vec<String>>,
    /// Who hears messages and calls.
    pub listener: Listener,
}

/// Why a simulation cannot start or go on.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// Loading or calling the FMU failed.
    #[error(transparent)]
    Host(#[from] HostError),
    /// A call failed after the start.
    #[error("at time {time} s: {error}")]
    Step {
        /// Communication point, s.
        time: f64,
        /// What failed.
        error: HostError,
    },
    /// A value cannot be set.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A variable cannot be recorded.
    #[error("\"{0}\" is a text and cannot be recorded")]
    Text(String),
    /// Times or tolerance make no sense.
    #[error("{0}")]
    Times(String),
    /// A recorded variable has no value.
    #[error("at time {time} s: \"{name}\" is {value}, and a finite number is expected")]
    NotFinite {
        /// Communication point, s.
        time: f64,
        /// Name of the variable.
        name: String,
        /// Its value.
        value: f64,
    },
    /// A row was not taken.
    #[error("cannot write the result: {0}")]
    Row(io::Error),
}

impl SimulationError {
    /// Whether the options are wrong, and not the FMU.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Setting(_) | Self::Text(_) | Self::Times(_))
    }
}

/// A recorded variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the variable.
    pub name: String,
    /// Unit.
    pub unit: Option<String>,
    kind: Kind,
    value_reference: u32,
}

/// Takes a row: time and the values of the columns.
type RowSink<'a> = &'a mut dyn FnMut(f64, &[f64]) -> io::Result<()>;

/// A simulation that is ready to run; it can be run many times, each time with a new instance.
pub struct Simulation<'a> {
    package: &'a Package,
    library: Arc<Library>,
    assignments: Vec<Assignment>,
    recorder: Recorder,
    experiment: Plan,
    listener: Listener,
}

impl<'a> Simulation<'a> {
    /// Loads the library, and checks the options against the FMU.
    ///
    /// # Errors
    /// When the library cannot be loaded, a name is unknown, a value does not fit, or a time makes no sense.
    pub fn new(package: &'a Package, options: &SimulationOptions) -> Result<Self, SimulationError> {
        let description = package.description();
        let experiment = Plan::new(description, options)?;
        let recorder = Recorder::new(description, options.variables.as_deref())?;
        let assignments: Result<_, _> =
            options.settings.iter().map(|setting| Assignment::resolve(description, setting)).collect();
        Ok(Self {
            assignments: assignments?,
            recorder,
            experiment,
            library: Arc::new(package.load_library()?),
            listener: options.listener.clone(),
            package,
        })
    }

    /// The recorded variables.
    pub fn columns(&self) -> &[Column] {
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
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_on_grid(&self, times: &[f64], sink: RowSink<'_>) -> Result<(), SimulationError> {
        let (Some(&start), Some(&stop)) = (times.first(), times.last()) else { return Ok(()) };
        if !times.is_sorted() || !start.is_finite() || !stop.is_finite() {
            return Err(SimulationError::Times("the times of the grid do not ascend".to_owned()));
        }
        self.run_over(times.iter().copied(), Plan { start, stop, ..self.experiment }, sink)
    }

    fn run_over(&self, times: impl Iterator<Item = f64>, plan: Plan, sink: RowSink<'_>) -> Result<(), SimulationError> {
        let instance = self.initialize(plan)?;
        let mut run = Run { instance: &instance, time: plan.start, recorder: self.recorder.clone(), sink };
        let mut times = times.peekable();
        while let Some(time) = times.next() {
            let is_event = times.peek() == Some(&time);
            let target = if is_event { time - LEFT_LIMIT * time.abs().max(1.0) } else { time };
            if run.step_to(target)? == Progress::Ended {
                break;
            }
            run.record(time)?;
        }
        instance.terminate()?;
        Ok(())
    }

    /// An instance in the state after initialization.
    fn initialize(&self, plan: Plan) -> Result<Instance, HostError> {
        let description = self.package.description();
        let instance = Instance::new(
            &self.library,
            &description.model_name,
            &description.guid,
            &self.package.resource_uri(),
            self.listener.clone(),
        )?;
        instance.setup_experiment(plan.tolerance, plan.start, Some(plan.stop))?;
        self.assign(&instance, Phase::Instantiated)?;
        instance.enter_initialization_mode()?;
        self.assign(&instance, Phase::Initialization)?;
        instance.exit_initialization_mode()?;
        Ok(instance)
    }

    fn assign(&self, instance: &Instance, phase: Phase) -> Result<(), HostError> {
        self.assignments.iter().filter(|assignment| assignment.phase == phase).try_for_each(|a| a.apply(instance))
    }
}

/// Whether the FMU goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Reached,
    Ended,
}

/// A run in progress.
struct Run<'a> {
    instance: &'a Instance,
    /// Communication point, s.
    time: f64,
    recorder: Recorder,
    sink: RowSink<'a>,
}

impl Run<'_> {
    /// Steps to `target`; nothing to do when it is reached already.
    fn step_to(&mut self, target: f64) -> Result<Progress, SimulationError> {
        if target <= self.time {
            return Ok(Progress::Reached);
        }
        let outcome = self.instance.do_step(self.time, target - self.time);
        match outcome.map_err(|error| SimulationError::Step { time: self.time, error })? {
            StepOutcome::Done => {
                self.time = target;
                Ok(Progress::Reached)
            }
            StepOutcome::Terminated(time) => {
                self.time = time;
                self.record(time)?;
                Ok(Progress::Ended)
            }
        }
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

/// Reads the columns, one call for each type.
#[derive(Clone)]
struct Recorder {
    columns: Vec<Column>,
    reals: Group<f64>,
    integers: Group<i32>,
    booleans: Group<i32>,
    row: Vec<f64>,
}

/// Columns of one type: their places in the row, value references and values.
#[derive(Clone, Default)]
struct Group<T> {
    places: Vec<usize>,
    references: Vec<u32>,
    values: Vec<T>,
}

impl<T: Clone + Default> Group<T> {
    fn new(columns: &[Column], kinds: &[Kind]) -> Self {
        let members = || columns.iter().enumerate().filter(|(_, column)| kinds.contains(&column.kind));
        let references: Vec<u32> = members().map(|(_, column)| column.value_reference).collect();
        Self {
            places: members().map(|(place, _)| place).collect(),
            values: vec![T::default(); references.len()],
            references,
        }
    }

    fn scatter(&self, row: &mut [f64])
    where
        T: Copy + Into<f64>,
    {
        for (&place, &value) in self.places.iter().zip(&self.values) {
            if let Some(slot) = row.get_mut(place) {
                *slot = value.into();
            }
        }
    }
}

impl Recorder {
    fn new(description: &ModelDescription, names: Option<&[String]>) -> Result<Self, SimulationError> {
        let columns = match names {
            Some(names) => named_columns(description, names)?,
            None => default_columns(description),
        };
        Ok(Self {
            reals: Group::new(&columns, &[Kind::Real]),
            integers: Group::new(&columns, &[Kind::Integer, Kind::Enumeration]),
            booleans: Group::new(&columns, &[Kind::Boolean]),
            row: vec![0.0; columns.len()],
            columns,
        })
    }

    /// The first column whose value is no finite number.
    fn not_finite(&self) -> Option<(&Column, &f64)> {
        self.columns.iter().zip(&self.row).find(|(_, value)| !value.is_finite())
    }

    /// Fills the row.
    fn read(&mut self, instance: &Instance) -> Result<(), HostError> {
        if !self.reals.references.is_empty() {
            instance.get_real(&self.reals.references, &mut self.reals.values)?;
            self.reals.scatter(&mut self.row);
        }
        if !self.integers.references.is_empty() {
            instance.get_integer(&self.integers.references, &mut self.integers.values)?;
            self.integers.scatter(&mut self.row);
        }
        if !self.booleans.references.is_empty() {
            instance.get_boolean(&self.booleans.references, &mut self.booleans.values)?;
            self.booleans.scatter(&mut self.row);
        }
        Ok(())
    }
}

fn column(description: &ModelDescription, index: usize) -> Option<Column> {
    let variable = description.variables.get(index)?;
    Some(Column {
        name: variable.name.clone(),
        unit: variable.unit.clone(),
        kind: variable.kind,
        value_reference: variable.value_reference,
    })
}

fn named_columns(description: &ModelDescription, names: &[String]) -> Result<Vec<Column>, SimulationError> {
    names
        .iter()
        .map(|name| {
            let index = description.find(name).ok_or_else(|| settings::unknown(description, name))?;
            let column = column(description, index).ok_or_else(|| settings::unknown(description, name))?;
            if column.kind == Kind::String { Err(SimulationError::Text(name.clone())) } else { Ok(column) }
        })
        .collect()
}

/// Outputs; states if there are none; else everything that varies.
fn default_columns(description: &ModelDescription) -> Vec<Column> {
    let indices = |wanted: &dyn Fn(usize) -> bool| -> Vec<Column> {
        let chosen = (0..description.variables.len()).filter(|&index| wanted(index));
        chosen.filter_map(|i| column(description, i)).filter(|column| column.kind != Kind::String).collect()
    };
    let causality = |index: usize| description.variables.get(index).map(|variable| variable.causality);
    let outputs = indices(&|index| causality(index) == Some(Causality::Output));
    if !outputs.is_empty() {
        return outputs;
    }
    let states: Vec<usize> = description.variables.iter().filter_map(|variable| variable.derivative).collect();
    if !states.is_empty() {
        return indices(&|index| states.contains(&index));
    }
    indices(&|index| {
        let variable = description.variables.get(index);
        variable.is_some_and(|variable| {
            variable.causality == Causality::Local
                && matches!(variable.variability, Variability::Continuous | Variability::Discrete)
        })
    })
}
