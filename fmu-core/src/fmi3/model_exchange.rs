//! The functions of model exchange (FMI 3.0.2, 3.2).

use super::types::*;
use super::{answer, enter, simple};
use crate::instance::calls::Function;
use crate::instance::{Instance, InstanceError};
use crate::shell::host_memory::{array, array_mut};

/// Leaves Event Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterContinuousTimeMode(instance: fmi3Instance) -> fmi3Status {
    let method = Instance::enter_continuous_time_mode;
    simple(instance, Function::EnterContinuousTimeMode, "fmi3EnterContinuousTimeMode", method)
}

/// The host's integrator has accepted a step. Event Mode is asked for when the state has drifted too far, or when inputs wait for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3CompletedIntegratorStep(
    instance: fmi3Instance,
    _noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    enterEventMode: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
) -> fmi3Status {
    enter(instance, Function::CompletedIntegratorStep, "fmi3CompletedIntegratorStep", |slave| {
        let enter_event_mode = slave.instance.completed_integrator_step()?;
        // SAFETY: the caller's promise.
        unsafe {
            answer(enterEventMode, fmi3Boolean::from(enter_event_mode))?;
            answer(terminateSimulation, fmi3False)
        }
    })
}

/// Sets the time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetTime(instance: fmi3Instance, time: f64) -> fmi3Status {
    enter(instance, Function::SetTime, "fmi3SetTime", |slave| Ok(slave.instance.set_time(time)?))
}

/// Sets the continuous states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3SetContinuousStates(
    instance: fmi3Instance,
    continuousStates: *const f64,
    nContinuousStates: usize,
) -> fmi3Status {
    enter(instance, Function::SetContinuousStates, "fmi3SetContinuousStates", |slave| {
        // SAFETY: the caller's promise.
        let state = unsafe { array(continuousStates, nContinuousStates, "continuousStates") }?;
        Ok(slave.instance.set_continuous_states(state)?)
    })
}

/// Lets a method of an instance fill an array of the host.
///
/// # Safety
/// As [`array_mut`] wants it.
#[inline(never)]
unsafe fn fill(
    instance: fmi3Instance,
    function: Function,
    name: &str,
    (values, count): (*mut f64, usize),
    method: fn(&mut Instance, &mut [f64]) -> Result<(), InstanceError>,
) -> fmi3Status {
    enter(instance, function, name, |slave| {
        // SAFETY: the caller's promise.
        let values = unsafe { array_mut(values, count, "values") }?;
        Ok(method(&mut slave.instance, values)?)
    })
}

/// The functions that fill an array.
macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident $function:ident $method:expr;)*) => {$(
        $(#[$doc])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(instance: fmi3Instance, values: *mut f64, nValues: usize) -> fmi3Status {
            // SAFETY: the caller's promise.
            unsafe { fill(instance, Function::$function, stringify!($name), (values, nValues), $method) }
        }
    )*};
}

functions! {
    /// The continuous states.
    fmi3GetContinuousStates GetContinuousStates Instance::continuous_states;
    /// Derivatives of the continuous states.
    fmi3GetContinuousStateDerivatives GetDerivatives Instance::derivatives;
    /// Event indicators.
    fmi3GetEventIndicators GetEventIndicators Instance::event_indicators;
    /// Nominal values of the continuous states.
    fmi3GetNominalsOfContinuousStates GetNominalsOfContinuousStates |instance, values| instance.nominal_states(values);
}
