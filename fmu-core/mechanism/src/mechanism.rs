//! The compiled mechanism: nodes (connected frames), rigid edges, joints and masses, by number.

use super::{
    Balance, Circuit, ClosedPart, Constraint, Coupling, FlangeId, FlangeNodeId, FlangeParent, FlangePotential,
    FlangeRole, FlowStep, FrameId, Gravity, HeatNetwork, InertElement, InnerConnectors, Line, MasslessPart, Mounting,
    Node, NodeId, RigidEdge, RigidMember, Rotor, Sense, Slot3, Transmission, Tree,
};
use binary::Binary;

/// Data of a joint that are not needed by the passes over the tree.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct JointInfo {
    /// Name of the component.
    pub name: String,
    /// Axis of revolute and prismatic joints, same coordinates in frame_a and frame_b.
    pub axis: Option<Slot3>,
    /// frame_a, frame_b; none for the root of a free cluster.
    pub frames: Option<(FrameId, FrameId)>,
    /// Entered from frame_b.
    pub reversed: bool,
    /// Node that it moves.
    pub node: NodeId,
}

impl JointInfo {
    /// Start and end of the transformation that the coordinates describe.
    pub fn sense(&self) -> Sense {
        match (self.frames, self.reversed) {
            (None, _) => Sense::Root,
            (Some(_), false) => Sense::Forward,
            (Some(_), true) => Sense::Reversed,
        }
    }
}

/// A rigid mass on a frame.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct MassElement {
    /// Name of the component.
    pub name: String,
    /// Its frame_a.
    pub frame: FrameId,
    /// Address of the mass, kg.
    pub m: usize,
    /// Centre of mass in frame_a; none: at its origin.
    pub r_cm: Option<Slot3>,
    /// Addresses of the inertia about the centre of mass in frame_a axes (11, 22, 33, 21, 31, 32); none for a point mass.
    pub inertia: Option<[usize; 6]>,
}

/// The compiled mechanism.
#[derive(Clone, Debug, Default, PartialEq, Binary)]
pub struct Mechanism {
    /// Electrical circuits.
    pub circuits: Vec<Circuit>,
    /// Gravity field.
    pub gravity: Gravity,
    /// Spanning tree.
    pub tree: Tree,
    /// Data of the joints of the tree.
    pub joints: Vec<JointInfo>,
    /// Nodes, each after its parent.
    pub nodes: Vec<Node>,
    /// Node of each frame connector; none if its pose is undetermined.
    pub frame_nodes: Vec<NodeId>,
    /// Names of the frame connectors.
    pub frame_names: Vec<String>,
    /// Rigid components.
    pub rigid_edges: Vec<RigidEdge>,
    /// Loops within a link: the member that closes each, whose ends are already connected in the tree of nodes, and the
    /// path back.
    pub closing: Vec<Vec<RigidMember>>,
    /// Distribution of the wrenches in these loops.
    pub closed_parts: Vec<ClosedPart>,
    /// Mass elements.
    pub masses: Vec<MassElement>,
    /// Constraints beyond the joints of the tree, in the order of its clusters.
    pub constraints: Vec<Constraint>,
    /// Coordinates without inertia, which springs and dampers determine.
    pub balances: Vec<Balance>,
    /// Masses that follow the motion of two frames.
    pub inert: Vec<InertElement>,
    /// Source of the position of each flange connector.
    pub flange_potentials: Vec<FlangePotential>,
    /// Source of the flow into each flange connector.
    pub flange_roles: Vec<FlangeRole>,
    /// Flanges inside composite components.
    pub inner_flanges: InnerConnectors,
    /// Flange node of each flange connector.
    pub flange_nodes: Vec<FlangeNodeId>,
    /// Number of flange nodes.
    pub flange_node_count: usize,
    /// Flange nodes, each after those that it depends on.
    pub flange_tree: Vec<(FlangeNodeId, FlangeParent)>,
    /// Rigid components between flanges.
    pub transmissions: Vec<Transmission>,
    /// Steps that compute the flows not given by laws, in order.
    pub flow_steps: Vec<FlowStep>,
    /// Rotors on frames.
    pub rotors: Vec<Rotor>,
    /// Flanges mounted on frames.
    pub mountings: Vec<Mounting>,
    /// Lines between frames with 1-D components along them.
    pub lines: Vec<Line>,
    /// Massless points where line forces meet; points connected by line forces form one part.
    pub massless: Vec<MasslessPart>,
    /// Quantities that depend on accelerations and act back on them.
    pub couplings: Vec<Coupling>,
    /// Heat networks.
    pub heat: HeatNetwork,
    /// For each element of the signal inputs: the signal that drives it.
    pub drivers: Vec<usize>,
}

impl Mechanism {
    /// Name of the component whose flange acts on frames; empty for other flanges.
    pub fn component_of_flange(&self, flange: FlangeId) -> &str {
        let mounted = self.mountings.iter().find(|mounting| mounting.flange == flange).map(|mounting| &mounting.name);
        let line = || self.lines.iter().find(|line| line.flanges.contains(&flange)).map(|line| &line.name);
        mounted.or_else(line).map_or("", String::as_str)
    }

    /// Name of the component of a rigid member.
    pub fn member_name(&self, member: RigidMember) -> &str {
        match member {
            RigidMember::Edge(edge) => &self.rigid_edges[edge].name,
            RigidMember::Ground(frame, _) => {
                let name = &self.frame_names[frame];
                name.rsplit_once('.').map_or(name, |(component, _)| component)
            }
        }
    }
}
