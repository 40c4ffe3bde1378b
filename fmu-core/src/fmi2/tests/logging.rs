//! What reaches the host's logger, and when.

use super::host::{Host, oscillator, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::vr;
use std::ffi::CStr;
use std::ptr::{null, null_mut};

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

#[test]
fn without_logging_there_are_errors_only() {
    let host = Host::new();
    let c = host.oscillator(c"quiet", false);
    assert_eq!(discard(&host, c), 0);
    assert_eq!(set_real(c, 99, 1.0), fmi2Error);
    assert_eq!(host.messages().len(), 1);
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

#[test]
fn categories_switch_messages() {
    let host = Host::new();
    let c = host.oscillator(c"switched", false);
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
    assert_eq!(switch(c, 1, &[c"logStatusDiscard", c"logNonsense", c"logStatusWarning"]), fmi2Warning);
    let message = host.messages().remove(0);
    assert_eq!((message.status, message.category.as_str()), (1, "logStatusWarning"));
    assert!(message.text.contains("logNonsense"));
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
