//! The linearly implicit method RODAS5P, order 5(4), for stiff systems.

mod reduced;
mod tableau;

use super::controller::{Attempt, Control, Rejection, SMALLEST_PREVIOUS_ERROR, smallest_step_size};
use super::{
    Integrated, Integration, IntegrationError, OrdinaryDifferentialEquations, Tolerance, check_finite, evaluate,
};
use reduced::Reduced;
use tableau::{DENSE, GAMMA, NODES, RIGHT, STAGES, STATE, TIME};

/// A Rosenbrock method of order 5(4), stiffly accurate and L-stable, with eight stages on one factored matrix (Hairer,
/// Wanner, Solving Ordinary Differential Equations II, 1996, IV.7). It needs the exact Jacobian, not an approximation.
///
/// Allocates at construction only. Never evaluates beyond the end of a step.
#[derive(Clone, Debug)]
pub(super) struct Rosenbrock {
    /// Natural step size, s.
    pub step_size: f64,
    /// Derivative at the start of the step.
    derivative: Vec<f64>,
    /// Jacobian at the start of the step, by columns.
    jacobian: Vec<f64>,
    /// The system solves without it ([`OrdinaryDifferentialEquations::prepare_implicit`]).
    does_without: bool,
    /// Time derivative of the derivative at the start of the step.
    by_time: Vec<f64>,
    /// Identity over step size and diagonal element, minus the Jacobian.
    matrix: Reduced,
    stages: [Vec<f64>; STAGES],
    state: Vec<f64>,
    /// State at the start of the last accepted step, and the quadratic, the cubic and the quartic part of its dense output.
    start: Vec<f64>,
    dense: [Vec<f64>; 3],
    /// The last accepted step.
    last: Option<Attempt>,
}

impl Rosenbrock {
    /// Bytes that [`Self::new`] allocates, with a margin for the derivatives.
    pub(super) fn memory_need(dimension: usize) -> usize {
        dimension
            .saturating_mul(dimension)
            .saturating_mul(3)
            .saturating_add(40 * dimension)
            .saturating_mul(size_of::<f64>())
    }

    pub(super) fn new(dimension: usize) -> Self {
        let array = || vec![0.0; dimension];
        Self {
            step_size: 0.0,
            derivative: array(),
            jacobian: vec![0.0; dimension * dimension],
            does_without: false,
            by_time: array(),
            matrix: Reduced::new(dimension),
            stages: std::array::from_fn(|_| array()),
            state: array(),
            start: array(),
            dense: std::array::from_fn(|_| array()),
            last: None,
        }
    }

    /// Makes one accepted step towards the end; its size, s.
    pub(super) fn advance<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        tolerance: &Tolerance,
    ) -> Integrated<S, f64> {
        self.prepare_implicit(run)?;
        self.step_size = self.step_size.max(smallest_step_size(*run.time, run.end));
        let mut after_rejection = false;
        loop {
            let attempt = Attempt::new(*run.time, run.end, self.step_size);
            match self.trial(run, &attempt, tolerance) {
                Ok(error) => {
                    run.statistics.accepted += 1;
                    // Without a proportional part the control needs no history.
                    let mut history = SMALLEST_PREVIOUS_ERROR;
                    self.step_size =
                        Control::ORDER_5.next(self.step_size, &mut history, &attempt, error, after_rejection);
                    self.keep(&attempt, run.state);
                    run.state.copy_from_slice(&self.state);
                    *run.time = attempt.end;
                    return Ok(attempt.step_size);
                }
                Err(rejection) => {
                    run.statistics.rejected += 1;
                    after_rejection = true;
                    let Self { step_size, stages, state, .. } = &mut *self;
                    let worst = || tolerance.worst(&stages[STAGES - 1], run.state, state);
                    Control::ORDER_5.reduce(step_size, &attempt, run.end, rejection, worst)?;
                }
            }
        }
    }

    /// Stores the data for dense output in an accepted step.
    fn keep(&mut self, attempt: &Attempt, x: &[f64]) {
        self.start.copy_from_slice(x);
        for (k, part) in self.dense.iter_mut().enumerate() {
            part.fill(0.0);
            self.stages.iter().zip(&DENSE).for_each(|(stage, weights)| add(part, stage, weights[k]));
        }
        self.last = Some(*attempt);
    }

    /// Writes the state at time `t`, s, of the last accepted step: order 4, exact at both ends.
    pub(super) fn interpolate(&self, t: f64, x: &mut [f64]) {
        let Some(Attempt { start, step_size, .. }) = self.last else { return };
        let s = (t - start) / step_size;
        let [quadratic, cubic, quartic] = &self.dense;
        for (i, x) in x.iter_mut().enumerate() {
            let bent = self.state[i] + (1.0 - s) * (quadratic[i] + s * (cubic[i] + s * quartic[i]));
            *x = self.start[i] * (1.0 - s) + s * bent;
        }
    }

    /// Derivative, Jacobian and time derivative at the start.
    fn prepare_implicit<S: OrdinaryDifferentialEquations>(&mut self, run: &mut Integration<'_, S>) -> Integrated<S> {
        let (t, x, system) = (*run.time, &*run.state, &mut *run.system);
        evaluate(system, t, x, &mut self.derivative, run.statistics)?;
        run.statistics.jacobians += 1;
        let failed = |source| IntegrationError::Derivatives { time: t, source };
        self.does_without = system.prepare_implicit(t, x, &mut self.by_time).map_err(failed)?;
        if self.does_without {
            return check_finite(t, &self.by_time);
        }
        system.jacobian(t, x, run.end, &mut self.jacobian, &mut self.by_time).map_err(failed)?;
        check_finite(t, &self.by_time)?;
        self.jacobian.chunks_exact(x.len()).try_for_each(|column| check_finite(t, column))?;
        self.matrix.look_at(&self.jacobian);
        Ok(())
    }

    /// Tries a step; on success the projected state is in `state`, and the error over tolerance is returned.
    fn trial<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        attempt: &Attempt,
        tolerance: &Tolerance,
    ) -> Result<f64, Rejection<S::Error>> {
        let (x, system) = (&*run.state, &mut *run.system);
        let &Attempt { start: t, end: t_end, step_size: h, .. } = attempt;
        let sigma = 1.0 / (h * GAMMA);
        let factored = if self.does_without { system.factor(sigma) } else { self.matrix.factor(&self.jacobian, sigma) };
        factored.map_err(Rejection::Singular)?;
        for stage in 0..STAGES {
            let (earlier, own) = self.stages.split_at_mut(stage);
            let own = &mut own[0];
            match stage {
                0 => own.copy_from_slice(&self.derivative),
                _ => {
                    match STATE.get(stage - 1) {
                        Some(weights) => {
                            self.state.copy_from_slice(x);
                            weights.iter().zip(earlier.iter()).for_each(|(a, u)| add(&mut self.state, u, *a));
                        }
                        None => add(&mut self.state, &earlier[stage - 1], 1.0),
                    }
                    let time = NODES.get(stage - 1).map_or(t_end, |c| t + c * h);
                    evaluate(system, time, &self.state, own, run.statistics)?;
                }
            }
            if let Some(right) = stage.checked_sub(1).map(|row| RIGHT[row]) {
                right.iter().zip(earlier.iter()).for_each(|(c, u)| add(own, u, c / h));
            }
            if let Some(d) = TIME.get(stage) {
                add(own, &self.by_time, h * d);
            }
            if self.does_without {
                system.solve(own);
            } else {
                self.matrix.solve(&self.jacobian, own);
            }
        }
        let [.., last] = &mut self.stages;
        add(&mut self.state, last, 1.0);
        check_finite(t_end, &self.state)?;
        let error = tolerance.norm(last, x, &self.state);
        if error > 1.0 {
            return Err(Rejection::Error(error));
        }
        system.project(t_end, &mut self.state);
        Ok(error)
    }

    /// Estimate of the largest eigenvalue of the last Jacobian, per s, by the power method. With a pair of complex
    /// eigenvalues, or states in different units, the growth oscillates from one multiplication to the next, so it is
    /// averaged.
    pub(super) fn spectral_radius<S: OrdinaryDifferentialEquations>(&mut self, system: &mut S) -> f64 {
        const FIRST: usize = 4;
        const MULTIPLICATIONS: usize = 8;
        let n = self.derivative.len();
        let [v, w, ..] = &mut self.stages;
        // A start vector without symmetries, so that no eigenvector is missed.
        v.iter_mut().enumerate().for_each(|(i, v)| *v = 1.0 + i as f64 / n as f64);
        let mut growth = 0.0;
        for k in 0..MULTIPLICATIONS {
            let size = v.iter().map(|v| v * v).sum::<f64>().sqrt();
            v.iter_mut().for_each(|v| *v /= size);
            if self.does_without {
                system.times(v, w);
            } else {
                w.fill(0.0);
                self.jacobian.chunks_exact(n).zip(v.iter()).for_each(|(column, v)| add(w, column, *v));
            }
            let grown = w.iter().map(|w| w * w).sum::<f64>().sqrt();
            if grown == 0.0 {
                return 0.0;
            }
            if k >= FIRST {
                growth += grown.ln() / (MULTIPLICATIONS - FIRST) as f64;
            }
            std::mem::swap(v, w);
        }
        growth.exp()
    }
}

/// `x += factor y`.
fn add(x: &mut [f64], y: &[f64], factor: f64) {
    x.iter_mut().zip(y).for_each(|(x, y)| *x += factor * y);
}
