//! The functions of co-simulation (FMI 3.0.2, 4.2).

use super::answer;
use super::types::*;
use crate::shell::Refusal;
use crate::shell::functions::{functions, plain_functions};

plain_functions! { Fmi3 fmi3Status;
    /// Leaves Event Mode.
    fmi3EnterStepMode EnterStepMode |slave| Ok(slave.instance.enter_step_mode()?);
}

functions! { Fmi3 fmi3Status;
    /// Makes a communication step, in Event Mode to the first event.
    ///
    /// A step that is not done is fmi3Error: fmi3Discard would mean that nothing has changed.
    fmi3DoStep(
        instance, currentCommunicationPoint: f64, communicationStepSize: f64,
        _noSetFMUStatePriorToCurrentPoint: fmi3Boolean,
        eventHandlingNeeded: *mut fmi3Boolean, terminateSimulation: *mut fmi3Boolean, earlyReturn: *mut fmi3Boolean,
        lastSuccessfulTime: *mut f64
    ) DoStep = |slave| {
        let result = slave.instance.step_to_event(currentCommunicationPoint, communicationStepSize);
        slave.log_events("fmi3DoStep");
        let time = result.as_ref().map_or_else(|_| slave.instance.time(), |end| end.time);
        answer(lastSuccessfulTime, time)?;
        let end = result.map_err(|error| Refusal::error(error.to_string()))?;
        answer(eventHandlingNeeded, fmi3Boolean::from(end.event))?;
        answer(terminateSimulation, fmi3Boolean::from(end.terminate))?;
        answer(earlyReturn, fmi3Boolean::from(end.early))
    };
}
