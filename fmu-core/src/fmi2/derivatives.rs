//! Derivatives: of inputs and outputs in time (FMI 2.0.5, 4.2.1), and along directions (2.1.9).

#![allow(non_snake_case)]

use super::enter;
use super::types::*;
use crate::instance::calls::Function;
use crate::shell::host_memory::{array, array_mut};

/// Derivatives of unknowns along a direction of knowns, exact to rounding. Beyond the standard, tunable parameters are knowns too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetDirectionalDerivative(
    c: fmi2Component,
    vUnknown_ref: *const fmi2ValueReference,
    nUnknown: usize,
    vKnown_ref: *const fmi2ValueReference,
    nKnown: usize,
    dvKnown: *const fmi2Real,
    dvUnknown: *mut fmi2Real,
) -> fmi2Status {
    enter(c, Function::GetDirectionalDerivative, |slave| {
        // SAFETY: the caller's promise.
        let (unknowns, derivatives) =
            unsafe { (array(vUnknown_ref, nUnknown, "vUnknown_ref")?, array_mut(dvUnknown, nUnknown, "dvUnknown")?) };
        // SAFETY: the caller's promise.
        let (knowns, direction) =
            unsafe { (array(vKnown_ref, nKnown, "vKnown_ref")?, array(dvKnown, nKnown, "dvKnown")?) };
        Ok(slave.instance.directional_derivatives(unknowns, knowns, direction, derivatives)?)
    })
}

/// Sets time derivatives (order 1 and 2) of inputs for the next step.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2SetRealInputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *const fmi2Real,
) -> fmi2Status {
    enter(c, Function::SetRealInputDerivatives, |slave| {
        // SAFETY: the caller's promise.
        let (references, orders, values) =
            unsafe { (array(vr, nvr, "vr")?, array(order, nvr, "order")?, array(value, nvr, "value")?) };
        Ok(slave.instance.set_input_derivatives(references, orders, values)?)
    })
}

/// Time derivatives (order 1 and 2) of outputs at the communication point, exact to rounding.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fmi2GetRealOutputDerivatives(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *mut fmi2Real,
) -> fmi2Status {
    enter(c, Function::GetRealOutputDerivatives, |slave| {
        // SAFETY: the caller's promise.
        let (references, orders, values) =
            unsafe { (array(vr, nvr, "vr")?, array(order, nvr, "order")?, array_mut(value, nvr, "value")?) };
        Ok(slave.instance.output_derivatives(references, orders, values)?)
    })
}
