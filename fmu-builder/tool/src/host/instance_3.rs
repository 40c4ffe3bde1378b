//! The calls of an instance that FMI 3.0 has in other forms (FMI 3.0.2, 2.3 and 4.2).

use std::ffi::CStr;
use std::fmt::Debug;

use super::callbacks::{Listener, LogSink, log_message};
use super::description::Layout;
use super::error::HostError;
use super::functions::{Component, Function, ValueReference};
use super::functions_3::{DoStep, Functions, Get, Set};
use super::instance::{Instance, StepOutcome};
use super::package::Package;

impl Instance {
    /// Instantiates without Event Mode.
    pub(super) fn instantiate_3(
        functions: &Functions,
        package: &Package,
        c_texts: [&CStr; 3],
        listener: &Listener,
        log: &LogSink,
    ) -> Component {
        let logging_on = listener.logging_on;
        listener.calling(functions.instantiate.name, || {
            let (description, path) = (package.description(), package.resources());
            let (name, token) = (&description.model_name, &description.guid);
            format!(
                "instanceName = {name:?}, instantiationToken = {token:?}, resourcePath = {path:?}, visible = false, loggingOn = \
                 {logging_on}, eventModeUsed = false, earlyReturnAllowed = false, nRequiredIntermediateVariables = 0"
            )
        });
        let [name, token, path] = c_texts.map(CStr::as_ptr);
        let (instantiate, logging_on) = (functions.instantiate.call, u8::from(logging_on));
        let (required, environment) = (std::ptr::null(), log.environment());
        // SAFETY: all pointers are valid during the call, and the environment for as long as the instance lives.
        unsafe { instantiate(name, token, path, 0, logging_on, 0, 0, required, 0, environment, log_message, None) }
    }

    pub(super) fn do_step_3(&self, do_step: Function<DoStep>, time: f64, size: f64) -> Result<StepOutcome, HostError> {
        let arguments = || {
            format!(
                "currentCommunicationPoint = {time:?}, communicationStepSize = {size:?}, \
                 noSetFMUStatePriorToCurrentPoint = true"
            )
        };
        let mut answers = (0, 0, 0, time);
        let call = |do_step: DoStep, component, (event, terminate, early, last): &mut (u8, u8, u8, f64)| {
            // SAFETY: the component is alive, and all answers are there to write to.
            unsafe { do_step(component, time, size, 1, event, terminate, early, last) }
        };
        let told = |&(event, terminate, early, last): &(u8, u8, u8, f64)| {
            format!(
                "eventHandlingNeeded = {}, terminateSimulation = {}, earlyReturn = {}, lastSuccessfulTime = {last:?}",
                event != 0,
                terminate != 0,
                early != 0
            )
        };
        self.call_with_values(do_step, arguments, &mut answers, call, told)?;
        let (_, terminate, _, last) = answers;
        Ok(if terminate == 0 { StepOutcome::Done } else { StepOutcome::Terminated(last) })
    }

    /// Reads `references` into `values`, which must be as many.
    pub(super) fn get_3<T: Copy + Debug + Default>(
        &self,
        function: Function<Get<T>>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let Some(Layout { references, size, positions }) = self.elements.layout(references) else {
            return self.get_arrays(function, references, values);
        };
        let mut all = vec![T::default(); size];
        self.get_arrays(function, &references, &mut all)?;
        values.iter_mut().zip(positions).for_each(|(value, position)| *value = all[position]);
        Ok(())
    }

    fn get_arrays<T: Debug>(
        &self,
        function: Function<Get<T>>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let (count, size) = (references.len(), values.len());
        self.call_with_values(
            function,
            || format!("valueReferences = {references:?}, nValueReferences = {count}, nValues = {size}"),
            values,
            // SAFETY: the component is alive, and the arrays hold as many elements as is said.
            |call, component, values| unsafe { call(component, references.as_ptr(), count, values.as_mut_ptr(), size) },
            |values| format!("values = {values:?}"),
        )
    }

    /// Sets one variable; an element of an array with the others, which stay as they are.
    pub(super) fn set_3<T: Copy + Debug + Default>(
        &self,
        get: Function<Get<T>>,
        set: Function<Set<T>>,
        reference: ValueReference,
        value: T,
    ) -> Result<(), HostError> {
        let (reference, values) = match self.elements.layout(&[reference]) {
            None => (reference, vec![value]),
            Some(Layout { references, size, positions }) => {
                let mut values = vec![T::default(); size];
                self.get_arrays(get, &references, &mut values)?;
                positions.into_iter().for_each(|position| values[position] = value);
                (references.first().copied().unwrap_or(reference), values)
            }
        };
        let count = values.len();
        let arguments =
            || format!("valueReferences = [{reference}], nValueReferences = 1, values = {values:?}, nValues = {count}");
        // SAFETY: the component is alive, the reference is one, and the values are as many as is said.
        self.call(set, arguments, |call, component| unsafe {
            call(component, &raw const reference, 1, values.as_ptr(), count)
        })
    }
}
