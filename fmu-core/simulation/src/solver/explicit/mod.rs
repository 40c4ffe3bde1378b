//! Explicit Runge-Kutta methods with error control and dense output.

mod dop853;
mod kernel;
mod short;
mod verner;

#[cfg(test)]
mod tests;

pub(super) use short::Differences;
pub use short::ShortOrder;

use super::controller::{Attempt, Control, Rejection, SMALLEST_PREVIOUS_ERROR, rounded, smallest_step_size};
use super::{
    Integrated, Integration, IntegrationError, Method, OrdinaryDifferentialEquations, Statistics, Tolerance,
    WrongDimension, evaluate,
};
use dop853::DOP853;
use kernel::{Kernel, Pair};
use verner::VERNER;

/// Relative tolerance of a step up to which the method of order 8 is cheaper.
const SMALL_TOLERANCE: f64 = 1.5e-9;
/// First guess of the first step size if state or derivative are too small, s.
const FALLBACK: f64 = 1e-6;

/// Integrates ordinary differential equations with an explicit Runge-Kutta method: Verner's of order 6(5), and for small tolerances DOP853 of
/// order 8(5,3).
///
/// The result of higher order is used; its last stage is the first one of the next step. A step costs 8 or 12
/// evaluations, and 1 or 3 more for dense output. Allocates at construction, and when a tolerance needs the other
/// method; equal calls give identical results.
///
/// # Communication points
///
/// The last step of a call is shortened to end exactly at the end of the call, and nothing is evaluated beyond. The
/// natural step size is kept for the next call. So a call of at most one step's length costs one step, plus one
/// evaluation after a [discontinuity](Self::discontinuity).
///
/// # Projection
///
/// The state of an accepted step is projected. The derivative of the last stage belongs to the point before its
/// projection. The difference is due to the drift of one step, so it enters the next step with a weight of about
/// `h L / 10` (`L` the Lipschitz constant, `h L` of order one at most) beside a local error of the same size. It is
/// therefore kept as long as the projection moved the state by at most the tolerance, which saves an evaluation per step
/// for quaternions, and evaluated again otherwise. The dense output ends at the projected point and so is continuous.
#[derive(Clone, Debug)]
pub struct ExplicitRungeKutta {
    tolerance: Tolerance,
    pub(super) memory: Memory,
    pub(super) kernel: Kernel,
    /// State at the start of the last accepted step.
    start: Vec<f64>,
    /// State at the end of a step, projected.
    end: Vec<f64>,
    /// The last accepted step, while the arrays still hold it.
    last: Option<Attempt>,
    /// Dense output is available.
    is_extended: bool,
    /// Method requested by the model.
    pub(super) method: Method,
}

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
    fn new(dimension: usize) -> Self {
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
    fn forget_derivative(&mut self) {
        self.derivative_valid = false;
        self.previous_error = SMALLEST_PREVIOUS_ERROR;
    }

    /// Updates the natural step size after an accepted step with the given error over tolerance.
    fn accept(&mut self, control: &Control, attempt: &Attempt, error: f64, after_rejection: bool) {
        self.step_size = control.next(self.step_size, &mut self.previous_error, attempt, error, after_rejection);
    }
}

/// The pair of a method; other methods use that of the tolerance.
fn pair(method: Method, tolerance: Tolerance) -> &'static Pair {
    match method {
        Method::Verner => &VERNER,
        Method::DormandPrince => &DOP853,
        Method::Automatic | Method::Rodas | Method::Fixed => {
            if tolerance.relative <= SMALL_TOLERANCE {
                &DOP853
            } else {
                &VERNER
            }
        }
    }
}

impl ExplicitRungeKutta {
    /// An integrator for `dimension` states; with zero states only time advances.
    pub fn new(dimension: usize, tolerance: Tolerance) -> Self {
        let tolerance = tolerance.usable();
        Self {
            kernel: Kernel::new(pair(Method::Automatic, tolerance), dimension),
            tolerance,
            memory: Memory::new(dimension),
            start: vec![0.0; dimension],
            end: vec![0.0; dimension],
            last: None,
            is_extended: false,
            method: Method::Automatic,
        }
    }

    /// Number of states.
    pub fn dimension(&self) -> usize {
        self.end.len()
    }

    /// The tolerance in use; values below the smallest possible one have been raised.
    pub fn tolerance(&self) -> Tolerance {
        self.tolerance
    }

    /// Sets the tolerance of the following steps; the step size adapts automatically.
    pub fn set_tolerance(&mut self, tolerance: Tolerance) {
        self.tolerance = tolerance.usable();
        self.choose_pair();
    }

    /// Selects the pair of a method for all tolerances; other methods use that of the tolerance.
    pub(super) fn set_method(&mut self, method: Method) {
        self.method = method;
        self.choose_pair();
    }

    fn choose_pair(&mut self) {
        let pair = pair(self.method, self.tolerance);
        if *pair != *self.kernel.pair {
            self.kernel = Kernel::new(pair, self.dimension());
            self.last = None;
        }
    }

    /// Name of the method in use.
    pub(super) fn name(&self) -> &'static str {
        let method = if *self.kernel.pair == DOP853 { Method::DormandPrince } else { Method::Verner };
        method.name()
    }

    /// Discards derivative and dense output, but keeps the step size: an input, a parameter or the state has jumped.
    pub fn discontinuity(&mut self) {
        self.memory.forget_derivative();
        self.last = None;
    }

    /// Discards all memory, including the step size, for a new integration.
    pub fn restart(&mut self) {
        self.discontinuity();
        self.memory.step_size = 0.0;
    }

    /// Continues from a snapshot with identical results; the dense output is lost. Does not allocate.
    pub fn restore(&mut self, memory: &Memory) -> Result<(), WrongDimension> {
        self.check_dimension(memory.derivative.len())?;
        self.memory.copy_from(memory);
        self.last = None;
        Ok(())
    }

    /// Integrates `x` from `t` to exactly `t_end`, s, and never evaluates beyond.
    ///
    /// A trial step that cannot be evaluated is repeated with a smaller step. On an error `t` and `x` hold the last
    /// accepted point.
    pub fn integrate<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
    ) -> Integrated<S, Statistics> {
        let mut statistics = Statistics::default();
        self.check_call(*t, x, t_end)?;
        while *t < t_end {
            statistics += self.step(system, t, x, t_end)?;
        }
        Ok(statistics)
    }

    /// Makes one accepted step from `t` towards `t_end`, and not beyond: for callers that search for events in the
    /// dense output of every step. Otherwise like [`Self::integrate`].
    pub fn step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
    ) -> Integrated<S, Statistics> {
        let mut statistics = Statistics::default();
        self.check_call(*t, x, t_end)?;
        if *t < t_end {
            let (time, state) = (&mut *t, &mut *x);
            self.advance(&mut Integration { system, time, state, end: t_end, statistics: &mut statistics })?;
            system.accepted(*t, x);
        }
        Ok(statistics)
    }

    /// Prepares [`Self::interpolate`] in the last accepted step: evaluates its inner stages, once.
    pub fn extend<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S, statistics: &mut Statistics) {
        if let (Some(last), false) = (self.last, self.is_extended) {
            self.kernel.extend(system, &last, [&self.start, &self.end], statistics);
            self.is_extended = true;
        }
    }

    /// Writes the state at time `t`, s, of the last accepted step to `x`, after [`Self::extend`]: a polynomial of
    /// degree and order 5 (7 for the method for small tolerances), with a continuous derivative over steps (except for
    /// projections), exact at both ends; not projected. Outside the step `x` stays as it is.
    pub fn interpolate(&self, t: f64, x: &mut [f64]) {
        match self.last.filter(|_| self.is_extended) {
            Some(Attempt { end, .. }) if t == end => x.copy_from_slice(&self.end),
            Some(Attempt { start, end, step_size, .. }) if (start..end).contains(&t) => {
                self.kernel.interpolate((t - start) / step_size, &self.start, x);
            }
            _ => {}
        }
    }

    /// One accepted step; requires a time before the end.
    pub(super) fn advance<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> Integrated<S> {
        if run.state.is_empty() {
            *run.time = run.end;
            return Ok(());
        }
        self.prepare(run)?;
        let mut after_rejection = false;
        loop {
            let attempt = Attempt::new(*run.time, run.end, self.memory.step_size);
            match self.trial(run, &attempt) {
                Ok(error) => {
                    run.statistics.accepted += 1;
                    self.memory.accept(&self.kernel.pair.control, &attempt, error, after_rejection);
                    self.commit(run, &attempt);
                    return Ok(());
                }
                Err(rejection) => {
                    run.statistics.rejected += 1;
                    after_rejection = true;
                    let Self { memory, kernel, tolerance, end, .. } = &mut *self;
                    let worst = || tolerance.worst(&kernel.error, run.state, end);
                    kernel.pair.control.reduce(&mut memory.step_size, &attempt, run.end, rejection, worst)?;
                }
            }
        }
    }

    /// Tries a step; on success the projected state is in `end`, and the error over tolerance is returned.
    fn trial<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        attempt: &Attempt,
    ) -> Result<f64, Rejection<S::Error>> {
        let Self { tolerance, memory, kernel, end, .. } = self;
        kernel.stages[0].copy_from_slice(&memory.derivative);
        kernel.step(run, attempt, end)?;
        let error = kernel.error_norm(tolerance, run.state, end);
        if error > 1.0 {
            return Err(Rejection::Error(error));
        }
        let moved = &mut kernel.stage_state;
        moved.copy_from_slice(end);
        if run.system.project(attempt.end, end) {
            moved.iter_mut().zip(end.iter()).for_each(|(moved, end)| *moved -= end);
            if tolerance.norm(moved, run.state, end) > 1.0 {
                let stage = kernel.end_stage();
                evaluate(run.system, attempt.end, end, &mut kernel.stages[stage], run.statistics)?;
            }
        }
        Ok(error)
    }

    /// Makes the end of the step the current point.
    fn commit<S>(&mut self, run: &mut Integration<'_, S>, attempt: &Attempt) {
        self.start.copy_from_slice(run.state);
        run.state.copy_from_slice(&self.end);
        *run.time = attempt.end;
        self.memory.derivative.copy_from_slice(&self.kernel.stages[self.kernel.end_stage()]);
        self.last = Some(*attempt);
        self.is_extended = false;
    }

    /// Computes derivative and step size at the start of a step, if missing.
    pub(super) fn prepare<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> Integrated<S> {
        self.last = None;
        if !self.memory.derivative_valid {
            evaluate(run.system, *run.time, run.state, &mut self.memory.derivative, run.statistics)?;
            self.memory.derivative_valid = true;
        }
        if self.memory.step_size == 0.0 {
            self.memory.step_size = self.first_step_size(run);
        }
        // After an error the step size may be less than the resolution of time.
        self.memory.step_size = self.memory.step_size.max(smallest_step_size(*run.time, run.end));
        Ok(())
    }

    /// Step size for the first step, s: the algorithm of Hairer, Norsett, Wanner, Solving Ordinary Differential
    /// Equations I, II.4, "Starting step size". It costs one evaluation, not beyond the end. The derivative at the
    /// present point is known; the kernel provides workspace.
    fn first_step_size<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> f64 {
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

    /// Checks the arguments of a call.
    pub(super) fn check_call<F>(&self, time: f64, x: &[f64], end: f64) -> Result<(), IntegrationError<F>> {
        self.check_dimension(x.len())?;
        if time <= end && (end - time).is_finite() {
            return Ok(());
        }
        Err(IntegrationError::EndBeforeStart { time, end })
    }

    /// Checks the length of an array.
    fn check_dimension(&self, found: usize) -> Result<(), WrongDimension> {
        let expected = self.dimension();
        if found == expected { Ok(()) } else { Err(WrongDimension { expected, found }) }
    }
}

/// A step that changes the state by a hundredth of its size.
fn first_guess(state: f64, derivative: f64) -> f64 {
    if state < 1e-5 || derivative < 1e-5 || !derivative.is_finite() { FALLBACK } else { 0.01 * state / derivative }
}
