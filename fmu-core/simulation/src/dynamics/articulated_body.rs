//! Kinematics and forward dynamics of a tree of links, O(n), without allocation.
//!
//! The articulated-body algorithm with velocity-product terms and hybrid dynamics (Featherstone, Rigid Body Dynamics Algorithms,
//! 2008, table 7.1 and section 9.2), arranged as follows.
//!
//! - All vectors are in world axes; the quantities of a link refer to the origin of its own frame, so that no digits are lost far
//!   from the world's origin.
//! - Accelerations are classical (of the origin itself), not spatial: the origin of a link is a point of its joint, which leaves
//!   only a centripetal and a Coriolis term to carry from link to link.
//! - The joint axis is the z column of the link's axes, so a joint is a choice of block (rotational, translational), not a matrix.
//!
//! [`kinematics`] runs from the root to the leaves and gives what force laws read. [`accelerations`] runs from the leaves to the
//! root and back.
//!
//! # Cost
//!
//! Per revolute joint about 550 floating-point operations, one division, one sine and cosine. Measurements show that
//! these matter: operations written out (general matrix types take 1.3 to 1.9 times as long), rotational and
//! translational quantities side by side in one vector register, no branches along runs of revolute joints, short
//! chains of dependent operations from link to link. `cargo bench --bench forward_dynamics` shows the cost per joint.

mod cluster;
mod forward;
mod kinematics;
mod routes;
mod sin_cos;
mod workspace;

pub use cluster::{ClusterWork, Inert, Row, RowEnds};
pub(super) use cluster::{Input, LoopEnds};
pub(crate) use cluster::{first_limit, larger};
pub use forward::accelerations;
pub use kinematics::{kinematics, normalize, position_derivatives};
pub use workspace::Workspace;

use mechanism::joint_kinds::VelocityProducts;
use mechanism::spatial::articulated_inertia::Elimination;

/// Intermediate results of the passes at a joint, world axes.
#[derive(Clone, Copy, Debug, Default)]
struct JointWork<T> {
    /// Results of the kinematics.
    products: VelocityProducts<T>,
    /// The eliminated joint acceleration; for a joint without constraints the accelerations of the link themselves.
    elimination: Elimination<T>,
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
