//! A run of a model inside this process, of which the variables that pictures name are recorded.

use std::collections::HashMap;
use std::sync::Arc;

use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use simulation::variables::{Catalogue, Variability};

use super::SceneError;
use crate::in_process;
use crate::inputs::Drive;
use crate::plan::{Plan, RunOptions};
use crate::settings::Setting;

/// Most steps that a run has: a picture of each is more than a screen shows.
const MAXIMUM_STEPS: f64 = 2000.0;

/// Variables at the rows of a run.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    /// Time of each row, s.
    pub times: Vec<f64>,
    slots: HashMap<usize, Slot>,
    /// Row after row.
    values: Vec<f64>,
    columns: usize,
    /// Catalogue indices of the columns.
    indices: Vec<usize>,
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

    /// Replaces the rows by the present values of an instance.
    pub(crate) fn refresh(&mut self, instance: &mut Instance) -> Result<(), SceneError> {
        self.values = in_process::numbers(instance, &self.indices)?;
        self.times = vec![instance.time()];
        Ok(())
    }

    /// Adds the last row of another recording of the same variables.
    pub(crate) fn append(&mut self, other: &Self) {
        let row = other.times.len().saturating_sub(1);
        self.times.extend(other.times.get(row));
        self.values.extend_from_slice(other.values.get(row * other.columns..).unwrap_or_default());
    }

    /// Numbers that all rows have.
    pub(crate) fn numbers(&self) -> usize {
        self.values.len()
    }

    /// True if a variable has the same value in the whole run.
    pub(crate) fn is_constant(&self, index: usize) -> bool {
        !matches!(self.slots.get(&index), Some(Slot::Column(_)))
    }
}

/// When a run of the model communicates.
pub(super) fn plan(model: &Model, options: &RunOptions) -> Result<Plan, SceneError> {
    Ok(options.plan(&model.experiment).map_err(SceneError::Times)?.with_at_most(MAXIMUM_STEPS))
}

/// The table of inputs, fitted to the model.
pub(super) fn drive(model: &Model, options: &RunOptions) -> Result<Option<Drive>, SceneError> {
    let find = |name: &str| in_process::input(&model.catalogue, name);
    let drive = options.inputs.as_ref().map(|inputs| Drive::new(inputs, &options.settings, true, find));
    Ok(drive.transpose()?)
}

/// An instance at the start of a run.
pub(super) fn start(
    model: &Arc<Model>,
    plan: Plan,
    settings: &[Setting],
    drive: Option<&Drive>,
) -> Result<Instance, SceneError> {
    let assignments: Result<Vec<_>, _> =
        settings.iter().map(|setting| in_process::resolve(&model.catalogue, setting)).collect();
    let (start_time, stop_time, tolerance) = (plan.start, Some(plan.stop), plan.tolerance);
    Ok(in_process::initialize(model, Experiment { start_time, stop_time, tolerance }, &assignments?, drive)?)
}

/// Runs an instance of the model over `times`, s, and records the variables with these catalogue indices. `progress` gets the time of each
/// row.
pub(super) fn record(
    catalogue: &Catalogue,
    instance: &mut Instance,
    drive: Option<&Drive>,
    wanted: impl IntoIterator<Item = usize>,
    times: impl Iterator<Item = f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Recording, SceneError> {
    let mut recording =
        Recording { times: Vec::new(), slots: HashMap::new(), values: Vec::new(), columns: 0, indices: Vec::new() };
    // Other names of a variable are read with it, and all constants at once: each call looks whether the state has changed.
    let (mut constants, mut columns): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut places: HashMap<usize, (bool, usize)> = HashMap::new();
    let mut chosen = Vec::new();
    for index in wanted {
        let reference = catalogue.reference(index);
        let place = places.entry(reference).or_insert_with(|| {
            let is_constant = is_fixed(catalogue, reference);
            let list = if is_constant { &mut constants } else { &mut columns };
            list.push(reference);
            (is_constant, list.len() - 1)
        });
        chosen.push((index, *place));
    }
    let constants = in_process::numbers(instance, &constants)?;
    let slot = |(is_constant, place): (bool, usize)| {
        if is_constant { Slot::Constant(constants[place]) } else { Slot::Column(place) }
    };
    recording.slots = chosen.into_iter().map(|(index, place)| (index, slot(place))).collect();
    recording.columns = columns.len();
    in_process::run(instance, drive, times, |time, instance| {
        recording.times.push(time);
        recording.values.extend(in_process::numbers(instance, &columns)?);
        progress(time);
        Ok::<_, SceneError>(())
    })?;
    recording.indices = columns;
    Ok(recording)
}

fn is_fixed(catalogue: &Catalogue, reference: usize) -> bool {
    let variability = catalogue.variables.get(reference).map(|variable| variable.variability);
    matches!(variability, Some(Variability::Constant | Variability::Fixed | Variability::Tunable))
}
