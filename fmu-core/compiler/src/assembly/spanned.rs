//! The structure of a mechanism.

use super::collected::Collected;
use super::flange_coordinates::FlangeCoordinates;
use library::{Elements, PrescribedLevel};
use mechanism::hashed::HashMap;
use mechanism::{
    Constraint, Coordinates, JointId, JointInfo, JointStart, Motion, Node, NodeId, RigidMember, SignalIn, Tree,
    TreeJoint,
};

/// The structure of a mechanism.
#[derive(Debug, Default)]
pub(super) struct Spanned {
    /// Spanning tree.
    pub tree: Tree,
    /// Per joint.
    pub joints: Vec<JointInfo>,
    /// Motion and start values of each joint.
    pub starts: Vec<JointStart>,
    /// Nodes, each after its parent.
    pub nodes: Vec<Node>,
    /// Node of each frame.
    pub frame_nodes: Vec<NodeId>,
    /// Rigid components and grounds whose ends are in the tree without them.
    pub closing: Vec<RigidMember>,
    /// Joint of the tree for each joint element; none for a free motion that only measures.
    pub joint_of_element: Vec<Option<JointId>>,
    /// Joint that moves each free body that is the root of a cluster: (free body, joint).
    pub free_roots: Vec<(usize, JointId)>,
    /// One-dimensional networks.
    pub flanges: FlangeCoordinates,
    /// Prescribed joints and who prescribes them: (joint, number in `Elements::prescribed_flanges`).
    pub prescribed: Vec<(JointId, usize)>,
    /// The second for each first of these.
    pub prescribers: HashMap<JointId, usize>,
    /// Equations that the tree does not hold.
    pub constraints: Vec<Constraint>,
}

impl Spanned {
    /// Adds a joint that moves a new link relative to the link `parent`; its number.
    pub fn add_joint(&mut self, parent: usize, info: JointInfo, start: JointStart) -> JointId {
        let (tree, kind) = (&mut self.tree, start.kind());
        tree.joints.push(TreeJoint { kind, motion: Motion::Dynamic, parent, q: tree.nq, v: tree.nv });
        tree.nq += kind.nq();
        tree.nv += kind.nv();
        self.joints.push(info);
        self.starts.push(start);
        self.joints.len() - 1
    }

    /// Names, units and start values of the coordinates of a joint.
    pub fn coordinates(&self, joint: JointId) -> Coordinates {
        self.starts[joint].coordinates(self.joints[joint].sense())
    }

    /// For each joint: the component whose joint it is, or whose body it moves; none for what only flanges move.
    pub fn components(&self, elements: &Elements) -> Vec<Option<usize>> {
        let mut components = vec![None; self.joints.len()];
        for (element, joint) in elements.joints.iter().zip(&self.joint_of_element) {
            if let Some(joint) = joint {
                components[*joint] = Some(element.component);
            }
        }
        for (body, joint) in &self.free_roots {
            components[*joint] = Some(elements.free_bodies[*body].component);
        }
        components
    }

    /// The signal that says where a joint starts whose motion is prescribed.
    pub fn start_reference(&self, joint: JointId, collected: &Collected) -> Option<SignalIn> {
        collected.elements.prescribed_flanges.get(*self.prescribers.get(&joint)?)?.start_reference()
    }

    /// Level at which the motion of a joint is prescribed.
    pub fn level(&self, joint: JointId, collected: &Collected) -> Option<PrescribedLevel> {
        let number = self.prescribers.get(&joint)?;
        collected.elements.prescribed_flanges.get(*number).map(|p| p.level)
    }
}
