//! Derivatives: of inputs and outputs in time (FMI 2.0.5, 4.2.1), and along directions (2.1.9).

#![allow(non_snake_case)]

use super::types::*;
use crate::shell::functions::functions;
use crate::shell::host_memory::{array, array_mut};

functions! { Fmi2 fmi2Status;
    /// Derivatives of unknowns along a direction of knowns, exact to rounding. Beyond the standard, tunable parameters are knowns too.
    fmi2GetDirectionalDerivative(
        c, vUnknown_ref: *const fmi2ValueReference, nUnknown: usize, vKnown_ref: *const fmi2ValueReference,
        nKnown: usize, dvKnown: *const fmi2Real, dvUnknown: *mut fmi2Real
    ) GetDirectionalDerivative = |slave| {
        let (unknowns, derivatives) =
            (array(vUnknown_ref, nUnknown, "vUnknown_ref")?, array_mut(dvUnknown, nUnknown, "dvUnknown")?);
        let (knowns, direction) = (array(vKnown_ref, nKnown, "vKnown_ref")?, array(dvKnown, nKnown, "dvKnown")?);
        Ok(slave.instance.directional_derivatives(unknowns, knowns, direction, derivatives)?)
    };

    /// Sets time derivatives (order 1 and 2) of inputs for the next step.
    fmi2SetRealInputDerivatives(
        c, vr: *const fmi2ValueReference, nvr: usize, order: *const fmi2Integer, value: *const fmi2Real
    ) SetRealInputDerivatives = |slave| {
        let (references, orders) = (array(vr, nvr, "vr")?, array(order, nvr, "order")?);
        Ok(slave.instance.set_input_derivatives(references, orders, array(value, nvr, "value")?)?)
    };

    /// Time derivatives (order 1 and 2) of outputs at the communication point, exact to rounding.
    fmi2GetRealOutputDerivatives(
        c, vr: *const fmi2ValueReference, nvr: usize, order: *const fmi2Integer, value: *mut fmi2Real
    ) GetRealOutputDerivatives = |slave| {
        let (references, orders) = (array(vr, nvr, "vr")?, array(order, nvr, "order")?);
        Ok(slave.instance.output_derivatives(references, orders, array_mut(value, nvr, "value")?)?)
    };
}
