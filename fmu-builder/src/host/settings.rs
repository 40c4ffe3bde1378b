//! Settings of an FMU that is loaded.

use fmu_core::variables::Value;

use super::description::{Kind, ModelDescription, ScalarVariable};
use super::error::HostError;
use super::instance::Instance;
use crate::settings::{Assignment, Role, Settable, Setting, SettingError, Values};

/// The error for a name that no variable has.
pub(super) fn unknown(description: &ModelDescription, name: &str) -> SettingError {
    SettingError::Unknown { name: name.to_owned(), nearest: description.nearest(name).map(str::to_owned) }
}

/// Checks a setting against the variables of the FMU.
pub(super) fn resolve(description: &ModelDescription, setting: &Setting) -> Result<Assignment, SettingError> {
    let index = description.find(&setting.name).ok_or_else(|| unknown(description, &setting.name))?;
    let variable = description.variables.get(index).ok_or_else(|| unknown(description, &setting.name))?;
    let is_alias = |v: &&ScalarVariable| v.value_reference == variable.value_reference && v.kind == variable.kind;
    let settable = Settable {
        value_reference: variable.value_reference,
        role: role(variable),
        values: values(description, variable),
    };
    Assignment::new(setting, &settable, description.variables.iter().filter(is_alias).map(role))
}

fn role(variable: &ScalarVariable) -> Role {
    Role { causality: variable.causality, variability: variable.variability, initial: variable.initial }
}

fn values<'a>(description: &'a ModelDescription, variable: &'a ScalarVariable) -> Values<'a> {
    match variable.kind {
        Kind::Real => Values::Real { unit: variable.unit.as_deref() },
        Kind::Integer => Values::Integer,
        Kind::Boolean => Values::Boolean,
        Kind::Enumeration => {
            let literals = description.literals(variable).iter();
            Values::Enumeration(literals.map(|(name, value)| (name.as_str(), *value)).collect())
        }
        Kind::String => Values::Text,
    }
}

pub(super) fn apply(assignment: &Assignment, instance: &Instance) -> Result<(), HostError> {
    match assignment.value {
        Value::Real(value) => instance.set_real(assignment.value_reference, value),
        Value::Integer(value) => instance.set_integer(assignment.value_reference, value),
        Value::Boolean(value) => instance.set_boolean(assignment.value_reference, value),
    }
}
