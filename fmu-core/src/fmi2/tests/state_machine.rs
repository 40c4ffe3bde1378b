//! Every function in every state does what the standard's table says, written down here a second time.

use super::host::{Host, bring_to, get_real, mode_of, set_real};
use crate::fmi2::state_table::{Function, TABLE};
use crate::fmi2::types::fmi2Status::{self, *};
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::Mode;
use crate::instance::oscillator::vr;
use std::collections::HashSet;
use std::ptr::{null, null_mut};

/// One letter per state, as the table of FMI 2.0.5, 4.2.4, abbreviates them here: instantiated, Initialization Mode, step Complete,
/// step Failed, Terminated, Error.
fn letter(mode: Mode) -> char {
    match mode {
        Mode::Instantiated => 'I',
        Mode::Initialization => 'N',
        Mode::StepComplete => 'C',
        Mode::StepFailed => 'F',
        Mode::Terminated => 'T',
        Mode::Error => 'E',
    }
}

/// A call with legal arguments; the states in which it is accepted, the status it then has, and the states that follow where they
/// differ from before.
struct Row {
    function: Function,
    states: &'static str,
    status: fmi2Status,
    next: Option<Mode>,
    call: fn(fmi2Component) -> fmi2Status,
}

const fn row(
    function: Function,
    states: &'static str,
    status: fmi2Status,
    next: Option<Mode>,
    call: fn(fmi2Component) -> fmi2Status,
) -> Row {
    Row { function, states, status, next, call }
}

fn rows() -> Vec<Row> {
    use Function::*;
    use Mode::*;
    // SAFETY (all calls): the component lives, every pointer is valid for the number of elements beside it.
    unsafe {
        vec![
            row(SetDebugLogging, "INCFTE", fmi2OK, None, |c| fmi2SetDebugLogging(c, 1, 0, null())),
            row(SetupExperiment, "I", fmi2OK, None, |c| fmi2SetupExperiment(c, 1, 1e-6, 0.0, 1, 1.0)),
            row(EnterInitializationMode, "I", fmi2OK, Some(Initialization), |c| {
                // Part of the precondition, without effect in other states.
                if mode_of(c) == Instantiated {
                    fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0);
                }
                fmi2EnterInitializationMode(c)
            }),
            row(ExitInitializationMode, "N", fmi2OK, Some(StepComplete), |c| fmi2ExitInitializationMode(c)),
            row(Terminate, "CF", fmi2OK, Some(Terminated), |c| fmi2Terminate(c)),
            row(Reset, "INCFTE", fmi2OK, Some(Instantiated), |c| fmi2Reset(c)),
            row(GetReal, "INCFTE", fmi2OK, None, |c| get_real(c, vr::X).0),
            row(GetInteger, "INCFTE", fmi2OK, None, |c| fmi2GetInteger(c, [vr::SIDE].as_ptr(), 1, [0].as_mut_ptr())),
            row(GetBoolean, "INCFTE", fmi2OK, None, |c| fmi2GetBoolean(c, [vr::LOCKED].as_ptr(), 1, [0].as_mut_ptr())),
            row(GetString, "INCFTE", fmi2OK, None, |c| fmi2GetString(c, null(), 0, null_mut())),
            row(SetReal, "INC", fmi2OK, None, |c| set_real(c, vr::U, 1.0)),
            row(SetInteger, "INC", fmi2OK, None, |c| fmi2SetInteger(c, [vr::SIDE].as_ptr(), 1, [1].as_ptr())),
            row(SetBoolean, "INC", fmi2OK, None, |c| fmi2SetBoolean(c, null(), 0, null())),
            row(SetString, "INC", fmi2OK, None, |c| fmi2SetString(c, null(), 0, null())),
            row(GetFMUstate, "", fmi2Error, None, |c| fmi2GetFMUstate(c, &raw mut *Box::leak(Box::new(null_mut())))),
            row(SetFMUstate, "", fmi2Error, None, |c| fmi2SetFMUstate(c, null_mut())),
            row(FreeFMUstate, "INCFTE", fmi2OK, None, |c| fmi2FreeFMUstate(c, [null_mut()].as_mut_ptr())),
            row(SerializedFMUstateSize, "", fmi2Error, None, |c| {
                fmi2SerializedFMUstateSize(c, null_mut(), [0].as_mut_ptr())
            }),
            row(SerializeFMUstate, "", fmi2Error, None, |c| fmi2SerializeFMUstate(c, null_mut(), [0].as_mut_ptr(), 1)),
            row(DeSerializeFMUstate, "", fmi2Error, None, |c| {
                fmi2DeSerializeFMUstate(c, [0].as_ptr(), 1, [null_mut()].as_mut_ptr())
            }),
            row(GetDirectionalDerivative, "", fmi2Error, None, |c| {
                fmi2GetDirectionalDerivative(c, null(), 0, null(), 0, null(), null_mut())
            }),
            row(SetRealInputDerivatives, "", fmi2Error, None, |c| {
                fmi2SetRealInputDerivatives(c, [vr::U].as_ptr(), 1, [1].as_ptr(), [0.0].as_ptr())
            }),
            row(GetRealOutputDerivatives, "", fmi2Error, None, |c| {
                fmi2GetRealOutputDerivatives(c, [vr::Y].as_ptr(), 1, [1].as_ptr(), [0.0].as_mut_ptr())
            }),
            row(DoStep, "C", fmi2OK, None, |c| fmi2DoStep(c, 0.25, 0.25, 1)),
            row(CancelStep, "", fmi2Error, None, |c| fmi2CancelStep(c)),
            row(GetStatus, "CFT", fmi2Discard, None, |c| fmi2GetStatus(c, fmi2DoStepStatus, [fmi2OK].as_mut_ptr())),
            row(GetRealStatus, "CFT", fmi2OK, None, |c| {
                fmi2GetRealStatus(c, fmi2LastSuccessfulTime, [0.0].as_mut_ptr())
            }),
            row(GetIntegerStatus, "CFT", fmi2Discard, None, |c| {
                fmi2GetIntegerStatus(c, fmi2DoStepStatus, [0].as_mut_ptr())
            }),
            row(GetBooleanStatus, "CFT", fmi2OK, None, |c| fmi2GetBooleanStatus(c, fmi2Terminated, [0].as_mut_ptr())),
            row(GetStringStatus, "CFT", fmi2Discard, None, |c| {
                fmi2GetStringStatus(c, fmi2PendingStatus, [null()].as_mut_ptr())
            }),
            row(EnterEventMode, "", fmi2Error, None, |c| fmi2EnterEventMode(c)),
            row(NewDiscreteStates, "", fmi2Error, None, |c| fmi2NewDiscreteStates(c, null_mut())),
            row(EnterContinuousTimeMode, "", fmi2Error, None, |c| fmi2EnterContinuousTimeMode(c)),
            row(CompletedIntegratorStep, "", fmi2Error, None, |c| {
                fmi2CompletedIntegratorStep(c, 1, [0].as_mut_ptr(), [0].as_mut_ptr())
            }),
            row(SetTime, "", fmi2Error, None, |c| fmi2SetTime(c, 0.0)),
            row(SetContinuousStates, "", fmi2Error, None, |c| fmi2SetContinuousStates(c, [0.0, 0.0].as_ptr(), 2)),
            row(GetDerivatives, "", fmi2Error, None, |c| fmi2GetDerivatives(c, [0.0, 0.0].as_mut_ptr(), 2)),
            row(GetEventIndicators, "", fmi2Error, None, |c| fmi2GetEventIndicators(c, null_mut(), 0)),
            row(GetContinuousStates, "", fmi2Error, None, |c| fmi2GetContinuousStates(c, [0.0, 0.0].as_mut_ptr(), 2)),
            row(GetNominalsOfContinuousStates, "", fmi2Error, None, |c| {
                fmi2GetNominalsOfContinuousStates(c, [0.0, 0.0].as_mut_ptr(), 2)
            }),
        ]
    }
}

#[test]
fn every_function_in_every_state() {
    let host = Host::new();
    let rows = rows();
    for Row { function, states, status, next, call } in &rows {
        for mode in Mode::ALL {
            let c = host.oscillator_in(mode);
            let accepted = states.contains(letter(mode));
            let expected = if accepted { *status } else { fmi2Error };
            assert_eq!(call(c), expected, "{function} in {mode}");
            let after = match (accepted, next) {
                (true, Some(next)) => *next,
                (true, None) if expected != fmi2Error => mode,
                _ => Mode::Error,
            };
            assert_eq!(mode_of(c), after, "{function} in {mode}");
            let messages = host.messages();
            assert_eq!(messages.len(), usize::from(expected != fmi2OK), "{function} in {mode}: {messages:?}");
            assert!(
                messages.iter().all(|m| m.status == expected as i32 && m.text.starts_with(&format!("{function}: ")))
            );
            // SAFETY: a living component.
            unsafe { fmi2FreeInstance(c) };
        }
    }
    let tested: HashSet<Function> = rows.iter().map(|row| row.function).collect();
    let untested: Vec<_> = TABLE.iter().map(|rule| rule.function).filter(|f| !tested.contains(f)).collect();
    assert_eq!(untested, [Function::FreeInstance], "tested below");
}

#[test]
fn the_table_has_one_row_for_each_function() {
    let functions: HashSet<Function> = TABLE.iter().map(|rule| rule.function).collect();
    assert_eq!(functions.len(), TABLE.len());
    for rule in TABLE {
        let lenient = Mode::ALL.iter().any(|&mode| rule.lenient.contains(mode));
        assert_eq!(lenient, !rule.reason.is_empty(), "{}: leniency has a reason", rule.function);
    }
}

#[test]
fn every_state_can_be_freed_once() {
    let host = Host::new();
    for mode in Mode::ALL {
        let c = host.oscillator_in(mode);
        // SAFETY: a living component; then addresses that are no component any more, which must not be followed.
        unsafe {
            fmi2FreeInstance(c);
            fmi2FreeInstance(c);
            assert_eq!(fmi2Reset(c), fmi2Error);
            fmi2FreeInstance(null_mut());
        }
        assert_eq!(host.messages(), []);
    }
}

#[test]
fn unsupported_functions_say_so() {
    let host = Host::new();
    for Row { function, call, .. } in rows().iter().filter(|row| row.states.is_empty()) {
        let c = host.oscillator_in(Mode::StepComplete);
        call(c);
        let text = &host.messages()[0].text;
        let expected = if *function == Function::CancelStep { "no state" } else { "not supported by this FMU" };
        assert!(text.contains(expected), "{text}");
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

#[test]
fn more_than_the_standard_allows_is_accepted_as_the_table_says() {
    let host = Host::new();
    let c = host.oscillator_in(Mode::Instantiated);
    assert_eq!(get_real(c, vr::M), (fmi2OK, 2.0));
    assert_eq!(get_real(c, vr::X), (fmi2OK, 0.5));
    assert_eq!(set_real(c, vr::U, 3.0), fmi2OK);
    bring_to(c, Mode::Initialization);
    assert_eq!(get_real(c, vr::Y), (fmi2OK, 4.0));
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
    let c = host.oscillator_in(Mode::Instantiated);
    assert_eq!(get_real(c, vr::Y).0, fmi2Error);
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

#[test]
fn a_failed_step_answers_the_hosts_questions() {
    let host = Host::new();
    let c = host.oscillator_in(Mode::StepFailed);
    let (mut time, mut terminated) = (f64::NAN, -1);
    // SAFETY: a living component, valid pointers.
    unsafe {
        assert_eq!(fmi2GetRealStatus(c, fmi2LastSuccessfulTime, &raw mut time), fmi2OK);
        assert_eq!(fmi2GetBooleanStatus(c, fmi2Terminated, &raw mut terminated), fmi2OK);
    }
    assert_eq!((time, terminated), (0.25, fmi2False));
    assert_eq!(get_real(c, vr::TIME), (fmi2OK, 0.25));
    // SAFETY: a living component; the pointer is NULL.
    unsafe {
        assert_eq!(fmi2GetRealStatus(c, fmi2LastSuccessfulTime, null_mut()), fmi2Error);
        fmi2FreeInstance(c);
    }
}

#[test]
fn a_panic_is_an_error_that_a_reset_mends() {
    let host = Host::new();
    let c = host.oscillator_in(Mode::StepComplete);
    assert_eq!(set_real(c, vr::T_PANIC, 0.3), fmi2OK);
    // SAFETY: a living component.
    unsafe {
        assert_eq!(fmi2DoStep(c, 0.25, 0.25, 1), fmi2Error);
        assert_eq!(mode_of(c), Mode::Error);
        let text = &host.messages()[0].text;
        assert!(text.starts_with("fmi2DoStep: internal error"), "{text}");
        assert!(text.contains("the oscillator broke at 100%%"), "{text}");
        assert_eq!(fmi2Reset(c), fmi2OK);
        bring_to(c, Mode::StepComplete);
        assert_eq!(fmi2DoStep(c, 0.25, 0.25, 1), fmi2OK);
        fmi2FreeInstance(c);
    }
}
