//! Hosts that pass what they must not.

use super::host::{Host, get_real, mode_of, oscillator, set_real};
use crate::fmi2::types::fmi2Status::*;
use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::Mode;
use crate::instance::oscillator::vr;
use std::ffi::c_int;
use std::ptr::{dangling, dangling_mut, null, null_mut};

#[test]
fn what_is_no_component_is_refused() {
    let mut memory = [0_u64; 16];
    let handles: [fmi2Component; 4] =
        [null_mut(), 1 as fmi2Component, usize::MAX as fmi2Component, memory.as_mut_ptr().cast()];
    for c in handles {
        // SAFETY: addresses that are no component must not be followed.
        unsafe {
            assert_eq!(fmi2DoStep(c, 0.0, 0.1, 1), fmi2Error);
            assert_eq!(fmi2GetReal(c, [0].as_ptr(), 1, [0.0].as_mut_ptr()), fmi2Error);
            assert_eq!(fmi2SetDebugLogging(c, 1, 0, null()), fmi2Error);
            assert_eq!(fmi2GetFMUstate(c, null_mut()), fmi2Error);
            assert_eq!(fmi2Reset(c), fmi2Error);
            fmi2FreeInstance(c);
        }
    }
}

#[test]
fn arrays_without_elements_need_no_pointer() {
    let host = Host::new();
    for mode in [Mode::Instantiated, Mode::Initialization, Mode::StepComplete] {
        let c = host.oscillator_in(mode);
        // SAFETY: no elements, no access.
        unsafe {
            assert_eq!(fmi2GetReal(c, null(), 0, null_mut()), fmi2OK);
            assert_eq!(fmi2GetInteger(c, null(), 0, null_mut()), fmi2OK);
            assert_eq!(fmi2GetBoolean(c, null(), 0, null_mut()), fmi2OK);
            assert_eq!(fmi2GetString(c, null(), 0, null_mut()), fmi2OK);
            assert_eq!(fmi2SetReal(c, null(), 0, null()), fmi2OK);
            assert_eq!(fmi2SetInteger(c, null(), 0, null()), fmi2OK);
            assert_eq!(fmi2SetBoolean(c, null(), 0, null()), fmi2OK);
            assert_eq!(fmi2SetString(c, null(), 0, null()), fmi2OK);
            // A pointer that leads nowhere is not followed either.
            assert_eq!(fmi2GetReal(c, dangling(), 0, dangling_mut()), fmi2OK);
            assert_eq!(fmi2FreeFMUstate(c, null_mut()), fmi2OK);
            fmi2FreeInstance(c);
        }
    }
}

#[test]
fn arrays_that_cannot_be_are_errors() {
    let host = Host::new();
    let references = [vr::K, vr::M];
    let mut values = [1.0, 2.0];
    // SAFETY: pointers that are NULL, not aligned or too long must not be followed.
    let calls: [&dyn Fn(fmi2Component, *mut f64) -> fmi2Status; 7] = unsafe {
        [
            &|c, values| fmi2GetReal(c, null(), 2, values),
            &|c, _| fmi2GetReal(c, references.as_ptr(), 2, null_mut()),
            &|c, _| fmi2SetReal(c, references.as_ptr(), 2, null()),
            &|c, values| fmi2GetReal(c, references.as_ptr(), usize::MAX, values),
            &|c, values| fmi2SetReal(c, references.as_ptr().byte_add(1), 1, values),
            &|c, values| fmi2SetReal(c, references.as_ptr(), 1, values.byte_add(3)),
            &|c, _| fmi2GetString(c, references.as_ptr(), 1, null_mut()),
        ]
    };
    for call in calls {
        let c = host.oscillator_in(Mode::StepComplete);
        assert_eq!(call(c, values.as_mut_ptr()), fmi2Error);
        assert_eq!(mode_of(c), Mode::Error);
        assert_eq!(host.messages().len(), 1);
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

#[test]
fn booleans_are_true_when_they_are_not_zero() {
    let host = Host::new();
    let c = host.oscillator_in(Mode::Instantiated);
    for (set, expected) in [(0, 0), (1, 1), (-1, 1), (c_int::MIN, 1), (256, 1)] {
        let mut read = -7;
        // SAFETY: valid pointers to one element.
        unsafe {
            assert_eq!(fmi2SetBoolean(c, [vr::LOCKED].as_ptr(), 1, [set].as_ptr()), fmi2OK);
            assert_eq!(fmi2GetBoolean(c, [vr::LOCKED].as_ptr(), 1, &raw mut read), fmi2OK);
        }
        assert_eq!(read, expected);
    }
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

#[test]
fn strings_are_of_another_type() {
    let host = Host::new();
    for reference in [vr::K, vr::SIDE, vr::COUNT] {
        let c = host.oscillator_in(Mode::StepComplete);
        // SAFETY: valid pointers to one element.
        let status = unsafe { fmi2GetString(c, &raw const reference, 1, [null()].as_mut_ptr()) };
        assert_eq!(status, fmi2Error);
        // SAFETY: a living component.
        unsafe { fmi2FreeInstance(c) };
    }
}

#[test]
fn questions_without_an_answer_are_discarded() {
    let host = Host::new();
    let c = host.oscillator_in(Mode::StepComplete);
    for kind in [fmi2DoStepStatus, fmi2PendingStatus, fmi2Terminated, -1, 4, c_int::MAX] {
        let mut value = 7.0;
        // SAFETY: valid pointers.
        unsafe { assert_eq!(fmi2GetRealStatus(c, kind, &raw mut value), fmi2Discard) };
        assert_eq!((value, mode_of(c)), (7.0, Mode::StepComplete));
    }
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

/// A logger that calls back into the instance that it is called from.
unsafe extern "C" fn call_back(environment: fmi2ComponentEnvironment) {
    // SAFETY: the test passes the address of its component and two statuses.
    let state = unsafe { &mut *environment.cast::<(fmi2Component, Vec<fmi2Status>)>() };
    // SAFETY: the component lives; that it is in another call is what is tested.
    unsafe {
        state.1.push(fmi2Reset(state.0));
        fmi2FreeInstance(state.0);
    }
    state.1.push(set_real(state.0, vr::K, 1.0));
}

#[test]
fn calls_from_the_logger_are_refused() {
    type Plain = unsafe extern "C" fn(fmi2ComponentEnvironment);
    let mut state: (fmi2Component, Vec<fmi2Status>) = (null_mut(), Vec::new());
    // SAFETY: as in `Host::functions`; the further arguments are not looked at.
    let logger = unsafe { std::mem::transmute::<Plain, fmi2CallbackLogger>(call_back) };
    let environment = &raw mut state;
    let functions = fmi2CallbackFunctions {
        logger: Some(logger),
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: environment.cast(),
    };
    let c = oscillator(Some(&functions), c"recursive", true);
    // SAFETY: nobody else looks at the state.
    unsafe { (*environment).0 = c };
    assert_eq!(set_real(c, vr::K, f64::NAN), fmi2Discard);
    // SAFETY: as before.
    assert_eq!(unsafe { &(*environment).1 }, &[fmi2Error, fmi2Error]);
    assert_eq!(get_real(c, vr::K), (fmi2OK, 8.0));
    assert_eq!(mode_of(c), Mode::Instantiated);
    // SAFETY: a living component.
    unsafe { fmi2FreeInstance(c) };
}

#[test]
fn instances_on_many_threads_do_not_see_each_other() {
    let threads: Vec<_> = (0..8)
        .map(|number| {
            std::thread::spawn(move || {
                let stiffness = f64::from(number + 1);
                for _ in 0..20 {
                    let c = oscillator(None, c"parallel", false) as usize;
                    // Made here, run there, freed here.
                    let x = std::thread::spawn(move || {
                        let c = c as fmi2Component;
                        assert_eq!(set_real(c, vr::K, stiffness), fmi2OK);
                        super::host::bring_to(c, Mode::StepComplete);
                        get_real(c, vr::X).1
                    })
                    .join()
                    .unwrap();
                    assert!((x - 0.5 * ((stiffness / 2.0).sqrt() * 0.25).cos()).abs() < 1e-5);
                    // SAFETY: a living component.
                    unsafe { fmi2FreeInstance(c as fmi2Component) };
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
