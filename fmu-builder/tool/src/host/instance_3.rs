//! The calls of an instance that FMI 3.0 has in other forms (FMI 3.0.2, 2.3 and 4.2).

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use super::error::HostError;
use super::functions::ValueReference;
use super::functions_3::{DoStep, Get, Set};
use super::instance::{Instance, StepOutcome};

impl Instance {
    pub(super) fn do_step_3(&self, do_step: DoStep, time: f64, size: f64) -> Result<StepOutcome, HostError> {
        let arguments = || {
            format!(
                "currentCommunicationPoint = {time:?}, communicationStepSize = {size:?}, \
                 noSetFMUStatePriorToCurrentPoint = true"
            )
        };
        let answers = Cell::new((0_u8, 0_u8, 0_u8, time));
        let call = |component| {
            let (mut event, mut terminate, mut early, mut last) = answers.get();
            let (event_to, terminate_to, early_to) = (&raw mut event, &raw mut terminate, &raw mut early);
            // SAFETY: the component is alive, and all answers are there to write to.
            let status = unsafe { do_step(component, time, size, 1, event_to, terminate_to, early_to, &raw mut last) };
            answers.set((event, terminate, early, last));
            status
        };
        let told = || {
            let (event, terminate, early, last) = answers.get();
            format!(
                "eventHandlingNeeded = {}, terminateSimulation = {}, earlyReturn = {}, lastSuccessfulTime = {last:?}",
                event != 0,
                terminate != 0,
                early != 0
            )
        };
        self.call_with_values("fmi3DoStep", arguments, call, told)?;
        let (_, terminate, _, last) = answers.get();
        Ok(if terminate == 0 { StepOutcome::Done } else { StepOutcome::Terminated(last) })
    }

    /// Reads `references` into `values`, which must be as many.
    pub(super) fn get_3<T: Debug>(
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
            || format!("valueReferences = {references:?}, nValueReferences = {count}, nValues = {count}"),
            // SAFETY: the component is alive, and both arrays hold `count` elements.
            |component| unsafe {
                function(component, references.as_ptr(), count, values.borrow_mut().as_mut_ptr(), count)
            },
            || format!("values = {:?}", values.borrow()),
        )
    }

    /// Sets one variable.
    pub(super) fn set_3<T: Debug>(
        &self,
        name: &'static str,
        function: Set<T>,
        reference: ValueReference,
        value: T,
    ) -> Result<(), HostError> {
        let arguments =
            || format!("valueReferences = [{reference}], nValueReferences = 1, values = [{value:?}], nValues = 1");
        // SAFETY: the component is alive, and both pointers are to one element.
        self.call(name, arguments, |component| unsafe {
            function(component, &raw const reference, 1, &raw const value, 1)
        })
    }
}
