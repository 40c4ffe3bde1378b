//! Derivatives: of outputs in time (FMI 3.0.2, 4.2.2), and along directions (2.2.12).

use super::types::*;
use crate::instance::{Instance, InstanceError};
use crate::shell::Refusal;
use crate::shell::functions::functions;
use crate::shell::host_memory::{array, array_mut};
use crate::shell::slave::Slave;

/// Computes the last array from unknowns, knowns and seed.
type Method = fn(&mut Instance, &[u32], &[u32], &[f64], &mut [f64]) -> Result<(), InstanceError>;

/// Unknowns, knowns and seed of a call, each with its length.
type Arguments = ((*const u32, usize), (*const u32, usize), (*const f64, usize));

/// Lets a method fill the array of sensitivities.
///
/// # Safety
/// As [`array`] and [`array_mut`] want it.
#[inline(never)]
unsafe fn differentiate(
    slave: &mut Slave,
    method: Method,
    (unknowns, knowns, seed): Arguments,
    (sensitivity, length): (*mut f64, usize),
) -> Result<(), Refusal> {
    // SAFETY: the caller's promise.
    let (unknowns, knowns) =
        unsafe { (array(unknowns.0, unknowns.1, "unknowns")?, array(knowns.0, knowns.1, "knowns")?) };
    // SAFETY: the caller's promise.
    let (seed, sensitivity) =
        unsafe { (array(seed.0, seed.1, "seed")?, array_mut(sensitivity, length, "sensitivity")?) };
    let (unknowns, knowns) = (slave.instance.scalars(unknowns), slave.instance.scalars(knowns));
    Ok(method(&mut slave.instance, &unknowns, &knowns, seed, sensitivity)?)
}

/// The functions of directional derivatives.
macro_rules! along_directions {
    ($($(#[$doc:meta])* $name:ident $method:expr;)*) => { functions! { Fmi3 fmi3Status; $(
        $(#[$doc])*
        $name(
            instance, unknowns: *const fmi3ValueReference, nUnknowns: usize, knowns: *const fmi3ValueReference,
            nKnowns: usize,
            seed: *const f64, nSeed: usize, sensitivity: *mut f64, nSensitivity: usize
        ) GetDirectionalDerivative = |slave| {
            let arguments = ((unknowns, nUnknowns), (knowns, nKnowns), (seed, nSeed));
            differentiate(slave, $method, arguments, (sensitivity, nSensitivity))
        };
    )*} };
}

along_directions! {
    /// Derivatives of unknowns along a direction of knowns, exact to rounding: J v.
    fmi3GetDirectionalDerivative Instance::directional_derivatives;
    /// Derivatives of a weighted sum of unknowns with respect to each known, exact to rounding: J' v.
    fmi3GetAdjointDerivative Instance::adjoint_derivatives;
}

functions! { Fmi3 fmi3Status;
    /// Time derivatives (order 1 and 2) of outputs at the communication point, exact to rounding.
    fmi3GetOutputDerivatives(
        instance, valueReferences: *const fmi3ValueReference, nValueReferences: usize, orders: *const i32,
        values: *mut f64, nValues: usize
    ) GetRealOutputDerivatives = |slave| {
        let references = array(valueReferences, nValueReferences, "valueReferences")?;
        let orders = array(orders, nValueReferences, "orders")?;
        let values = array_mut(values, nValues, "values")?;
        let (references, orders) = slave.instance.scalars_with(references, orders);
        Ok(slave.instance.output_derivatives(&references, &orders, values)?)
    };
}
