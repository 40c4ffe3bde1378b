//! Types and functions of the FMI 3.0 C API that this host uses (FMI 3.0.2, 2.3 and 4.2; fmi3FunctionTypes.h).

use std::ffi::{c_char, c_int, c_void};

use super::error::HostError;
use super::functions::{Component, Function, Simple, ValueReference, find, functions};
use super::status::RawStatus;

/// A function that reads variables.
pub(super) type Get<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *mut T, usize) -> RawStatus;
/// A function that sets variables.
pub(super) type Set<T> = unsafe extern "C" fn(Component, *const ValueReference, usize, *const T, usize) -> RawStatus;
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

functions! { {
    instantiate: Instantiate = "fmi3InstantiateCoSimulation";
    free_instance: unsafe extern "C" fn(Component) = "fmi3FreeInstance";
    enter_initialization_mode: unsafe extern "C" fn(Component, u8, f64, f64, u8, f64) -> RawStatus = "fmi3EnterInitializationMode";
    exit_initialization_mode: Simple = "fmi3ExitInitializationMode";
    terminate: Simple = "fmi3Terminate";
    reset: Simple = "fmi3Reset";
    get_float64: Get<f64> = "fmi3GetFloat64";
    get_int32: Get<i32> = "fmi3GetInt32";
    get_int64: Get<i64> = "fmi3GetInt64";
    get_boolean: Get<u8> = "fmi3GetBoolean";
    set_float64: Set<f64> = "fmi3SetFloat64";
    set_int32: Set<i32> = "fmi3SetInt32";
    set_int64: Set<i64> = "fmi3SetInt64";
    set_boolean: Set<u8> = "fmi3SetBoolean";
    do_step: DoStep = "fmi3DoStep";
    get_directional_derivative: DirectionalDerivative = "fmi3GetDirectionalDerivative";
} {} }
