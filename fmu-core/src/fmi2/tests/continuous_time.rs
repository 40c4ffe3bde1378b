//! What a host may set in Continuous-Time Mode, and what it gets there.

use super::host::{Host, bring_to, get_real, logger, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::vr;
use crate::instance::{Instance, Interface, Mode};
use crate::shell::handles;
use crate::shell::slave::Slave;
use compiler::compile;
use compiler::model_file::ModelFile;
use std::ptr::null_mut;
use std::sync::Arc;

/// A Boolean and an Integer input, and a signal that reaches a threshold.
const SIGNALS: &str = r#"{"name": "Signals",
    "connections": [["gain.y", "above.u"]],
    "components": {
        "gain": {"class": "Blocks.Math.Gain", "k": 1e200},
        "above": {"class": "Blocks.Logical.GreaterThreshold", "threshold": 3},
        "not": {"class": "Blocks.Logical.Not"},
        "pass": {"class": "Blocks.Routing.IntegerPassThrough"}},
    "inputs": {"u": "gain.u", "on": "not.u", "n": {"variable": "pass.u", "start": 2}},
    "outputs": {"off": "not.y", "chosen": "pass.y", "large": "above.y"}}"#;

/// An instance of the signals in Continuous-Time Mode, with messages switched off, and the value references of these variables.
fn signals<const N: usize>(host: &Host, names: [&str; N]) -> (fmi2Component, [u32; N]) {
    let model = Arc::new(compile(&ModelFile::from_json(SIGNALS).unwrap()).unwrap());
    let references = names.map(|name| model.catalogue.find(name).unwrap() as u32);
    let instance = Instance::new(model).with_interface(Interface::ModelExchange);
    let logger = logger(Some(&host.functions()), c"signals", false);
    let c = handles::publish(Slave { instance, logger });
    bring_to(c, Mode::ContinuousTime);
    assert_eq!(host.messages(), []);
    (c, references)
}

fn states(c: fmi2Component) -> [f64; 2] {
    let mut states = [f64::NAN; 2];
    // SAFETY: a living component, and room for its states.
    assert_eq!(unsafe { fmi2GetContinuousStates(c, states.as_mut_ptr(), 2) }, fmi2OK);
    states
}

#[test]
fn continuous_states_can_be_set_like_inputs() {
    let host = Host::new();
    let c = host.oscillator_for(Interface::ModelExchange, Mode::ContinuousTime);
    let (references, values) = ([vr::V, vr::U, vr::X], [0.75, 6.0, 0.25]);
    // SAFETY: a living component; arrays of the lengths beside them.
    unsafe {
        assert_eq!(fmi2SetReal(c, references.as_ptr(), 3, values.as_ptr()), fmi2OK);
        assert_eq!(states(c), [0.25, 0.75]);
        // m = 2 kg, k = 8 N/m.
        assert_eq!((get_real(c, vr::X), get_real(c, vr::DER_V)), ((fmi2OK, 0.25), (fmi2OK, (6.0 - 8.0 * 0.25) / 2.0)));
        for wrong in [f64::NAN, f64::INFINITY] {
            assert_eq!(fmi2SetReal(c, references.as_ptr(), 3, [0.5, 1.0, wrong].as_ptr()), fmi2Discard);
            assert_eq!(fmi2SetContinuousStates(c, [0.5, wrong].as_ptr(), 2), fmi2Discard);
            assert_eq!((states(c), get_real(c, vr::U).1), ([0.25, 0.75], 6.0), "what is refused changes nothing");
        }
        assert_eq!(fmi2EnterEventMode(c), fmi2OK);
        assert_eq!(set_real(c, vr::X, 0.5), fmi2Error, "in Event Mode only inputs and tunable parameters");
        fmi2FreeInstance(c);
    }
}

#[test]
fn inputs_that_are_not_continuous_wait_for_event_mode() {
    let host = Host::new();
    let (c, [on, n, off, chosen]) = signals(&host, ["on", "n", "off", "chosen"]);
    // SAFETY (all): a living component; pointers to as many elements as the number beside them.
    let set = |value: fmi2Boolean| unsafe { fmi2SetBoolean(c, &raw const on, 1, &raw const value) };
    let boolean = |c, reference: u32| {
        let mut value = -1;
        assert_eq!(unsafe { fmi2GetBoolean(c, &raw const reference, 1, &raw mut value) }, fmi2OK);
        value
    };
    let chosen = || {
        let mut value = -1;
        assert_eq!(unsafe { fmi2GetInteger(c, &raw const chosen, 1, &raw mut value) }, fmi2OK);
        value
    };
    let wants_events = || {
        let mut wanted = -1;
        assert_eq!(unsafe { fmi2CompletedIntegratorStep(c, 1, &raw mut wanted, [0].as_mut_ptr()) }, fmi2OK);
        wanted == fmi2True
    };
    assert_eq!((set(fmi2False), host.messages().len(), wants_events()), (fmi2OK, 0, false), "nothing has changed");
    for _ in 0..3 {
        assert_eq!(set(fmi2True), fmi2OK);
        assert_eq!(unsafe { fmi2SetInteger(c, &raw const n, 1, [7].as_ptr()) }, fmi2OK);
    }
    let messages = host.messages();
    assert_eq!(messages.len(), 1, "said once: {messages:?}");
    assert!(messages[0].text.starts_with("fmi2SetBoolean: on is not a continuous input"), "{messages:?}");
    assert_eq!(messages[0].status, fmi2OK as i32);
    assert_eq!((boolean(c, on), boolean(c, off), chosen()), (fmi2False, fmi2True, 2), "the old values hold");
    assert!(wants_events());

    let mut snapshot = null_mut();
    assert_eq!(unsafe { fmi2GetFMUstate(c, &raw mut snapshot) }, fmi2OK);
    assert_eq!(set(fmi2False), fmi2OK);
    assert_eq!(unsafe { fmi2SetInteger(c, &raw const n, 1, [2].as_ptr()) }, fmi2OK);
    assert!(!wants_events(), "the old values were set again");
    let (other, _) = signals(&host, []);
    for c in [c, other] {
        assert_eq!(unsafe { fmi2SetFMUstate(c, snapshot) }, fmi2OK);
        assert_eq!(boolean(c, off), fmi2True);
        assert_eq!(unsafe { fmi2EnterEventMode(c) }, fmi2OK);
        assert_eq!((boolean(c, on), boolean(c, off)), (fmi2True, fmi2False));
        let mut info = unsafe { std::mem::zeroed::<fmi2EventInfo>() };
        assert_eq!(unsafe { fmi2NewDiscreteStates(c, &raw mut info) }, fmi2OK);
        assert_eq!(info.valuesOfContinuousStatesChanged, fmi2True, "integrators start anew");
        assert_eq!(unsafe { fmi2EnterContinuousTimeMode(c) }, fmi2OK);
    }
    assert_eq!((chosen(), wants_events()), (7, false));
    assert_eq!(host.messages(), []);
    unsafe {
        fmi2FreeInstance(c);
        fmi2FreeInstance(other);
    }
}

#[test]
fn event_indicators_that_are_not_finite_are_refused_by_name() {
    let host = Host::new();
    let (c, [u]) = signals(&host, ["u"]);
    let mut indicators = [f64::NAN; 1];
    // SAFETY: a living component, with one event indicator.
    let mut ask = || unsafe { (fmi2GetEventIndicators(c, indicators.as_mut_ptr(), 1), indicators[0]) };
    let (status, start) = ask();
    assert!(status == fmi2OK && (start - 3.0).abs() < 1e-6, "{start} from the threshold");
    assert_eq!(set_real(c, u, -1e200), fmi2OK);
    assert_eq!(ask().0, fmi2Discard);
    let messages = host.messages();
    assert!(
        messages[0].text.contains("the event indicators cannot be evaluated at 0 s: above is not finite;"),
        "{messages:?}"
    );
    assert_eq!(set_real(c, u, 0.0), fmi2OK);
    assert_eq!(ask(), (fmi2OK, start), "the host goes on with a smaller step");
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

/// A host that takes 0 for every state without a start value in the description.
#[test]
fn a_quaternion_of_zeros_is_named() {
    let text = r#"{"name": "Fall", "components": {"world": {"class": "World"},
        "stone": {"class": "Parts.Body", "m": 1, "r_CM": [0.1, 0, 0]}}}"#;
    let model = Arc::new(compile(&ModelFile::from_json(text).unwrap()).unwrap());
    let references: Vec<u32> = model.catalogue.states.iter().map(|state| *state as u32).collect();
    let count = references.len();
    let host = Host::new();
    let instance = Instance::new(model).with_interface(Interface::ModelExchange);
    let logger = logger(Some(&host.functions()), c"fall", false);
    let c = handles::publish(Slave { instance, logger });
    bring_to(c, Mode::ContinuousTime);
    let mut numbers = vec![f64::NAN; count];
    // SAFETY: a living component; arrays of as many elements as it has states.
    unsafe {
        assert_eq!(fmi2GetContinuousStates(c, numbers.as_mut_ptr(), count), fmi2OK);
        let initial = numbers.clone();
        assert_eq!(fmi2SetReal(c, references.as_ptr(), count, vec![0.0; count].as_ptr()), fmi2OK);
        assert_eq!(fmi2GetDerivatives(c, numbers.as_mut_ptr(), count), fmi2Discard);
        let text = host.messages().remove(0).text;
        assert!(
            text.contains("stone.Q[1] and the three states after it are 0") && text.contains("fmi2GetContinuousStates"),
            "{text}"
        );
        assert_eq!(fmi2SetReal(c, references.as_ptr(), count, initial.as_ptr()), fmi2OK);
        assert_eq!(fmi2GetDerivatives(c, numbers.as_mut_ptr(), count), fmi2OK);
        fmi2FreeInstance(c);
    }
    assert!(numbers.iter().any(|derivative| (derivative.abs() - 9.80665).abs() < 1e-5), "it falls: {numbers:?}");
}

/// What a damaged compiled model may hold, behind a digest that was made for it.
#[test]
fn a_parameter_that_is_not_finite_is_refused_by_name() {
    for interface in Interface::ALL {
        let mut model = compile(&ModelFile::from_json(SIGNALS).unwrap()).unwrap();
        let reference = model.catalogue.find("gain.k").unwrap() as u32;
        model.parameters.slots.iter_mut().for_each(|slot| slot.value = f64::NAN);
        let host = Host::new();
        let instance = Instance::new(Arc::new(model)).with_interface(interface);
        let logger = logger(Some(&host.functions()), c"damaged", false);
        let c = handles::publish(Slave { instance, logger });
        assert_eq!(get_real(c, reference).0, fmi2Error);
        let text = host.messages().remove(0).text;
        assert!(text.starts_with("fmi2GetReal: ") && text.contains("gain.k"), "{text}");
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}
