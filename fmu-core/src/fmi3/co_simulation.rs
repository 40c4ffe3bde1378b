//! The functions of co-simulation (FMI 3.0.2, 4.2).

use super::types::*;
use super::{answer, enter, simple};
use crate::instance::Instance;
use crate::instance::calls::Function;
use crate::shell::Refusal;

/// Leaves Event Mode.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3EnterStepMode(instance: fmi3Instance) -> fmi3Status {
    simple(instance, Function::EnterStepMode, "fmi3EnterStepMode", Instance::enter_step_mode)
}

/// Makes a communication step, in Event Mode to the first event.
///
/// A step that is not done is fmi3Error: fmi3Discard would mean that nothing has changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi3DoStep(
    instance: fmi3Instance,
    currentCommunicationPoint: f64,
    communicationStepSize: f64,
    _noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
    eventHandlingNeeded: *mut fmi3Boolean,
    terminateSimulation: *mut fmi3Boolean,
    earlyReturn: *mut fmi3Boolean,
    lastSuccessfulTime: *mut f64,
) -> fmi3Status {
    const NAME: &str = "fmi3DoStep";
    enter(instance, Function::DoStep, NAME, |slave| {
        let result = slave.instance.step_to_event(currentCommunicationPoint, communicationStepSize);
        slave.log_events(NAME);
        let time = result.as_ref().map_or_else(|_| slave.instance.time(), |end| end.time);
        // SAFETY: the caller's promise.
        unsafe { answer(lastSuccessfulTime, time) }?;
        let end = result.map_err(|error| Refusal::error(error.to_string()))?;
        // SAFETY: the caller's promise.
        unsafe {
            answer(eventHandlingNeeded, fmi3Boolean::from(end.event))?;
            answer(terminateSimulation, fmi3Boolean::from(end.terminate))?;
            answer(earlyReturn, fmi3Boolean::from(end.early))
        }
    })
}
