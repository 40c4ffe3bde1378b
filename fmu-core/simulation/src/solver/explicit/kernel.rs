//! Coefficients of a pair of formulas, and one step of it, without step-size control.

use crate::solver::controller::{Attempt, Control};
use crate::solver::{
    Integrated, Integration, OrdinaryDifferentialEquations, Statistics, Tolerance, check_finite, evaluate,
};
use wide::f64x2;

/// Weight of the coarser of two error estimates, squared.
const COARSER: f64 = 0.01;
/// Number of terms of a continuous extension, after the value at the start, that follow from values and derivatives at
/// both ends.
const ENDS: usize = 3;

/// A sparse row of a tableau: stages, counted from 0, and their weights.
pub(in crate::solver) type Weights = &'static [(usize, f64)];

/// A row from a table with the weights of each stage in several formulas.
pub(super) const fn column<const N: usize, const K: usize>(
    table: &[(usize, [f64; K]); N],
    k: usize,
) -> [(usize, f64); N] {
    let mut weights = [(0, 0.0); N];
    let mut row = 0;
    while row < N {
        weights[row] = (table[row].0, table[row].1[k]);
        row += 1;
    }
    weights
}

/// A pair of explicit Runge-Kutta formulas with an error estimate and a continuous extension.
///
/// Its last two stages are at the end of the step: the last one is the derivative of the result, and the first stage of
/// the next step. Their difference gives an estimate of the largest eigenvalue.
#[derive(Debug, PartialEq)]
pub(in crate::solver) struct Pair {
    /// Order of the result.
    pub order: f64,
    /// Number of evaluations of a step.
    pub cost: f64,
    /// Product of step size and eigenvalue up to which steps are stable, somewhat less than along the negative real
    /// axis.
    pub stability_limit: f64,
    pub control: Control,
    /// Nodes of the second stage and the following ones, except the last two.
    pub nodes: &'static [f64],
    /// Arguments of the second stage and the following ones.
    pub rows: &'static [Weights],
    pub estimate: Estimate,
    /// Stages for dense output only.
    pub inner_nodes: &'static [f64],
    pub inner_rows: &'static [Weights],
    /// The terms of the continuous extension after those that follow from values and derivatives at both ends: see
    /// [`Kernel::interpolate`].
    pub dense: &'static [Weights],
}

/// Error estimate.
#[derive(Debug, PartialEq)]
pub(in crate::solver) enum Estimate {
    /// The difference of two results.
    One(Weights),
    /// A difference `e`, and a coarser one `c` that makes it more reliable, as `e^2 / sqrt(e^2 + c^2/100)`.
    Two(Weights, Weights),
}

impl Pair {
    /// Number of stages, including those for dense output.
    pub fn stages(&self) -> usize {
        1 + self.rows.len() + self.inner_rows.len()
    }
}

/// Workspace of one step.
#[derive(Clone, Debug)]
pub(in crate::solver) struct Kernel {
    pub pair: &'static Pair,
    /// Derivatives of all stages; the first one is at the start, that of [`Self::end_stage`] at the end.
    pub stages: Vec<Vec<f64>>,
    /// State at a stage.
    pub stage_state: Vec<f64>,
    /// Estimate of the local error, and a coarser one if the pair has two.
    pub error: Vec<f64>,
    coarser: Vec<f64>,
    /// Step size times an estimate of the largest eigenvalue in the last step: about [`Pair::stability_limit`] if
    /// stability and not accuracy limits the step (Hairer, Wanner, Solving Ordinary Differential Equations II, IV.2).
    pub stability: f64,
    /// Terms of the continuous extension.
    dense: Vec<Vec<f64>>,
}

impl Kernel {
    /// Workspace for `dimension` states.
    pub(super) fn new(pair: &'static Pair, dimension: usize) -> Self {
        let array = || vec![0.0; dimension];
        let arrays = |count: usize| (0..count).map(|_| array()).collect();
        Self {
            pair,
            stages: arrays(pair.stages()),
            stage_state: array(),
            error: array(),
            coarser: array(),
            stability: 0.0,
            dense: arrays(ENDS + pair.dense.len()),
        }
    }

    /// The stage whose derivative is that of the result.
    pub(super) fn end_stage(&self) -> usize {
        self.pair.rows.len()
    }

    /// Writes the result into `x_end`, its derivative into the last stage and the error estimates.
    ///
    /// The first stage is the derivative at the start. No evaluation is beyond the end of the step: the nodes of the last two
    /// stages are the end itself, and rounding to nearest is monotonic for the others.
    pub(super) fn step<S: OrdinaryDifferentialEquations>(
        &mut self,
        run: &mut Integration<'_, S>,
        attempt: &Attempt,
        x_end: &mut [f64],
    ) -> Integrated<S> {
        let &Attempt { start: t, end: t_end, step_size: h, .. } = attempt;
        let Self { pair, stages, stage_state, error, coarser, .. } = self;
        let end_stage = pair.rows.len();
        for (index, row) in pair.rows.iter().enumerate() {
            let (earlier, own) = stages.split_at_mut(index + 1);
            let time = pair.nodes.get(index).map_or(t_end, |node| t + node * h);
            let argument = if index + 1 == end_stage { &mut *x_end } else { &mut *stage_state };
            advance(argument, run.state, h, row, earlier);
            if index + 1 == end_stage {
                check_finite(t_end, argument)?;
            }
            evaluate(run.system, time, argument, &mut own[0], run.statistics)?;
        }
        // The last two stages are two points at the same time.
        let change = distance(&stages[end_stage], &stages[end_stage - 1]);
        self.stability = h * (change / distance(x_end, stage_state)).max(0.0);
        match &pair.estimate {
            Estimate::One(weights) => combine(error, h, weights, stages),
            Estimate::Two(weights, others) => {
                combine(error, h, weights, stages);
                combine(coarser, h, others, stages);
            }
        }
        Ok(())
    }

    /// The error of the last step over the tolerance.
    pub(super) fn error_norm(&self, tolerance: &Tolerance, x: &[f64], x_end: &[f64]) -> f64 {
        let error = tolerance.norm(&self.error, x, x_end);
        if matches!(self.pair.estimate, Estimate::One(_)) {
            return error;
        }
        let coarser = tolerance.norm(&self.coarser, x, x_end);
        let size = (error * error + COARSER * coarser * coarser).sqrt();
        // An infinite error or NaN is kept.
        if size > 0.0 && size.is_finite() { error * (error / size) } else { error.max(size) }
    }

    /// Prepares [`Self::interpolate`] in the last step, from the given states at both ends.
    pub(super) fn extend<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        attempt: &Attempt,
        [start, end]: [&[f64]; 2],
        statistics: &mut Statistics,
    ) {
        let &Attempt { start: t, step_size: h, .. } = attempt;
        let first = self.end_stage() + 1;
        let Self { pair, stages, stage_state, dense, .. } = self;
        let mut is_known = true;
        for (index, (row, node)) in pair.inner_rows.iter().zip(pair.inner_nodes).enumerate() {
            let (earlier, own) = stages.split_at_mut(first + index);
            advance(stage_state, start, h, row, earlier);
            is_known = is_known && evaluate(system, t + node * h, stage_state, &mut own[0], statistics).is_ok();
        }
        cubic(dense, h, [start, end], [&stages[0], &stages[first - 1]]);
        // If the inner stages of an accepted step cannot be evaluated, the cubic through both ends is used.
        if is_known {
            let inner = dense.iter_mut().skip(ENDS);
            inner.zip(pair.dense).for_each(|(term, weights)| combine(term, h, weights, stages));
        }
    }

    /// Prepares [`Self::interpolate`] in a step of another formula, from the given states and the first stage: a cubic,
    /// with one evaluation at the end.
    pub(super) fn extend_cubic<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        attempt: &Attempt,
        [start, end]: [&[f64]; 2],
        statistics: &mut Statistics,
    ) {
        let h = attempt.step_size;
        let end_stage = self.end_stage();
        let (first, later) = self.stages.split_at_mut(end_stage);
        if evaluate(system, attempt.end, end, &mut later[0], statistics).is_err() {
            // The straight line through both ends.
            let mean = later[0].iter_mut().zip(start.iter().zip(end));
            mean.for_each(|(k, (start, end))| *k = (end - start) / h);
            first[0].copy_from_slice(&later[0]);
        }
        cubic(&mut self.dense, h, [start, end], [&first[0], &later[0]]);
    }

    /// Writes the state at the fraction `theta` of the last step, which began with `start`, to `x`, in the form of
    /// Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6: with `s = theta` and `r = 1 - theta`,
    /// and the terms `d`, `x = start + s (d0 + r (d1 + s (d2 + r (d3 + s (d4 + ...)))))`. It is exact at both ends.
    pub(super) fn interpolate(&self, theta: f64, start: &[f64], x: &mut [f64]) {
        let factors = [theta, 1.0 - theta].map(f64x2::splat);
        let Some((last, others)) = self.dense.split_last() else { return };
        x.copy_from_slice(last);
        for (k, term) in others.iter().enumerate().rev() {
            let factor = factors[(k + 1) % 2];
            update(x, term, |x, term| term + factor * x);
        }
        update(x, start, |x, start| start + factors[0] * x);
    }
}

/// Terms of the cubic with the given states and derivatives at both ends of a step of size `h`, s.
fn cubic(dense: &mut [Vec<f64>], h: f64, [start, end]: [&[f64]; 2], [k_start, k_end]: [&[f64]; 2]) {
    dense.iter_mut().skip(ENDS).for_each(|term| term.fill(0.0));
    if let [change, at_start, at_end, ..] = dense {
        for i in 0..start.len() {
            change[i] = end[i] - start[i];
            at_start[i] = h * k_start[i] - change[i];
            at_end[i] = change[i] - h * k_end[i] - at_start[i];
        }
    }
}

/// `out = x + h sum(weight stage)`.
pub(super) fn advance(out: &mut [f64], x: &[f64], h: f64, weights: Weights, stages: &[Vec<f64>]) {
    sum(out, weights, stages);
    let h = f64x2::splat(h);
    update(out, x, |out, x| x + h * out);
}

/// `out = h sum(weight stage)`.
pub(super) fn combine(out: &mut [f64], h: f64, weights: Weights, stages: &[Vec<f64>]) {
    sum(out, weights, stages);
    out.iter_mut().for_each(|out| *out *= h);
}

/// Replaces each number by what `f` makes of it and of another, two at a time.
#[inline(always)]
fn update(numbers: &mut [f64], others: &[f64], f: impl Fn(f64x2, f64x2) -> f64x2) {
    let ((pairs, last), (others, other)) = (numbers.as_chunks_mut::<2>(), others.as_chunks::<2>());
    pairs.iter_mut().zip(others).for_each(|(x, y)| *x = f(f64x2::new(*x), f64x2::new(*y)).to_array());
    last.iter_mut().zip(other).for_each(|(x, y)| *x = f(f64x2::splat(*x), f64x2::splat(*y)).to_array()[0]);
}

/// `out = sum(weight stage)`, four stages and two states at a time.
fn sum(out: &mut [f64], weights: Weights, stages: &[Vec<f64>]) {
    let (chunks, rest) = weights.as_chunks::<4>();
    match chunks {
        [first, others @ ..] => {
            add::<4, true>(out, first, stages);
            others.iter().for_each(|chunk| add::<4, false>(out, chunk, stages));
        }
        [] => out.fill(0.0),
    }
    match *rest {
        [a] => add::<1, false>(out, &[a], stages),
        [a, b] => add::<2, false>(out, &[a, b], stages),
        [a, b, c] => add::<3, false>(out, &[a, b, c], stages),
        _ => {}
    }
}

/// `out += sum(weight stage)`, or the sum alone.
#[inline]
fn add<const N: usize, const ALONE: bool>(out: &mut [f64], weights: &[(usize, f64); N], stages: &[Vec<f64>]) {
    let n = out.len();
    let terms = weights.map(|(stage, weight)| (stages[stage][..n].as_chunks::<2>(), f64x2::splat(weight)));
    let (pairs, last) = out.as_chunks_mut::<2>();
    for (i, out) in pairs.iter_mut().enumerate() {
        let mut sum = if ALONE { f64x2::ZERO } else { f64x2::new(*out) };
        for ((stage, _), weight) in terms {
            sum += weight * f64x2::new(stage[i]);
        }
        *out = sum.to_array();
    }
    for out in last {
        let mut sum = if ALONE { 0.0 } else { *out };
        for ((_, stage), weight) in terms {
            sum += weight.to_array()[0] * stage[0];
        }
        *out = sum;
    }
}

/// Euclidean distance of two states.
fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}
