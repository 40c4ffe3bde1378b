//! Rigid components, and the nodes that rigid components and joints connect.

use super::{FrameId, JointId, NodeId, Slot3};
use crate::frames::{FramesError, Sequence, direction_of, transformation_matrices as tm};
use crate::scalar::{Matrix3, Scalar, Vector3};
use binary::Binary;

/// Constant transformation from frame_a to frame_b of a rigid component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum RigidTransform {
    /// frame_a and frame_b coincide.
    Identity,
    /// `r` in frame_a; parallel axes.
    Translation(Slot3),
    /// FixedRotation by axis and angle.
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
    /// FixedRotation by three elementary rotations.
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
    pub fn evaluate<T: Scalar>(&self, parameters: &[T]) -> Result<(Matrix3<T>, Vector3<T>), FramesError> {
        let from_deg = |x: T| x * T::constant(std::f64::consts::PI / 180.0);
        Ok(match *self {
            Self::Identity => (Matrix3::identity(), Vector3::zeros()),
            Self::Translation(r) => (Matrix3::identity(), r.get(parameters)),
            Self::RotationAxis { r, n, angle } => {
                let e = direction_of("n", n.get(parameters))?;
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
#[derive(Clone, Debug, PartialEq, Binary)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum NodeParent {
    /// At rest in the world; position of the origin (none: the world's origin), and the connector of the ground.
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
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Node {
    /// The link that carries it.
    pub link: usize,
    /// Connection to its parent.
    pub parent: NodeParent,
    /// Name for messages: its first frame.
    pub name: String,
}

/// A member that transmits a wrench within a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub enum RigidMember {
    /// The rigid component with that number, from frame_a to frame_b.
    Edge(usize),
    /// From the connector of a ground into the world; the address of its position (none: the world's origin).
    Ground(FrameId, Option<Slot3>),
}

impl RigidMember {
    /// Its connectors, the one where a wrench enters first; beyond a ground is the world.
    pub fn frames(self, edges: &[RigidEdge]) -> (FrameId, Option<FrameId>) {
        match self {
            Self::Edge(edge) => (edges[edge].frame_a, Some(edges[edge].frame_b)),
            Self::Ground(frame, _) => (frame, None),
        }
    }

    /// Nodes that it connects; `None` is the world.
    pub fn nodes(self, edges: &[RigidEdge], frame_nodes: &[NodeId]) -> [Option<NodeId>; 2] {
        let (from, to) = self.frames(edges);
        [Some(from), to].map(|frame| frame.map(|frame| frame_nodes[frame]))
    }
}

/// Pose of a frame on its link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FramePose<T: Scalar> {
    /// Columns: axes of the frame in link axes.
    pub axes: Matrix3<T>,
    /// Origin in the link frame, m.
    pub position: Vector3<T>,
}
