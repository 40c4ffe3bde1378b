//! A host of FMI 3.0: its log, and instances.

use crate::fmi3::types::*;
use crate::fmi3::*;
use crate::instance::{EventUse, Instance, Interface, Mode};
use crate::shell::handles;
use crate::shell::logger::{Callback, Logger};
use crate::shell::slave::Slave;
use compiler::compile;
use compiler::model_file::ModelFile;
use simulation::model::Model;
use std::ffi::{CStr, CString, c_int};
use std::ptr::null_mut;
use std::sync::{Arc, Mutex};

/// Status, category and text of the messages; its address is the environment.
#[derive(Default)]
pub(super) struct Host(Mutex<Vec<(c_int, String, String)>>);

unsafe extern "C" fn record(
    environment: fmi3InstanceEnvironment,
    status: c_int,
    category: fmi3String,
    text: fmi3String,
) {
    // SAFETY: the tests pass the address of a living host, and the FMU passes strings that end with NUL.
    unsafe {
        let string = |pointer| CStr::from_ptr(pointer).to_str().unwrap().to_owned();
        (*environment.cast::<Host>()).0.lock().unwrap().push((status, string(category), string(text)));
    }
}

pub(super) const WITH_EVENTS: EventUse = EventUse { event_mode: true, early_return: true };
pub(super) const AT_THE_END: EventUse = EventUse { event_mode: true, early_return: false };
pub(super) const PLAIN: EventUse = EventUse { event_mode: false, early_return: false };

impl Host {
    pub(super) fn new() -> Box<Self> {
        Box::default()
    }

    pub(super) fn environment(&self) -> fmi3InstanceEnvironment {
        std::ptr::from_ref(self).cast_mut().cast()
    }

    pub(super) fn log(&self) -> Option<fmi3LogMessageCallback> {
        Some(record)
    }

    /// The messages since the last time.
    pub(super) fn messages(&self) -> Vec<(c_int, String, String)> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    /// An instance of a model.
    pub(super) fn instance(&self, model: &Arc<Model>, interface: Interface, event_use: EventUse) -> fmi3Instance {
        let instance = Instance::new(Arc::clone(model)).with_interface(interface).for_fmi3(event_use);
        let logger = Logger::new(self.log().map(Callback::Fmi3), self.environment(), CString::default(), true);
        handles::publish(Slave { instance: instance.with_guid("{model}".to_owned()), logger })
    }
}

pub(super) fn model(text: &str) -> Arc<Model> {
    Arc::new(compile(&ModelFile::from_toml(text).unwrap()).unwrap())
}

pub(super) fn reference(model: &Model, name: &str) -> u32 {
    model.catalogue.reference(model.catalogue.find(name).unwrap()) as u32
}

pub(super) fn mode_of(c: fmi3Instance) -> Mode {
    handles::acquire(c).unwrap().instance.mode()
}

pub(super) fn get(c: fmi3Instance, reference: u32) -> f64 {
    let mut value = f64::NAN;
    // SAFETY: valid pointers to one element.
    let status = unsafe { fmi3GetFloat64(c, &raw const reference, 1, &raw mut value, 1) };
    assert_eq!(status, fmi3Status::fmi3OK);
    value
}

pub(super) fn set(c: fmi3Instance, reference: u32, value: f64) -> fmi3Status {
    // SAFETY: valid pointers to one element.
    unsafe { fmi3SetFloat64(c, &raw const reference, 1, &raw const value, 1) }
}

/// Into Step Mode, over Event Mode where that is used.
pub(super) fn start(c: fmi3Instance, event_use: EventUse) {
    // SAFETY: a living instance.
    unsafe {
        assert_eq!(fmi3EnterInitializationMode(c, 0, 0.0, 0.0, 0, 0.0), fmi3Status::fmi3OK);
        assert_eq!(fmi3ExitInitializationMode(c), fmi3Status::fmi3OK);
        if event_use.event_mode {
            assert_eq!(mode_of(c), Mode::Event);
            update(c);
            assert_eq!(fmi3EnterStepMode(c), fmi3Status::fmi3OK);
        }
    }
    assert_eq!(mode_of(c), Mode::Step);
}

/// Answers of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct End {
    pub(super) event: u8,
    pub(super) terminate: u8,
    pub(super) early: u8,
    pub(super) time: f64,
}

pub(super) fn step(c: fmi3Instance, time: f64, size: f64) -> (fmi3Status, End) {
    let mut end = End::default();
    let End { event, terminate, early, time: last } = &mut end;
    // SAFETY: a living instance and valid pointers.
    let status = unsafe { fmi3DoStep(c, time, size, 1, event, terminate, early, last) };
    (status, end)
}

/// Updates discrete states until nothing changes; the next event.
pub(super) fn update(c: fmi3Instance) -> Option<f64> {
    for _ in 0..10 {
        let (mut again, mut defined, mut next) = (2, 2, f64::NAN);
        // SAFETY: a living instance; pointers are valid or NULL.
        let status = unsafe {
            fmi3UpdateDiscreteStates(
                c,
                &raw mut again,
                null_mut(),
                null_mut(),
                null_mut(),
                &raw mut defined,
                &raw mut next,
            )
        };
        assert_eq!(status, fmi3Status::fmi3OK);
        if again == 0 {
            return (defined != 0).then_some(next);
        }
    }
    panic!("the discrete states do not settle")
}

/// Handles an event between steps: Event Mode and back.
pub(super) fn handle(c: fmi3Instance) -> Option<f64> {
    // SAFETY: a living instance.
    unsafe {
        assert_eq!(fmi3EnterEventMode(c), fmi3Status::fmi3OK);
        let next = update(c);
        assert_eq!(fmi3EnterStepMode(c), fmi3Status::fmi3OK);
        next
    }
}
