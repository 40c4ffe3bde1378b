//! A host: its logger, and instances in every state.

use crate::fmi2::types::*;
use crate::fmi2::*;
use crate::instance::oscillator::{self as model, vr};
use crate::instance::{Instance, Interface, Mode};
use crate::shell::handles;
use crate::shell::logger::{Callback, Logger};
use crate::shell::slave::Slave;
use std::ffi::{CStr, CString, c_int};
use std::ptr::null;
use std::sync::Mutex;

/// What the logger got.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Message {
    pub(super) instance_name: String,
    pub(super) status: c_int,
    pub(super) category: String,
    pub(super) text: String,
}

/// The host; its address is the component environment.
#[derive(Default)]
pub(super) struct Host {
    messages: Mutex<Vec<Message>>,
}

unsafe extern "C" fn record(
    environment: fmi2ComponentEnvironment,
    name: fmi2String,
    status: c_int,
    category: fmi2String,
    text: fmi2String,
) {
    // SAFETY: the tests pass the address of a living host, and the FMU passes strings that end with NUL.
    unsafe {
        let string = |pointer| CStr::from_ptr(pointer).to_str().unwrap().to_owned();
        let host = &*environment.cast::<Host>();
        host.messages.lock().unwrap().push(Message {
            instance_name: string(name),
            status,
            category: string(category),
            text: string(text),
        });
    }
}

impl Host {
    pub(super) fn new() -> Box<Self> {
        Box::default()
    }

    pub(super) fn functions(&self) -> fmi2CallbackFunctions {
        type Plain = unsafe extern "C" fn(fmi2ComponentEnvironment, fmi2String, c_int, fmi2String, fmi2String);
        // SAFETY: stable Rust cannot define a function with variable arguments; where these tests run (System V and Microsoft x64,
        // AAPCS64) the fixed arguments of such a function are passed like those of any other, and there are no further ones.
        let logger = unsafe { std::mem::transmute::<Plain, fmi2CallbackLogger>(record) };
        fmi2CallbackFunctions {
            logger: Some(logger),
            allocateMemory: None,
            freeMemory: None,
            stepFinished: None,
            componentEnvironment: std::ptr::from_ref(self).cast_mut().cast(),
        }
    }

    /// The messages since the last time.
    pub(super) fn messages(&self) -> Vec<Message> {
        std::mem::take(&mut self.messages.lock().unwrap())
    }

    /// An instance of the oscillator called `name`.
    pub(super) fn oscillator(&self, name: &CStr, logging_on: bool) -> fmi2Component {
        oscillator(Some(&self.functions()), name, logging_on)
    }

    /// An instance of the oscillator for co-simulation in the state `mode`.
    pub(super) fn oscillator_in(&self, mode: Mode) -> fmi2Component {
        self.oscillator_for(Interface::CoSimulation, mode)
    }

    /// An instance of the oscillator in the state `mode`, which the interface has.
    pub(super) fn oscillator_for(&self, interface: Interface, mode: Mode) -> fmi2Component {
        let c = instance(interface, Some(&self.functions()), c"oscillator", true);
        bring_to(c, mode);
        self.messages();
        assert_eq!(mode_of(c), mode);
        c
    }
}

pub(super) fn oscillator(functions: Option<&fmi2CallbackFunctions>, name: &CStr, logging_on: bool) -> fmi2Component {
    instance(Interface::CoSimulation, functions, name, logging_on)
}

pub(super) fn instance(
    interface: Interface,
    functions: Option<&fmi2CallbackFunctions>,
    name: &CStr,
    logging_on: bool,
) -> fmi2Component {
    handles::publish(Slave {
        instance: Instance::new(model::oscillator(1e-6)).with_interface(interface).with_guid("{oscillator}".to_owned()),
        logger: logger(functions, name, logging_on),
    })
}

/// A logger for the functions of a host.
pub(super) fn logger(functions: Option<&fmi2CallbackFunctions>, name: &CStr, logging_on: bool) -> Logger {
    let callback = functions.and_then(|functions| functions.logger).map(Callback::Fmi2);
    let environment = functions.map_or(std::ptr::null_mut(), |functions| functions.componentEnvironment);
    Logger::new(callback, environment, CString::from(name), logging_on)
}

pub(super) fn mode_of(c: fmi2Component) -> Mode {
    handles::acquire(c).unwrap().instance.mode()
}

pub(super) fn set_real(c: fmi2Component, reference: u32, value: f64) -> fmi2Status {
    // SAFETY: two valid pointers to one element.
    unsafe { fmi2SetReal(c, &raw const reference, 1, &raw const value) }
}

pub(super) fn get_real(c: fmi2Component, reference: u32) -> (fmi2Status, f64) {
    let mut value = f64::NAN;
    // SAFETY: two valid pointers to one element.
    let status = unsafe { fmi2GetReal(c, &raw const reference, 1, &raw mut value) };
    (status, value)
}

/// Brings an instantiated component to `mode` the way a host does.
pub(super) fn bring_to(c: fmi2Component, mode: Mode) {
    // SAFETY: a living component, no pointers to follow.
    unsafe {
        if mode == Mode::Instantiated {
            return;
        }
        assert_eq!(fmi2SetupExperiment(c, 0, 0.0, 0.0, 0, 0.0), fmi2Status::fmi2OK);
        assert_eq!(fmi2EnterInitializationMode(c), fmi2Status::fmi2OK);
        if mode == Mode::Initialization {
            return;
        }
        assert_eq!(fmi2ExitInitializationMode(c), fmi2Status::fmi2OK);
        if handles::acquire(c).unwrap().instance.interface() == Interface::ModelExchange {
            return bring_on(c, mode);
        }
        assert_eq!(fmi2DoStep(c, 0.0, 0.25, 1), fmi2Status::fmi2OK);
        match mode {
            Mode::StepFailed => {
                assert_eq!(set_real(c, vr::LIMIT, -10.0), fmi2Status::fmi2OK);
                assert_eq!(fmi2DoStep(c, 0.25, 0.25, 1), fmi2Status::fmi2Discard);
            }
            Mode::Terminated => assert_eq!(fmi2Terminate(c), fmi2Status::fmi2OK),
            Mode::Error => assert_eq!(fmi2GetReal(c, null(), 1, [0.0].as_mut_ptr()), fmi2Status::fmi2Error),
            _ => {}
        }
    }
}

/// From Event Mode on, in model exchange.
fn bring_on(c: fmi2Component, mode: Mode) {
    // SAFETY: a living component, pointers that are valid or NULL.
    unsafe {
        match mode {
            Mode::ContinuousTime => {
                let mut info = std::mem::zeroed();
                assert_eq!(fmi2NewDiscreteStates(c, &raw mut info), fmi2Status::fmi2OK);
                assert_eq!(fmi2EnterContinuousTimeMode(c), fmi2Status::fmi2OK);
            }
            Mode::Terminated => assert_eq!(fmi2Terminate(c), fmi2Status::fmi2OK),
            Mode::Error => assert_eq!(fmi2GetReal(c, null(), 1, [0.0].as_mut_ptr()), fmi2Status::fmi2Error),
            _ => {}
        }
    }
}
