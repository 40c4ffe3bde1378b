//! Calls of an instance about derivatives: along directions, and of inputs in time.

use std::ffi::c_int;

use super::description::Layout;
use super::error::HostError;
use super::functions::ValueReference;
use super::functions_3::Functions as Functions3;
use super::instance::Instance;
use super::library::Api;

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
        let function = match &self.library.api {
            Api::Fmi2(functions) => functions.get_directional_derivative,
            Api::Fmi3(functions) => {
                return self.directional_derivative_3(functions, unknowns, knowns, direction, derivatives);
            }
        };
        let function = function.ok_or(HostError::MissingFunction("fmi2GetDirectionalDerivative"))?;
        let (count, known_count) = (unknowns.len().min(derivatives.len()), knowns.len().min(direction.len()));
        self.call_with_values(
            function,
            || {
                format!(
                    "vUnknown_ref = {unknowns:?}, nUnknown = {count}, vKnown_ref = {knowns:?}, nKnown = {known_count}, \
                     dvKnown = {direction:?}"
                )
            },
            derivatives,
            // SAFETY: the component is alive, and the arrays hold as many elements as is said.
            |call, component, derivatives| unsafe {
                let (unknowns, knowns, derivatives) = (unknowns.as_ptr(), knowns.as_ptr(), derivatives.as_mut_ptr());
                call(component, unknowns, count, knowns, known_count, direction.as_ptr(), derivatives)
            },
            |derivatives| format!("dvUnknown = {derivatives:?}"),
        )
    }

    fn directional_derivative_3(
        &self,
        functions: &Functions3,
        unknowns: &[ValueReference],
        knowns: &[ValueReference],
        seed: &[f64],
        sensitivity: &mut [f64],
    ) -> Result<(), HostError> {
        if let Some(Layout { references, size, positions }) = self.elements.layout(knowns) {
            let mut whole = vec![0.0; size];
            positions.into_iter().zip(seed).for_each(|(position, seed)| whole[position] = *seed);
            return self.directional_derivative_3(functions, unknowns, &references, &whole, sensitivity);
        }
        if let Some(Layout { references, size, positions }) = self.elements.layout(unknowns) {
            let mut whole = vec![0.0; size];
            self.directional_derivative_3(functions, &references, knowns, seed, &mut whole)?;
            sensitivity.iter_mut().zip(positions).for_each(|(value, position)| *value = whole[position]);
            return Ok(());
        }
        let [count, known_count] = [unknowns.len(), knowns.len()];
        let [size, known_size] = [sensitivity.len(), seed.len()];
        self.call_with_values(
            functions.get_directional_derivative,
            || format!("unknowns = {unknowns:?}, knowns = {knowns:?}, seed = {seed:?}, nSensitivity = {size}"),
            sensitivity,
            // SAFETY: the component is alive, and the arrays hold as many elements as is said.
            |call, component, sensitivity| unsafe {
                let (unknowns, knowns, seed) = (unknowns.as_ptr(), knowns.as_ptr(), seed.as_ptr());
                call(component, unknowns, count, knowns, known_count, seed, known_size, sensitivity.as_mut_ptr(), size)
            },
            |sensitivity| format!("sensitivity = {sensitivity:?}"),
        )
    }

    /// fmi2SetRealInputDerivatives, which FMI 3.0 has not: the first derivatives in time of `inputs` for the next step.
    ///
    /// # Errors
    /// See [`Instance`]; [`HostError::MissingFunction`] where the library has none.
    pub fn set_input_slopes(&self, inputs: &[ValueReference], slopes: &[f64]) -> Result<(), HostError> {
        let function = match &self.library.api {
            Api::Fmi2(functions) => functions.set_real_input_derivatives,
            Api::Fmi3(_) => None,
        };
        let function = function.ok_or(HostError::MissingFunction("fmi2SetRealInputDerivatives"))?;
        let count = inputs.len().min(slopes.len());
        let orders: Vec<c_int> = vec![1; count];
        self.call(
            function,
            || format!("vr = {inputs:?}, nvr = {count}, order = {orders:?}, value = {slopes:?}"),
            // SAFETY: the component is alive, and all arrays hold `count` elements.
            |call, component| unsafe { call(component, inputs.as_ptr(), count, orders.as_ptr(), slopes.as_ptr()) },
        )
    }
}
