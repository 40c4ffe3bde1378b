//! Hosts that do what they must not.

use super::host::*;
use crate::fmi2::{fmi2GetFMUstate, fmi2SetFMUstate};
use crate::fmi3::types::fmi3Status::*;
use crate::fmi3::types::*;
use crate::fmi3::*;
use crate::instance::oscillator::{oscillator, vr};
use crate::instance::{COMPILED_MODEL, Compiled, Instance, Interface, Mode, array_reference};
use crate::shell::handles;
use crate::shell::logger::Logger;
use crate::shell::slave::Slave;
use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

fn co_simulation(host: &Host) -> fmi3Instance {
    host.instance(&oscillator(1e-6), Interface::CoSimulation, PLAIN)
}

/// Check 11: places of the resources as hosts write them, and a wrong token.
#[test]
fn resources_are_found_however_hosts_name_them() {
    let folder = std::env::temp_dir().join(format!("fmi3 \u{e4} {}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file =
        Compiled::write(&model("name = \"Nothing\"\ncomponents.world = { class = \"World\" }"), "{token}").unwrap();
    std::fs::write(folder.join(COMPILED_MODEL), file).unwrap();
    let path = folder.display().to_string();
    let uri = format!("file://{}", path.replace(' ', "%20").replace('\u{e4}', "%C3%A4"));
    let host = Host::new();
    let instantiate = |path: Option<&str>, token: &CStr| {
        let path = path.map(|path| CString::new(path).unwrap());
        let pointer = path.as_ref().map_or(null(), |path| path.as_ptr());
        let (token, environment) = (token.as_ptr(), host.environment());
        // SAFETY: strings live during the call, the host until the end.
        unsafe {
            let log = host.log();
            fmi3InstantiateCoSimulation(c"a".as_ptr(), token, pointer, 0, 0, 0, 0, null(), 3, environment, log, None)
        }
    };
    for place in [path.clone(), format!("{path}/"), uri] {
        let c = instantiate(Some(&place), c"{token}");
        assert!(!c.is_null(), "{place}: {:?}", host.messages());
        // SAFETY: a living instance.
        unsafe { fmi3FreeInstance(c) };
    }
    assert!(host.messages().is_empty());
    assert!(instantiate(Some(&path), c"{other}").is_null());
    assert!(host.messages().remove(0).2.contains("{other}"));
    // Without a path the library looks beside itself, where in a test nothing lies.
    for place in [None, Some("")] {
        assert!(instantiate(place, c"{token}").is_null());
        assert!(host.messages().remove(0).2.contains("model.bin"));
    }
    std::fs::remove_dir_all(folder).unwrap();
    let name = c"a".as_ptr();
    // SAFETY: strings live during the call, the host until the end.
    let c = unsafe {
        let log = host.log();
        fmi3InstantiateScheduledExecution(name, name, name, 0, 0, host.environment(), log, None, None, None)
    };
    assert!(c.is_null() && host.messages().remove(0).2.contains("Scheduled Execution"));
}

/// Check 12.
#[test]
fn numbers_of_values_must_fit() {
    let host = Host::new();
    let references = [vr::K, vr::M];
    for count in [1, 3] {
        let c = co_simulation(&host);
        let mut values = [0.0; 3];
        // SAFETY: arrays are as long as is said.
        unsafe {
            assert_eq!(fmi3GetFloat64(c, references.as_ptr(), 2, values.as_mut_ptr(), count), fmi3Error);
            assert_eq!(fmi3Reset(c), fmi3OK);
            assert_eq!(fmi3SetFloat64(c, references.as_ptr(), 2, values.as_ptr(), count), fmi3Error);
            fmi3FreeInstance(c);
        }
        assert!(
            host.messages()
                .iter()
                .all(|(_, _, text)| text.contains(&format!("2 value references, but {count} values")))
        );
    }
    let c = co_simulation(&host);
    // SAFETY: NULL for no elements, and NULL where elements are said to be.
    unsafe {
        assert_eq!(fmi3GetFloat64(c, null(), 0, null_mut(), 0), fmi3OK);
        assert_eq!(fmi3SetString(c, null(), 0, null(), 0), fmi3OK);
        assert_eq!(fmi3GetBinary(c, null(), 0, null_mut(), null_mut(), 0), fmi3OK);
        assert_eq!(fmi3GetFloat64(c, null(), 1, [0.0].as_mut_ptr(), 1), fmi3Error);
        fmi3FreeInstance(c);
    }
}

/// Check 13: any byte is a Boolean, and an enumeration is checked before it is narrowed.
#[test]
fn values_of_c_are_no_values_of_rust() {
    let host = Host::new();
    let c = co_simulation(&host);
    let (mut byte, mut number) = (9_u8, 0_i64);
    // SAFETY: arrays of one element.
    unsafe {
        for value in [2_u8, 255, 1] {
            assert_eq!(fmi3SetBoolean(c, [vr::LOCKED].as_ptr(), 1, [value].as_ptr(), 1), fmi3OK);
            assert_eq!(fmi3GetBoolean(c, [vr::LOCKED].as_ptr(), 1, &raw mut byte, 1), fmi3OK);
            assert_eq!(byte, 1);
        }
        assert_eq!(fmi3SetInt64(c, [vr::SIDE].as_ptr(), 1, [3].as_ptr(), 1), fmi3OK);
        for value in [0, 4, 1 << 40, (1 << 32) + 1, i64::MIN] {
            assert_eq!(fmi3SetInt64(c, [vr::SIDE].as_ptr(), 1, [value].as_ptr(), 1), fmi3Discard, "{value}");
        }
        assert_eq!(fmi3GetInt64(c, [vr::SIDE].as_ptr(), 1, &raw mut number, 1), fmi3OK);
        assert_eq!(number, 3);
        assert_eq!(fmi3SetInt32(c, [vr::GEAR].as_ptr(), 1, [5].as_ptr(), 1), fmi3OK);
        host.messages();
        assert_eq!(fmi3GetInt32(c, [vr::SIDE].as_ptr(), 1, [0].as_mut_ptr(), 1), fmi3Error);
        assert!(host.messages()[0].2.contains("side (value reference 19) is of type Int64 (Enumeration)"));
        assert_eq!(fmi3Reset(c), fmi3OK);
        assert_eq!(fmi3GetInt8(c, [vr::GEAR].as_ptr(), 1, [0].as_mut_ptr(), 1), fmi3Error);
        assert!(
            host.messages()[0]
                .2
                .contains("gear (value reference 13) is of type Int32; use the functions of that type, not of Int8")
        );
        fmi3FreeInstance(c);
    }
}

/// Check 10 and 16: a refused or failed step is an error, after which the instance can be reset or set back.
#[test]
fn a_step_that_is_not_done_is_an_error() {
    let host = Host::new();
    let mut state = null_mut();
    for (kind, size) in [0.0, -1.0, f64::NAN, 20.0, 0.25].into_iter().enumerate() {
        let c = co_simulation(&host);
        // SAFETY: a living instance, valid pointers.
        unsafe {
            assert_eq!(fmi3EnterInitializationMode(c, 0, 0.0, 0.0, 1, 10.0), fmi3OK);
            assert_eq!(fmi3ExitInitializationMode(c), fmi3OK);
            assert_eq!(step(c, 0.0, 0.25).0, fmi3OK);
            state = null_mut();
            assert_eq!(fmi3GetFMUState(c, &raw mut state), fmi3OK);
            if kind == 4 {
                assert_eq!(set(c, vr::LIMIT, -10.0), fmi3OK);
            }
            let (status, end) = step(c, 0.25, size);
            assert_eq!((status, end.time, mode_of(c)), (fmi3Error, 0.25, Mode::Error), "{size}");
            assert_eq!(step(c, 0.25, 0.25).0, fmi3Error);
            assert_eq!(fmi3SetFMUState(c, state), fmi3OK);
            assert_eq!(step(c, 0.25, 0.25), (fmi3OK, End { time: 0.5, ..End::default() }));
            assert_eq!(fmi3Reset(c), fmi3OK);
            start(c, PLAIN);
            assert_eq!(step(c, 0.0, 0.25).0, fmi3OK);
            fmi3FreeInstance(c);
        }
    }
    assert!(!state.is_null());
}

/// Check 20: snapshots, and instances, of the other version are refused.
#[test]
fn versions_do_not_mix() {
    let host = Host::new();
    let three = co_simulation(&host);
    let logger = Logger::new(None, null_mut(), CString::default(), true);
    let instance = Instance::new(oscillator(1e-6)).with_guid("{model}".to_owned());
    let two = handles::publish(Slave { instance, logger });
    let mut state = null_mut();
    // SAFETY: living instances, valid pointers.
    unsafe {
        assert_eq!(fmi2GetFMUstate(two, &raw mut state) as i32, 0);
        assert_eq!(fmi3SetFMUState(three, state), fmi3Error);
        assert!(host.messages()[0].2.contains("the snapshot was taken through FMI 2.0"));
        assert_eq!(fmi3Reset(three), fmi3OK);
        state = null_mut();
        assert_eq!(fmi3GetFMUState(three, &raw mut state), fmi3OK);
        assert_eq!(fmi2SetFMUstate(two, state) as i32, 3);
        assert_eq!(fmi3Reset(two), fmi3Error, "a function of the other version");
        fmi3FreeInstance(two);
        fmi3FreeInstance(three);
    }
}

/// Check 15: a call from the logger is an error and waits for nothing.
#[test]
fn a_call_from_the_logger_is_an_error() {
    unsafe extern "C" fn reset(environment: fmi3InstanceEnvironment, _: i32, _: fmi3String, _: fmi3String) {
        // SAFETY: the environment is a pair of an instance and a status.
        unsafe {
            let pair = environment.cast::<(fmi3Instance, Option<fmi3Status>)>();
            (*pair).1 = Some(fmi3Reset((*pair).0));
        }
    }
    let mut pair: (fmi3Instance, Option<fmi3Status>) = (null_mut(), None);
    let environment = (&raw mut pair).cast();
    let logger = Logger::new(Some(crate::shell::logger::Callback::Fmi3(reset)), environment, CString::default(), true);
    let instance = Instance::new(oscillator(1e-6)).for_fmi3(PLAIN);
    let c = handles::publish(Slave { instance, logger });
    // SAFETY: the pair lives longer than the instance.
    unsafe {
        (&raw mut pair.0).write(c);
        assert_eq!(fmi3Terminate(c), fmi3Error);
        assert_eq!((&raw const pair.1).read(), Some(fmi3Error));
        fmi3FreeInstance(c);
    }
}

/// Categories are switched one by one, others stay as they are.
#[test]
fn categories_are_switched_one_by_one() {
    let host = Host::new();
    let c = co_simulation(&host);
    let name = c"logStatusDiscard".as_ptr();
    let discarded = || {
        assert_eq!(set(c, vr::K, f64::NAN), fmi3Discard);
        host.messages().len()
    };
    // SAFETY: a living instance and an array of one name.
    unsafe {
        assert_eq!(discarded(), 1);
        assert_eq!(fmi3SetDebugLogging(c, 0, 0, null()), fmi3OK);
        assert_eq!((discarded(), discarded()), (1, 0), "each cause is told once");
        assert_eq!(fmi3SetDebugLogging(c, 1, 1, &raw const name), fmi3OK);
        assert_eq!((discarded(), discarded()), (1, 1));
        assert_eq!(fmi3SetDebugLogging(c, 0, 1, &raw const name), fmi3OK);
        assert_eq!(discarded(), 0);
        let unknown = c"nothing".as_ptr();
        assert_eq!(fmi3SetDebugLogging(c, 1, 1, &raw const unknown), fmi3Warning);
        fmi3FreeInstance(c);
    }
}

/// Clocks and the like are refused politely.
#[test]
fn what_no_model_has_is_refused_by_name() {
    let host = Host::new();
    let c = co_simulation(&host);
    // SAFETY: a living instance; pointers are not looked at.
    let calls = unsafe {
        [
            (fmi3GetClock(c, null(), 0, null_mut()), "fmi3GetClock: the model has no Clocks"),
            (fmi3Reset(c), ""),
            (fmi3EnterConfigurationMode(c), "fmi3EnterConfigurationMode: the model has no structural parameters"),
            (fmi3Reset(c), ""),
            (fmi3EvaluateDiscreteStates(c), "fmi3EvaluateDiscreteStates: providesEvaluateDiscreteStates is false"),
            (fmi3Reset(c), ""),
            (fmi3ActivateModelPartition(c, 0, 0.0), "fmi3ActivateModelPartition: the model has no Clocks"),
            (fmi3Reset(c), ""),
            (fmi3EnterEventMode(c), "fmi3EnterEventMode: the host said"),
        ]
    };
    let mut messages = host.messages().into_iter();
    for (status, text) in calls.into_iter().filter(|(_, text)| !text.is_empty()) {
        assert_eq!(status, fmi3Error);
        let said = messages.next().unwrap().2;
        assert!(said.starts_with(text), "{said}");
    }
    // SAFETY: a living instance.
    unsafe { fmi3FreeInstance(c) };
}

/// An array goes whole, and its elements are the variables of the catalogue.
#[test]
fn an_array_has_the_values_of_its_elements() {
    let host = Host::new();
    let c = co_simulation(&host);
    let pair = array_reference(vr::M as usize, 2).unwrap();
    let mut values = [0.0; 3];
    // SAFETY: arrays are as long as is said.
    unsafe {
        assert_eq!(fmi3SetFloat64(c, &raw const pair, 1, [3.0, 40.0].as_ptr(), 2), fmi3OK);
        assert_eq!((get(c, vr::M), get(c, vr::K)), (3.0, 40.0));
        assert_eq!(fmi3GetFloat64(c, [vr::K, pair].as_ptr(), 2, values.as_mut_ptr(), 3), fmi3OK);
        assert_eq!(values, [40.0, 3.0, 40.0]);
        assert_eq!(fmi3SetFloat64(c, &raw const pair, 1, [1.0, -1.0].as_ptr(), 2), fmi3Discard);
        assert_eq!((get(c, vr::M), get(c, vr::K)), (3.0, 40.0), "all or nothing");
        start(c, PLAIN);
        let output = array_reference(vr::Y as usize, 1).unwrap();
        let mut of_input = [f64::NAN];
        let seed = [1.0];
        let (unknown, known) = (&raw const output, [vr::U]);
        let written = of_input.as_mut_ptr();
        let status = fmi3GetDirectionalDerivative(c, unknown, 1, known.as_ptr(), 1, seed.as_ptr(), 1, written, 1);
        assert_eq!((status, of_input), (fmi3OK, [1.0]));
        let status = fmi3GetDirectionalDerivative(c, unknown, 1, known.as_ptr(), 1, seed.as_ptr(), 1, written, 2);
        assert_eq!(status, fmi3Error);
        fmi3FreeInstance(c);
    }
}
