//! What the method remembers between two calls.

use super::controller::{Attempt, LARGEST_FACTOR, SMALLEST_PREVIOUS_ERROR, acceptance_factor, elementary_factor};

/// All that an integrator carries from one step to the next besides time and state: plain data for a snapshot.
///
/// With equal time, state, memory and tolerance an integration continues bit for bit equally.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    /// Natural step size of the solution at hand, s: what the next step would be without a communication point in the way. Zero:
    /// to be selected.
    pub step_size: f64,
    /// Error over tolerance of the last step of natural size, for the proportional part of the control.
    pub previous_error: f64,
    /// Derivative at the last accepted point, one value per state. The last stage of the step before the state was projected, so
    /// an evaluation at the point need not give the same bits.
    pub derivative: Vec<f64>,
    /// Whether `derivative` still holds; false after a discontinuity.
    pub derivative_valid: bool,
}

/// The shortest part of the natural step whose error still says something about the natural step: below, the error estimate
/// (fifth power) drowns in rounding.
const SHORTEST_TELLING_PART: f64 = 0.05;

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
    pub(super) fn copy_from(&mut self, other: &Self) {
        let Self { step_size, previous_error, derivative, derivative_valid } = other;
        self.step_size = *step_size;
        self.previous_error = *previous_error;
        self.derivative.copy_from_slice(derivative);
        self.derivative_valid = *derivative_valid;
    }

    /// Forgets what belongs to the smooth piece of the solution that has ended: derivative and error history.
    pub(super) fn forget_derivative(&mut self) {
        self.derivative_valid = false;
        self.previous_error = SMALLEST_PREVIOUS_ERROR;
    }

    /// Natural step size after an accepted step with the given error over tolerance; it never exceeds ten times a step really made.
    ///
    /// A step that a communication point cut short speaks for itself only: no proportional part, and nothing at all when it was
    /// too short to tell.
    pub(super) fn accept(&mut self, attempt: &Attempt, error: f64, after_rejection: bool) {
        let proposal = if !attempt.shortened {
            let factor = acceptance_factor(error, self.previous_error);
            self.previous_error = error.max(SMALLEST_PREVIOUS_ERROR);
            attempt.step_size * factor
        } else if attempt.step_size >= SHORTEST_TELLING_PART * self.step_size {
            let factor = elementary_factor(error);
            let proposal = attempt.step_size * factor;
            // The largest factor means "at least": no reason to give up a larger step size.
            if factor < LARGEST_FACTOR { proposal } else { proposal.max(self.step_size) }
        } else {
            self.step_size
        };
        // A step right after a rejection is not followed by a larger one (Hairer, Norsett, Wanner, II.4).
        self.step_size = if after_rejection { proposal.min(self.step_size) } else { proposal };
    }
}
