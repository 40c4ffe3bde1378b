//! The functions that both kinds of FMU have (FMI 2.0.5, 2.1).

#![allow(non_snake_case, non_upper_case_globals)]

use super::types::*;
use crate::instance::calls::Function;
use crate::instance::{Experiment, Interface};
use crate::shell::functions::{functions, plain_functions};
use crate::shell::host_memory::{array, array_mut, string};
use crate::shell::logger::{Callback, Logger};
use crate::shell::slave::Slave;
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
    let (instance_name, guid, resources) =
        unsafe { (string(instanceName), string(fmuGUID), string(fmuResourceLocation)) };
    let callback = functions.and_then(|functions| functions.logger).map(Callback::Fmi2);
    let environment = functions.map_or(std::ptr::null_mut(), |functions| functions.componentEnvironment);
    let logger = Logger::new(
        callback,
        environment,
        instance_name.map(CString::from).unwrap_or_default(),
        loggingOn != fmi2False,
    );
    let request = Request {
        function: "fmi2Instantiate",
        instance_name,
        token: (guid, "fmuGUID"),
        resources,
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

functions! { Fmi2 fmi2Status;
    /// Switches messages on or off, for all categories or for the named ones.
    fmi2SetDebugLogging(c, loggingOn: fmi2Boolean, nCategories: usize, categories: *const fmi2String) SetDebugLogging
        = |slave| {
            let names = array(categories, nCategories, "categories")?;
            if loggingOn == fmi2False || names.is_empty() {
                slave.logger.switch_all(loggingOn != fmi2False);
                return Ok(());
            }
            slave.logger.switch_all(false);
            match slave.logger.switch(names.iter().filter_map(|&name| string(name)), true) {
                None => Ok(()),
                Some(name) => Err(Refusal::warning(format!("unknown log category {name:?}"))),
            }
        };

    /// Sets tolerance, start time and stop time.
    fmi2SetupExperiment(
        c, toleranceDefined: fmi2Boolean, tolerance: fmi2Real, startTime: fmi2Real, stopTimeDefined: fmi2Boolean,
        stopTime: fmi2Real
    ) SetupExperiment = |slave| {
        let experiment = Experiment {
            tolerance: (toleranceDefined != fmi2False).then_some(tolerance),
            start_time: startTime,
            stop_time: (stopTimeDefined != fmi2False).then_some(stopTime),
        };
        Ok(slave.instance.setup_experiment(experiment)?)
    };
}

plain_functions! { Fmi2 fmi2Status;
    /// Enters Initialization Mode.
    fmi2EnterInitializationMode EnterInitializationMode |slave| Ok(slave.instance.enter_initialization_mode()?);
    /// Leaves Initialization Mode.
    fmi2ExitInitializationMode ExitInitializationMode |slave| Ok(slave.instance.exit_initialization_mode()?);
    /// Ends the simulation.
    fmi2Terminate Terminate Slave::terminate;
    /// Back to the state after fmi2Instantiate.
    fmi2Reset Reset Slave::reset;
}

/// The functions of a type: those of the standard, their rows, and the types in the standard and here.
macro_rules! of_type {
    ($($get:ident $set:ident $get_row:ident $set_row:ident $type:ty as $own:ty;)*) => { functions! { Fmi2 fmi2Status; $(
        /// Reads variables of this type.
        $get(c, vr: *const fmi2ValueReference, nvr: usize, value: *mut $type) $get_row = |slave| {
            // The own type is the same or a transparent one.
            let (references, values) = (array(vr, nvr, "vr")?, array_mut(value.cast::<$own>(), nvr, "value")?);
            Ok(slave.instance.get(references, values)?)
        };

        /// Sets variables of this type.
        $set(c, vr: *const fmi2ValueReference, nvr: usize, value: *const $type) $set_row = |slave| {
            let (references, values) = (array(vr, nvr, "vr")?, array(value.cast::<$own>(), nvr, "value")?);
            slave.instance.set(references, values)?;
            slave.note_waiting(stringify!($set), "fmi2CompletedIntegratorStep");
            Ok(())
        };
    )*} };
}

// Enumerations are Integers; of a Boolean anything but 0 is true.
of_type! {
    fmi2GetReal fmi2SetReal GetReal SetReal fmi2Real as fmi2Real;
    fmi2GetInteger fmi2SetInteger GetInteger SetInteger fmi2Integer as fmi2Integer;
    fmi2GetBoolean fmi2SetBoolean GetBoolean SetBoolean fmi2Boolean as CBoolean;
}

functions! { Fmi2 fmi2Status;
    /// Reads String variables. No variable is a String: without variables it is fmi2OK, otherwise fmi2Error.
    fmi2GetString(c, vr: *const fmi2ValueReference, nvr: usize, _value: *mut fmi2String) GetString = |slave| {
        Ok(slave.instance.strings(Function::GetString, array(vr, nvr, "vr")?)?)
    };

    /// Sets String variables. No variable is a String: without variables it is fmi2OK, otherwise fmi2Error.
    fmi2SetString(c, vr: *const fmi2ValueReference, nvr: usize, _value: *const fmi2String) SetString = |slave| {
        Ok(slave.instance.strings(Function::SetString, array(vr, nvr, "vr")?)?)
    };
}
