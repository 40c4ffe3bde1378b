//! Values that a simulation sets before it starts.

use fmu_core::units::Unit;
use fmu_core::variables::{Causality, Initial, Variability};

use super::description::{Kind, ModelDescription, ScalarVariable};
use super::error::HostError;
use super::instance::Instance;

/// `name = value` as the user wrote it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name of the variable.
    pub name: String,
    /// Its value: a number, `true` or `false`, or the literal of an enumeration.
    pub value: String,
}

/// Why a value cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such variable.
    #[error("the FMU has no variable \"{name}\"{}", did_you_mean(nearest.as_deref()))]
    Unknown {
        /// Name asked for.
        name: String,
        /// Most similar name.
        nearest: Option<String>,
    },
    /// The variable cannot be set.
    #[error("\"{name}\" cannot be set: {reason}")]
    NotSettable {
        /// Name of the variable.
        name: String,
        /// Why.
        reason: &'static str,
    },
    /// The value is not of the variable's type.
    #[error("\"{name}\" cannot be \"{value}\": {expected} expected")]
    Value {
        /// Name of the variable.
        name: String,
        /// What was found.
        value: String,
        /// What is expected.
        expected: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |nearest| format!("; did you mean \"{nearest}\"?"))
}

/// The error for a name that no variable has.
pub(super) fn unknown(description: &ModelDescription, name: &str) -> SettingError {
    SettingError::Unknown { name: name.to_owned(), nearest: description.nearest(name).map(str::to_owned) }
}

/// When a value is set (FMI 2.0.5, 4.2.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// After fmi2SetupExperiment: parameters and start values.
    Instantiated,
    /// Inputs.
    Initialization,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Real(f64),
    Integer(i32),
    Boolean(bool),
}

/// A setting that fits the FMU.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Assignment {
    pub(super) phase: Phase,
    value_reference: u32,
    value: Value,
}

impl Assignment {
    /// Checks a setting against the variables of the FMU.
    pub(super) fn resolve(description: &ModelDescription, setting: &Setting) -> Result<Self, SettingError> {
        let index = description.find(&setting.name).ok_or_else(|| unknown(description, &setting.name))?;
        let variable = description.variables.get(index).ok_or_else(|| unknown(description, &setting.name))?;
        let phase = phase_of_alias_set(description, variable)
            .map_err(|reason| SettingError::NotSettable { name: setting.name.clone(), reason })?;
        let value = parse(description, variable, setting.value.trim()).map_err(|expected| SettingError::Value {
            name: setting.name.clone(),
            value: setting.value.clone(),
            expected,
        })?;
        Ok(Self { phase, value_reference: variable.value_reference, value })
    }

    pub(super) fn apply(&self, instance: &Instance) -> Result<(), HostError> {
        match self.value {
            Value::Real(value) => instance.set_real(self.value_reference, value),
            Value::Integer(value) => instance.set_integer(self.value_reference, value),
            Value::Boolean(value) => instance.set_boolean(self.value_reference, value),
        }
    }
}

/// When a variable can be set; of variables with one value reference (aliases) only one has a start value, and a set reaches all of them.
fn phase_of_alias_set(description: &ModelDescription, variable: &ScalarVariable) -> Result<Phase, &'static str> {
    phase(variable).or_else(|reason| {
        let is_alias = |v: &&ScalarVariable| v.value_reference == variable.value_reference && v.kind == variable.kind;
        description.variables.iter().filter(is_alias).find_map(|v| phase(v).ok()).ok_or(reason)
    })
}

fn phase(variable: &ScalarVariable) -> Result<Phase, &'static str> {
    match (variable.causality, variable.variability, variable.initial) {
        (Causality::Input, ..) => Ok(Phase::Initialization),
        (Causality::Independent, ..) => Err("it is the time; use --start-time"),
        (_, Variability::Constant, _) => Err("it is a constant, fixed when the FMU was built"),
        (_, _, Some(Initial::Exact | Initial::Approx)) => Ok(Phase::Instantiated),
        (Causality::CalculatedParameter, ..) => Err("it is calculated from other parameters"),
        (Causality::Output, ..) => Err("it is an output"),
        _ => Err("it is calculated by the model"),
    }
}

/// The value, or what is expected instead.
fn parse(description: &ModelDescription, variable: &ScalarVariable, text: &str) -> Result<Value, String> {
    match variable.kind {
        Kind::Real => {
            let number = |text: &str| text.parse().ok().filter(|value: &f64| value.is_finite());
            let value = number(text).or_else(|| {
                // A number with a unit that can be converted to that of the variable.
                let (value, unit) = text.split_once(char::is_whitespace)?;
                let own = Unit::parse(variable.unit.as_deref()?).ok()?;
                Unit::parse(unit.trim()).ok()?.convert(number(value)?, &own)
            });
            value.map(Value::Real).ok_or_else(|| match &variable.unit {
                Some(unit) => format!("a number, alone or with a unit that fits {unit}, is"),
                None => "a number is".to_owned(),
            })
        }
        Kind::Integer => text.parse().map(Value::Integer).map_err(|_| "an integer is".to_owned()),
        Kind::Boolean => match text {
            "true" | "1" => Ok(Value::Boolean(true)),
            "false" | "0" => Ok(Value::Boolean(false)),
            _ => Err("true or false is".to_owned()),
        },
        Kind::Enumeration => literal(description, variable, text),
        Kind::String => Err("no value can be given for a text, a number is".to_owned()),
    }
}

fn literal(description: &ModelDescription, variable: &ScalarVariable, text: &str) -> Result<Value, String> {
    let items = description.literals(variable);
    let found = items.iter().find(|(name, value)| name == text || value.to_string() == text);
    found.map(|&(_, value)| Value::Integer(value)).ok_or_else(|| {
        let names: Vec<&str> = items.iter().map(|(name, _)| name.as_str()).collect();
        format!("one of {} is", names.join(", "))
    })
}
