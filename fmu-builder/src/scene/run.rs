//! A run of a model inside this process, of which the variables that pictures name are recorded.

use std::collections::HashMap;
use std::sync::Arc;

use fmu_core::assembly::Model;
use fmu_core::instance::{Experiment, FmiValue, Instance, InstanceError};
use fmu_core::model_file::Experiment as DefaultExperiment;
use fmu_core::variables::{Catalogue, DataType, Variability};

use super::SceneError;
use crate::in_process;
use crate::settings::{Assignment, Phase, Setting};

/// Most rows that a run has: a picture of each is more than a screen shows.
const MAXIMUM_ROWS: f64 = 2000.0;

/// What is run.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Start time, s; the model's, or 0.
    pub start_time: Option<f64>,
    /// Stop time, s; the model's, or 1 s after the start.
    pub stop_time: Option<f64>,
    /// Time between two rows, s; the model's, or a 500th of the duration.
    pub step_size: Option<f64>,
    /// Relative tolerance of the solver.
    pub tolerance: Option<f64>,
    /// Values of parameters, start values and inputs.
    pub settings: Vec<Setting>,
}

/// Variables at the rows of a run.
#[derive(Debug)]
pub(crate) struct Recording {
    /// Time of each row, s.
    pub times: Vec<f64>,
    slots: HashMap<usize, Slot>,
    /// Row after row.
    values: Vec<f64>,
    columns: usize,
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Constant(f64),
    Column(usize),
}

impl Recording {
    /// The value of a recorded variable; zero for others.
    pub(crate) fn value(&self, row: usize, index: usize) -> f64 {
        match self.slots.get(&index) {
            Some(Slot::Constant(value)) => *value,
            Some(Slot::Column(column)) => self.values.get(row * self.columns + column).copied().unwrap_or_default(),
            None => 0.0,
        }
    }

    /// Whether a variable has one value in the whole run.
    pub(crate) fn is_constant(&self, index: usize) -> bool {
        !matches!(self.slots.get(&index), Some(Slot::Column(_)))
    }
}

/// Times of a run.
struct Times {
    start: f64,
    stop: f64,
    steps: u32,
    step: f64,
}

fn times(model: &Model, options: &RunOptions, only_start: bool) -> Result<Times, SceneError> {
    let experiment = DefaultExperiment {
        start_time: options.start_time.or(model.experiment.start_time),
        stop_time: options.stop_time.or(model.experiment.stop_time),
        step_size: options.step_size.or(model.experiment.step_size),
        tolerance: None,
        max_evaluations: None,
    };
    let (start, stop, step) = (experiment.start(), experiment.stop(), experiment.step());
    if let Some(fault) = experiment.fault() {
        return Err(SceneError::Times(format!("{fault}; {}", fault.help())));
    }
    let duration = stop - start;
    if !(duration.is_finite() && duration > 0.0 && step.is_finite() && step > 0.0) {
        return Err(SceneError::Times(format!("the run goes from {start} s to {stop} s in steps of {step} s")));
    }
    // A whole number of the model's steps, so that the rows are those of a simulation.
    let multiple = (duration / step / MAXIMUM_ROWS).ceil().max(1.0);
    let step = step * multiple;
    let steps = if only_start { 0 } else { ((duration / step - 1e-9).ceil().max(1.0)) as u32 };
    Ok(Times { start, stop, steps, step })
}

/// Runs a model and records the variables with these catalogue indices; with `only_start` nothing but the initial state. `progress`
/// hears the time of each row.
pub(crate) fn record(
    model: &Arc<Model>,
    wanted: impl IntoIterator<Item = usize>,
    options: &RunOptions,
    only_start: bool,
    progress: &mut dyn FnMut(f64),
) -> Result<Recording, SceneError> {
    let times = times(model, options, only_start)?;
    let mut instance = initialized(model, options, &times)?;
    let mut recording = Recording { times: Vec::new(), slots: HashMap::new(), values: Vec::new(), columns: 0 };
    // Other names of a variable are read with it.
    let mut columns: Vec<usize> = Vec::new();
    let mut by_reference: HashMap<usize, Slot> = HashMap::new();
    for index in wanted {
        let reference = model.catalogue.reference(index);
        let slot = match by_reference.get(&reference) {
            Some(slot) => *slot,
            None if is_fixed(&model.catalogue, reference) => Slot::Constant(value(&mut instance, reference)?),
            None => {
                columns.push(reference);
                Slot::Column(columns.len() - 1)
            }
        };
        by_reference.insert(reference, slot);
        recording.slots.insert(index, slot);
    }
    recording.columns = columns.len();
    let mut time = times.start;
    for row in 0..=times.steps {
        let next = if row == times.steps && row > 0 { times.stop } else { times.start + times.step * f64::from(row) };
        if next > time {
            instance.do_step(time, next - time)?;
            time = next;
        }
        recording.times.push(time);
        for &reference in &columns {
            recording.values.push(value(&mut instance, reference)?);
        }
        progress(time);
    }
    Ok(recording)
}

/// An instance after initialization.
fn initialized(model: &Arc<Model>, options: &RunOptions, times: &Times) -> Result<Instance, SceneError> {
    let assignments: Result<Vec<Assignment>, _> =
        options.settings.iter().map(|setting| in_process::resolve(&model.catalogue, setting)).collect();
    let assignments = assignments?;
    let mut instance = Instance::new(Arc::clone(model));
    let assign = |instance: &mut Instance, phase: Phase| {
        let mut due = assignments.iter().filter(|assignment| assignment.phase == phase);
        due.try_for_each(|assignment| in_process::apply(assignment, instance))
    };
    let tolerance = options.tolerance.or(model.experiment.tolerance);
    instance.setup_experiment(Experiment { start_time: times.start, stop_time: Some(times.stop), tolerance })?;
    assign(&mut instance, Phase::Instantiated)?;
    instance.enter_initialization_mode()?;
    assign(&mut instance, Phase::Initialization)?;
    instance.exit_initialization_mode()?;
    Ok(instance)
}

fn is_fixed(catalogue: &Catalogue, reference: usize) -> bool {
    let variability = catalogue.variables.get(reference).map(|variable| variable.variability);
    matches!(variability, Some(Variability::Constant | Variability::Fixed | Variability::Tunable))
}

/// The value of a variable as a number: Booleans as 0 and 1.
fn value(instance: &mut Instance, reference: usize) -> Result<f64, InstanceError> {
    let data_type = instance.catalogue().variables.get(reference).map(|variable| &variable.data_type);
    let kind = match data_type {
        Some(DataType::Boolean) => 0,
        Some(DataType::Integer | DataType::Enumeration { .. }) => 1,
        _ => 2,
    };
    let reference = u32::try_from(reference).unwrap_or(u32::MAX);
    match kind {
        0 => read::<bool>(instance, reference).map(f64::from),
        1 => read::<i32>(instance, reference).map(f64::from),
        _ => read(instance, reference),
    }
}

fn read<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> Result<T, InstanceError> {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value)?;
    let [value] = value;
    Ok(value)
}
