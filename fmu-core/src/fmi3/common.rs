//! The functions that both kinds of FMU have (FMI 3.0.2, 2.3), but for variables, snapshots and derivatives.

use super::answer;
use super::types::*;
use crate::instance::{EventUse, Experiment, Interface};
use crate::shell::functions::{functions, plain_functions};
use crate::shell::host_memory::{array, string};
use crate::shell::logger::{Callback, Logger};
use crate::shell::slave::Slave;
use crate::shell::{self, Refusal, Request};
use std::ffi::{CStr, CString};

/// `"3.0"`.
#[unsafe(no_mangle)]
pub extern "C" fn fmi3GetVersion() -> fmi3String {
    c"3.0".as_ptr()
}

/// Makes an instance; NULL, with a message to the host, when that is not possible. The first arguments are texts: name, token, path.
///
/// # Safety
/// As [`string`] wants it.
unsafe fn instantiate(
    function: &'static str,
    texts: [fmi3String; 3],
    logging_on: fmi3Boolean,
    (environment, log): (fmi3InstanceEnvironment, Option<fmi3LogMessageCallback>),
    interface: Result<Interface, String>,
    event_use: EventUse,
) -> fmi3Instance {
    // SAFETY: the caller's promise.
    let [instance_name, token, path] = texts.map(|text| unsafe { string(text) });
    let logger = Logger::new(log.map(Callback::Fmi3), environment, CString::default(), logging_on != fmi3False);
    let token = (token, "instantiationToken");
    let resources = path.filter(|path: &&CStr| !path.is_empty());
    let request = Request { function, instance_name, token, resources, interface, event_use: Some(event_use) };
    shell::instantiate(request, logger)
}

/// The functions that make an instance: their arguments before and after those of the log, what they make, and how it uses events.
macro_rules! instantiations {
    ($($(#[$text:meta])* $name:ident ($($more:ident: $type:ty),*) ($($last:ident: $last_type:ty),*) $made:expr, $events:expr;)*) => {$(
        $(#[$text])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            instanceName: fmi3String,
            instantiationToken: fmi3String,
            resourcePath: fmi3String,
            _visible: fmi3Boolean,
            loggingOn: fmi3Boolean,
            $($more: $type,)*
            instanceEnvironment: fmi3InstanceEnvironment,
            logMessage: Option<fmi3LogMessageCallback>,
            $($last: $last_type,)*
        ) -> fmi3Instance {
            let (texts, host) = ([instanceName, instantiationToken, resourcePath], (instanceEnvironment, logMessage));
            // SAFETY: the caller's promise.
            unsafe { instantiate(stringify!($name), texts, loggingOn, host, $made, $events) }
        }
    )*};
}

instantiations! {
    /// Makes an instance for model exchange.
    fmi3InstantiateModelExchange () () Ok(Interface::ModelExchange), EventUse::default();
    /// Makes an instance for co-simulation. The intermediate variables are of no effect: intermediateUpdate is never called.
    fmi3InstantiateCoSimulation (
        eventModeUsed: fmi3Boolean,
        earlyReturnAllowed: fmi3Boolean,
        _requiredIntermediateVariables: *const fmi3ValueReference,
        _nRequiredIntermediateVariables: usize
    ) (_intermediateUpdate: fmi3Callback)
        Ok(Interface::CoSimulation),
        EventUse { event_mode: eventModeUsed != fmi3False, early_return: earlyReturnAllowed != fmi3False };
    /// Scheduled Execution, which no model supports: NULL.
    fmi3InstantiateScheduledExecution () (
        _clockUpdate: fmi3Callback,
        _lockPreemption: fmi3Callback,
        _unlockPreemption: fmi3Callback
    )
        Err("the FMU is for co-simulation and model exchange, not for Scheduled Execution".to_owned()),
        EventUse::default();
}

/// Frees an instance, in any state, with the snapshots that were taken of it. NULL, and what is no instance, is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3FreeInstance(instance: fmi3Instance) {
    shell::free(instance);
}

functions! { Fmi3 fmi3Status;
    /// Switches messages on or off, for all categories or for the named ones.
    fmi3SetDebugLogging(instance, loggingOn: fmi3Boolean, nCategories: usize, categories: *const fmi3String)
        SetDebugLogging = |slave| {
            let names = array(categories, nCategories, "categories")?;
            if names.is_empty() {
                slave.logger.switch_all(loggingOn != fmi3False);
                return Ok(());
            }
            match slave.logger.switch(names.iter().filter_map(|&name| string(name)), loggingOn != fmi3False) {
                None => Ok(()),
                Some(name) => Err(Refusal::warning(format!("unknown log category {name:?}"))),
            }
        };

    /// Sets tolerance, start time and stop time, and enters Initialization Mode.
    fmi3EnterInitializationMode(
        instance, toleranceDefined: fmi3Boolean, tolerance: f64, startTime: f64, stopTimeDefined: fmi3Boolean,
        stopTime: f64
    ) EnterInitializationMode = |slave| {
        let experiment = Experiment {
            tolerance: (toleranceDefined != fmi3False).then_some(tolerance),
            start_time: startTime,
            stop_time: (stopTimeDefined != fmi3False).then_some(stopTime),
        };
        slave.instance.setup_experiment(experiment)?;
        Ok(slave.instance.enter_initialization_mode()?)
    };

    /// Handles the events at the present time. Another call is asked for where a discrete state has changed, so that connected models hear of
    /// it; it changes nothing.
    fmi3UpdateDiscreteStates(
        instance, discreteStatesNeedUpdate: *mut fmi3Boolean, terminateSimulation: *mut fmi3Boolean,
        nominalsOfContinuousStatesChanged: *mut fmi3Boolean, valuesOfContinuousStatesChanged: *mut fmi3Boolean,
        nextEventTimeDefined: *mut fmi3Boolean, nextEventTime: *mut f64
    ) NewDiscreteStates = |slave| {
        let report = slave.instance.new_discrete_states();
        slave.log_events("fmi3UpdateDiscreteStates");
        let report = report?;
        answer(discreteStatesNeedUpdate, fmi3Boolean::from(report.has_changed && !report.terminate))?;
        answer(terminateSimulation, fmi3Boolean::from(report.terminate))?;
        answer(nominalsOfContinuousStatesChanged, fmi3Boolean::from(report.exchanged))?;
        answer(valuesOfContinuousStatesChanged, fmi3Boolean::from(report.restart))?;
        answer(nextEventTimeDefined, fmi3Boolean::from(report.next_event.is_some()))?;
        answer(nextEventTime, report.next_event.unwrap_or_default())
    };
}

plain_functions! { Fmi3 fmi3Status;
    /// Leaves Initialization Mode.
    fmi3ExitInitializationMode ExitInitializationMode |slave| Ok(slave.instance.exit_initialization_mode()?);
    /// Enters Event Mode, which changes nothing.
    fmi3EnterEventMode EnterEventMode |slave| Ok(slave.instance.enter_event_mode()?);
    /// Ends the simulation.
    fmi3Terminate Terminate Slave::terminate;
    /// Back to the state after instantiation.
    fmi3Reset Reset Slave::reset;
}
