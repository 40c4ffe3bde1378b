//! Calls of an instance about derivatives: along directions, and of inputs in time.

use std::cell::RefCell;
use std::ffi::c_int;

use super::error::HostError;
use super::functions::ValueReference;
use super::instance::Instance;

impl Instance {
    /// fmi2GetDirectionalDerivative: the derivatives of `unknowns` along `direction`, which has a component for each of `knowns`, into
    /// `derivatives`, as many as unknowns.
    ///
    /// # Errors
    /// See [`Instance`]; [`HostError::MissingFunction`] where the library has none.
    pub fn directional_derivative(
        &self,
        unknowns: &[ValueReference],
        knowns: &[ValueReference],
        direction: &[f64],
        derivatives: &mut [f64],
    ) -> Result<(), HostError> {
        const NAME: &str = "fmi2GetDirectionalDerivative";
        let function = self.library.functions.get_directional_derivative.ok_or(HostError::MissingFunction(NAME))?;
        let (count, known_count) = (unknowns.len().min(derivatives.len()), knowns.len().min(direction.len()));
        let derivatives = RefCell::new(derivatives);
        self.call_with_values(
            NAME,
            || {
                format!(
                    "vUnknown_ref = {unknowns:?}, nUnknown = {count}, vKnown_ref = {knowns:?}, nKnown = {known_count}, \
                     dvKnown = {direction:?}"
                )
            },
            // SAFETY: the component is alive, and the arrays hold as many elements as is said.
            |component| unsafe {
                let written = derivatives.borrow_mut().as_mut_ptr();
                function(component, unknowns.as_ptr(), count, knowns.as_ptr(), known_count, direction.as_ptr(), written)
            },
            || format!("dvUnknown = {:?}", derivatives.borrow()),
        )
    }

    /// fmi2SetRealInputDerivatives: the first derivatives in time of `inputs` for the next step.
    ///
    /// # Errors
    /// See [`Instance`]; [`HostError::MissingFunction`] where the library has none.
    pub fn set_input_slopes(&self, inputs: &[ValueReference], slopes: &[f64]) -> Result<(), HostError> {
        const NAME: &str = "fmi2SetRealInputDerivatives";
        let function = self.library.functions.set_real_input_derivatives.ok_or(HostError::MissingFunction(NAME))?;
        let count = inputs.len().min(slopes.len());
        let orders: Vec<c_int> = vec![1; count];
        self.call_with_values(
            NAME,
            || format!("vr = {inputs:?}, nvr = {count}, order = {orders:?}, value = {slopes:?}"),
            // SAFETY: the component is alive, and all arrays hold `count` elements.
            |component| unsafe { function(component, inputs.as_ptr(), count, orders.as_ptr(), slopes.as_ptr()) },
            String::new,
        )
    }
}
