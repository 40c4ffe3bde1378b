//! What an integration cost.

use std::ops::AddAssign;

/// Counts of one integration; they add up with `+=`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Steps that met the tolerance.
    pub accepted: u64,
    /// Trial steps that missed the tolerance or met an evaluation error, and were repeated with a smaller step.
    pub rejected: u64,
    /// Evaluations of the derivatives.
    pub evaluations: u64,
    /// Evaluations of the Jacobian.
    pub jacobians: u64,
    /// Accepted steps of the implicit method.
    pub implicit: u64,
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.evaluations += other.evaluations;
        self.jacobians += other.jacobians;
        self.implicit += other.implicit;
    }
}
