//! Integrators over the flat state array.
//!
//! A caller owns time and state; an integrator owns its work arrays and the little it must remember between two calls. Events are
//! the caller's: it ends an integration at the event, changes what jumps, calls [`DormandPrince::discontinuity`] and goes on.
//! No evaluation lies beyond the end of an integration, so everything up to an event sees the values of before the event.

mod dormand_prince;
mod error;
mod statistics;
mod tolerance;

#[cfg(test)]
mod tests;

pub use dormand_prince::{DormandPrince, Memory};
pub use error::{IntegrationError, InterpolationError, WrongDimension};
pub use statistics::Statistics;
pub use tolerance::Tolerance;

/// A system of ordinary differential equations on a flat state array.
pub trait OrdinaryDifferentialEquations {
    /// Why an evaluation fails.
    type Error;
    /// Writes the derivatives of `x` at time `t` into `dx`.
    ///
    /// Must be a function of its arguments alone as long as nothing was announced with [`DormandPrince::discontinuity`]. An error,
    /// or a value that is not finite, makes the integrator try a shorter step.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error>;
    /// Puts the state back on its manifold after an accepted step; false when nothing changed.
    fn project(&mut self, x: &mut [f64]) -> bool;
    /// The integration has come to time `t` with the state `x`.
    fn accepted(&mut self, _t: f64, _x: &[f64]) {}
    /// Removes from an error estimate at `x` the part that [`Self::project`] removes from the state, so that an error that
    /// does not survive the step does not shorten it. Leaving it in, as here, is safe and costs shorter steps at most.
    fn project_error(&mut self, _x: &[f64], _error: &mut [f64]) {}
}
