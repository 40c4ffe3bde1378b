//! A running instance of an FMU.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, c_int};
use std::fmt::Debug;
use std::ptr::NonNull;
use std::sync::Arc;

use super::callbacks::{Callbacks, Listener, LogSink};
use super::error::HostError;
use super::functions::{
    Boolean, CO_SIMULATION, Component, FALSE, Get, GetStatus, LAST_SUCCESSFUL_TIME, Set, Simple, TERMINATED, TRUE,
    ValueReference,
};
use super::library::Library;
use super::status::{RawStatus, Status};

/// Outcome of a communication step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepOutcome {
    /// It reached the end of the communication step.
    Done,
    /// The FMU asked to end the simulation at this time, s.
    Terminated(f64),
}

/// An instance for co-simulation. Methods call the function of the same name (FMI 2.0.5, 4.2) and turn every status but fmi2OK and
/// fmi2Warning into [`HostError::Call`]. It is freed when it is dropped.
pub struct Instance {
    pub(super) component: NonNull<std::ffi::c_void>,
    /// After fmi2Fatal nothing may be called any more, fmi2FreeInstance included.
    fatal: Cell<bool>,
    listener: Listener,
    // The FMU holds pointers to both; they must not move.
    log: Box<LogSink>,
    _callbacks: Box<Callbacks>,
    // Last, so that it is unloaded last.
    pub(super) library: Arc<Library>,
}

impl Instance {
    /// fmi2Instantiate for co-simulation, not visible.
    ///
    /// # Errors
    /// [`HostError::Instantiate`] with what the FMU logged.
    pub fn new(
        library: &Arc<Library>,
        name: &str,
        guid: &str,
        resource_uri: &str,
        listener: Listener,
    ) -> Result<Self, HostError> {
        let log = Box::new(LogSink::new(listener.messages.clone()));
        let callbacks = Box::new(Callbacks::new(&log));
        listener.calling("fmi2Instantiate", || {
            format!(
                "instanceName = {name:?}, fmuType = fmi2CoSimulation, fmuGUID = {guid:?}, \
                 fmuResourceLocation = {resource_uri:?}, visible = fmi2False, loggingOn = {}",
                boolean_name(listener.logging_on)
            )
        });
        let (name, guid, resource_uri) = (c_text(name)?, c_text(guid)?, c_text(resource_uri)?);
        // SAFETY: all pointers are valid during the call, and the callbacks for as long as the instance lives.
        let component = unsafe {
            (library.functions.instantiate)(
                name.as_ptr(),
                CO_SIMULATION,
                guid.as_ptr(),
                resource_uri.as_ptr(),
                &raw const *callbacks,
                FALSE,
                boolean(listener.logging_on),
            )
        };
        let component = NonNull::new(component);
        listener.returned(&if component.is_some() { "an instance" } else { "NULL" }, String::new);
        match component {
            Some(component) => Ok(Self {
                component,
                fatal: Cell::new(false),
                listener,
                log,
                _callbacks: callbacks,
                library: Arc::clone(library),
            }),
            None => Err(HostError::Instantiate { messages: log.take_problems() }),
        }
    }

    /// Start time, stop time and relative tolerance; what is `None` is left to the FMU.
    pub fn setup_experiment(&self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Result<(), HostError> {
        let [tolerance_defined, stop_defined] = [tolerance, stop].map(|value| boolean(value.is_some()));
        let [tolerance, stop] = [tolerance, stop].map(Option::unwrap_or_default);
        let arguments = || {
            format!(
                "toleranceDefined = {}, tolerance = {tolerance:?}, startTime = {start:?}, stopTimeDefined = {}, \
                 stopTime = {stop:?}",
                boolean_name(tolerance_defined != FALSE),
                boolean_name(stop_defined != FALSE)
            )
        };
        let setup = self.library.functions.setup_experiment;
        // SAFETY: the component is alive.
        self.call("fmi2SetupExperiment", arguments, |component| unsafe {
            setup(component, tolerance_defined, tolerance, start, stop_defined, stop)
        })
    }

    /// Inputs may be set from here on.
    pub fn enter_initialization_mode(&self) -> Result<(), HostError> {
        self.simple("fmi2EnterInitializationMode", self.library.functions.enter_initialization_mode)
    }

    /// Steps may be done from here on.
    pub fn exit_initialization_mode(&self) -> Result<(), HostError> {
        self.simple("fmi2ExitInitializationMode", self.library.functions.exit_initialization_mode)
    }

    /// The end of a simulation; values can still be read.
    pub fn terminate(&self) -> Result<(), HostError> {
        self.simple("fmi2Terminate", self.library.functions.terminate)
    }

    /// Back to the state after instantiation.
    pub fn reset(&self) -> Result<(), HostError> {
        self.simple("fmi2Reset", self.library.functions.reset)
    }

    /// Reads `references` into `values`, which must be as many.
    pub fn get_real(&self, references: &[ValueReference], values: &mut [f64]) -> Result<(), HostError> {
        self.get("fmi2GetReal", self.library.functions.get_real, references, values)
    }

    /// Reads integers and enumerations into `values`.
    pub fn get_integer(&self, references: &[ValueReference], values: &mut [c_int]) -> Result<(), HostError> {
        self.get("fmi2GetInteger", self.library.functions.get_integer, references, values)
    }

    /// Reads Booleans into `values`, as 0 and 1.
    pub fn get_boolean(&self, references: &[ValueReference], values: &mut [Boolean]) -> Result<(), HostError> {
        self.get("fmi2GetBoolean", self.library.functions.get_boolean, references, values)
    }

    /// Sets one real variable.
    pub fn set_real(&self, reference: ValueReference, value: f64) -> Result<(), HostError> {
        self.set("fmi2SetReal", self.library.functions.set_real, reference, value)
    }

    /// Sets one integer or enumeration.
    pub fn set_integer(&self, reference: ValueReference, value: c_int) -> Result<(), HostError> {
        self.set("fmi2SetInteger", self.library.functions.set_integer, reference, value)
    }

    /// Sets one Boolean.
    pub fn set_boolean(&self, reference: ValueReference, value: bool) -> Result<(), HostError> {
        self.set("fmi2SetBoolean", self.library.functions.set_boolean, reference, boolean(value))
    }

    /// A step from `time` to `time + size`, after which no earlier state will be asked for.
    ///
    /// # Errors
    /// See [`Instance`]; a step that is done in part because the FMU wants to end is none.
    pub fn do_step(&self, time: f64, size: f64) -> Result<StepOutcome, HostError> {
        let arguments = || {
            format!(
                "currentCommunicationPoint = {time:?}, communicationStepSize = {size:?}, \
                 noSetFMUStatePriorToCurrentPoint = fmi2True"
            )
        };
        let do_step = self.library.functions.do_step;
        // SAFETY: the component is alive.
        match self.call("fmi2DoStep", arguments, |component| unsafe { do_step(component, time, size, TRUE) }) {
            Ok(()) => Ok(StepOutcome::Done),
            Err(HostError::Call { status: Status::Discard, .. }) if self.wants_to_end() => {
                Ok(StepOutcome::Terminated(self.last_successful_time().unwrap_or(time)))
            }
            Err(error) => Err(error),
        }
    }

    fn wants_to_end(&self) -> bool {
        let get = self.library.functions.get_boolean_status;
        self.status("fmi2GetBooleanStatus", "fmi2Terminated", get, TERMINATED).is_some_and(|value| value != FALSE)
    }

    fn last_successful_time(&self) -> Option<f64> {
        let get = self.library.functions.get_real_status;
        let time = self.status("fmi2GetRealStatus", "fmi2LastSuccessfulTime", get, LAST_SUCCESSFUL_TIME);
        time.filter(|time| time.is_finite())
    }

    /// Status of the last step from one of the fmi2GetXxxStatus functions, if it succeeds.
    fn status<T: Copy + Default + Debug>(
        &self,
        name: &'static str,
        kind_name: &str,
        get: GetStatus<T>,
        kind: c_int,
    ) -> Option<T> {
        let mut value = T::default();
        self.listener.calling(name, || format!("s = {kind_name}"));
        // SAFETY: the component is alive, and `value` is there to write to.
        let status = Status::from_raw(unsafe { get(self.component.as_ptr(), kind, &raw mut value) });
        self.listener.returned(&status, || format!("value = {value:?}"));
        (status == Status::Ok).then_some(value)
    }

    /// Calls a function that has no more arguments than the instance.
    fn simple(&self, name: &'static str, function: Simple) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call(name, String::new, |component| unsafe { function(component) })
    }

    fn get<T: Debug>(
        &self,
        name: &'static str,
        function: Get<T>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let count = references.len().min(values.len());
        let values = RefCell::new(values);
        self.call_with_values(
            name,
            || format!("vr = {references:?}, nvr = {count}"),
            // SAFETY: the component is alive, and both arrays hold `count` elements.
            |component| unsafe { function(component, references.as_ptr(), count, values.borrow_mut().as_mut_ptr()) },
            || format!("value = {:?}", values.borrow()),
        )
    }

    fn set<T: Debug>(
        &self,
        name: &'static str,
        function: Set<T>,
        reference: ValueReference,
        value: T,
    ) -> Result<(), HostError> {
        let arguments = || format!("vr = [{reference}], nvr = 1, value = [{value:?}]");
        // SAFETY: the component is alive, and both pointers are to one element.
        self.call(name, arguments, |component| unsafe {
            function(component, &raw const reference, 1, &raw const value)
        })
    }

    fn call(
        &self,
        function: &'static str,
        arguments: impl FnOnce() -> String,
        call: impl FnOnce(Component) -> RawStatus,
    ) -> Result<(), HostError> {
        self.call_with_values(function, arguments, call, String::new)
    }

    /// Calls a function and tells the listener; `values` says what the function has written.
    pub(super) fn call_with_values(
        &self,
        function: &'static str,
        arguments: impl FnOnce() -> String,
        call: impl FnOnce(Component) -> RawStatus,
        values: impl FnOnce() -> String,
    ) -> Result<(), HostError> {
        self.listener.calling(function, arguments);
        let status = Status::from_raw(call(self.component.as_ptr()));
        let messages = self.log.take_problems();
        let is_success = matches!(status, Status::Ok | Status::Warning);
        self.listener.returned(&status, || if is_success { values() } else { String::new() });
        if is_success {
            return Ok(());
        }
        self.fatal.set(self.fatal.get() || status == Status::Fatal);
        Err(HostError::Call { function, status, messages })
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if !self.fatal.get() {
            self.listener.calling("fmi2FreeInstance", String::new);
            // SAFETY: the component is alive, and not used after this.
            unsafe { (self.library.functions.free_instance)(self.component.as_ptr()) };
            self.listener.returned(&"freed", String::new);
        }
    }
}

fn boolean(value: bool) -> Boolean {
    if value { TRUE } else { FALSE }
}

fn boolean_name(value: bool) -> &'static str {
    if value { "fmi2True" } else { "fmi2False" }
}

fn c_text(text: &str) -> Result<CString, HostError> {
    CString::new(text).map_err(|_| HostError::Text(text.to_owned()))
}
