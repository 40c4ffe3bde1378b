//! Settings and inputs of an FMU that is loaded.

use simulation::variables::{Causality, Value};

use super::description::{Kind, ModelDescription, ScalarVariable};
use super::error::HostError;
use super::instance::Instance;
use crate::inputs::{Input, InputError};
use crate::settings::{Assignment, Driven, Role, Settable, Setting, SettingError, Values};

/// The error for a name that no variable has.
pub(super) fn unknown(description: &ModelDescription, name: &str) -> SettingError {
    SettingError::Unknown { name: name.to_owned(), nearest: description.nearest(name).map(str::to_owned) }
}

/// Checks a setting against the variables of the FMU.
pub(super) fn resolve(description: &ModelDescription, setting: &Setting) -> Result<Assignment, SettingError> {
    let (settable, aliases) = settable(description, &setting.name)?;
    Assignment::new(setting, &settable, aliases)
}

/// The value that a setting gives to a variable.
pub(crate) fn parse_setting(description: &ModelDescription, setting: &Setting) -> Result<Value, SettingError> {
    resolve(description, setting).map(|assignment| assignment.value)
}

/// The variable of this name as one that is set, and the roles of its aliases.
pub(super) fn settable<'a>(
    description: &'a ModelDescription,
    name: &str,
) -> Result<(Settable<'a>, impl Iterator<Item = Role>), SettingError> {
    let found = description.find(name).and_then(|index| description.variables.get(index));
    let variable = found.ok_or_else(|| unknown(description, name))?;
    let is_alias = move |v: &&ScalarVariable| v.value_reference == variable.value_reference && v.kind == variable.kind;
    let settable = Settable {
        value_reference: variable.value_reference,
        role: role(variable),
        values: values(description, variable),
    };
    Ok((settable, description.variables.iter().filter(is_alias).map(role)))
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
        Kind::String | Kind::Other => Values::Text,
    }
}

/// The input that a column of a table names.
pub(super) fn input<'a>(description: &'a ModelDescription, name: &str) -> Result<Input<'a>, InputError> {
    let found = description.variables.iter().find(|variable| variable.name == name);
    let is_input = |variable: &&ScalarVariable| variable.causality == Causality::Input && variable.kind.is_number();
    let Some(variable) = found.filter(is_input) else {
        let inputs = description.variables.iter().filter(|variable| variable.causality == Causality::Input);
        let inputs = inputs.map(|variable| variable.name.clone()).collect();
        return Err(InputError::no_input(name, inputs));
    };
    Ok(Input { value_reference: variable.value_reference, values: values(description, variable) })
}

impl Driven for &Instance {
    type Error = HostError;

    fn set_value(&mut self, value_reference: u32, value: Value) -> Result<(), HostError> {
        match value {
            Value::Real(value) => self.set_real(value_reference, value),
            Value::Integer(value) => self.set_integer(value_reference, value),
            Value::Boolean(value) => self.set_boolean(value_reference, value),
        }
    }

    fn set_slopes(&mut self, value_references: &[u32], slopes: &[f64]) -> Result<(), HostError> {
        self.set_input_slopes(value_references, slopes)
    }
}
