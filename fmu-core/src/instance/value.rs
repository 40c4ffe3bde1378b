//! The types of FMI values, and the checks of one value.

use super::InstanceError;
use super::calls::Function;
use simulation::variables::{DataType, Variable};

/// A Rust type that carries values of one FMI type: `f64` for Real, `i32` for Integer and enumerations, `bool` for Boolean.
pub trait FmiValue: Copy {
    /// Name of the FMI type.
    const TYPE: &'static str;
    /// The function that reads variables of this type.
    const GETTER: Function;
    /// The function that sets variables of this type.
    const SETTER: Function;
    /// A number of the parameter and input arrays, or of an evaluation, as a value of this type.
    fn from_number(number: f64) -> Self;
    /// The number that represents it in these arrays.
    fn number(self) -> f64;
}

impl FmiValue for f64 {
    const TYPE: &'static str = "Real";
    const GETTER: Function = Function::GetReal;
    const SETTER: Function = Function::SetReal;
    fn from_number(number: f64) -> Self {
        number
    }
    fn number(self) -> f64 {
        self
    }
}

impl FmiValue for i32 {
    const TYPE: &'static str = "Integer";
    const GETTER: Function = Function::GetInteger;
    const SETTER: Function = Function::SetInteger;
    fn from_number(number: f64) -> Self {
        // The cast saturates, which is right for numbers that were integers once.
        number.round() as Self
    }
    fn number(self) -> f64 {
        self.into()
    }
}

impl FmiValue for bool {
    const TYPE: &'static str = "Boolean";
    const GETTER: Function = Function::GetBoolean;
    const SETTER: Function = Function::SetBoolean;
    fn from_number(number: f64) -> Self {
        number != 0.0
    }
    fn number(self) -> f64 {
        u8::from(self).into()
    }
}

/// The function that reads variables of a type, and the name of their FMI type; enumerations go through the Integer functions (FMI 2.0.5,
/// 2.1.7).
#[inline(always)]
pub(super) fn getter(data_type: &DataType) -> (Function, &'static str) {
    match data_type {
        DataType::Real { .. } => (f64::GETTER, f64::TYPE),
        DataType::Integer | DataType::Enumeration(_) => (i32::GETTER, i32::TYPE),
        DataType::Boolean => (bool::GETTER, bool::TYPE),
    }
}

/// Refuses NaN and infinity.
pub(super) fn check_finite(variable: &Variable, reference: u32, value: f64) -> Result<(), InstanceError> {
    if value.is_finite() {
        return Ok(());
    }
    Err(InstanceError::NotFinite { variable: variable.name.to_owned(), reference, value })
}

/// Refuses values that the variable must never have. The type has been checked before.
pub(super) fn check_range(variable: &Variable, reference: u32, value: f64) -> Result<(), InstanceError> {
    check_finite(variable, reference, value)?;
    let (min, max) = match variable.data_type {
        DataType::Real { min, max, .. } => (min.unwrap_or(f64::NEG_INFINITY), max.unwrap_or(f64::INFINITY)),
        // A literal is counted from 1; the count of literals is far below 2^53.
        DataType::Enumeration(enumeration) => (1.0, enumeration.literals.len() as f64),
        DataType::Integer | DataType::Boolean => return Ok(()),
    };
    if value < min || value > max {
        let variable = variable.name.to_owned();
        return Err(InstanceError::OutOfRange { variable, reference, value, min, max });
    }
    Ok(())
}
