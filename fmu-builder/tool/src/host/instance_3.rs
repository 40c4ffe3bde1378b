//! The calls of an instance that FMI 3.0 has in other forms (FMI 3.0.2, 2.3 and 4.2).

use std::cell::{Cell, RefCell};
use std::fmt::Debug;

use super::description::Layout;
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
    pub(super) fn get_3<T: Copy + Debug + Default>(
        &self,
        name: &'static str,
        function: Get<T>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let Some(Layout { references, size, positions }) = self.elements.layout(references) else {
            return self.get_arrays(name, function, references, values);
        };
        let mut all = vec![T::default(); size];
        self.get_arrays(name, function, &references, &mut all)?;
        values.iter_mut().zip(positions).for_each(|(value, position)| *value = all[position]);
        Ok(())
    }

    fn get_arrays<T: Debug>(
        &self,
        name: &'static str,
        function: Get<T>,
        references: &[ValueReference],
        values: &mut [T],
    ) -> Result<(), HostError> {
        let (count, size) = (references.len(), values.len());
        let values = RefCell::new(values);
        self.call_with_values(
            name,
            || format!("valueReferences = {references:?}, nValueReferences = {count}, nValues = {size}"),
            // SAFETY: the component is alive, and the arrays hold as many elements as is said.
            |component| unsafe {
                function(component, references.as_ptr(), count, values.borrow_mut().as_mut_ptr(), size)
            },
            || format!("values = {:?}", values.borrow()),
        )
    }

    /// Sets one variable; an element of an array with the others, which stay as they are.
    pub(super) fn set_3<T: Copy + Debug + Default>(
        &self,
        [get_name, name]: [&'static str; 2],
        (get, set): (Get<T>, Set<T>),
        reference: ValueReference,
        value: T,
    ) -> Result<(), HostError> {
        let (reference, values) = match self.elements.layout(&[reference]) {
            None => (reference, vec![value]),
            Some(Layout { references, size, positions }) => {
                let mut values = vec![T::default(); size];
                self.get_arrays(get_name, get, &references, &mut values)?;
                positions.into_iter().for_each(|position| values[position] = value);
                (references.first().copied().unwrap_or(reference), values)
            }
        };
        let count = values.len();
        let arguments =
            || format!("valueReferences = [{reference}], nValueReferences = 1, values = {values:?}, nValues = {count}");
        // SAFETY: the component is alive, the reference is one, and the values are as many as is said.
        self.call(name, arguments, |component| unsafe {
            set(component, &raw const reference, 1, values.as_ptr(), count)
        })
    }
}
