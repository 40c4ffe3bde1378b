//! A model that runs inside this process, without an FMU around it.

use fmu_core::instance::{Instance, InstanceError};
use fmu_core::variables::{Catalogue, DataType, Value, Variable};

use crate::nearest_name;
use crate::settings::{Assignment, Role, Settable, Setting, SettingError, Values};

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

pub(crate) fn apply(assignment: &Assignment, instance: &mut Instance) -> Result<(), InstanceError> {
    let reference = [assignment.value_reference];
    match assignment.value {
        Value::Real(value) => instance.set(&reference, &[value]),
        Value::Integer(value) => instance.set(&reference, &[value]),
        Value::Boolean(value) => instance.set(&reference, &[value]),
    }
}
