//! A running instance of an FMU.

use std::cell::Cell;
use std::collections::HashSet;
use std::ffi::{CString, c_int};
use std::fmt::Debug;
use std::ptr::NonNull;
use std::sync::Arc;

use fmu_core::instance::Experiment;

use super::callbacks::{Callbacks, Listener, LogSink};
use super::description::{Elements, Kind};
use super::error::HostError;
use super::functions::{
    Boolean, CO_SIMULATION, Component, FALSE, Function, Functions, Get, GetStatus, LAST_SUCCESSFUL_TIME, Set, Simple,
    TERMINATED, TRUE, ValueReference,
};
use super::library::{Api, Library};
use super::package::Package;
use super::status::{RawStatus, Status};

/// Outcome of a communication step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StepOutcome {
    /// It reached the end of the communication step.
    Done,
    /// The FMU asked to end the simulation at this time, s.
    Terminated(f64),
}

/// An instance for co-simulation, in FMI 3.0 without Event Mode. Methods call the function of the same name (FMI 2.0.5, 4.2; FMI 3.0.2, 4.2)
/// and turn every status but OK and Warning into [`HostError::Call`]. It is freed when it is dropped.
pub struct Instance {
    pub(super) component: NonNull<std::ffi::c_void>,
    /// After fmi2Fatal nothing may be called any more, fmi2FreeInstance included.
    fatal: Cell<bool>,
    listener: Listener,
    /// Value references of the enumerations, which FMI 3.0 reads by functions of their own.
    enumerations: HashSet<u32>,
    pub(super) elements: Elements,
    /// Arguments of fmi2SetupExperiment, which FMI 3.0 passes to fmi3EnterInitializationMode.
    experiment: Cell<Experiment>,
    // The FMU holds pointers to both; they must not move.
    log: Box<LogSink>,
    _callbacks: Box<Callbacks>,
    // Last, so that it is unloaded last.
    pub(super) library: Arc<Library>,
}

impl Instance {
    /// Instantiates for co-simulation, not visible, with the model name as name of the instance.
    ///
    /// # Errors
    /// [`HostError::Instantiate`] with what the FMU logged.
    pub fn new(library: &Arc<Library>, package: &Package, listener: Listener) -> Result<Self, HostError> {
        let log = Box::new(LogSink::new(listener.messages.clone()));
        let callbacks = Box::new(Callbacks::new(&log));
        let (description, resources) = (package.description(), package.resources());
        let (name, guid) = (&description.model_name, &description.guid);
        let logging_on = listener.logging_on;
        let [c_name, c_guid, c_resources] = [c_text(name)?, c_text(guid)?, c_text(&resources)?];
        let (function, component) = match &library.api {
            Api::Fmi2(functions) => {
                let instantiate = functions.instantiate;
                listener.calling(instantiate.name, || {
                    format!(
                        "instanceName = {name:?}, fmuType = fmi2CoSimulation, fmuGUID = {guid:?}, \
                         fmuResourceLocation = {resources:?}, visible = fmi2False, loggingOn = {}",
                        boolean_name(logging_on)
                    )
                });
                // SAFETY: all pointers are valid during the call, and the callbacks for as long as the instance lives.
                let component = unsafe {
                    (instantiate.call)(
                        c_name.as_ptr(),
                        CO_SIMULATION,
                        c_guid.as_ptr(),
                        c_resources.as_ptr(),
                        &raw const *callbacks,
                        FALSE,
                        Boolean::from(logging_on),
                    )
                };
                (instantiate.name, component)
            }
            Api::Fmi3(functions) => {
                let c_texts = [c_name.as_c_str(), &c_guid, &c_resources];
                (functions.instantiate.name, Self::instantiate_3(functions, package, c_texts, &listener, &log))
            }
        };
        let component = NonNull::new(component);
        listener.returned(&if component.is_some() { "an instance" } else { "NULL" }, String::new);
        let enumerations = description.variables.iter().filter(|variable| variable.kind == Kind::Enumeration);
        match component {
            Some(component) => Ok(Self {
                component,
                fatal: Cell::new(false),
                listener,
                enumerations: enumerations.map(|variable| variable.value_reference).collect(),
                elements: description.elements.clone(),
                experiment: Cell::default(),
                log,
                _callbacks: callbacks,
                library: Arc::clone(library),
            }),
            None => Err(HostError::Instantiate { function, messages: log.take_problems() }),
        }
    }

    /// Start time, stop time and relative tolerance; what is `None` is left to the FMU.
    pub fn setup_experiment(&self, tolerance: Option<f64>, start: f64, stop: Option<f64>) -> Result<(), HostError> {
        let experiment = Experiment { tolerance, start_time: start, stop_time: stop };
        self.experiment.set(experiment);
        let Api::Fmi2(functions) = &self.library.api else { return Ok(()) };
        let [tolerance_defined, stop_defined] = [tolerance, stop].map(|value| Boolean::from(value.is_some()));
        let [tolerance, stop] = [tolerance, stop].map(Option::unwrap_or_default);
        // SAFETY: the component is alive.
        self.call(
            functions.setup_experiment,
            || told(experiment, boolean_name),
            |setup, component| unsafe { setup(component, tolerance_defined, tolerance, start, stop_defined, stop) },
        )
    }

    /// Inputs may be set from here on.
    pub fn enter_initialization_mode(&self) -> Result<(), HostError> {
        let functions = match &self.library.api {
            Api::Fmi2(functions) => return self.simple(functions.enter_initialization_mode),
            Api::Fmi3(functions) => functions,
        };
        let experiment = self.experiment.get();
        let Experiment { tolerance, start_time: start, stop_time: stop } = experiment;
        let [tolerance_defined, stop_defined] = [tolerance, stop].map(|value| u8::from(value.is_some()));
        let [tolerance, stop] = [tolerance, stop].map(Option::unwrap_or_default);
        let arguments = || told(experiment, |value| if value { "true" } else { "false" });
        // SAFETY: the component is alive.
        self.call(functions.enter_initialization_mode, arguments, |enter, component| unsafe {
            enter(component, tolerance_defined, tolerance, start, stop_defined, stop)
        })
    }

    /// Steps may be done from here on.
    pub fn exit_initialization_mode(&self) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.simple(functions.exit_initialization_mode),
            Api::Fmi3(functions) => self.simple(functions.exit_initialization_mode),
        }
    }

    /// The end of a simulation; values can still be read.
    pub fn terminate(&self) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.simple(functions.terminate),
            Api::Fmi3(functions) => self.simple(functions.terminate),
        }
    }

    /// Back to the state after instantiation.
    pub fn reset(&self) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.simple(functions.reset),
            Api::Fmi3(functions) => self.simple(functions.reset),
        }
    }

    /// Reads `references` into `values`, which must be as many.
    pub fn get_real(&self, references: &[ValueReference], values: &mut [f64]) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.get(functions.get_real, references, values),
            Api::Fmi3(functions) => self.get_3(functions.get_float64, references, values),
        }
    }

    /// Reads integers and enumerations into `values`.
    pub fn get_integer(&self, references: &[ValueReference], values: &mut [c_int]) -> Result<(), HostError> {
        let functions = match &self.library.api {
            Api::Fmi2(functions) => return self.get(functions.get_integer, references, values),
            Api::Fmi3(functions) => functions,
        };
        let is_enumeration = |reference: &u32| self.enumerations.contains(reference);
        let (enumerations, integers): (Vec<u32>, Vec<u32>) = references.iter().partition(|r| is_enumeration(r));
        let (mut long, mut short) = (vec![0; enumerations.len()], vec![0; integers.len()]);
        if !enumerations.is_empty() {
            self.get_3(functions.get_int64, &enumerations, &mut long)?;
        }
        if !integers.is_empty() {
            self.get_3(functions.get_int32, &integers, &mut short)?;
        }
        let (mut long, mut short) = (long.into_iter(), short.into_iter());
        for (reference, value) in references.iter().zip(values) {
            // An ordinal of an enumeration is small.
            let ordinal = |value: i64| c_int::try_from(value).unwrap_or(c_int::MAX);
            let found = if is_enumeration(reference) { long.next().map(ordinal) } else { short.next() };
            *value = found.unwrap_or_default();
        }
        Ok(())
    }

    /// Reads Booleans into `values`, as 0 and 1.
    pub fn get_boolean(&self, references: &[ValueReference], values: &mut [Boolean]) -> Result<(), HostError> {
        let functions = match &self.library.api {
            Api::Fmi2(functions) => return self.get(functions.get_boolean, references, values),
            Api::Fmi3(functions) => functions,
        };
        let mut bytes = vec![0; references.len()];
        self.get_3(functions.get_boolean, references, &mut bytes)?;
        values.iter_mut().zip(bytes).for_each(|(value, byte)| *value = Boolean::from(byte));
        Ok(())
    }

    /// Sets one real variable.
    pub fn set_real(&self, reference: ValueReference, value: f64) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.set(functions.set_real, reference, value),
            Api::Fmi3(functions) => self.set_3(functions.get_float64, functions.set_float64, reference, value),
        }
    }

    /// Sets one integer or enumeration.
    pub fn set_integer(&self, reference: ValueReference, value: c_int) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.set(functions.set_integer, reference, value),
            Api::Fmi3(functions) if self.enumerations.contains(&reference) => {
                self.set_3(functions.get_int64, functions.set_int64, reference, i64::from(value))
            }
            Api::Fmi3(functions) => self.set_3(functions.get_int32, functions.set_int32, reference, value),
        }
    }

    /// Sets one Boolean.
    pub fn set_boolean(&self, reference: ValueReference, value: bool) -> Result<(), HostError> {
        match &self.library.api {
            Api::Fmi2(functions) => self.set(functions.set_boolean, reference, Boolean::from(value)),
            Api::Fmi3(functions) => {
                self.set_3(functions.get_boolean, functions.set_boolean, reference, u8::from(value))
            }
        }
    }

    /// A step from `time` to `time + size`, after which no earlier state will be asked for.
    ///
    /// # Errors
    /// See [`Instance`]; a step that is done in part because the FMU wants to end is none.
    pub fn do_step(&self, time: f64, size: f64) -> Result<StepOutcome, HostError> {
        let functions = match &self.library.api {
            Api::Fmi2(functions) => functions,
            Api::Fmi3(functions) => return self.do_step_3(functions.do_step, time, size),
        };
        let arguments = || {
            format!(
                "currentCommunicationPoint = {time:?}, communicationStepSize = {size:?}, \
                 noSetFMUStatePriorToCurrentPoint = fmi2True"
            )
        };
        // SAFETY: the component is alive.
        match self.call(functions.do_step, arguments, |call, component| unsafe { call(component, time, size, TRUE) }) {
            Ok(()) => Ok(StepOutcome::Done),
            Err(HostError::Call { status: Status::Discard, .. }) if self.wants_to_end(functions) => {
                Ok(StepOutcome::Terminated(self.last_successful_time(functions).unwrap_or(time)))
            }
            Err(error) => Err(error),
        }
    }

    fn wants_to_end(&self, functions: &Functions) -> bool {
        let status = self.status(functions.get_boolean_status, "fmi2Terminated", TERMINATED);
        status.is_some_and(|value| value != FALSE)
    }

    fn last_successful_time(&self, functions: &Functions) -> Option<f64> {
        let time = self.status(functions.get_real_status, "fmi2LastSuccessfulTime", LAST_SUCCESSFUL_TIME);
        time.filter(|time| time.is_finite())
    }

    /// Status of the last step from one of the fmi2GetXxxStatus functions, if it succeeds.
    fn status<T: Copy + Default + Debug>(
        &self,
        get: Function<GetStatus<T>>,
        kind_name: &str,
        kind: c_int,
    ) -> Option<T> {
        let mut value = T::default();
        self.listener.calling(get.name, || format!("s = {kind_name}"));
        // SAFETY: the component is alive, and `value` is there to write to.
        let status = Status::from_raw(unsafe { (get.call)(self.component.as_ptr(), kind, &raw mut value) });
        self.listener.returned(&status, || format!("value = {value:?}"));
        (status == Status::Ok).then_some(value)
    }

    /// Calls a function that has no more arguments than the instance.
    fn simple(&self, function: Function<Simple>) -> Result<(), HostError> {
        // SAFETY: the component is alive.
        self.call(function, String::new, |call, component| unsafe { call(component) })
    }

    fn get<T: Debug>(
        &self,
        function: Function<Get<T>>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let count = references.len().min(values.len());
        self.call_with_values(
            function,
            || format!("vr = {references:?}, nvr = {count}"),
            values,
            // SAFETY: the component is alive, and both arrays hold `count` elements.
            |call, component, values| unsafe { call(component, references.as_ptr(), count, values.as_mut_ptr()) },
            |values| format!("value = {values:?}"),
        )
    }

    fn set<T: Debug>(&self, function: Function<Set<T>>, reference: ValueReference, value: T) -> Result<(), HostError> {
        let arguments = || format!("vr = [{reference}], nvr = 1, value = [{value:?}]");
        // SAFETY: the component is alive, and both pointers are to one element.
        self.call(function, arguments, |call, component| unsafe {
            call(component, &raw const reference, 1, &raw const value)
        })
    }

    pub(super) fn call<F>(
        &self,
        function: Function<F>,
        arguments: impl FnOnce() -> String,
        call: impl FnOnce(F, Component) -> RawStatus,
    ) -> Result<(), HostError> {
        self.call_with_values(
            function,
            arguments,
            &mut (),
            |function, component, ()| call(function, component),
            |()| String::new(),
        )
    }

    /// Calls a function that writes values and tells the listener; `told` says what has been written.
    pub(super) fn call_with_values<F, V: ?Sized>(
        &self,
        function: Function<F>,
        arguments: impl FnOnce() -> String,
        values: &mut V,
        call: impl FnOnce(F, Component, &mut V) -> RawStatus,
        told: impl FnOnce(&V) -> String,
    ) -> Result<(), HostError> {
        self.listener.calling(function.name, arguments);
        let status = Status::from_raw(call(function.call, self.component.as_ptr(), values));
        let messages = self.log.take_problems();
        let is_success = matches!(status, Status::Ok | Status::Warning);
        self.listener.returned(&status, || if is_success { told(values) } else { String::new() });
        if is_success {
            return Ok(());
        }
        self.fatal.set(self.fatal.get() || status == Status::Fatal);
        Err(HostError::Call { function: function.name, status, messages })
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if !self.fatal.get() {
            let free = match &self.library.api {
                Api::Fmi2(functions) => functions.free_instance,
                Api::Fmi3(functions) => functions.free_instance,
            };
            self.listener.calling(free.name, String::new);
            // SAFETY: the component is alive, and not used after this.
            unsafe { (free.call)(self.component.as_ptr()) };
            self.listener.returned(&"freed", String::new);
        }
    }
}

/// An experiment as arguments of a call, with the words for true and false.
fn told(Experiment { tolerance, start_time, stop_time }: Experiment, word: impl Fn(bool) -> &'static str) -> String {
    let [tolerance_defined, stop_defined] = [tolerance, stop_time].map(|value| word(value.is_some()));
    let [tolerance, stop_time] = [tolerance, stop_time].map(Option::unwrap_or_default);
    format!(
        "toleranceDefined = {tolerance_defined}, tolerance = {tolerance:?}, startTime = {start_time:?}, stopTimeDefined = \
         {stop_defined}, stopTime = {stop_time:?}"
    )
}

fn boolean_name(value: bool) -> &'static str {
    if value { "fmi2True" } else { "fmi2False" }
}

fn c_text(text: &str) -> Result<CString, HostError> {
    CString::new(text).map_err(|_| HostError::Text(text.to_owned()))
}
