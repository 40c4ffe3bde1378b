//! The compiled mechanism: nodes (connected frames), rigid edges, joints and masses, by number.

use super::{
    ClosedPart, Constraint, Coupling, FlangeId, FlangeNodeId, FlangeParent, FlangePotential, FlangeRole, FlowStep,
    Gravity, HeatNetwork, InertElement, InnerConnectors, Line, MasslessPart, Mounting, RigidMember, Rotor, Sense,
    Slot3, Transmission, Tree,
};
use crate::frames::Sequence;
use crate::scalar::{Matrix3, Scalar, Vector3};
use serde::{Deserialize, Serialize};

/// Number of a frame connector.
pub type FrameId = usize;
/// Number of a node: a set of connected frames.
pub type NodeId = usize;
/// Number of a joint of the tree; it moves link `joint + 1`.
pub type JointId = usize;
/// Number of a mass element.
pub type MassId = usize;

/// Constant transformation from frame_a to frame_b of a rigid component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RigidTransform {
    /// frame_a and frame_b coincide.
    Identity,
    /// `r` in frame_a; parallel axes.
    Translation(Slot3),
    /// FixedRotation by axis and angle (degrees).
    RotationAxis {
        /// Translation in frame_a.
        r: Slot3,
        /// Axis, same coordinates in both frames.
        n: Slot3,
        /// Angle, deg.
        angle: usize,
    },
    /// FixedRotation by the x and y directions of frame_b, in frame_a.
    TwoAxesVectors {
        /// Translation in frame_a.
        r: Slot3,
        /// x direction.
        n_x: Slot3,
        /// y direction.
        n_y: Slot3,
    },
    /// FixedRotation by three elementary rotations (degrees).
    PlanarRotationSequence {
        /// Translation in frame_a.
        r: Slot3,
        /// Axes.
        sequence: Sequence,
        /// Angles, deg.
        angles: Slot3,
    },
}

impl RigidTransform {
    /// T of frame_b relative to frame_a (maps frame_a coordinates to frame_b coordinates) and the origin of frame_b in frame_a, m.
    ///
    /// # Errors
    /// A zero axis, parallel directions, or a forbidden sequence.
    pub fn evaluate<T: Scalar>(
        &self,
        parameters: &[T],
    ) -> Result<(Matrix3<T>, Vector3<T>), crate::frames::FramesError> {
        use crate::frames::transformation_matrices as tm;
        let from_deg = |x: T| x * T::constant(std::f64::consts::PI / 180.0);
        Ok(match *self {
            Self::Identity => (Matrix3::identity(), Vector3::zeros()),
            Self::Translation(r) => (Matrix3::identity(), r.get(parameters)),
            Self::RotationAxis { r, n, angle } => {
                let e = crate::frames::direction_of("n", n.get(parameters))?;
                (tm::planar_rotation_unit(e, from_deg(parameters[angle])), r.get(parameters))
            }
            Self::TwoAxesVectors { r, n_x, n_y } => {
                (tm::from_nxy(n_x.get(parameters), n_y.get(parameters))?, r.get(parameters))
            }
            Self::PlanarRotationSequence { r, sequence, angles } => {
                let angles = angles.get(parameters).map(from_deg);
                (sequence.matrix(angles.into()), r.get(parameters))
            }
        })
    }
}

/// A rigid component between two nodes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RigidEdge {
    /// Name of the component.
    pub name: String,
    /// frame_a.
    pub frame_a: FrameId,
    /// frame_b.
    pub frame_b: FrameId,
    /// From frame_a to frame_b.
    pub transform: RigidTransform,
}

/// Connection of a node to its parent in the tree of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NodeParent {
    /// It is at rest in the world; position of the origin (none: the world's origin), and the connector of the ground.
    Ground(Option<Slot3>, FrameId),
    /// Through rigid edge `edge` from node `node`; `reversed` when entered from frame_b.
    Rigid {
        /// Parent node.
        node: NodeId,
        /// Rigid edge.
        edge: usize,
        /// Entered from frame_b.
        reversed: bool,
    },
    /// Through a joint from node `node`.
    Joint {
        /// Parent node.
        node: NodeId,
        /// Joint.
        joint: JointId,
    },
    /// Root of a free cluster, moved by joint `joint` relative to the world.
    Free {
        /// Joint.
        joint: JointId,
    },
}

/// A set of connected frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// The link that carries it.
    pub link: usize,
    /// Connection to its parent.
    pub parent: NodeParent,
    /// A name for messages: the first frame in it.
    pub name: String,
}

/// Data of a joint that the passes over the tree do not need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mechanism {
    /// Electrical circuits.
    pub circuits: Vec<super::Circuit>,
    /// Gravity field.
    pub gravity: Gravity,
    /// Spanning tree.
    pub tree: Tree,
    /// Per joint of the tree.
    pub joints: Vec<JointInfo>,
    /// Nodes, each after its parent.
    pub nodes: Vec<Node>,
    /// Node of each frame connector; none when nothing decides its pose.
    pub frame_nodes: Vec<NodeId>,
    /// Names of the frame connectors.
    pub frame_names: Vec<String>,
    /// Rigid components.
    pub rigid_edges: Vec<RigidEdge>,
    /// Loops within a link: the member that closes each, whose ends are connected without it in the tree of nodes, and the way back.
    pub closing: Vec<Vec<RigidMember>>,
    /// Distribution of the wrenches in these loops.
    pub closed_parts: Vec<ClosedPart>,
    /// Mass elements.
    pub masses: Vec<MassElement>,
    /// Constraints beyond the joints of the tree, in the order of its clusters.
    pub constraints: Vec<Constraint>,
    /// Masses that follow the motion of two frames.
    pub inert: Vec<InertElement>,
    /// Source of the position of each flange connector.
    pub flange_potentials: Vec<FlangePotential>,
    /// Source of the flow into each flange connector.
    pub flange_roles: Vec<FlangeRole>,
    /// Flanges inside components, behind their connectors.
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
    /// Lines between frames that flanges push along.
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

    /// Name of the component of a member.
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
