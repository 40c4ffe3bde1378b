//! Integrators over the flat state array: [`Automatic`] is the one of choice.
//!
//! A caller owns time and state; an integrator owns its work arrays and the little it must remember between two calls. Events are
//! the caller's: it ends an integration at the event, changes what jumps, calls [`ExplicitRungeKutta::discontinuity`] and goes on.
//! No evaluation lies beyond the end of an integration, so everything up to an event sees the values of before the event.

mod automatic;
mod budget;
mod controller;
mod error;
mod evaluation;
mod events;
mod explicit;
mod horizon;
mod method;
mod rosenbrock;
mod short_steps;
mod solution;
mod statistics;
mod tolerance;

#[cfg(test)]
mod tests;

pub use automatic::{Automatic, Stiffness};
pub use budget::{Budget, Exhausted, Pace};
pub use error::{IntegrationError, InterpolationError, WrongDimension};
pub use events::{EventWatch, Piece, StateEvent};
pub use explicit::{ExplicitRungeKutta, Memory, ShortOrder};
pub use horizon::{Horizon, Rhythm};
pub use method::Method;
pub use short_steps::ShortSteps;
pub use solution::{Origin, Solution, SolutionMemory};
pub use statistics::Statistics;
pub use tolerance::Tolerance;

/// A system of ordinary differential equations on a flat state array.
pub trait OrdinaryDifferentialEquations {
    /// Why an evaluation fails.
    type Error;
    /// Writes the derivatives of `x` at time `t` into `dx`.
    ///
    /// Must be a function of its arguments alone as long as nothing was announced with [`ExplicitRungeKutta::discontinuity`]. An error,
    /// or a value that is not finite, makes the integrator try a shorter step.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error>;
    /// Puts the state back on its manifold after a step to time `t`; false when nothing changed.
    fn project(&mut self, t: f64, x: &mut [f64]) -> bool;
    /// The integration has come to time `t` with the state `x`.
    fn accepted(&mut self, _t: f64, _x: &[f64]) {}
    /// Number of event indicators.
    fn indicator_count(&self) -> usize {
        0
    }
    /// Writes the event indicators at time `t` and state `x`: functions of their arguments alone, all of them positive as long as no event is due.
    fn indicators(&mut self, _t: f64, _x: &[f64], _indicators: &mut [f64]) -> Result<(), Self::Error> {
        Ok(())
    }
    /// Removes from an error estimate at `x` the part that [`Self::project`] removes from the state, so that an error that
    /// does not survive the step does not shorten it. Leaving it in, as here, is safe and costs shorter steps at most.
    fn project_error(&mut self, _x: &[f64], _error: &mut [f64]) {}
    /// Writes the derivatives of [`Self::derivatives`] at `t`, `x` by the states into `by_state` (one column for each state, one after
    /// the other) and by time into `by_time`. As it stands, by differences, with times up to `t_end`; exact ones are better.
    fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        t_end: f64,
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), Self::Error> {
        differences(self, t, x, t_end, by_state, by_time)
    }
    /// Goes to `t`, `x` for solutions of `(sigma 1 - J) x = r` that do without the Jacobian J itself, and writes the derivatives by time; false,
    /// as it stands, where they need J.
    fn linearise(&mut self, _t: f64, _x: &[f64], _by_time: &mut [f64]) -> Result<bool, Self::Error> {
        Ok(false)
    }
    /// Factors `sigma 1 - J` where [`Self::linearise`] went; the state that shows that it is singular.
    fn factor(&mut self, _sigma: f64) -> Result<(), usize> {
        Ok(())
    }
    /// Solves `(sigma 1 - J) x = r` in place, after [`Self::factor`].
    fn solve(&mut self, _x: &mut [f64]) {}
    /// `J x` where [`Self::linearise`] went.
    fn times(&mut self, _x: &[f64], _product: &mut [f64]) {}
}

/// The Jacobian by forward differences: see [`OrdinaryDifferentialEquations::jacobian`].
pub fn differences<S: OrdinaryDifferentialEquations + ?Sized>(
    system: &mut S,
    t: f64,
    x: &[f64],
    t_end: f64,
    by_state: &mut [f64],
    by_time: &mut [f64],
) -> Result<(), S::Error> {
    let n = x.len();
    let (mut x, mut base) = (x.to_vec(), vec![0.0; n]);
    system.derivatives(t, &x, &mut base)?;
    for (i, column) in by_state.chunks_exact_mut(n).enumerate() {
        let value = x[i];
        x[i] += f64::EPSILON.sqrt() * value.abs().max(1e-5);
        let step = x[i] - value;
        system.derivatives(t, &x, column)?;
        x[i] = value;
        column.iter_mut().zip(&base).for_each(|(column, base)| *column = (*column - base) / step);
    }
    let later = t + f64::EPSILON.sqrt() * (t_end - t);
    system.derivatives(later, &x, by_time)?;
    let step = if later > t { later - t } else { f64::INFINITY };
    by_time.iter_mut().zip(&base).for_each(|(by_time, base)| *by_time = (*by_time - base) / step);
    Ok(())
}
