//! Selection of the first step size.

use super::ExplicitRungeKutta;
use super::kernel::Kernel;
use crate::solver::controller::{rounded, smallest_step_size};
use crate::solver::{Integration, OrdinaryDifferentialEquations, evaluate};

/// First guess if state or derivative are too small, s.
const FALLBACK: f64 = 1e-6;

impl ExplicitRungeKutta {
    /// Step size for the first step, s: the algorithm of Hairer, Norsett, Wanner, Solving Ordinary Differential
    /// Equations I, II.4, "Starting step size". It costs one evaluation, not beyond the end. The derivative at the
    /// present point is known; the kernel provides workspace.
    pub(super) fn first_step_size<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> f64 {
        let Self { tolerance, memory, kernel, .. } = self;
        let derivative = &memory.derivative;
        let (t, x, t_end) = (*run.time, &*run.state, run.end);
        let order = kernel.pair.order;
        let Kernel { stage_state: trial, error: trial_derivative, .. } = kernel;
        let smallest = smallest_step_size(t, t_end);
        let guess = first_guess(tolerance.norm(x, x, x), tolerance.norm(derivative, x, x)).max(smallest);
        let (t_trial, guess) = if t_end - t <= guess { (t_end, t_end - t) } else { (t + guess, guess) };
        for ((trial, x), derivative) in trial.iter_mut().zip(x).zip(derivative) {
            *trial = x + guess * derivative;
        }
        if evaluate(run.system, t_trial, trial, trial_derivative, run.statistics).is_err() {
            // Without a derivative there the guess is used; the steps are shortened as needed.
            return guess;
        }
        for (change, derivative) in trial_derivative.iter_mut().zip(derivative) {
            *change = (*change - derivative) / guess;
        }
        let slope = tolerance.norm(derivative, x, x).max(tolerance.norm(trial_derivative, x, x));
        let by_slope = if slope <= 1e-15 { FALLBACK.max(1e-3 * guess) } else { (0.01 / slope).powf(1.0 / order) };
        rounded(by_slope).min(100.0 * guess).max(smallest)
    }
}

/// A step that changes the state by a hundredth of its size.
fn first_guess(state: f64, derivative: f64) -> f64 {
    if state < 1e-5 || derivative < 1e-5 || !derivative.is_finite() { FALLBACK } else { 0.01 * state / derivative }
}
