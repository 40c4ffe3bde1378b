//! Coefficients that distinguish the pairs of formulas.

use crate::solver::controller::Control;

/// A sparse row of a tableau: stages, counted from 0, and their weights.
pub(super) type Weights = &'static [(usize, f64)];

/// A pair of explicit Runge-Kutta formulas with an error estimate and a continuous extension.
///
/// Its last two stages are at the end of the step: the last one is the derivative of the result, and the first one of the next step; how
/// both differ tells the largest eigenvalue.
#[derive(Debug, PartialEq)]
pub(super) struct Pair {
    /// Order of the result.
    pub order: f64,
    /// Evaluations of a step.
    pub cost: f64,
    /// Step size times eigenvalue up to which steps are stable, along the negative real axis and somewhat less.
    pub stability_limit: f64,
    pub control: Control,
    /// Nodes of the second stage and those after it, but for the last two.
    pub nodes: &'static [f64],
    /// Arguments of the second stage and those after it.
    pub rows: &'static [Weights],
    pub estimate: Estimate,
    /// Stages that only the inside of a step takes.
    pub inner_nodes: &'static [f64],
    pub inner_rows: &'static [Weights],
    /// The terms of the continuous extension after those that values and derivatives at both ends decide: see
    /// [`super::kernel::Kernel::interpolate`].
    pub dense: &'static [Weights],
}

/// Error estimate.
#[derive(Debug, PartialEq)]
pub(super) enum Estimate {
    /// By the difference of two results.
    One(Weights),
    /// By a difference `e`, and a coarser one `c` that keeps it honest, as `e^2 / sqrt(e^2 + c^2/100)`.
    Two(Weights, Weights),
}

impl Pair {
    /// Number of stages, with those for the inside of a step.
    pub fn stages(&self) -> usize {
        1 + self.rows.len() + self.inner_rows.len()
    }
}
