//! The functions of co-simulation (FMI 2.0.5, 4.2).

#![allow(non_snake_case, non_upper_case_globals)]

use super::types::*;
use crate::shell::functions::{functions, plain_functions};
use crate::shell::host_memory::write;
use crate::shell::logger::Category;
use crate::shell::refusal::Refusal;
use mechanism::digits::counted;

/// Refusal of a query about the last step that has no answer.
fn no_answer(kind: fmi2StatusKind) -> Refusal {
    let message = match kind {
        fmi2DoStepStatus | fmi2PendingStatus => "a step is done when fmi2DoStep returns; none is pending".to_owned(),
        fmi2LastSuccessfulTime => "fmi2LastSuccessfulTime is a Real; ask fmi2GetRealStatus".to_owned(),
        fmi2Terminated => "fmi2Terminated is a Boolean; ask fmi2GetBooleanStatus".to_owned(),
        other => format!("unknown fmi2StatusKind {other}"),
    };
    Refusal::discard(message)
}

plain_functions! { Fmi2 fmi2Status;
    /// A step never runs on its own, so that there is none to be cancelled.
    fmi2CancelStep CancelStep |_| Ok(());
}

functions! { Fmi2 fmi2Status;
    /// Makes a communication step.
    fmi2DoStep(
        c, currentCommunicationPoint: fmi2Real, communicationStepSize: fmi2Real,
        _noSetFMUStatePriorToCurrentPoint: fmi2Boolean
    ) DoStep = |slave| {
        let report = slave.instance.do_step(currentCommunicationPoint, communicationStepSize);
        slave.log_events("fmi2DoStep");
        let report = report?;
        if report.time_events > 0 && slave.logger.wants(Category::Events) {
            let text = format!("fmi2DoStep: {} up to {} s", counted(report.time_events, "time event"), report.time);
            slave.logger.log(Category::Events, &text);
        }
        Ok(())
    };

    /// Status of a pending step; there is none, fmi2Discard.
    fmi2GetStatus(c, s: fmi2StatusKind, _value: *mut fmi2Status) GetStatus = |_| Err(no_answer(s));

    /// The last successful time (`fmi2LastSuccessfulTime`), s.
    fmi2GetRealStatus(c, s: fmi2StatusKind, value: *mut fmi2Real) GetRealStatus = |slave| match s {
        fmi2LastSuccessfulTime => write(value, slave.instance.time()),
        other => Err(no_answer(other)),
    };

    /// No question has an Integer as its answer, fmi2Discard.
    fmi2GetIntegerStatus(c, s: fmi2StatusKind, _value: *mut fmi2Integer) GetIntegerStatus = |_| Err(no_answer(s));

    /// Reports whether the model has terminated the simulation (`fmi2Terminated`). A failed step is not a termination.
    fmi2GetBooleanStatus(c, s: fmi2StatusKind, value: *mut fmi2Boolean) GetBooleanStatus = |slave| match s {
        fmi2Terminated => write(value, fmi2Boolean::from(slave.instance.termination().is_some())),
        other => Err(no_answer(other)),
    };

    /// Text about a pending step; there is none, fmi2Discard.
    fmi2GetStringStatus(c, s: fmi2StatusKind, _value: *mut fmi2String) GetStringStatus = |_| Err(no_answer(s));
}
