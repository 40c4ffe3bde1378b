//! A run of a model inside this process, of which the variables that pictures name are recorded.

use std::collections::{BTreeSet, HashMap};
use std::iter;
use std::sync::Arc;

use compiler::pictures::Pictures;
use fmu_core::instance::Instance;
use simulation::model::Model;
use simulation::variables::{Catalogue, Variability};

use super::{Drawable, SceneError};
use crate::in_process;
use crate::inputs::Drive;
use crate::plan::{Plan, RunOptions};
use crate::settings::Variables;

/// Most steps that a run has: a picture of each is more than a screen shows.
const MAXIMUM_STEPS: f64 = 2000.0;

/// Variables at the rows of a run.
#[derive(Clone, Debug)]
pub(crate) struct Recording {
    /// Time of each row, s.
    pub times: Vec<f64>,
    slots: HashMap<usize, Slot>,
    /// Row after row.
    pub values: Vec<f64>,
    /// Catalogue indices of the columns.
    columns: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
enum Slot {
    Constant(f64),
    Column(usize),
}

impl Recording {
    /// The present values of an instance.
    pub(crate) fn now(drawable: &Drawable, instance: &mut Instance) -> Result<Self, SceneError> {
        let now = instance.time();
        record(drawable, instance, None, iter::once(now), &mut |_| ())
    }

    /// The value of a recorded variable; zero for others.
    pub(crate) fn value(&self, row: usize, index: usize) -> f64 {
        match self.slots.get(&index) {
            Some(Slot::Constant(value)) => *value,
            Some(Slot::Column(column)) => {
                self.values.get(row * self.columns.len() + column).copied().unwrap_or_default()
            }
            None => 0.0,
        }
    }

    /// Replaces the rows by the present values of an instance.
    pub(crate) fn refresh(&mut self, instance: &mut Instance) -> Result<(), SceneError> {
        self.values = in_process::numbers(instance, &self.columns)?;
        self.times = vec![instance.time()];
        Ok(())
    }

    /// Adds the last row of another recording of the same variables.
    pub(crate) fn append(&mut self, other: &Self) {
        let row = other.times.len().saturating_sub(1);
        self.times.extend(other.times.get(row));
        self.values.extend_from_slice(other.values.get(row * other.columns.len()..).unwrap_or_default());
    }

    /// True if a variable has the same value in the whole run.
    pub(crate) fn is_constant(&self, index: usize) -> bool {
        !matches!(self.slots.get(&index), Some(Slot::Column(_)))
    }

    /// The same of all variables of pictures with these names.
    pub(crate) fn are_constant(&self, pictures: &Pictures, names: impl IntoIterator<Item: AsRef<str>>) -> bool {
        let mut variables = names.into_iter().filter_map(|name| pictures.variables.get(name.as_ref()));
        variables.all(|(_, indices)| indices.iter().all(|&index| self.is_constant(index)))
    }
}

/// When a run of the model communicates.
pub(super) fn plan(model: &Model, options: &RunOptions) -> Result<Plan, SceneError> {
    Ok(options.plan(&model.experiment).map_err(SceneError::Times)?.with_at_most(MAXIMUM_STEPS))
}

/// An instance at the start of a run, and the table of inputs, fitted to the model.
pub(super) fn start(
    model: &Arc<Model>,
    plan: Plan,
    options: &RunOptions,
) -> Result<(Instance, Option<Drive>), SceneError> {
    let RunOptions { settings, inputs, .. } = options;
    let catalogue = &model.catalogue;
    let drive = inputs.as_ref().map(|inputs| Drive::new(inputs, settings, true, catalogue)).transpose()?;
    let assignments = settings.iter().map(|setting| catalogue.assignment(setting));
    let assignments = assignments.collect::<Result<Vec<_>, _>>()?;
    let instance = Instance::new(Arc::clone(model));
    Ok((in_process::initialize(instance, plan.experiment(), &assignments, drive.as_ref())?, drive))
}

/// Runs an instance of the model over `times`, s, and records the variables of its pictures and curves. `progress` gets the time of each row.
pub(super) fn record(
    drawable: &Drawable,
    instance: &mut Instance,
    drive: Option<&Drive>,
    times: impl Iterator<Item = f64>,
    progress: &mut dyn FnMut(f64),
) -> Result<Recording, SceneError> {
    let catalogue = &drawable.model.catalogue;
    let pictures = drawable.pictures.variables.values().flat_map(|(_, indices)| indices.iter().copied());
    let wanted = pictures.chain(drawable.curves.iter().map(|plotted| plotted.index));
    // Other names of a variable are read with it, and all constants at once: each call looks whether the state has changed.
    let wanted: Vec<(usize, usize)> = wanted.map(|index| (index, catalogue.reference(index))).collect();
    let references: BTreeSet<usize> = wanted.iter().map(|(_, reference)| *reference).collect();
    let (constants, columns): (Vec<usize>, Vec<usize>) =
        references.into_iter().partition(|reference| is_fixed(catalogue, *reference));
    let values = in_process::numbers(instance, &constants)?;
    let constants = constants.into_iter().zip(values.into_iter().map(Slot::Constant));
    let slots: HashMap<usize, Slot> = constants.chain(columns.iter().copied().zip((0..).map(Slot::Column))).collect();
    let slots = wanted.into_iter().map(|(index, reference)| (index, slots[&reference])).collect();
    let mut recording = Recording { times: Vec::new(), slots, values: Vec::new(), columns };
    in_process::run(instance, drive, times, |time, instance| {
        recording.times.push(time);
        recording.values.extend(in_process::numbers(instance, &recording.columns)?);
        progress(time);
        Ok::<_, SceneError>(())
    })?;
    Ok(recording)
}

fn is_fixed(catalogue: &Catalogue, reference: usize) -> bool {
    let variability = catalogue.variables.get(reference).map(|variable| variable.variability);
    matches!(variability, Some(Variability::Constant | Variability::Fixed | Variability::Tunable))
}
