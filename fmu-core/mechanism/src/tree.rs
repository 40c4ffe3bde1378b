//! The spanning tree of links and joints, and its constants.
//!
//! Link 0 is the ground (world frame, at rest). Joint `i` moves link `i + 1`, and its parent link has a smaller number. The frame
//! of a link has its origin on the joint that moves it; for a joint with one degree of freedom its z axis is the joint axis.

use super::Cluster;
use super::joint_kinds::{JointKind, Motion};
use super::link::{JointPlacement, RigidInertia};
use binary::Binary;

/// One joint of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct TreeJoint {
    /// Kind.
    pub kind: JointKind,
    /// Dynamic or prescribed.
    pub motion: Motion,
    /// Parent link: 0 is the ground, `i + 1` is moved by joint `i`.
    pub parent: usize,
    /// First element in the position coordinates.
    pub q: usize,
    /// First element in the velocity coordinates.
    pub v: usize,
}

/// Topology of the tree.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct Tree {
    /// Joints; `joints[i].parent <= i`.
    pub joints: Vec<TreeJoint>,
    /// Number of position coordinates.
    pub nq: usize,
    /// Number of velocity coordinates.
    pub nv: usize,
    /// Joints that are coupled by constraints, in the order of the joints.
    pub clusters: Vec<Cluster>,
}

impl Tree {
    /// The joint that moves `link`; none for the ground.
    pub fn joint_of_link(&self, link: usize) -> Option<&TreeJoint> {
        link.checked_sub(1).and_then(|joint| self.joints.get(joint))
    }
}

/// Parameter-dependent quantities of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TreeConstants<T> {
    /// Per joint.
    pub placements: Vec<JointPlacement<T>>,
    /// Mass properties of the link moved by each joint.
    pub inertias: Vec<RigidInertia<T>>,
    /// Armature: inertia that each joint with one degree of freedom moves in addition to its link, kg or kg.m2.
    /// `armature vdot` is subtracted from the joint's generalised force and acts on nothing else. Not read for other
    /// joints.
    pub armature: Vec<T>,
}
