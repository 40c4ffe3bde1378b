//! Data of a joint between the passes, and the error of a joint without mass.

use mechanism::joint_kinds::VelocityProducts;
use mechanism::spatial::articulated_inertia::Elimination;

/// Intermediate results of the passes at a joint, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointWork<T> {
    /// Results of the kinematics.
    pub(super) products: VelocityProducts<T>,
    /// The eliminated joint acceleration; for a joint without constraints the accelerations of the link themselves.
    pub(super) elimination: Elimination<T>,
}

/// A joint moves no mass: the inertia along it is zero up to rounding, so that its acceleration is not determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "joint {joint} moves no mass: give some body that it moves a mass or an inertia along the joint, or prescribe its motion"
)]
pub struct SingularJoint {
    /// Index in [`mechanism::Tree::joints`].
    pub joint: usize,
}
