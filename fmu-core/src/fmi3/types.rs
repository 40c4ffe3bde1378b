//! The types of `fmi3PlatformTypes.h` and `fmi3FunctionTypes.h` (FMI 3.0.2, 2.2), as C sees them.
//!
//! What comes from the host as an enumeration or a C `bool` is a plain number here: any byte is then a value.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_docs)]

use crate::instance::FmiValue;
use crate::instance::calls::Function;
use simulation::variables::{DataType, Value};
use std::ffi::{c_char, c_int, c_void};

pub type fmi3Instance = *mut c_void;
pub type fmi3InstanceEnvironment = *mut c_void;
pub type fmi3FMUState = *mut c_void;
pub type fmi3ValueReference = u32;
/// A C `bool`; anything but 0 is true.
pub type fmi3Boolean = u8;
pub type fmi3String = *const c_char;
pub type fmi3DependencyKind = c_int;

pub const fmi3False: fmi3Boolean = 0;
pub const fmi3True: fmi3Boolean = 1;

/// Result of a call (FMI 3.0.2, 2.2.4).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi3Status {
    fmi3OK = 0,
    fmi3Warning = 1,
    fmi3Discard = 2,
    fmi3Error = 3,
    fmi3Fatal = 4,
}

pub type fmi3LogMessageCallback = unsafe extern "C" fn(fmi3InstanceEnvironment, c_int, fmi3String, fmi3String);
/// Functions of the host that are never called.
pub type fmi3Callback = Option<unsafe extern "C" fn()>;

/// A value of type Int32.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Int32(i32);

impl FmiValue for Int32 {
    const TYPE: &'static str = "Int32";
    const GETTER: Function = Function::GetInteger;
    const SETTER: Function = Function::SetInteger;
    fn from_number(number: f64) -> Self {
        Self(i32::from_number(number))
    }
    fn to_value(self) -> Value {
        Value::Integer(self.0)
    }
    fn carries(data_type: &DataType) -> bool {
        matches!(data_type, DataType::Integer)
    }
    fn declared(data_type: &DataType) -> &'static str {
        type_name(data_type)
    }
}

/// A value of type Int64, which enumerations have.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Int64(i64);

impl FmiValue for Int64 {
    const TYPE: &'static str = "Int64";
    const GETTER: Function = Function::GetInteger;
    const SETTER: Function = Function::SetInteger;
    fn from_number(number: f64) -> Self {
        // The cast saturates, which is right for numbers that were integers once.
        Self(number.round() as i64)
    }
    fn to_value(self) -> Value {
        // It need not fit into an integer of the catalogue; its range is checked as a number.
        Value::Real(self.0 as f64)
    }
    fn carries(data_type: &DataType) -> bool {
        matches!(data_type, DataType::Enumeration { .. })
    }
    fn declared(data_type: &DataType) -> &'static str {
        type_name(data_type)
    }
}

/// A value of type Boolean.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Boolean(fmi3Boolean);

impl FmiValue for Boolean {
    const TYPE: &'static str = bool::TYPE;
    const GETTER: Function = bool::GETTER;
    const SETTER: Function = bool::SETTER;
    fn from_number(number: f64) -> Self {
        Self(fmi3Boolean::from(bool::from_number(number)))
    }
    fn to_value(self) -> Value {
        Value::Boolean(self.0 != fmi3False)
    }
    fn declared(data_type: &DataType) -> &'static str {
        type_name(data_type)
    }
}

/// A value of type Float64.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Float64(f64);

impl FmiValue for Float64 {
    const TYPE: &'static str = "Float64";
    const GETTER: Function = f64::GETTER;
    const SETTER: Function = f64::SETTER;
    fn from_number(number: f64) -> Self {
        Self(number)
    }
    fn to_value(self) -> Value {
        Value::Real(self.0)
    }
    fn declared(data_type: &DataType) -> &'static str {
        type_name(data_type)
    }
}

/// Name of the type of a variable; enumerations go through Int64 (FMI 3.0.2, 2.4.7).
pub(super) fn type_name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Real { .. } => Float64::TYPE,
        DataType::Integer => Int32::TYPE,
        DataType::Enumeration { .. } => "Int64 (Enumeration)",
        DataType::Boolean => Boolean::TYPE,
    }
}
