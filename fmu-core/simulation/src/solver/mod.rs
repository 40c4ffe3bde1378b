//! Integrators over the flat state array. A [`Solution`] selects among their methods.
//!
//! A caller owns time and state; an integrator owns its workspace and the little data that it keeps between two calls.
//! Events are handled by the caller: it ends an integration at the event, changes what jumps, calls
//! [`ExplicitRungeKutta::discontinuity`] and continues. An integration never evaluates beyond its end, so that all
//! evaluations before an event use the values before the event.

mod automatic;
mod budget;
mod controller;
mod error;
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

pub use automatic::Stiffness;
pub use budget::{Budget, Exhausted, Pace};
pub use error::{IntegrationError, WrongDimension};
pub use events::{Piece, StateEvent};
pub use explicit::{ExplicitRungeKutta, Memory, ShortOrder};
pub use horizon::{Horizon, Rhythm};
pub use method::Method;
pub use short_steps::ShortSteps;
pub use solution::{Origin, Solution, SolutionMemory};
pub use statistics::Statistics;
pub use tolerance::Tolerance;

/// A system of ordinary differential equations on a flat state array.
pub trait OrdinaryDifferentialEquations {
    /// Error of an evaluation.
    type Error;
    /// Writes the derivatives of `x` at time `t` into `dx`.
    ///
    /// Must be a function of its arguments alone until [`ExplicitRungeKutta::discontinuity`] is called. After an error,
    /// or a value that is not finite, the integrator tries a shorter step.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error>;
    /// Projects the state onto its manifold after a step to time `t`; returns false if nothing changed.
    fn project(&mut self, t: f64, x: &mut [f64]) -> bool;
    /// Called when the integration has reached time `t` with the state `x`.
    fn accepted(&mut self, _t: f64, _x: &[f64]) {}
    /// Longest step, s: the equations of a step read nothing of the step itself.
    fn longest_step(&self) -> f64 {
        f64::INFINITY
    }
    /// True if [`Self::remember`] has an effect.
    fn remembers(&self) -> bool {
        false
    }
    /// Called before [`Self::accepted`] for a system that reads its past, with the last step as far as it has been read. A later call for an
    /// earlier time makes void what came after it.
    fn remember(&mut self, _past: &Piece<'_>, _tolerance: &Tolerance) -> Result<(), Self::Error> {
        Ok(())
    }
    /// Called before a step that begins at time `t`, s, is made a second time, from a snapshot within it.
    fn go_back(&mut self, _t: f64) {}
    /// Number of event indicators.
    fn indicator_count(&self) -> usize {
        0
    }
    /// Writes the event indicators at time `t` and state `x`: functions of their arguments alone, all of them positive
    /// as long as no event is due.
    fn indicators(&mut self, _t: f64, _x: &[f64], _indicators: &mut [f64]) -> Result<(), Self::Error> {
        Ok(())
    }
    /// Writes the derivatives of [`Self::derivatives`] at `t`, `x` with respect to the states to `by_state` (column by
    /// column) and with respect to time to `by_time`. The default uses differences, with times up to `t_end`; exact
    /// derivatives are better.
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
    fn prepare_implicit(&mut self, _t: f64, _x: &[f64], _by_time: &mut [f64]) -> Result<bool, Self::Error> {
        Ok(false)
    }
    /// Factors `sigma 1 - J` where [`Self::prepare_implicit`] went; the state that shows that it is singular.
    fn factor(&mut self, _sigma: f64) -> Result<(), usize> {
        Ok(())
    }
    /// Solves `(sigma 1 - J) x = r` in place, after [`Self::factor`].
    fn solve(&mut self, _x: &mut [f64]) {}
    /// `J x` where [`Self::prepare_implicit`] went.
    fn times(&mut self, _x: &[f64], _product: &mut [f64]) {}
}

/// An integration in progress.
struct Integration<'a, S> {
    /// The equations.
    system: &'a mut S,
    /// Time of the last accepted point, s.
    time: &'a mut f64,
    /// State there.
    state: &'a mut [f64],
    /// End of the integration, s.
    end: f64,
    /// Effort so far.
    statistics: &'a mut Statistics,
}

/// Result of an integration of the system `S`.
type Integrated<S, R = ()> = Result<R, IntegrationError<<S as OrdinaryDifferentialEquations>::Error>>;

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

/// Evaluates the derivatives and checks that they are finite.
fn evaluate<S: OrdinaryDifferentialEquations>(
    system: &mut S,
    t: f64,
    x: &[f64],
    dx: &mut [f64],
    statistics: &mut Statistics,
) -> Integrated<S> {
    statistics.evaluations += 1;
    system.derivatives(t, x, dx).map_err(|source| IntegrationError::Derivatives { time: t, source })?;
    check_finite(t, dx)
}

/// Checks that values are finite.
#[inline]
fn check_finite<F>(time: f64, values: &[f64]) -> Result<(), IntegrationError<F>> {
    // Without branches, so that the loop is vectorised.
    if values.iter().fold(true, |finite, value| finite & value.is_finite()) {
        return Ok(());
    }
    let index = values.iter().position(|value| !value.is_finite()).unwrap_or_default();
    Err(IntegrationError::NotFinite { time, index })
}
