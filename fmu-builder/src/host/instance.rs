//! A running instance of an FMU.

use std::cell::Cell;
use std::ffi::{CString, c_int};
use std::ptr::NonNull;
use std::sync::Arc;

use super::callbacks::{Callbacks, LogSink, MessageHandler};
use super::error::HostError;
use super::functions::{
    Boolean, CO_SIMULATION, FALSE, LAST_SUCCESSFUL_TIME, RawStatus, Status, TERMINATED, TRUE, ValueReference,
};
use super::library::Library;

/// How a step ended.
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
    component: NonNull<std::ffi::c_void>,
    /// After fmi2Fatal nothing may be called any more, fmi2FreeInstance included.
    fatal: Cell<bool>,
    // The FMU holds pointers to both; they must not move.
    log: Box<LogSink>,
    _callbacks: Box<Callbacks>,
    // Last, so that it is unloaded last.
    library: Arc<Library>,
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
        handler: Option<MessageHandler>,
        logging_on: bool,
    ) -> Result<Self, HostError> {
        let log = Box::new(LogSink::new(handler));
        let callbacks = Box::new(Callbacks::new(&log));
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
                boolean(logging_on),
            )
        };
        match NonNull::new(component) {
            Some(component) => Ok(Self {
                component,
                fatal: Cell::new(false),
                log,
                _callbacks: callbacks,
                library: Arc::clone(library),
            }),
            None => Err(HostError::Instantiate { messages: log.take_problems() }),
        }
    }

    /// Start time, stop time and relative tolerance; what is `None` is left to the FMU.
    ///
    /// # Errors
    /// As every method: see [`Instance`].
    pub fn setup_experiment(&self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Result<(), HostError> {
        self.call("fmi2SetupExperiment", || {
            // SAFETY: the component is alive.
            unsafe {
                (self.library.functions.setup_experiment)(
                    self.component.as_ptr(),
                    boolean(tolerance.is_some()),
                    tolerance.unwrap_or_default(),
                    start,
                    boolean(stop.is_some()),
                    stop.unwrap_or_default(),
                )
            }
        })
    }

    /// Inputs may be set from here on.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn enter_initialization_mode(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call("fmi2EnterInitializationMode", || unsafe {
            (self.library.functions.enter_initialization_mode)(self.component.as_ptr())
        })
    }

    /// Steps may be done from here on.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn exit_initialization_mode(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call("fmi2ExitInitializationMode", || unsafe {
            (self.library.functions.exit_initialization_mode)(self.component.as_ptr())
        })
    }

    /// The end of a simulation; values can still be read.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn terminate(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call("fmi2Terminate", || unsafe { (self.library.functions.terminate)(self.component.as_ptr()) })
    }

    /// Back to the state after instantiation.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn reset(&self) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call("fmi2Reset", || unsafe { (self.library.functions.reset)(self.component.as_ptr()) })
    }

    /// Reads `references` into `values`, which must be as many.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn get_real(&self, references: &[ValueReference], values: &mut [f64]) -> Result<(), HostError> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        self.call("fmi2GetReal", || unsafe {
            (self.library.functions.get_real)(self.component.as_ptr(), references.as_ptr(), count, values.as_mut_ptr())
        })
    }

    /// Reads integers and enumerations into `values`.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn get_integer(&self, references: &[ValueReference], values: &mut [c_int]) -> Result<(), HostError> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        self.call("fmi2GetInteger", || unsafe {
            (self.library.functions.get_integer)(
                self.component.as_ptr(),
                references.as_ptr(),
                count,
                values.as_mut_ptr(),
            )
        })
    }

    /// Reads Booleans into `values`, as 0 and 1.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn get_boolean(&self, references: &[ValueReference], values: &mut [Boolean]) -> Result<(), HostError> {
        let count = references.len().min(values.len());
        // SAFETY: both arrays hold `count` elements.
        self.call("fmi2GetBoolean", || unsafe {
            (self.library.functions.get_boolean)(
                self.component.as_ptr(),
                references.as_ptr(),
                count,
                values.as_mut_ptr(),
            )
        })
    }

    /// Sets one real variable.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn set_real(&self, reference: ValueReference, value: f64) -> Result<(), HostError> {
        // SAFETY: both pointers are to one element.
        self.call("fmi2SetReal", || unsafe {
            (self.library.functions.set_real)(self.component.as_ptr(), &raw const reference, 1, &raw const value)
        })
    }

    /// Sets one integer or enumeration.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn set_integer(&self, reference: ValueReference, value: c_int) -> Result<(), HostError> {
        // SAFETY: both pointers are to one element.
        self.call("fmi2SetInteger", || unsafe {
            (self.library.functions.set_integer)(self.component.as_ptr(), &raw const reference, 1, &raw const value)
        })
    }

    /// Sets one Boolean.
    ///
    /// # Errors
    /// See [`Instance`].
    pub fn set_boolean(&self, reference: ValueReference, value: bool) -> Result<(), HostError> {
        let value = boolean(value);
        // SAFETY: both pointers are to one element.
        self.call("fmi2SetBoolean", || unsafe {
            (self.library.functions.set_boolean)(self.component.as_ptr(), &raw const reference, 1, &raw const value)
        })
    }

    /// A step from `time` to `time + size`, after which no earlier state will be asked for.
    ///
    /// # Errors
    /// See [`Instance`]; a step that is done in part because the FMU wants to end is none.
    pub fn do_step(&self, time: f64, size: f64) -> Result<StepOutcome, HostError> {
        let result = self.call("fmi2DoStep", || {
            // SAFETY: the component is alive.
            unsafe { (self.library.functions.do_step)(self.component.as_ptr(), time, size, TRUE) }
        });
        match result {
            Ok(()) => Ok(StepOutcome::Done),
            Err(HostError::Call { status: Status::Discard, .. }) if self.wants_to_end() => {
                Ok(StepOutcome::Terminated(self.last_successful_time().unwrap_or(time)))
            }
            Err(error) => Err(error),
        }
    }

    fn wants_to_end(&self) -> bool {
        let mut value = FALSE;
        let get = self.library.functions.get_boolean_status;
        // SAFETY: the component is alive, and `value` is there to write to.
        let status = unsafe { get(self.component.as_ptr(), TERMINATED, &raw mut value) };
        Status::from_raw(status) == Status::Ok && value != FALSE
    }

    fn last_successful_time(&self) -> Option<f64> {
        let mut value = f64::NAN;
        let get = self.library.functions.get_real_status;
        // SAFETY: the component is alive, and `value` is there to write to.
        let status = unsafe { get(self.component.as_ptr(), LAST_SUCCESSFUL_TIME, &raw mut value) };
        (Status::from_raw(status) == Status::Ok && value.is_finite()).then_some(value)
    }

    fn call(&self, function: &'static str, call: impl FnOnce() -> RawStatus) -> Result<(), HostError> {
        let status = Status::from_raw(call());
        let messages = self.log.take_problems();
        match status {
            Status::Ok | Status::Warning => Ok(()),
            status => {
                self.fatal.set(self.fatal.get() || status == Status::Fatal);
                Err(HostError::Call { function, status, messages })
            }
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if !self.fatal.get() {
            // SAFETY: the component is alive, and not used after this.
            unsafe { (self.library.functions.free_instance)(self.component.as_ptr()) };
        }
    }
}

fn boolean(value: bool) -> Boolean {
    if value { TRUE } else { FALSE }
}

fn c_text(text: &str) -> Result<CString, HostError> {
    CString::new(text).map_err(|_| HostError::Text(text.to_owned()))
}
