//! Types and functions of the FMI 3.0 C API that this host uses (FMI 3.0.2, 2.3 and 4.2; fmi3FunctionTypes.h).

use std::ffi::{c_char, c_int, c_void};

use super::error::HostError;
use super::functions::{Component, Simple, ValueReference, find};
use super::status::RawStatus;

/// A function that reads variables.
pub(super) type Get<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *mut T, usize) -> RawStatus;
/// A function that sets variables.
pub(super) type Set<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *const T, usize) -> RawStatus;
/// Functions that read and write a type.
pub(super) const FLOAT64: [&str; 2] = ["fmi3GetFloat64", "fmi3SetFloat64"];
pub(super) const INT64: [&str; 2] = ["fmi3GetInt64", "fmi3SetInt64"];
pub(super) const INT32: [&str; 2] = ["fmi3GetInt32", "fmi3SetInt32"];
pub(super) const BOOLEAN: [&str; 2] = ["fmi3GetBoolean", "fmi3SetBoolean"];
/// fmi3LogMessageCallback.
type LogMessage = unsafe extern "C" fn(*mut c_void, c_int, *const c_char, *const c_char);
type Instantiate = unsafe extern "C" fn(
    *const c_char,
    *const c_char,
    *const c_char,
    u8,
    u8,
    u8,
    u8,
    *const ValueReference,
    usize,
    *mut c_void,
    LogMessage,
    Option<unsafe extern "C" fn()>,
) -> Component;
/// fmi3DoStep.
pub(super) type DoStep =
    unsafe extern "C" fn(Component, f64, f64, u8, *mut u8, *mut u8, *mut u8, *mut f64) -> RawStatus;
type DirectionalDerivative = unsafe extern "C" fn(
    Component,
    *const ValueReference,
    usize,
    *const ValueReference,
    usize,
    *const f64,
    usize,
    *mut f64,
    usize,
) -> RawStatus;

/// The functions of a loaded library.
#[derive(Debug)]
pub(super) struct Functions {
    pub instantiate: Instantiate,
    pub free_instance: unsafe extern "C" fn(Component),
    pub enter_initialization_mode: unsafe extern "C" fn(Component, u8, f64, f64, u8, f64) -> RawStatus,
    pub exit_initialization_mode: Simple,
    pub terminate: Simple,
    pub reset: Simple,
    pub get_float64: Get<f64>,
    pub get_int32: Get<i32>,
    pub get_int64: Get<i64>,
    pub get_boolean: Get<u8>,
    pub set_float64: Set<f64>,
    pub set_int32: Set<i32>,
    pub set_int64: Set<i64>,
    pub set_boolean: Set<u8>,
    pub do_step: DoStep,
    pub get_directional_derivative: DirectionalDerivative,
}

impl Functions {
    /// Finds all of them in `library`.
    pub(super) fn load(library: &libloading::Library) -> Result<Self, HostError> {
        Ok(Self {
            instantiate: find(library, "fmi3InstantiateCoSimulation")?,
            free_instance: find(library, "fmi3FreeInstance")?,
            enter_initialization_mode: find(library, "fmi3EnterInitializationMode")?,
            exit_initialization_mode: find(library, "fmi3ExitInitializationMode")?,
            terminate: find(library, "fmi3Terminate")?,
            reset: find(library, "fmi3Reset")?,
            get_float64: find(library, "fmi3GetFloat64")?,
            get_int32: find(library, "fmi3GetInt32")?,
            get_int64: find(library, "fmi3GetInt64")?,
            get_boolean: find(library, "fmi3GetBoolean")?,
            set_float64: find(library, "fmi3SetFloat64")?,
            set_int32: find(library, "fmi3SetInt32")?,
            set_int64: find(library, "fmi3SetInt64")?,
            set_boolean: find(library, "fmi3SetBoolean")?,
            do_step: find(library, "fmi3DoStep")?,
            get_directional_derivative: find(library, "fmi3GetDirectionalDerivative")?,
        })
    }
}
