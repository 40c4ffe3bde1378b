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
//! root and back. [`inverse_dynamics`] is the recursive Newton-Euler algorithm (same book, table 5.1) over the same kinematics.
//!
//! # Cost
//!
//! Per revolute joint about 550 floating-point operations, one division, one sine and cosine. Measurements show that
//! these matter: operations written out (general matrix types take 1.3 to 1.9 times as long), rotational and
//! translational quantities side by side in one vector register, no branches along runs of revolute joints, short
//! chains of dependent operations from link to link. `cargo bench --bench forward_dynamics` shows the cost per joint.

mod cluster;
mod forward;
mod inverse;
mod joints;
mod kinematics;
mod sin_cos;
mod workspace;

pub(super) use cluster::LoopEnds;
pub use cluster::{ClusterWork, Inert, Row, RowEnds};
pub(crate) use cluster::{first_limit, larger};
pub use forward::accelerations;
pub(super) use forward::eliminate_planar_loops;
pub use inverse::inverse_dynamics;
pub use joints::SingularJoint;
pub use kinematics::{kinematics, normalize, position_derivatives};
pub use workspace::Workspace;
