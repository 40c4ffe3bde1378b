//! The functions of co-simulation (FMI 2.0.5, 4.2).

#![allow(non_snake_case, non_upper_case_globals)]

use super::enter;
use super::types::*;
use crate::instance::calls::Function;
use crate::shell::host_memory::write;
use crate::shell::logger::Category;
use crate::shell::refusal::Refusal;
use mechanism::digits::counted;

/// Makes a communication step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2DoStep(
    c: fmi2Component,
    currentCommunicationPoint: fmi2Real,
    communicationStepSize: fmi2Real,
    _noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
) -> fmi2Status {
    enter(c, Function::DoStep, |slave| {
        let report = slave.instance.do_step(currentCommunicationPoint, communicationStepSize);
        slave.log_events("fmi2DoStep");
        let report = report?;
        if report.time_events > 0 && slave.logger.wants(Category::Events) {
            let text = format!("fmi2DoStep: {} up to {} s", counted(report.time_events, "time event"), report.time);
            slave.logger.log(Category::Events, &text);
        }
        Ok(())
    })
}

/// A step never runs on its own, so that there is none to be cancelled.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2CancelStep(c: fmi2Component) -> fmi2Status {
    enter(c, Function::CancelStep, |_| Ok(()))
}

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

/// Status of a pending step; there is none, fmi2Discard.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStatus(c: fmi2Component, s: fmi2StatusKind, _value: *mut fmi2Status) -> fmi2Status {
    enter(c, Function::GetStatus, |_| Err(no_answer(s)))
}

/// The last successful time (`fmi2LastSuccessfulTime`), s.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealStatus(c: fmi2Component, s: fmi2StatusKind, value: *mut fmi2Real) -> fmi2Status {
    enter(c, Function::GetRealStatus, |slave| match s {
        // SAFETY: the caller's promise.
        fmi2LastSuccessfulTime => unsafe { write(value, slave.instance.time()) },
        other => Err(no_answer(other)),
    })
}

/// No question has an Integer as its answer, fmi2Discard.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetIntegerStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    _value: *mut fmi2Integer,
) -> fmi2Status {
    enter(c, Function::GetIntegerStatus, |_| Err(no_answer(s)))
}

/// Reports whether the model has terminated the simulation (`fmi2Terminated`). A failed step is not a termination.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetBooleanStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status {
    enter(c, Function::GetBooleanStatus, |slave| match s {
        // SAFETY: the caller's promise.
        fmi2Terminated => unsafe { write(value, fmi2Boolean::from(slave.instance.termination().is_some())) },
        other => Err(no_answer(other)),
    })
}

/// Text about a pending step; there is none, fmi2Discard.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetStringStatus(
    c: fmi2Component,
    s: fmi2StatusKind,
    _value: *mut fmi2String,
) -> fmi2Status {
    enter(c, Function::GetStringStatus, |_| Err(no_answer(s)))
}
