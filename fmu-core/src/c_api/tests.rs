//! What C programs cannot bring about: panics, and values of every type that can be set. The rest is tested in C, in `tests/c/`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::boundary::{self, Failure};
use super::instance::*;
use super::message::report;
use super::model::MbfExperiment;
use super::status::{TEXTS, mbf_status_text};
use super::{MbfMessage, MbfStatus};
use crate::instance::Instance;
use crate::instance::oscillator::{self as model, vr};
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::ptr::null_mut;

const EXPERIMENT: MbfExperiment = MbfExperiment { start_time: 0.0, stop_time: 1.0, tolerance: 1e-6, step_size: 0.1 };

fn oscillator() -> MbfInstance {
    MbfInstance::new(Instance::new(model::oscillator(1e-6)), EXPERIMENT)
}

fn said(instance: &MbfInstance) -> String {
    // SAFETY: an instance, and a text that it keeps.
    unsafe { CStr::from_ptr(mbf_instance_message(instance)) }.to_str().unwrap().to_owned()
}

#[test]
fn a_panic_becomes_a_status() {
    assert_eq!(boundary::status(|| panic!("wheel fell off")), MbfStatus::InternalError);
    assert_eq!(boundary::status(|| Ok(())), MbfStatus::Ok);
    let mut text = [b'#' as std::ffi::c_char; 100];
    let mut message = MbfMessage { text: text.as_mut_ptr(), capacity: text.len(), needed: 0 };
    // SAFETY: a message with its buffer.
    let status = unsafe { report(&raw mut message, || panic!("wheel {} fell off", 3)) };
    assert_eq!(status, MbfStatus::InternalError);
    // SAFETY: `report` has ended it with NUL.
    let text = unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().unwrap();
    assert!(text.contains("wheel 3 fell off"), "{text}");
    assert_eq!(message.needed, text.len() + 1);
}

#[test]
fn an_instance_survives_a_panic() {
    let mut instance = oscillator();
    let handle = &raw mut instance;
    // SAFETY: an instance, and arrays of one element.
    unsafe {
        assert_eq!(mbf_instance_initialize(handle), MbfStatus::Ok);
        assert_eq!(mbf_instance_set_real(handle, [vr::T_PANIC].as_ptr(), 1, [0.05].as_ptr()), MbfStatus::Ok);
        assert_eq!(mbf_instance_do_step(handle, 0.0, 0.1), MbfStatus::InternalError);
        assert!(said(&instance).contains("index out of bounds"), "{}", said(&instance));
        assert_eq!(mbf_instance_do_step(handle, 0.0, 0.1), MbfStatus::WrongState);
        assert_eq!(mbf_instance_reset(handle), MbfStatus::Ok);
        assert_eq!(said(&instance), "");
        assert_eq!(mbf_instance_initialize(handle), MbfStatus::Ok);
        assert_eq!(mbf_instance_do_step(handle, 0.0, 0.1), MbfStatus::Ok);
    }
}

#[test]
fn integers_and_booleans_are_set_and_read() {
    let mut instance = oscillator();
    let handle = &raw mut instance;
    let mut read = [0_i32];
    // SAFETY: an instance, and arrays of one element.
    unsafe {
        assert_eq!(mbf_instance_set_integer(handle, [vr::GEAR].as_ptr(), 1, [-7].as_ptr()), MbfStatus::Ok);
        assert_eq!(mbf_instance_get_integer(handle, [vr::GEAR].as_ptr(), 1, read.as_mut_ptr()), MbfStatus::Ok);
        assert_eq!(read, [-7]);
        // Whatever is not 0 is true in C.
        for (set, expected) in [(1, 1), (0, 0), (i32::MIN, 1)] {
            assert_eq!(mbf_instance_set_boolean(handle, [vr::LOCKED].as_ptr(), 1, [set].as_ptr()), MbfStatus::Ok);
            assert_eq!(mbf_instance_get_boolean(handle, [vr::LOCKED].as_ptr(), 1, read.as_mut_ptr()), MbfStatus::Ok);
            assert_eq!(read, [expected]);
        }
    }
}

#[test]
fn an_initialization_that_failed_can_be_repeated() {
    let mut instance = oscillator();
    let handle = &raw mut instance;
    // SAFETY: an instance, and arrays of one element.
    unsafe {
        assert_eq!(mbf_instance_set_real(handle, [vr::M].as_ptr(), 1, [0.0].as_ptr()), MbfStatus::Ok);
        assert_eq!(mbf_instance_initialize(handle), MbfStatus::Initialization);
        assert!(said(&instance).contains("rail"), "{}", said(&instance));
        assert_eq!(mbf_instance_set_real(handle, [vr::M].as_ptr(), 1, [2.0].as_ptr()), MbfStatus::Ok);
        assert_eq!(mbf_instance_initialize(handle), MbfStatus::Ok);
        assert_eq!(mbf_instance_do_step(handle, 0.0, 0.1), MbfStatus::Ok);
    }
}

#[test]
fn a_message_is_cut_between_characters() {
    let whole = "\u{fc}\u{1d11e}x";
    for capacity in 0..10 {
        let mut text = [b'#' as std::ffi::c_char; 10];
        let mut message = MbfMessage { text: text.as_mut_ptr(), capacity, needed: 0 };
        let failure = || Err(Failure { status: MbfStatus::Step, message: whole.to_owned() });
        // SAFETY: a message with its buffer.
        assert_eq!(unsafe { report(&raw mut message, failure) }, MbfStatus::Step);
        assert_eq!(message.needed, whole.len() + 1);
        assert!(text[capacity..].iter().all(|&byte| byte == b'#' as std::ffi::c_char), "{capacity}");
        if capacity > 0 {
            // SAFETY: the text ends with NUL.
            let text = unsafe { CStr::from_ptr(text.as_ptr()) }.to_str().expect("no half characters");
            assert!(whole.starts_with(text) && text.len() + 4 >= capacity.min(whole.len()), "{capacity}: {text}");
        }
    }
    // SAFETY: no message is wanted.
    assert_eq!(unsafe { report(null_mut(), || Ok(())) }, MbfStatus::Ok);
}

#[test]
fn a_pointer_that_is_not_aligned_is_refused() {
    let numbers = [0.0_f64; 2];
    let odd = numbers.as_ptr().cast::<u8>().wrapping_add(1).cast::<f64>();
    assert_eq!(boundary::usable(odd), Err(MbfStatus::NullArgument));
    assert_eq!(boundary::usable(numbers.as_ptr()), Ok(()));
}

#[test]
fn every_status_has_a_text_of_its_own() {
    // SAFETY: a text that stays.
    let text = |status: i32| unsafe { CStr::from_ptr(mbf_status_text(status)) }.to_str().unwrap();
    let texts: BTreeSet<_> = TEXTS.iter().map(|(status, _)| text(*status as i32)).collect();
    assert_eq!(texts.len(), TEXTS.len());
    assert!(!texts.contains(text(-1)));
    // That none is missing is seen from the header.
    assert_eq!(text(TEXTS.len() as i32), text(-1));
}

#[test]
fn models_are_shared_by_threads_and_instances_move_between_them() {
    fn shared<T: Send + Sync>() {}
    fn moved<T: Send>() {}
    shared::<super::model::MbfModel>();
    moved::<MbfInstance>();
}
