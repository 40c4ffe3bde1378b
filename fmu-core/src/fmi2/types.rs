//! The types of `fmi2TypesPlatform.h` and `fmi2FunctionTypes.h` (FMI 2.0.5, 2.1), as C sees them.
//!
//! Enumerations that come from the host are plain integers here: a value outside the list is then a message and not undefined
//! behaviour.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, missing_docs)]

use crate::instance::FmiValue;
use crate::instance::calls::Function;
use std::ffi::{c_char, c_int, c_void};

pub type fmi2Component = *mut c_void;
pub type fmi2ComponentEnvironment = *mut c_void;
pub type fmi2FMUstate = *mut c_void;
pub type fmi2ValueReference = u32;
pub type fmi2Real = f64;
pub type fmi2Integer = c_int;
pub type fmi2Boolean = c_int;
pub type fmi2Char = c_char;
pub type fmi2String = *const c_char;
pub type fmi2Byte = c_char;

pub const fmi2True: fmi2Boolean = 1;
pub const fmi2False: fmi2Boolean = 0;

/// Result of a call (FMI 2.0.5, 2.1.3).
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum fmi2Status {
    fmi2OK = 0,
    fmi2Warning = 1,
    fmi2Discard = 2,
    fmi2Error = 3,
    fmi2Fatal = 4,
    fmi2Pending = 5,
}

/// `fmi2Type`.
pub type fmi2Type = c_int;
pub const fmi2ModelExchange: fmi2Type = 0;
pub const fmi2CoSimulation: fmi2Type = 1;

/// `fmi2StatusKind`.
pub type fmi2StatusKind = c_int;
pub const fmi2DoStepStatus: fmi2StatusKind = 0;
pub const fmi2PendingStatus: fmi2StatusKind = 1;
pub const fmi2LastSuccessfulTime: fmi2StatusKind = 2;
pub const fmi2Terminated: fmi2StatusKind = 3;

pub type fmi2CallbackLogger =
    unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, c_int, fmi2String, fmi2String, ...);
pub type fmi2CallbackAllocateMemory = unsafe extern "C" fn(usize, usize) -> *mut c_void;
pub type fmi2CallbackFreeMemory = unsafe extern "C" fn(*mut c_void);
pub type fmi2StepFinished = unsafe extern "C" fn(fmi2ComponentEnvironment, c_int);

/// Functions of the host (FMI 2.0.5, 2.1.5); every one may be missing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2CallbackFunctions {
    pub logger: Option<fmi2CallbackLogger>,
    pub allocateMemory: Option<fmi2CallbackAllocateMemory>,
    pub freeMemory: Option<fmi2CallbackFreeMemory>,
    pub stepFinished: Option<fmi2StepFinished>,
    pub componentEnvironment: fmi2ComponentEnvironment,
}

/// `fmi2EventInfo` of model exchange (FMI 2.0.5, 3.2.2).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2EventInfo {
    pub newDiscreteStatesNeeded: fmi2Boolean,
    pub terminateSimulation: fmi2Boolean,
    pub nominalsOfContinuousStatesChanged: fmi2Boolean,
    pub valuesOfContinuousStatesChanged: fmi2Boolean,
    pub nextEventTimeDefined: fmi2Boolean,
    pub nextEventTime: fmi2Real,
}

/// A Boolean in an array of the host. Anything but 0 is true.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CBoolean(fmi2Boolean);

impl CBoolean {
    pub(crate) fn is_true(self) -> bool {
        self.0 != fmi2False
    }
}

impl From<bool> for CBoolean {
    fn from(value: bool) -> Self {
        Self(fmi2Boolean::from(value))
    }
}

impl FmiValue for CBoolean {
    const TYPE: &'static str = bool::TYPE;
    const GETTER: Function = bool::GETTER;
    const SETTER: Function = bool::SETTER;
    fn from_number(number: f64) -> Self {
        Self(fmi2Boolean::from(bool::from_number(number)))
    }
    fn number(self) -> f64 {
        self.is_true().number()
    }
}
