//! The functions of model exchange (FMI 2.0.5, 3.2).

#![allow(non_snake_case)]

use super::enter;
use super::types::*;
use crate::instance::calls::Function;
use crate::shell::host_memory::{array, array_mut, write};
use crate::shell::logger::Category;

/// Enters Event Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterEventMode(c: fmi2Component) -> fmi2Status {
    enter(c, Function::EnterEventMode, |slave| Ok(slave.instance.enter_event_mode()?))
}

/// Handles the events at the present time. One call is always enough.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2NewDiscreteStates(c: fmi2Component, eventInfo: *mut fmi2EventInfo) -> fmi2Status {
    enter(c, Function::NewDiscreteStates, |slave| {
        let report = slave.instance.new_discrete_states();
        slave.log_events("fmi2NewDiscreteStates");
        let report = report?;
        let info = fmi2EventInfo {
            newDiscreteStatesNeeded: fmi2False,
            terminateSimulation: fmi2Boolean::from(report.terminate),
            // All are 1, but those of other coordinates.
            nominalsOfContinuousStatesChanged: fmi2Boolean::from(report.exchanged),
            // There are hosts that restart their integrator at an event for no other reason.
            valuesOfContinuousStatesChanged: fmi2Boolean::from(report.restart),
            nextEventTimeDefined: fmi2Boolean::from(report.next_event.is_some()),
            nextEventTime: report.next_event.unwrap_or_default(),
        };
        if slave.logger.wants(Category::Events) {
            let text = format!("fmi2NewDiscreteStates: events at {} s", slave.instance.time());
            slave.logger.log(Category::Events, &text);
        }
        // SAFETY: the caller's promise.
        unsafe { write(eventInfo, info) }
    })
}

/// Leaves Event Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2EnterContinuousTimeMode(c: fmi2Component) -> fmi2Status {
    enter(c, Function::EnterContinuousTimeMode, |slave| Ok(slave.instance.enter_continuous_time_mode()?))
}

/// The host's integrator has accepted a step. Event Mode is asked for when quaternions have drifted too far from unit length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CompletedIntegratorStep(
    c: fmi2Component,
    _noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
    enterEventMode: *mut fmi2Boolean,
    terminateSimulation: *mut fmi2Boolean,
) -> fmi2Status {
    enter(c, Function::CompletedIntegratorStep, |slave| {
        let enter_event_mode = slave.instance.completed_integrator_step()?;
        // SAFETY: the caller's promise.
        unsafe {
            write(enterEventMode, fmi2Boolean::from(enter_event_mode))?;
            write(terminateSimulation, fmi2False)
        }
    })
}

/// Sets the time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetTime(c: fmi2Component, time: fmi2Real) -> fmi2Status {
    enter(c, Function::SetTime, |slave| Ok(slave.instance.set_time(time)?))
}

/// Sets the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetContinuousStates(c: fmi2Component, x: *const fmi2Real, nx: usize) -> fmi2Status {
    enter(c, Function::SetContinuousStates, |slave| {
        // SAFETY: the caller's promise.
        let state = unsafe { array(x, nx, "x") }?;
        Ok(slave.instance.set_continuous_states(state)?)
    })
}

/// Derivatives of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDerivatives(c: fmi2Component, derivatives: *mut fmi2Real, nx: usize) -> fmi2Status {
    enter(c, Function::GetDerivatives, |slave| {
        // SAFETY: the caller's promise.
        let derivatives = unsafe { array_mut(derivatives, nx, "derivatives") }?;
        Ok(slave.instance.derivatives(derivatives)?)
    })
}

/// Event indicators, of which there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetEventIndicators(
    c: fmi2Component,
    eventIndicators: *mut fmi2Real,
    ni: usize,
) -> fmi2Status {
    enter(c, Function::GetEventIndicators, |slave| {
        // SAFETY: the caller's promise.
        let indicators = unsafe { array_mut(eventIndicators, ni, "eventIndicators") }?;
        Ok(slave.instance.event_indicators(indicators)?)
    })
}

/// The continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetContinuousStates(c: fmi2Component, x: *mut fmi2Real, nx: usize) -> fmi2Status {
    enter(c, Function::GetContinuousStates, |slave| {
        // SAFETY: the caller's promise.
        let state = unsafe { array_mut(x, nx, "x") }?;
        Ok(slave.instance.continuous_states(state)?)
    })
}

/// Nominal values of the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetNominalsOfContinuousStates(
    c: fmi2Component,
    x_nominal: *mut fmi2Real,
    nx: usize,
) -> fmi2Status {
    enter(c, Function::GetNominalsOfContinuousStates, |slave| {
        // SAFETY: the caller's promise.
        let nominals = unsafe { array_mut(x_nominal, nx, "x_nominal") }?;
        Ok(slave.instance.nominal_states(nominals)?)
    })
}
