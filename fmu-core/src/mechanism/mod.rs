//! Links, joints, frames and signals in flat arrays: what a compiled model is made of.

mod source;
mod tree;

pub use source::Source;
pub use tree::{JointKind, JointPlacement, LinkMotion, Motion, RigidInertia, Tree, TreeConstants, TreeJoint, Wrench};
