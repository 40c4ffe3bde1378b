//! The types of `fmi3PlatformTypes.h` and `fmi3FunctionTypes.h` (FMI 3.0.2, 2.2), as C sees them.
//!
//! An enumeration or a C `bool` from the host is a plain number here: any byte is then a value.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_docs)]

use crate::fmi2::types::CBoolean;
use crate::instance::FmiValue;
use simulation::variables::DataType;
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

/// A C type of values, and the one of FMI 2.0 by which an instance has them: the code of an instance is there once for each type.
pub(super) trait Carried: Copy {
    /// Name of the type of variables with such values.
    const NAME: &'static str;
    type Value: FmiValue + Into<Self>;
    fn value(self) -> Self::Value;
}

impl Carried for f64 {
    const NAME: &'static str = "Float64";
    type Value = Self;
    fn value(self) -> Self {
        self
    }
}

impl Carried for i32 {
    const NAME: &'static str = "Int32";
    type Value = Self;
    fn value(self) -> Self {
        self
    }
}

/// Enumerations go through Int64 (FMI 3.0.2, 2.4.7).
impl Carried for i64 {
    const NAME: &'static str = "Int64 (Enumeration)";
    type Value = i32;
    fn value(self) -> i32 {
        // No enumeration has so many literals that what is cut could be one of them.
        i32::try_from(self).unwrap_or(if self < 0 { i32::MIN } else { i32::MAX })
    }
}

impl Carried for fmi3Boolean {
    const NAME: &'static str = "Boolean";
    type Value = CBoolean;
    fn value(self) -> CBoolean {
        CBoolean::from(self != fmi3False)
    }
}

impl From<CBoolean> for fmi3Boolean {
    fn from(value: CBoolean) -> Self {
        value.is_true().into()
    }
}

/// Name of the type of a variable.
pub(super) fn type_name(data_type: &DataType) -> &'static str {
    match data_type {
        DataType::Real { .. } => f64::NAME,
        DataType::Integer => i32::NAME,
        DataType::Enumeration(_) => i64::NAME,
        DataType::Boolean => fmi3Boolean::NAME,
    }
}
