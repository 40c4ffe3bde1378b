//! The types of FMI values, and the checks of one value.

use super::InstanceError;
use super::calls::Function;
use crate::variables::{DataType, Value, Variable};

/// A Rust type that carries values of one FMI type: `f64` for Real, `i32` for Integer and enumerations, `bool` for Boolean.
pub trait FmiValue: Copy {
    /// Name of the FMI type.
    const TYPE: &'static str;
    /// The function that reads variables of this type.
    const GETTER: Function;
    /// The function that sets variables of this type.
    const SETTER: Function;
    /// The value, when it is of this type.
    fn from_value(value: Value) -> Option<Self>;
    /// As a value of the catalogue.
    fn to_value(self) -> Value;
}

impl FmiValue for f64 {
    const TYPE: &'static str = "Real";
    const GETTER: Function = Function::GetReal;
    const SETTER: Function = Function::SetReal;
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Real(v) => Some(v),
            _ => None,
        }
    }
    fn to_value(self) -> Value {
        Value::Real(self)
    }
}

impl FmiValue for i32 {
    const TYPE: &'static str = "Integer";
    const GETTER: Function = Function::GetInteger;
    const SETTER: Function = Function::SetInteger;
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Integer(v) => Some(v),
            _ => None,
        }
    }
    fn to_value(self) -> Value {
        Value::Integer(self)
    }
}

impl FmiValue for bool {
    const TYPE: &'static str = "Boolean";
    const GETTER: Function = Function::GetBoolean;
    const SETTER: Function = Function::SetBoolean;
    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Boolean(v) => Some(v),
            _ => None,
        }
    }
    fn to_value(self) -> Value {
        Value::Boolean(self)
    }
}

/// Name of the FMI type of a variable; enumerations go through the Integer functions (FMI 2.0.5, 2.1.7).
pub(super) fn type_name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Real { .. } => f64::TYPE,
        DataType::Integer | DataType::Enumeration { .. } => i32::TYPE,
        DataType::Boolean => bool::TYPE,
    }
}

/// A number of the parameter and input arrays, or of an evaluation, as a value of the variable's type.
pub(super) fn from_number(data_type: &DataType, number: f64) -> Value {
    match data_type {
        DataType::Real { .. } => Value::Real(number),
        // The cast saturates, which is right for numbers that were integers once.
        DataType::Integer | DataType::Enumeration { .. } => Value::Integer(number.round() as i32),
        DataType::Boolean => Value::Boolean(number != 0.0),
    }
}

/// Refuses values that the variable must never have. The type has been checked before.
pub(super) fn check_range(variable: &Variable, reference: u32, value: Value) -> Result<(), InstanceError> {
    let number = value.number();
    let name = || variable.name.to_owned();
    if !number.is_finite() {
        return Err(InstanceError::NotFinite { variable: name(), reference, value: number });
    }
    let (min, max) = match variable.data_type {
        DataType::Real { min, max, .. } => (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY)),
        // A literal is counted from 1; the count of literals is far below 2^53.
        DataType::Enumeration { literals, .. } => (1.0, literals.len() as f64),
        DataType::Integer | DataType::Boolean => return Ok(()),
    };
    if number < min || number > max {
        return Err(InstanceError::OutOfRange { variable: name(), reference, value: number, min, max });
    }
    Ok(())
}
