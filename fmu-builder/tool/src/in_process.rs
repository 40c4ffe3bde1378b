//! A model that runs inside this process, without an FMU around it.

use fmu_core::instance::{Experiment, FmiValue, Instance, InstanceError};
use simulation::variables::{Catalogue, DataType, Value, Variable};

use crate::inputs::Drive;
use crate::settings::{Assignment, Driven, Phase, Settable, Values, Variables};

/// The instance after initialization, with values that were set before and in it, and inputs as they are then.
pub(crate) fn initialize(
    mut instance: Instance,
    experiment: Experiment,
    assignments: &[Assignment],
    drive: Option<&Drive>,
) -> Result<Instance, InstanceError> {
    instance.setup_experiment(experiment)?;
    instance.assign(assignments, Phase::Instantiated)?;
    instance.enter_initialization_mode()?;
    instance.assign(assignments, Phase::Initialization)?;
    drive.map_or(Ok(()), |drive| drive.set(&mut instance, experiment.start_time))?;
    instance.exit_initialization_mode()?;
    Ok(instance)
}

/// Runs an initialized instance with its inputs over `times`, s, ascending from where it is, and hands it to `sink` at each.
pub(crate) fn run<E: From<InstanceError>>(
    instance: &mut Instance,
    drive: Option<&Drive>,
    times: impl Iterator<Item = f64>,
    mut sink: impl FnMut(f64, &mut Instance) -> Result<(), E>,
) -> Result<(), E> {
    let begin = |instance: &mut Instance, time| drive.map_or(Ok(()), |drive| drive.begin(instance, time));
    let mut time = instance.time();
    begin(instance, time)?;
    for next in times {
        while time < next {
            // From one row of the inputs to the next.
            let end = drive.and_then(|drive| drive.next_row(time, next)).unwrap_or(next);
            instance.do_step(time, end - time)?;
            time = end;
            begin(instance, time)?;
        }
        sink(time, instance)?;
    }
    Ok(())
}

/// The value of the variable with this catalogue index as a number: Booleans as 0 and 1.
pub(crate) fn value(instance: &mut Instance, index: usize) -> Result<f64, InstanceError> {
    let catalogue = instance.catalogue();
    let reference = value_reference(catalogue.reference(index));
    match catalogue.variables.get(index).map(|variable| variable.data_type) {
        Some(DataType::Boolean) => read::<bool>(instance, reference).map(f64::from),
        Some(DataType::Integer | DataType::Enumeration(_)) => read::<i32>(instance, reference).map(f64::from),
        _ => read(instance, reference),
    }
}

/// The same of several variables.
pub(crate) fn numbers(instance: &mut Instance, indices: &[usize]) -> Result<Vec<f64>, InstanceError> {
    let catalogue = instance.catalogue();
    let is_real = |index: usize| {
        let variable = catalogue.variables.get(index);
        variable.is_some_and(|variable| matches!(variable.data_type, DataType::Real { .. }))
    };
    let (places, others): (Vec<usize>, Vec<usize>) = (0..indices.len()).partition(|place| is_real(indices[*place]));
    let references: Vec<u32> =
        places.iter().map(|place| value_reference(catalogue.reference(indices[*place]))).collect();
    let mut reals = vec![0.0; references.len()];
    instance.get(&references, &mut reals)?;
    let mut found = vec![0.0; indices.len()];
    places.into_iter().zip(reals).for_each(|(place, value)| found[place] = value);
    for place in others {
        found[place] = value(instance, indices[place])?;
    }
    Ok(found)
}

fn read<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> Result<T, InstanceError> {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value)?;
    let [value] = value;
    Ok(value)
}

impl Variables for Catalogue {
    fn names(&self) -> impl Iterator<Item = &str> {
        self.variables.iter().map(|variable| variable.name)
    }

    fn at(&self, place: usize) -> Option<Settable<'_>> {
        self.variables.get(place).map(|variable| Settable {
            name: variable.name,
            value_reference: value_reference(self.reference(place)),
            causality: variable.causality,
            variability: variable.variability,
            initial: variable.initial,
            values: values(variable),
        })
    }
}

fn values(variable: Variable<'_>) -> Values<'_> {
    match variable.data_type {
        DataType::Real { unit, .. } => Values::Real { unit: unit.as_deref() },
        DataType::Integer => Values::Integer,
        DataType::Boolean => Values::Boolean,
        DataType::Enumeration(enumeration) => {
            Values::Enumeration(enumeration.literals.iter().copied().zip(1..).collect())
        }
    }
}

fn value_reference(reference: usize) -> u32 {
    u32::try_from(reference).unwrap_or(u32::MAX)
}

impl Driven for Instance {
    type Error = InstanceError;

    fn set_value(&mut self, value_reference: u32, value: Value) -> Result<(), InstanceError> {
        let reference = [value_reference];
        match value {
            Value::Real(value) => self.set(&reference, &[value]),
            Value::Integer(value) => self.set(&reference, &[value]),
            Value::Boolean(value) => self.set(&reference, &[value]),
        }
    }

    fn set_slopes(&mut self, value_references: &[u32], slopes: &[f64]) -> Result<(), InstanceError> {
        self.set_input_derivatives(value_references, &vec![1; value_references.len()], slopes)
    }
}
