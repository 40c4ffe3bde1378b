//! Statistics of an integration.

use std::ops::AddAssign;

/// Counts of one integration; they are added with `+=`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps that met the tolerance.
    pub accepted: u64,
    /// Trial steps that exceeded the tolerance or had an evaluation error, and were repeated with a smaller step.
    pub rejected: u64,
    /// Evaluations of the derivatives.
    pub evaluations: u64,
    /// Evaluations of the Jacobian.
    pub jacobians: u64,
    /// Accepted steps of the implicit method.
    pub implicit: u64,
    /// Accepted steps of orders 2 to 4, without step-size control.
    pub low_order: u64,
    /// State events found inside steps.
    pub located: u64,
    /// Evaluations of the indicators to locate these events.
    pub locating: u64,
}

impl Statistics {
    /// Cost of a Jacobian, in evaluations of the derivatives: derivatives over jets with respect to each state and to
    /// time, and the factorization, with a hundred operations for each state and evaluation.
    pub(super) fn jacobian_cost(dimension: usize) -> f64 {
        let n = dimension as f64;
        3.0 * (n + 1.0) + n * n / 150.0
    }

    /// Counts the steps in `later` after these counts as rejected, because they are repeated.
    pub(super) fn withdraw(self, later: &mut Self) {
        later.rejected += later.accepted - self.accepted;
        (later.accepted, later.implicit, later.low_order) = (self.accepted, self.implicit, self.low_order);
    }

    /// Total cost for a system with `dimension` states, in evaluations of the derivatives.
    pub fn work(&self, dimension: usize) -> u64 {
        self.evaluations + self.jacobians * Self::jacobian_cost(dimension) as u64
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.evaluations += other.evaluations;
        self.jacobians += other.jacobians;
        self.implicit += other.implicit;
        self.low_order += other.low_order;
        self.located += other.located;
        self.locating += other.locating;
    }
}
