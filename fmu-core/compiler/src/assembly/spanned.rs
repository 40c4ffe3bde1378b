//! The structure of a mechanism.

use super::collected::Collected;
use library::{Elements, JointQuantity, PrescribedLevel};
use mechanism::hashed::HashMap;
use mechanism::{
    Balance, Constraint, Coordinates, Coupling, FlangeNodeId, FlangeParent, FlangePotential, FlangeRole, FlowStep,
    JointId, JointInfo, JointStart, Line, Motion, Node, NodeId, RigidMember, Rotor, SignalIn, Source, Transmission,
    Tree, TreeJoint,
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
    /// Rigid components and grounds that close loops within a link.
    pub closing: Vec<RigidMember>,
    /// Joint of the tree for each joint element; none for a FreeMotion that only measures.
    pub joint_of_element: Vec<Option<JointId>>,
    /// Joint that moves each free body that is the root of a cluster: (free body, joint).
    pub free_roots: Vec<(usize, JointId)>,
    /// 1-D networks.
    pub flanges: FlangeCoordinates,
    /// Prescribed joints and their sources: (joint, number in `Elements::prescribed_flanges`).
    pub prescribed: Vec<(JointId, usize)>,
    /// Lookup of the source by joint.
    pub prescribers: HashMap<JointId, usize>,
    /// Equations that the tree does not satisfy by itself.
    pub constraints: Vec<Constraint>,
    /// Coordinates without inertia that springs and dampers determine.
    pub balances: Vec<Balance>,
}

impl Spanned {
    /// Adds a joint that moves a new link relative to the link `parent`; returns its number.
    pub fn add_joint(&mut self, parent: usize, info: JointInfo, start: JointStart) -> JointId {
        let (tree, kind) = (&mut self.tree, start.kind());
        tree.joints.push(TreeJoint { kind, motion: Motion::Dynamic, parent, q: tree.nq, v: tree.nv });
        tree.nq += kind.nq();
        tree.nv += kind.nv();
        self.joints.push(info);
        self.starts.push(start);
        self.joints.len() - 1
    }

    /// Adds a joint without an axis and frames.
    pub fn add_free_joint(&mut self, parent: usize, name: String, node: NodeId, start: JointStart) -> JointId {
        self.add_joint(parent, JointInfo { name, axis: None, frames: None, reversed: false, node }, start)
    }

    /// A quantity of a joint element; none for one that only measures.
    pub fn quantity(&self, element: usize, quantity: JointQuantity) -> Option<Source> {
        let joint = self.joint_of_element[element]?;
        let tree_joint = self.tree.joints[joint];
        Some(match quantity {
            JointQuantity::Position => Source::Coordinate(tree_joint.q),
            JointQuantity::Speed => Source::Speed(tree_joint.v),
            JointQuantity::Acceleration => Source::Acceleration(tree_joint.v),
            JointQuantity::Force => Source::JointForce(joint),
        })
    }

    /// Names, units and start values of the coordinates of a joint.
    pub fn coordinates(&self, joint: JointId) -> Coordinates {
        self.starts[joint].coordinates(self.joints[joint].sense())
    }

    /// For each joint: its component, or the component whose body it moves; none for coordinates of 1-D networks.
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

    /// The signal of the start position of a prescribed joint.
    pub fn start_reference(&self, joint: JointId, collected: &Collected) -> Option<SignalIn> {
        collected.elements.prescribed_flanges.get(*self.prescribers.get(&joint)?)?.start_reference()
    }

    /// Level at which the motion of a joint is prescribed.
    pub fn level(&self, joint: JointId, collected: &Collected) -> Option<PrescribedLevel> {
        let number = self.prescribers.get(&joint)?;
        collected.elements.prescribed_flanges.get(*number).map(|p| p.level)
    }
}

/// The structure of the 1-D networks.
#[derive(Debug, Default)]
pub(super) struct FlangeCoordinates {
    /// Coordinate that moves each flange.
    pub potentials: Vec<FlangePotential>,
    /// Kind of element that determines the flow into each flange.
    pub roles: Vec<FlangeRole>,
    /// Flange nodes, each after those that it depends on.
    pub tree: Vec<(FlangeNodeId, FlangeParent)>,
    /// Number of flange nodes, including those that only represent the position of a node according to a second
    /// coordinate.
    pub node_count: usize,
    /// Rigid components.
    pub transmissions: Vec<Transmission>,
    /// Steps that compute the flows not given by laws.
    pub steps: Vec<FlowStep>,
    /// Rotors on frames.
    pub rotors: Vec<Rotor>,
    /// Lines between frames.
    pub lines: Vec<Line>,
    /// Couplings by which accelerations act on flows and back.
    pub couplings: Vec<Coupling>,
}
