//! The structure of a mechanism.

use super::collected::Collected;
use library::{JointQuantity, PrescribedFlange};
use mechanism::hashed::HashMap;
use mechanism::{
    Constraint, ConstraintKind, Coordinates, FrameId, JointId, JointInfo, JointStart, Mechanism, Motion, NodeId,
    RigidMember, Source, TreeJoint,
};

/// The structure of a mechanism.
#[derive(Debug, Default)]
pub(super) struct Spanned {
    /// The part of the compiled mechanism that has been found.
    pub mechanism: Mechanism,
    /// Motion and start values of each joint.
    pub starts: Vec<JointStart>,
    /// For each joint: its component, or the component whose body it moves; none for coordinates of 1-D networks.
    pub components: Vec<Option<usize>>,
    /// Rigid components and grounds that close loops within a link.
    pub closing: Vec<RigidMember>,
    /// Joint of the tree for each joint element; none for a FreeMotion that only measures.
    pub joint_of_element: Vec<Option<JointId>>,
    /// Joint that moves each free body that is the root of a cluster: (free body, joint).
    pub free_roots: Vec<(usize, JointId)>,
    /// Prescribed joints and their sources: (joint, number in `Elements::prescribed_flanges`).
    pub prescribed: Vec<(JointId, usize)>,
    /// Lookup of the source by joint.
    pub prescribers: HashMap<JointId, usize>,
}

impl Spanned {
    /// Adds a joint that moves a new link relative to the link `parent`; returns its number.
    pub fn add_joint(&mut self, parent: usize, info: JointInfo, start: JointStart) -> JointId {
        let (tree, kind) = (&mut self.mechanism.tree, start.kind());
        tree.joints.push(TreeJoint { kind, motion: Motion::Dynamic, parent, q: tree.nq, v: tree.nv });
        tree.nq += kind.nq();
        tree.nv += kind.nv();
        self.mechanism.joints.push(info);
        self.starts.push(start);
        self.components.push(None);
        self.starts.len() - 1
    }

    /// Adds a joint without an axis and frames.
    pub fn add_free_joint(&mut self, parent: usize, name: String, node: NodeId, start: JointStart) -> JointId {
        self.add_joint(parent, JointInfo { name, axis: None, frames: None, reversed: false, node }, start)
    }

    /// Adds a constraint.
    pub fn constrain(&mut self, name: String, kind: ConstraintKind, nodes: [NodeId; 2], frames: Option<[FrameId; 2]>) {
        self.mechanism.constraints.push(Constraint { name, kind, nodes, frames });
    }

    /// A quantity of a joint element; none for one that only measures.
    pub fn quantity(&self, element: usize, quantity: JointQuantity) -> Option<Source> {
        let joint = self.joint_of_element[element]?;
        let tree_joint = self.mechanism.tree.joints[joint];
        Some(match quantity {
            JointQuantity::Position => Source::Coordinate(tree_joint.q),
            JointQuantity::Speed => Source::Speed(tree_joint.v),
            JointQuantity::Acceleration => Source::Acceleration(tree_joint.v),
            JointQuantity::Force => Source::JointForce(joint),
        })
    }

    /// Names, units and start values of the coordinates of a joint.
    pub fn coordinates(&self, joint: JointId) -> Coordinates {
        self.starts[joint].coordinates(self.mechanism.joints[joint].sense())
    }

    /// The source that prescribes the motion of a joint.
    pub fn prescriber<'c>(&self, joint: JointId, collected: &'c Collected) -> Option<&'c PrescribedFlange> {
        collected.elements.prescribed_flanges.get(*self.prescribers.get(&joint)?)
    }
}
