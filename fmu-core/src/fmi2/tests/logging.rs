//! What reaches the host's logger, and when.

use super::host::{Host, get_real, logger, oscillator, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::vr;
use crate::instance::{Instance, Interface};
use crate::shell::handles;
use crate::shell::logger::Category;
use crate::shell::slave::Slave;
use compiler::compile;
use compiler::model_file::ModelFile;
use std::ffi::CStr;
use std::ptr::{null, null_mut};
use std::sync::Arc;

/// A call that is fmi2Discard; the number of messages.
fn discard(host: &Host, c: fmi2Component) -> usize {
    assert_eq!(set_real(c, vr::K, f64::NAN), fmi2Discard);
    host.messages().len()
}

fn switch(c: fmi2Component, on: fmi2Boolean, names: &[&CStr]) -> fmi2Status {
    let pointers: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
    // SAFETY: valid strings.
    unsafe { fmi2SetDebugLogging(c, on, pointers.len(), pointers.as_ptr()) }
}

#[test]
fn a_message_has_name_category_and_status() {
    let host = Host::new();
    let c = host.oscillator(c"my %s #1#", true);
    discard(&host, c);
    assert_eq!(set_real(c, vr::K, -1.0), fmi2Discard);
    let message = host.messages().remove(0);
    assert_eq!(message.instance_name, "my %s #1#", "the name is no format");
    assert_eq!((message.status, message.category.as_str()), (2, "logStatusDiscard"));
    assert!(message.text.starts_with("fmi2SetReal: k (value reference 2) was given -1"), "{}", message.text);
    assert_eq!(set_real(c, 99, 1.0), fmi2Error);
    let message = host.messages().remove(0);
    assert_eq!((message.status, message.category.as_str()), (3, "logStatusError"));
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

/// A host that has switched logging off and goes on after a refused value would else show its consequences only.
#[test]
fn without_logging_every_cause_is_told_once() {
    let host = Host::new();
    let c = host.oscillator(c"quiet", false);
    let causes: [(u32, &[f64], &str); 3] = [
        (vr::K, &[-1.0, -2.5, -3e4], "k (value reference 2)"),
        (vr::K, &[f64::NAN], "a finite number"),
        (vr::M, &[-1.0, -2.0], "m (value reference 1)"),
    ];
    for repetition in 0..1000 {
        for (reference, values, words) in causes {
            values.iter().for_each(|value| assert_eq!(set_real(c, reference, *value), fmi2Discard));
            let messages = host.messages();
            assert_eq!(messages.len(), usize::from(repetition == 0), "{messages:?}");
            for message in messages {
                assert_eq!((message.status, message.category.as_str()), (2, "logStatusDiscard"));
                assert!(message.text.contains(words), "{}", message.text);
            }
        }
    }
    assert_eq!(set_real(c, 99, 1.0), fmi2Error);
    assert_eq!(host.messages().len(), 1, "a new cause");
    // SAFETY: a living component.
    unsafe {
        assert_eq!(fmi2Reset(c), fmi2OK);
        assert_eq!(discard(&host, c), 1, "another run");
        assert_eq!(discard(&host, c), 0);
        fmi2FreeInstance(c);
    }
}

/// Many names in one run are no flood either.
#[test]
fn the_number_of_causes_is_bounded() {
    let host = Host::new();
    let mut logger = logger(Some(&host.functions()), c"many", false);
    (0..2000).for_each(|k| logger.refused(Category::Discard, &format!("body{k}.m was given -1")));
    let messages = host.messages();
    assert_eq!(messages.len(), 1000);
    assert!(messages[999].text.contains("body999.m") && messages[999].text.contains("switched on"));
    logger.switch_all(true);
    logger.refused(Category::Discard, "body3000.m was given -1");
    assert_eq!(host.messages().len(), 1);
}

#[test]
fn what_follows_from_an_error_is_one_line() {
    for logging_on in [false, true] {
        let host = Host::new();
        let c = host.oscillator(c"follow-up", logging_on);
        let mut snapshot = null_mut();
        let wrong = || {
            assert_eq!(set_real(c, 99, 1.0), fmi2Error);
            host.messages().len()
        };
        // SAFETY: a living component, valid pointers.
        let flood = || unsafe {
            for _ in 0..100 {
                assert_eq!(fmi2Terminate(c), fmi2Error);
                assert_eq!(fmi2DoStep(c, 0.0, 0.1, 1), fmi2Error);
                assert_eq!(get_real(c, vr::Y).0, fmi2Error);
            }
            host.messages()
        };
        // SAFETY: a living component, valid pointers.
        unsafe {
            assert_eq!(fmi2GetFMUstate(c, &raw mut snapshot), fmi2OK);
            assert_eq!(wrong(), 1);
            let messages = flood();
            assert_eq!(messages.len(), 1, "{messages:?}");
            assert!(messages[0].text.starts_with("fmi2Terminate") && messages[0].text.contains("an earlier error"));
            assert_eq!(flood(), []);
            // A way out that fails does not follow from the error.
            assert_eq!(fmi2SetFMUstate(c, null_mut()), fmi2Error);
            assert_eq!(host.messages().len(), 1);
            // The next error of the same run; switched off, it has been told.
            assert_eq!(fmi2SetFMUstate(c, snapshot), fmi2OK);
            assert_eq!(wrong(), usize::from(logging_on));
            assert_eq!(flood().len(), usize::from(logging_on));
            assert_eq!(fmi2Reset(c), fmi2OK);
            assert_eq!((wrong(), flood().len()), (1, 1));
            fmi2FreeInstance(c);
        }
    }
}

#[test]
fn categories_switch_messages() {
    let host = Host::new();
    let c = host.oscillator(c"switched", false);
    assert_eq!(discard(&host, c), 1, "a cause is told once where it is switched off");
    // SAFETY: a living component; without categories their pointer is not looked at.
    unsafe {
        assert_eq!(fmi2SetDebugLogging(c, 1, 0, null()), fmi2OK);
        assert_eq!(discard(&host, c), 1);
        assert_eq!(fmi2SetDebugLogging(c, 0, 0, std::ptr::dangling()), fmi2OK);
        assert_eq!(discard(&host, c), 0);
    }
    for (names, expected) in [
        (&[c"logStatusDiscard"][..], 1),
        (&[c"logEvents", c"logStatusWarning"], 0),
        (&[c"logEvents", c"logAll"], 1),
        (&[c"logStatusError"], 0),
    ] {
        assert_eq!(switch(c, 1, names), fmi2OK);
        assert_eq!(discard(&host, c), expected, "{names:?}");
        assert_eq!(switch(c, 0, names), fmi2OK);
        assert_eq!(discard(&host, c), 0, "{names:?}");
    }
    assert_eq!(switch(c, 1, &[c"logStatusDiscard", c"log100%", c"logStatusWarning"]), fmi2Warning);
    let message = host.messages().remove(0);
    assert_eq!((message.status, message.category.as_str()), (1, "logStatusWarning"));
    assert!(message.text.contains("log100%%"));
    assert_eq!(discard(&host, c), 1, "the known ones are switched all the same");
    // SAFETY: a living component; NULL among the categories and instead of them.
    unsafe {
        assert_eq!(fmi2SetDebugLogging(c, 1, 1, [null()].as_ptr()), fmi2OK);
        assert_eq!(fmi2SetDebugLogging(c, 1, 1, null()), fmi2Error);
        fmi2FreeInstance(c);
    }
}

#[test]
fn events_are_logged() {
    let host = Host::new();
    let c = host.oscillator(c"events", true);
    assert_eq!(set_real(c, vr::T_PUSH, 0.5), fmi2OK);
    // SAFETY: a living component.
    unsafe {
        fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0);
        fmi2EnterInitializationMode(c);
        fmi2ExitInitializationMode(c);
        assert_eq!(fmi2DoStep(c, 0.0, 0.4, 1), fmi2OK);
        assert_eq!(host.messages(), []);
        assert_eq!(fmi2DoStep(c, 0.4, 0.4, 1), fmi2OK);
        fmi2FreeInstance(c);
    }
    let message = host.messages().remove(0);
    assert_eq!((message.status, message.category.as_str()), (0, "logEvents"));
}

#[test]
fn what_a_run_has_cost_is_told_at_its_end() {
    let host = Host::new();
    let c = host.oscillator(c"work", false);
    assert_eq!(switch(c, 1, &[c"logStatistics"]), fmi2OK);
    // The push begins at 0.5 s and ends later: two events, which belong to the run that they happen in.
    assert_eq!(set_real(c, vr::T_PUSH, 0.5), fmi2OK);
    let run = |stop: u32| {
        // SAFETY: a living component.
        unsafe {
            fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0);
            fmi2EnterInitializationMode(c);
            fmi2ExitInitializationMode(c);
            for step in 0..stop {
                assert_eq!(fmi2DoStep(c, f64::from(step), 1.0, 1), fmi2OK);
            }
            assert_eq!(host.messages(), []);
            assert_eq!(fmi2Terminate(c), fmi2OK);
        }
        let message = host.messages().remove(0);
        assert_eq!((message.status, message.category.as_str()), (0, "logStatistics"));
        let value = |name: &str| -> u64 {
            let pairs = message.text.split(", ").filter_map(|pair| pair.split_once(" = "));
            pairs.filter(|pair| pair.0 == name).map(|pair| pair.1.parse().unwrap()).next().unwrap()
        };
        assert!(message.text.ends_with("method = Verner65"), "{}", message.text);
        // Six stages for a step, and a first derivative after each jump.
        assert!(value("evaluations") >= 6 * (value("steps") + value("rejected")), "{}", message.text);
        (value("steps"), value("events"))
    };
    let (short, _) = run(1);
    // SAFETY: a living component.
    unsafe { assert_eq!(fmi2Reset(c), fmi2OK) };
    assert_eq!(set_real(c, vr::T_PUSH, 0.5), fmi2OK);
    let (long, events) = run(20);
    assert!(short > 0 && long > short && events > 0);
    // SAFETY: a living component.
    unsafe {
        assert_eq!(fmi2Reset(c), fmi2OK);
        assert_eq!(set_real(c, vr::T_PUSH, 0.5), fmi2OK);
        assert_eq!(run(20), (long, events), "a reset begins anew");
        fmi2FreeInstance(c);
    }
}

#[test]
fn a_host_may_have_no_logger() {
    let nothing = fmi2CallbackFunctions {
        logger: None,
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    };
    for functions in [None, Some(&nothing)] {
        let c = oscillator(functions, c"mute", true);
        assert_eq!(set_real(c, vr::K, f64::NAN), fmi2Discard);
        assert_eq!(set_real(c, 99, 1.0), fmi2Error);
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

/// An instance of a mass on a line through the origin with a line force to the origin; s_small is 0.3 m.
fn line_force(host: &Host, interface: Interface, force: &str, start: &str) -> fmi2Component {
    let text = format!(
        r#"{{"name": "Line", "components": {{"world": {{"class": "World", "gravityType": "NoGravity"}},
             "rail": {{"class": "Joints.Prismatic", {start}}}, "mass": {{"class": "Parts.PointMass", "m": 1}},
             "link": {{{force}, "s_small": 0.3}}}},
           "connections": [["world.frame_b", "rail.frame_a"], ["rail.frame_b", "mass.frame_a"], ["world.frame_b", "link.frame_a"],
             ["mass.frame_a", "link.frame_b"]]}}"#
    );
    let model = compile(&ModelFile::from_json(&text).unwrap()).unwrap();
    let instance = Instance::new(Arc::new(model)).with_interface(interface);
    handles::publish(Slave { instance, logger: logger(Some(&host.functions()), c"line", true) })
}

const SPRING: &str = r#""class": "Forces.Spring", "c": 9.8696"#;
const FROM_ONE: &str = r#""s": {"start": 1, "fixed": true}, "v": {"start": 0, "fixed": true}"#;

fn initialize(c: fmi2Component, expected: fmi2Status) {
    // SAFETY: a living component.
    unsafe {
        assert_eq!(fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0), fmi2OK);
        assert_eq!(fmi2EnterInitializationMode(c), fmi2OK);
        assert_eq!(fmi2ExitInitializationMode(c), expected);
    }
}

/// A spring that swings through the origin warns each time that it gets there, once, in the call in which it happens.
#[test]
fn a_line_force_warns_when_its_distance_falls_below_s_small() {
    let host = Host::new();
    let classes = [
        (SPRING, 3),
        (r#""class": "Forces.SpringDamperParallel", "c": 9.8696, "d": 1e-3"#, 3),
        (r#""class": "Forces.SpringDamperSeries", "c": 9.8696, "d": 1e6"#, 3),
        (r#""class": "Forces.Damper", "d": 1e-3"#, 0),
    ];
    for (force, expected) in classes {
        let c = line_force(&host, Interface::CoSimulation, force, FROM_ONE);
        initialize(c, fmi2OK);
        let mut warned = 0;
        for k in 0..60 {
            // SAFETY: a living component.
            let status = unsafe { fmi2DoStep(c, 0.05 * f64::from(k), 0.05, 1) };
            let messages = host.messages();
            assert_eq!(status, if messages.is_empty() { fmi2OK } else { fmi2Warning });
            for message in messages {
                assert_eq!((message.status, message.category.as_str()), (1, "logStatusWarning"));
                let parts = ["fmi2DoStep: link", "the distance", "s_small = 3e-1 m"];
                assert!(parts.iter().all(|part| message.text.contains(part)), "{}", message.text);
                warned += 1;
            }
        }
        assert_eq!(warned, expected, "{force}");
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

/// A host that takes back a step hears of it when it makes it again, and one that goes on from there does not hear it twice.
#[test]
fn warnings_belong_to_snapshots() {
    let host = Host::new();
    let c = line_force(&host, Interface::CoSimulation, SPRING, FROM_ONE);
    initialize(c, fmi2OK);
    let (mut before, mut after) = (null_mut(), null_mut());
    // SAFETY: a living component, valid pointers.
    unsafe {
        assert_eq!(fmi2GetFMUstate(c, &raw mut before), fmi2OK);
        assert_eq!(fmi2DoStep(c, 0.0, 0.5, 1), fmi2Warning);
        assert_eq!(fmi2GetFMUstate(c, &raw mut after), fmi2OK);
        assert_eq!(fmi2SetFMUstate(c, before), fmi2OK);
        assert_eq!(fmi2DoStep(c, 0.0, 0.5, 1), fmi2Warning);
        let other = line_force(&host, Interface::CoSimulation, SPRING, FROM_ONE);
        assert_eq!(fmi2SetFMUstate(other, after), fmi2OK);
        assert_eq!(fmi2DoStep(other, 0.5, 1e-3, 1), fmi2OK);
        assert_eq!(fmi2FreeFMUstate(c, &raw mut before), fmi2OK);
        assert_eq!(fmi2FreeFMUstate(c, &raw mut after), fmi2OK);
        fmi2FreeInstance(other);
        fmi2FreeInstance(c);
    }
}

/// Frames that start too near are a warning of the initialization; a host that integrates hears of what its integrator has accepted.
#[test]
fn warnings_come_with_the_start_and_with_accepted_steps() {
    let host = Host::new();
    let near = r#""s": {"start": 0.2, "fixed": true}"#;
    for interface in [Interface::CoSimulation, Interface::ModelExchange] {
        let c = line_force(&host, interface, SPRING, near);
        initialize(c, fmi2Warning);
        let text = host.messages().remove(0).text;
        assert!(text.contains("fmi2ExitInitializationMode: link at 0 s") && text.contains("2e-1 m"), "{text}");
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
    let c = line_force(&host, Interface::ModelExchange, SPRING, FROM_ONE);
    initialize(c, fmi2OK);
    let mut info = fmi2EventInfo {
        newDiscreteStatesNeeded: 0,
        terminateSimulation: 0,
        nominalsOfContinuousStatesChanged: 0,
        valuesOfContinuousStatesChanged: 0,
        nextEventTimeDefined: 0,
        nextEventTime: 0.0,
    };
    // SAFETY: a living component, valid pointers.
    unsafe {
        assert_eq!(fmi2NewDiscreteStates(c, &raw mut info), fmi2OK);
        assert_eq!(fmi2EnterContinuousTimeMode(c), fmi2OK);
        let (mut event, mut end, mut rates) = (0, 0, [0.0; 2]);
        let mut warned = Vec::new();
        for k in 0..40 {
            let t = 0.05 * f64::from(k);
            assert_eq!(fmi2SetTime(c, t), fmi2OK);
            // A trial far too long, which is not accepted.
            assert_eq!(fmi2SetContinuousStates(c, [0.0, -1.0].as_ptr(), 2), fmi2OK);
            assert_eq!(fmi2GetDerivatives(c, rates.as_mut_ptr(), 2), fmi2OK);
            assert_eq!(fmi2SetContinuousStates(c, [1.01 - t, -1.0].as_ptr(), 2), fmi2OK);
            assert_eq!(fmi2GetDerivatives(c, rates.as_mut_ptr(), 2), fmi2OK);
            let status = fmi2CompletedIntegratorStep(c, 1, &raw mut event, &raw mut end);
            if status != fmi2OK {
                assert_eq!(status, fmi2Warning);
                warned.push(t);
            }
        }
        let messages: Vec<_> = host.messages().into_iter().filter(|message| message.status == 1).collect();
        assert_eq!((warned.len(), messages.len()), (1, 1), "{messages:?}");
        assert!((warned[0] - 0.75).abs() < 1e-9, "{warned:?}");
        fmi2FreeInstance(c);
    }
}
