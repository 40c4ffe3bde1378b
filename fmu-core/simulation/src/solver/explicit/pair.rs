//! Coefficients of a pair of formulas.

use crate::solver::controller::Control;

/// A sparse row of a tableau: stages, counted from 0, and their weights.
pub(super) type Weights = &'static [(usize, f64)];

/// A pair of explicit Runge-Kutta formulas with an error estimate and a continuous extension.
///
/// Its last two stages are at the end of the step: the last one is the derivative of the result, and the first stage of
/// the next step. Their difference gives an estimate of the largest eigenvalue.
#[derive(Debug, PartialEq)]
pub(super) struct Pair {
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
    /// [`super::kernel::Kernel::interpolate`].
    pub dense: &'static [Weights],
}

/// Error estimate.
#[derive(Debug, PartialEq)]
pub(super) enum Estimate {
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
