//! A model that runs inside this process, without an FMU around it.

use std::sync::Arc;

use fmu_core::assembly::Model;
use fmu_core::instance::{Experiment, FmiValue, Instance, InstanceError};
use fmu_core::variables::{Catalogue, DataType, Value, Variable};

use crate::nearest_name;
use crate::settings::{Assignment, Phase, Role, Settable, Setting, SettingError, Values};

/// An instance after initialization, with values that were set before and in it.
pub(crate) fn initialize(
    model: &Arc<Model>,
    experiment: Experiment,
    assignments: &[Assignment],
) -> Result<Instance, InstanceError> {
    let mut instance = Instance::new(Arc::clone(model));
    let assign = |instance: &mut Instance, phase: Phase| {
        let mut due = assignments.iter().filter(|assignment| assignment.phase == phase);
        due.try_for_each(|assignment| apply(assignment, instance))
    };
    instance.setup_experiment(experiment)?;
    assign(&mut instance, Phase::Instantiated)?;
    instance.enter_initialization_mode()?;
    assign(&mut instance, Phase::Initialization)?;
    instance.exit_initialization_mode()?;
    Ok(instance)
}

/// Runs an initialized instance over `times`, s, ascending from where it is, and hands it to `sink` at each.
pub(crate) fn run<E: From<InstanceError>>(
    instance: &mut Instance,
    times: impl Iterator<Item = f64>,
    mut sink: impl FnMut(f64, &mut Instance) -> Result<(), E>,
) -> Result<(), E> {
    let mut time = instance.time();
    for next in times {
        if next > time {
            instance.do_step(time, next - time)?;
            time = next;
        }
        sink(time, instance)?;
    }
    Ok(())
}

/// The value of the variable with this catalogue index as a number: Booleans as 0 and 1.
pub(crate) fn value(instance: &mut Instance, index: usize) -> Result<f64, InstanceError> {
    let catalogue = instance.catalogue();
    let reference = value_reference(catalogue.reference(index));
    match catalogue.variables.get(index).map(|variable| &variable.data_type) {
        Some(DataType::Boolean) => read::<bool>(instance, reference).map(f64::from),
        Some(DataType::Integer | DataType::Enumeration { .. }) => read::<i32>(instance, reference).map(f64::from),
        _ => read(instance, reference),
    }
}

fn read<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> Result<T, InstanceError> {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value)?;
    let [value] = value;
    Ok(value)
}

/// Checks a setting against the variables of the model.
pub(crate) fn resolve(catalogue: &Catalogue, setting: &Setting) -> Result<Assignment, SettingError> {
    let name = setting.name.as_str();
    let found = catalogue.find(name).and_then(|index| Some((index, catalogue.variables.get(index)?)));
    let (index, variable) = found.ok_or_else(|| SettingError::Unknown {
        name: name.to_owned(),
        nearest: nearest_name(name, catalogue.variables.iter().map(|v| v.name.as_str())).map(str::to_owned),
    })?;
    let reference = catalogue.reference(index);
    let aliases = catalogue.variables.iter().enumerate().filter(|(other, _)| catalogue.reference(*other) == reference);
    let settable =
        Settable { value_reference: value_reference(reference), role: role(variable), values: values(variable) };
    Assignment::new(setting, &settable, aliases.map(|(_, variable)| role(variable)))
}

fn role(variable: &Variable) -> Role {
    Role { causality: variable.causality, variability: variable.variability, initial: variable.initial }
}

fn values(variable: &Variable) -> Values<'_> {
    match &variable.data_type {
        DataType::Real { unit, .. } => Values::Real { unit: unit.as_deref() },
        DataType::Integer => Values::Integer,
        DataType::Boolean => Values::Boolean,
        DataType::Enumeration { literals, .. } => Values::Enumeration(literals.iter().copied().zip(1..).collect()),
    }
}

fn value_reference(reference: usize) -> u32 {
    u32::try_from(reference).unwrap_or(u32::MAX)
}

fn apply(assignment: &Assignment, instance: &mut Instance) -> Result<(), InstanceError> {
    let reference = [assignment.value_reference];
    match assignment.value {
        Value::Real(value) => instance.set(&reference, &[value]),
        Value::Integer(value) => instance.set(&reference, &[value]),
        Value::Boolean(value) => instance.set(&reference, &[value]),
    }
}
