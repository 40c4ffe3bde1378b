//! One step of the method, without control of its size.

use super::tableau::{A2, A3, A4, A5, A6, B, C, D, E};
use crate::solver::controller::Attempt;
use crate::solver::evaluation::{EvaluationFailure, check_finite, evaluate};
use crate::solver::{OrdinaryDifferentialEquations, Statistics};

/// Work arrays of one step.
#[derive(Clone, Debug)]
pub(super) struct Kernel {
    /// Derivatives of stages 2 to 7.
    pub stages: [Vec<f64>; 6],
    /// State at a stage.
    pub stage_state: Vec<f64>,
    /// Estimate of the local error: result of order 5 minus result of order 4.
    pub error: Vec<f64>,
    /// Step size times an estimate of the largest eigenvalue, of the last step.
    pub stability: f64,
}

impl Kernel {
    /// Work arrays for `dimension` states.
    pub(super) fn new(dimension: usize) -> Self {
        let array = || vec![0.0; dimension];
        Self { stages: std::array::from_fn(|_| array()), stage_state: array(), error: array(), stability: 0.0 }
    }

    /// Writes the result of order 5 into `x_end`, its derivative into the last stage and the error estimate into `error`.
    ///
    /// `k1` is the derivative of `x` at the start. Six evaluations, none beyond the end of the step: the nodes of the last two
    /// stages are the end itself, and rounding to nearest is monotonic for the others.
    pub(super) fn step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        attempt: &Attempt,
        x: &[f64],
        k1: &[f64],
        x_end: &mut [f64],
        statistics: &mut Statistics,
    ) -> Result<(), EvaluationFailure<S::Error>> {
        let &Attempt { start: t, end: t_end, step_size: h, .. } = attempt;
        let [k2, k3, k4, k5, k6, k7] = &mut self.stages;
        let stage = self.stage_state.as_mut_slice();
        advance(stage, x, h, A2, [k1]);
        evaluate(system, t + C[0] * h, stage, k2, statistics)?;
        advance(stage, x, h, A3, [k1, k2]);
        evaluate(system, t + C[1] * h, stage, k3, statistics)?;
        advance(stage, x, h, A4, [k1, k2, k3]);
        evaluate(system, t + C[2] * h, stage, k4, statistics)?;
        advance(stage, x, h, A5, [k1, k2, k3, k4]);
        evaluate(system, t + C[3] * h, stage, k5, statistics)?;
        advance(stage, x, h, A6, [k1, k2, k3, k4, k5]);
        evaluate(system, t_end, stage, k6, statistics)?;
        advance(x_end, x, h, B, [k1, k3, k4, k5, k6]);
        check_finite(t_end, x_end)?;
        evaluate(system, t_end, x_end, k7, statistics)?;
        // The last two stages are two points at the same time.
        self.stability = h * (distance(k7, k6) / distance(x_end, stage)).max(0.0);
        combine(&mut self.error, h, E, [k1, k3, k4, k5, k6, k7]);
        Ok(())
    }

    /// Writes into `x` the state at the fraction `theta` of a step of size `h`, s: the continuous extension of order 4, in the form
    /// of Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6, which takes the given states exactly at both ends.
    ///
    /// The given states and derivatives are those at both ends; the other stages are those of the last step.
    pub(super) fn interpolate(
        &self,
        theta: f64,
        h: f64,
        [start, end]: [&[f64]; 2],
        [k1, k7]: [&[f64]; 2],
        x: &mut [f64],
    ) {
        let [_, k3, k4, k5, k6, _] = &self.stages;
        let rest = 1.0 - theta;
        combine(x, h, D, [k1, k3, k4, k5, k6, k7]);
        for (i, x) in x.iter_mut().enumerate() {
            let change = end[i] - start[i];
            let at_start = h * k1[i] - change;
            let at_end = change - h * k7[i] - at_start;
            *x = start[i] + theta * (change + rest * (at_start + theta * (at_end + rest * *x)));
        }
    }
}

/// `out = x + h sum(a k)`.
#[inline]
fn advance<const N: usize>(out: &mut [f64], x: &[f64], h: f64, a: [f64; N], k: [&[f64]; N]) {
    let n = out.len();
    let x = &x[..n];
    let k = k.map(|k| &k[..n]);
    for i in 0..n {
        let mut sum = a[0] * k[0][i];
        for j in 1..N {
            sum += a[j] * k[j][i];
        }
        out[i] = x[i] + h * sum;
    }
}

/// `out = h sum(a k)`.
#[inline]
fn combine<const N: usize>(out: &mut [f64], h: f64, a: [f64; N], k: [&[f64]; N]) {
    let n = out.len();
    let k = k.map(|k| &k[..n]);
    for i in 0..n {
        let mut sum = a[0] * k[0][i];
        for j in 1..N {
            sum += a[j] * k[j][i];
        }
        out[i] = h * sum;
    }
}

/// Euclidean distance of two states.
fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}
