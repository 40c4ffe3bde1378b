//! Memory of the method between two calls.

use crate::solver::controller::{Attempt, Control, SMALLEST_PREVIOUS_ERROR};

/// The data that an integrator keeps from one step to the next in addition to time and state: plain data for a
/// snapshot.
///
/// With equal time, state, memory and tolerance an integration continues with identical results.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Natural step size, s: size of the next step without a communication point; zero if still to be selected.
    pub step_size: f64,
    /// Error over tolerance of the last step of natural size, for the proportional part of the control.
    pub previous_error: f64,
    /// Derivative at the last accepted point, one value per state: the last stage of the step before the state was
    /// projected, so that an evaluation at the point may differ by rounding errors.
    pub derivative: Vec<f64>,
    /// `derivative` is valid, which it is not after a discontinuity.
    pub derivative_valid: bool,
}

impl Memory {
    /// Memory of an integrator that has made no step.
    pub(super) fn new(dimension: usize) -> Self {
        Self {
            step_size: 0.0,
            previous_error: SMALLEST_PREVIOUS_ERROR,
            derivative: vec![0.0; dimension],
            derivative_valid: false,
        }
    }

    /// Takes over another memory of the same dimension, without allocation.
    pub(in crate::solver) fn copy_from(&mut self, other: &Self) {
        let Self { step_size, previous_error, derivative, derivative_valid } = other;
        self.step_size = *step_size;
        self.previous_error = *previous_error;
        self.derivative.copy_from_slice(derivative);
        self.derivative_valid = *derivative_valid;
    }

    /// Discards the data of the smooth piece of the solution that has ended: derivative and error history.
    pub(super) fn forget_derivative(&mut self) {
        self.derivative_valid = false;
        self.previous_error = SMALLEST_PREVIOUS_ERROR;
    }

    /// Updates the natural step size after an accepted step with the given error over tolerance.
    pub(super) fn accept(&mut self, control: &Control, attempt: &Attempt, error: f64, after_rejection: bool) {
        self.step_size = control.next(self.step_size, &mut self.previous_error, attempt, error, after_rejection);
    }
}
