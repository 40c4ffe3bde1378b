//! Every function in every state does what the standard's table says, written down here a second time.

use super::host::{Host, bring_to, get_real, mode_of, set_real};
use crate::fmi2::types::fmi2Status::{self, *};
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::calls::{Function, TABLE, Verdict, verdict};
use crate::instance::oscillator::vr;
use crate::instance::{Interface, Mode, Version};
use std::collections::HashSet;
use std::ptr::{null, null_mut};

/// One letter per state of the tables of FMI 2.0.5, 3.2.3 and 4.2.4: instantiated, Initialization Mode, eVent Mode, continuous-time
/// mode (X), step Complete, step Failed, Terminated, Error.
fn letter(mode: Mode) -> char {
    match mode {
        Mode::Instantiated => 'I',
        Mode::Initialization => 'N',
        Mode::Event => 'V',
        Mode::ContinuousTime => 'X',
        Mode::StepComplete => 'C',
        Mode::StepFailed => 'F',
        Mode::Terminated => 'T',
        Mode::Error => 'E',
        Mode::Step => 'S',
    }
}

/// A call with legal arguments; the states in which it is accepted for each interface, the status it then has, and the state that
/// follows where it differs from before.
pub(super) struct Row {
    pub(super) function: Function,
    co_simulation: &'static str,
    model_exchange: &'static str,
    status: fmi2Status,
    next: Option<Mode>,
    pub(super) call: fn(fmi2Component) -> fmi2Status,
}

const fn row(
    function: Function,
    [co_simulation, model_exchange]: [&'static str; 2],
    status: fmi2Status,
    next: Option<Mode>,
    call: fn(fmi2Component) -> fmi2Status,
) -> Row {
    Row { function, co_simulation, model_exchange, status, next, call }
}

pub(super) fn rows() -> Vec<Row> {
    use Function::*;
    use Mode::*;
    // SAFETY (all calls): the component lives, every pointer is valid for the number of elements beside it.
    unsafe {
        vec![
            row(SetDebugLogging, ["INCFTE", "INVXTE"], fmi2OK, None, |c| fmi2SetDebugLogging(c, 1, 0, null())),
            row(SetupExperiment, ["I", "I"], fmi2OK, None, |c| fmi2SetupExperiment(c, 1, 1e-6, 0.0, 1, 1.0)),
            row(EnterInitializationMode, ["I", "I"], fmi2OK, Some(Initialization), |c| {
                // Part of the precondition, without effect in other states.
                if mode_of(c) == Instantiated {
                    fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0);
                }
                fmi2EnterInitializationMode(c)
            }),
            row(ExitInitializationMode, ["N", "N"], fmi2OK, Some(StepComplete), |c| fmi2ExitInitializationMode(c)),
            row(Terminate, ["CF", "VX"], fmi2OK, Some(Terminated), |c| fmi2Terminate(c)),
            row(Reset, ["INCFTE", "INVXTE"], fmi2OK, Some(Instantiated), |c| fmi2Reset(c)),
            row(GetReal, ["INCFTE", "INVXTE"], fmi2OK, None, |c| get_real(c, vr::X).0),
            row(GetInteger, ["INCFTE", "INVXTE"], fmi2OK, None, |c| {
                fmi2GetInteger(c, [vr::SIDE].as_ptr(), 1, [0].as_mut_ptr())
            }),
            row(GetBoolean, ["INCFTE", "INVXTE"], fmi2OK, None, |c| {
                fmi2GetBoolean(c, [vr::LOCKED].as_ptr(), 1, [0].as_mut_ptr())
            }),
            row(GetString, ["INCFTE", "INVXTE"], fmi2OK, None, |c| fmi2GetString(c, null(), 0, null_mut())),
            row(SetReal, ["INC", "INVX"], fmi2OK, None, |c| set_real(c, vr::U, 1.0)),
            row(SetInteger, ["INC", "INV"], fmi2OK, None, |c| fmi2SetInteger(c, [vr::SIDE].as_ptr(), 1, [1].as_ptr())),
            row(SetBoolean, ["INC", "INVX"], fmi2OK, None, |c| fmi2SetBoolean(c, null(), 0, null())),
            row(SetString, ["INC", "INV"], fmi2OK, None, |c| fmi2SetString(c, null(), 0, null())),
            row(GetFMUstate, ["INCFTE", "INVXTE"], fmi2OK, None, |c| fmi2GetFMUstate(c, [null_mut()].as_mut_ptr())),
            row(SetFMUstate, ["INCFTE", "INVXTE"], fmi2OK, None, |c| fmi2SetFMUstate(c, snapshot_of(c))),
            row(FreeFMUstate, ["INCFTE", "INVXTE"], fmi2OK, None, |c| fmi2FreeFMUstate(c, [null_mut()].as_mut_ptr())),
            row(SerializedFMUstateSize, ["INCFTE", "INVXTE"], fmi2OK, None, |c| {
                fmi2SerializedFMUstateSize(c, snapshot_of(c), [0].as_mut_ptr())
            }),
            row(SerializeFMUstate, ["INCFTE", "INVXTE"], fmi2OK, None, |c| {
                fmi2SerializeFMUstate(c, snapshot_of(c), [0; 1000].as_mut_ptr(), 1000)
            }),
            row(DeSerializeFMUstate, ["INCFTE", "INVXTE"], fmi2OK, None, |c| {
                let mut bytes = [0; 1000];
                assert_eq!(fmi2SerializeFMUstate(c, snapshot_of(c), bytes.as_mut_ptr(), 1000), fmi2OK);
                fmi2DeSerializeFMUstate(c, bytes.as_ptr(), 1000, [null_mut()].as_mut_ptr())
            }),
            row(GetDirectionalDerivative, ["NCFTE", "NVXTE"], fmi2OK, None, |c| {
                let (unknown, known) = ([vr::Y], [vr::U]);
                let (direction, result) = ([1.0], &mut [0.0]);
                fmi2GetDirectionalDerivative(
                    c,
                    unknown.as_ptr(),
                    1,
                    known.as_ptr(),
                    1,
                    direction.as_ptr(),
                    result.as_mut_ptr(),
                )
            }),
            row(SetRealInputDerivatives, ["INC", ""], fmi2OK, None, |c| {
                fmi2SetRealInputDerivatives(c, [vr::U].as_ptr(), 1, [1].as_ptr(), [0.0].as_ptr())
            }),
            row(GetRealOutputDerivatives, ["CFTE", ""], fmi2OK, None, |c| {
                fmi2GetRealOutputDerivatives(c, [vr::Y].as_ptr(), 1, [1].as_ptr(), [0.0].as_mut_ptr())
            }),
            row(DoStep, ["C", ""], fmi2OK, None, |c| fmi2DoStep(c, 0.25, 0.25, 1)),
            row(CancelStep, ["", ""], fmi2Error, None, |c| fmi2CancelStep(c)),
            row(GetStatus, ["CFT", ""], fmi2Discard, None, |c| {
                fmi2GetStatus(c, fmi2DoStepStatus, [fmi2OK].as_mut_ptr())
            }),
            row(GetRealStatus, ["CFT", ""], fmi2OK, None, |c| {
                fmi2GetRealStatus(c, fmi2LastSuccessfulTime, [0.0].as_mut_ptr())
            }),
            row(GetIntegerStatus, ["CFT", ""], fmi2Discard, None, |c| {
                fmi2GetIntegerStatus(c, fmi2DoStepStatus, [0].as_mut_ptr())
            }),
            row(GetBooleanStatus, ["CFT", ""], fmi2OK, None, |c| {
                fmi2GetBooleanStatus(c, fmi2Terminated, [0].as_mut_ptr())
            }),
            row(GetStringStatus, ["CFT", ""], fmi2Discard, None, |c| {
                fmi2GetStringStatus(c, fmi2PendingStatus, [null()].as_mut_ptr())
            }),
            row(EnterEventMode, ["", "VX"], fmi2OK, Some(Event), |c| fmi2EnterEventMode(c)),
            row(NewDiscreteStates, ["", "V"], fmi2OK, None, |c| {
                fmi2NewDiscreteStates(c, [std::mem::zeroed::<fmi2EventInfo>()].as_mut_ptr())
            }),
            row(EnterContinuousTimeMode, ["", "V"], fmi2OK, Some(ContinuousTime), |c| fmi2EnterContinuousTimeMode(c)),
            row(CompletedIntegratorStep, ["", "X"], fmi2OK, None, |c| {
                fmi2CompletedIntegratorStep(c, 1, [0].as_mut_ptr(), [0].as_mut_ptr())
            }),
            row(SetTime, ["", "IVX"], fmi2OK, None, |c| fmi2SetTime(c, 0.0)),
            row(SetContinuousStates, ["", "X"], fmi2OK, None, |c| fmi2SetContinuousStates(c, [0.0, 0.0].as_ptr(), 2)),
            row(GetDerivatives, ["", "NVXTE"], fmi2OK, None, |c| fmi2GetDerivatives(c, [0.0, 0.0].as_mut_ptr(), 2)),
            row(GetEventIndicators, ["", "NVXTE"], fmi2OK, None, |c| fmi2GetEventIndicators(c, null_mut(), 0)),
            row(GetContinuousStates, ["", "NVXTE"], fmi2OK, None, |c| {
                fmi2GetContinuousStates(c, [0.0, 0.0].as_mut_ptr(), 2)
            }),
            row(GetNominalsOfContinuousStates, ["", "INVXTE"], fmi2OK, None, |c| {
                fmi2GetNominalsOfContinuousStates(c, [0.0, 0.0].as_mut_ptr(), 2)
            }),
        ]
    }
}

/// A snapshot of a living component.
fn snapshot_of(c: fmi2Component) -> fmi2FMUstate {
    let mut state = null_mut();
    // SAFETY: a living component and a pointer to a pointer.
    assert_eq!(unsafe { fmi2GetFMUstate(c, &raw mut state) }, fmi2OK);
    state
}

#[test]
fn every_function_in_every_state() {
    let host = Host::new();
    let rows = rows();
    for Row { function, co_simulation, model_exchange, status, next, call } in &rows {
        for (interface, states) in
            [(Interface::CoSimulation, co_simulation), (Interface::ModelExchange, model_exchange)]
        {
            for mode in Mode::ALL.into_iter().filter(|&mode| interface.states(Version::Fmi2).contains(mode)) {
                let at = format!("{function} in {mode}, {interface}");
                let c = host.oscillator_for(interface, mode);
                let accepted = states.contains(letter(mode));
                let expected = if accepted { *status } else { fmi2Error };
                assert_eq!(call(c), expected, "{at}");
                let after = match (accepted, next) {
                    (true, Some(Mode::StepComplete)) if interface == Interface::ModelExchange => Mode::Event,
                    (true, Some(next)) => *next,
                    (true, None) if expected != fmi2Error => mode,
                    _ => Mode::Error,
                };
                assert_eq!(mode_of(c), after, "{at}");
                let messages = host.messages();
                // Events and statistics are no problems, but logged.
                let problems: Vec<_> = messages
                    .iter()
                    .filter(|m| !["logEvents", "logStatistics"].contains(&m.category.as_str()))
                    .collect();
                assert_eq!(problems.len(), usize::from(expected != fmi2OK), "{at}: {messages:?}");
                assert!(
                    problems
                        .iter()
                        .all(|m| m.status == expected as i32 && m.text.starts_with(&format!("{function}: ")))
                );
                // SAFETY: a living component.
                unsafe { fmi2FreeInstance(c) };
            }
        }
    }
    let tested: HashSet<Function> = rows.iter().map(|row| row.function).collect();
    let untested: Vec<_> = TABLE.iter().map(|rule| rule.function).filter(|f| !tested.contains(f)).collect();
    use Function::{EnterStepMode, FreeInstance, GetCounts, GetStructure, Unsupported};
    assert_eq!(
        untested,
        [FreeInstance, EnterStepMode, GetStructure, GetCounts, Unsupported],
        "tested below, and with FMI 3.0"
    );
}

#[test]
fn the_table_has_one_row_for_each_function() {
    let functions: HashSet<Function> = TABLE.iter().map(|rule| rule.function).collect();
    assert_eq!(functions.len(), TABLE.len());
    for rule in TABLE {
        let lenient = Mode::ALL.iter().any(|&mode| rule.lenient.contains(mode));
        assert_eq!(lenient, !rule.reason.is_empty(), "{}: leniency has a reason", rule.function);
        for (version, interface) in
            Version::ALL.into_iter().flat_map(|v| Interface::ALL.map(|interface| (v, interface)))
        {
            let foreign = Mode::ALL.iter().any(|&mode| {
                !interface.states(version).contains(mode)
                    && verdict(rule.function, version, interface, mode) == Verdict::Allowed
            });
            assert!(!foreign, "{}: no state of the other interface", rule.function);
        }
    }
}

#[test]
fn every_state_can_be_freed_once() {
    let host = Host::new();
    let states = |interface: Interface| {
        Mode::ALL
            .into_iter()
            .filter(move |&mode| interface.states(Version::Fmi2).contains(mode))
            .map(move |mode| (interface, mode))
    };
    for (interface, mode) in Interface::ALL.into_iter().flat_map(states) {
        let c = host.oscillator_for(interface, mode);
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
fn functions_of_the_other_interface_say_so() {
    let host = Host::new();
    for Row { function, co_simulation, model_exchange, call, .. } in &rows() {
        let owner = match (co_simulation.is_empty(), model_exchange.is_empty()) {
            (true, false) => Interface::ModelExchange,
            (false, true) => Interface::CoSimulation,
            _ => continue,
        };
        let other = Interface::ALL.into_iter().find(|interface| *interface != owner).unwrap();
        let c = host.oscillator_for(other, Mode::Initialization);
        call(c);
        let text = &host.messages()[0].text;
        assert!(text.contains(&format!("it belongs to {owner}")), "{function}: {text}");
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
    let c = host.oscillator_in(Mode::StepComplete);
    // SAFETY: a living component.
    assert_eq!(unsafe { fmi2CancelStep(c) }, fmi2Error);
    assert!(host.messages()[0].text.contains("no state"));
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
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
        assert!(text.contains("index out of bounds"), "{text}");
        assert_eq!(fmi2Reset(c), fmi2OK);
        bring_to(c, Mode::StepComplete);
        assert_eq!(fmi2DoStep(c, 0.25, 0.25, 1), fmi2OK);
        fmi2FreeInstance(c);
    }
}
