//! The functions that both kinds of FMU have (FMI 2.0.5, 2.1).

#![allow(non_snake_case, non_upper_case_globals)]

use super::types::*;
use super::{call, enter};
use crate::instance::calls::Function;
use crate::instance::{Experiment, FmiValue, Interface};
use crate::shell::host_memory::{array, string};
use crate::shell::logger::{Callback, Logger};
use crate::shell::{self, Refusal, Request};
use std::ffi::CString;

/// `"default"`: the types of fmi2TypesPlatform.h as the standard has them.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetTypesPlatform() -> fmi2String {
    c"default".as_ptr()
}

/// `"2.0"`.
#[unsafe(no_mangle)]
pub extern "C" fn fmi2GetVersion() -> fmi2String {
    c"2.0".as_ptr()
}

/// Makes an instance; NULL, with a message to the logger, when that is not possible.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Instantiate(
    instanceName: fmi2String,
    fmuType: fmi2Type,
    fmuGUID: fmi2String,
    fmuResourceLocation: fmi2String,
    functions: *const fmi2CallbackFunctions,
    _visible: fmi2Boolean,
    loggingOn: fmi2Boolean,
) -> fmi2Component {
    // SAFETY: the caller's promise; a structure of pointers may be read unaligned.
    let functions = (!functions.is_null()).then(|| unsafe { functions.read_unaligned() });
    // SAFETY: the caller's promise.
    let (name, guid, location) = unsafe { (string(instanceName), string(fmuGUID), string(fmuResourceLocation)) };
    let callback = functions.and_then(|functions| functions.logger).map(Callback::Fmi2);
    let environment = functions.map_or(std::ptr::null_mut(), |functions| functions.componentEnvironment);
    let logger =
        Logger::new(callback, environment, name.map(CString::from).unwrap_or_default(), loggingOn != fmi2False);
    let request = Request {
        function: "fmi2Instantiate",
        instance_name: name,
        token: (guid, "fmuGUID"),
        resources: location,
        interface: interface(fmuType),
        event_use: None,
    };
    shell::instantiate(request, logger)
}

fn interface(fmu_type: fmi2Type) -> Result<Interface, String> {
    match fmu_type {
        self::fmi2ModelExchange => Ok(Interface::ModelExchange),
        self::fmi2CoSimulation => Ok(Interface::CoSimulation),
        other => Err(format!("fmuType is {other}, 0 (model exchange) or 1 (co-simulation) is expected")),
    }
}

/// Frees an instance, in any state, with the snapshots that were taken of it. NULL, and what is no instance, is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2FreeInstance(c: fmi2Component) {
    shell::free(c);
}

/// Switches messages on or off, for all categories or for the named ones.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetDebugLogging(
    c: fmi2Component,
    loggingOn: fmi2Boolean,
    nCategories: usize,
    categories: *const fmi2String,
) -> fmi2Status {
    enter(c, Function::SetDebugLogging, |slave| {
        // SAFETY: the caller's promise.
        let names = unsafe { array(categories, nCategories, "categories") }?;
        if loggingOn == fmi2False || names.is_empty() {
            slave.logger.switch_all(loggingOn != fmi2False);
            return Ok(());
        }
        // SAFETY: the caller's promise.
        let names = names.iter().filter_map(|&name| unsafe { string(name) });
        slave.logger.switch_all(false);
        match slave.logger.switch(names, true) {
            None => Ok(()),
            Some(name) => Err(Refusal::warning(format!("unknown log category {name:?}"))),
        }
    })
}

/// Sets tolerance, start time and stop time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetupExperiment(
    c: fmi2Component,
    toleranceDefined: fmi2Boolean,
    tolerance: fmi2Real,
    startTime: fmi2Real,
    stopTimeDefined: fmi2Boolean,
    stopTime: fmi2Real,
) -> fmi2Status {
    let experiment = Experiment {
        tolerance: (toleranceDefined != fmi2False).then_some(tolerance),
        start_time: startTime,
        stop_time: (stopTimeDefined != fmi2False).then_some(stopTime),
    };
    enter(c, Function::SetupExperiment, |slave| Ok(slave.instance.setup_experiment(experiment)?))
}

/// Enters Initialization Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterInitializationMode(c: fmi2Component) -> fmi2Status {
    enter(c, Function::EnterInitializationMode, |slave| Ok(slave.instance.enter_initialization_mode()?))
}

/// Leaves Initialization Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2ExitInitializationMode(c: fmi2Component) -> fmi2Status {
    enter(c, Function::ExitInitializationMode, |slave| Ok(slave.instance.exit_initialization_mode()?))
}

/// Ends the simulation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Terminate(c: fmi2Component) -> fmi2Status {
    enter(c, Function::Terminate, |slave| {
        slave.instance.terminate()?;
        slave.log_work();
        Ok(())
    })
}

/// Back to the state after fmi2Instantiate.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2Reset(c: fmi2Component) -> fmi2Status {
    enter(c, Function::Reset, |slave| slave.reset())
}

/// Reads variables into an array of the host.
///
/// # Safety
/// As [`shell::get`] wants it.
unsafe fn get<T: FmiValue>(
    c: fmi2Component,
    function: Function,
    references: *const fmi2ValueReference,
    count: usize,
    values: *mut T,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    unsafe { shell::get(c, call(function, &function), (references, count), (values, count)) }.into()
}

/// Sets variables from an array of the host.
///
/// # Safety
/// As [`shell::set`] wants it.
unsafe fn set<T: FmiValue>(
    c: fmi2Component,
    function: Function,
    references: *const fmi2ValueReference,
    count: usize,
    values: *const T,
) -> fmi2Status {
    // SAFETY: the caller's promise.
    unsafe { shell::set(c, call(function, &function), (references, count), (values, count)) }.into()
}

/// The functions of a type: those of the standard, their rows, and the types in the standard and here.
macro_rules! functions {
    ($($get:ident $get_row:ident $set:ident $set_row:ident $type:ty as $own:ty;)*) => {$(
        /// Reads variables of this type.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $get(
            c: fmi2Component,
            vr: *const fmi2ValueReference,
            nvr: usize,
            value: *mut $type,
        ) -> fmi2Status {
            // SAFETY: the caller's promise; the own type is the same or a transparent one.
            unsafe { get(c, Function::$get_row, vr, nvr, value.cast::<$own>()) }
        }

        /// Sets variables of this type.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $set(
            c: fmi2Component,
            vr: *const fmi2ValueReference,
            nvr: usize,
            value: *const $type,
        ) -> fmi2Status {
            // SAFETY: the caller's promise; the own type is the same or a transparent one.
            unsafe { set(c, Function::$set_row, vr, nvr, value.cast::<$own>()) }
        }
    )*};
}

// Enumerations are Integers; of a Boolean anything but 0 is true.
functions! {
    fmi2GetReal GetReal fmi2SetReal SetReal fmi2Real as fmi2Real;
    fmi2GetInteger GetInteger fmi2SetInteger SetInteger fmi2Integer as fmi2Integer;
    fmi2GetBoolean GetBoolean fmi2SetBoolean SetBoolean fmi2Boolean as CBoolean;
}

/// Reads String variables. No variable is a String: without variables it is fmi2OK, otherwise fmi2Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    _value: *mut fmi2String,
) -> fmi2Status {
    enter(c, Function::GetString, |slave| {
        // SAFETY: the caller's promise.
        let references = unsafe { array(vr, nvr, "vr") }?;
        Ok(references.iter().try_for_each(|&r| slave.instance.get(&[r], &mut [NoString]))?)
    })
}

/// Sets String variables. No variable is a String: without variables it is fmi2OK, otherwise fmi2Error.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetString(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    _value: *const fmi2String,
) -> fmi2Status {
    enter(c, Function::SetString, |slave| {
        // SAFETY: the caller's promise.
        let references = unsafe { array(vr, nvr, "vr") }?;
        Ok(references.iter().try_for_each(|&r| slave.instance.set(&[r], &[NoString]))?)
    })
}
