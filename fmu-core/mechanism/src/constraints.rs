//! Constraints beyond the joints of the spanning tree: equations between links or between coordinates.

use super::{FlangeId, FlangeNodeId, FrameId, JointId, NodeId, RELATED, Slot3};
use binary::Binary;
use std::ops::Range;

/// Equation of a constraint between two frames, a and b, or between two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum ConstraintKind {
    /// The frames coincide: six rows. It closes the loop of a joint, whose own link has no mass.
    Weld,
    /// The origins of the frames coincide in the locked directions of frame a: a row for each.
    Position([bool; 3]),
    /// The frames are parallel: three rows.
    Orientation,
    /// An axis fixed in frame a and one fixed in frame b are perpendicular: one row.
    Perpendicular {
        /// Axis in frame a.
        n_a: Slot3,
        /// Axis in frame b.
        n_b: Slot3,
    },
    /// An axis has the same direction in both frames: two rows.
    Parallel {
        /// Axis in both frames.
        n: Slot3,
    },
    /// The origin of frame b is on the line through the origin of frame a along an axis: two rows.
    OnAxis {
        /// Axis in frame a.
        n: Slot3,
    },
    /// The origins have a given distance: one row.
    Distance {
        /// Address of the distance, m.
        length: usize,
    },
    /// A wheel, whose axis is the y axis of frame b, rolls without slipping on the plane z = 0 of the world; frames a
    /// and b are the same. One row for the height, unless another constraint keeps it; one along the wheel; one across
    /// it, unless it slides sideways. All rows except the height constrain the velocity only.
    Rolling {
        /// Address of the radius, m.
        radius: usize,
        /// The height is a row.
        height: bool,
        /// The direction across the wheel is a row.
        lateral: bool,
    },
    /// Two flange nodes, which depend on the coordinates of two joints, have the same position: one row.
    Flanges(FlangeClosing),
    /// The positions of several flanges, which depend on the coordinates of several joints, have a linear relation: one
    /// row.
    Relation(FlangeRelation),
    /// The torques or forces of springs and dampers balance at a coordinate without inertia: one row in the unit of the
    /// coordinate, whose multiplier is zero. With dampers it constrains the velocity only.
    Balance {
        /// Number of the balance in the mechanism.
        number: usize,
        /// It has dampers.
        is_damped: bool,
    },
}

/// A spring and a damper in parallel between two flanges: torque or force `c (x_b - x_a - x0) + d (v_b - v_a)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Compliant {
    /// Flanges a and b.
    pub flanges: [FlangeId; 2],
    /// Addresses of c and x0.
    pub spring: Option<[usize; 2]>,
    /// Address of d.
    pub damper: Option<usize>,
}

/// Coordinates without inertia whose torques or forces have the sum zero, and the springs and dampers at them.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct Balance {
    /// The joints with the coordinates.
    pub joints: Vec<JointId>,
    /// Springs and dampers, each with the joints that move its flanges; none at rest.
    pub elements: Vec<(Compliant, [Option<JointId>; 2])>,
}

impl Balance {
    /// All joints, each once.
    pub fn distinct(&self) -> Vec<JointId> {
        let mut all = self.joints.clone();
        for joint in self.elements.iter().flat_map(|(_, joints)| joints).flatten() {
            if !all.contains(joint) {
                all.push(*joint);
            }
        }
        all
    }
}

/// A flange node whose position is determined by two coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct FlangeClosing {
    /// Joint that determines the first node.
    pub a: JointId,
    /// Joint that determines the second one.
    pub b: JointId,
    /// The first node, and a second one whose position follows from the second joint.
    pub nodes: [FlangeNodeId; 2],
    /// The flange that the force of the row acts on: the axis of the second joint, or the end of a transmission that
    /// the second joint moves.
    pub flange: FlangeId,
    /// Number of that transmission; none for the axis of a joint.
    pub transmission: Option<usize>,
}

/// A relation between flanges that depend on several coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct FlangeRelation {
    /// Number of the transmission.
    pub transmission: usize,
    /// For each of its terms ([`super::Transmission::terms`]) the joint that moves the flange; none at rest.
    pub joints: [Option<JointId>; RELATED],
}

impl FlangeRelation {
    /// The joints, each once.
    pub fn distinct(&self) -> impl Iterator<Item = JointId> {
        let joints = self.joints;
        (0..RELATED).filter_map(move |k| joints[k].filter(|_| !joints[..k].contains(&joints[k])))
    }
}

impl ConstraintKind {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        match self {
            Self::Weld => 6,
            Self::Position(locked) => locked.iter().filter(|locked| **locked).count(),
            Self::Orientation => 3,
            Self::OnAxis { .. } | Self::Parallel { .. } => 2,
            Self::Rolling { height, lateral, .. } => 1 + usize::from(*height) + usize::from(*lateral),
            Self::Perpendicular { .. }
            | Self::Distance { .. }
            | Self::Flanges(_)
            | Self::Relation(_)
            | Self::Balance { .. } => 1,
        }
    }

    /// True for a row that constrains the velocity only.
    pub fn is_velocity_only(&self, k: usize) -> bool {
        match self {
            Self::Rolling { height, .. } => k > 0 || !height,
            Self::Balance { is_damped, .. } => *is_damped,
            _ => false,
        }
    }

    /// Returns true if the reaction to the wrench on frame b acts on the ground, whatever frame a is.
    pub fn is_on_ground(&self) -> bool {
        matches!(self, Self::Rolling { .. })
    }

    /// Description of the residual of a row, for messages, and true if it is a length.
    pub fn row(&self, k: usize) -> (&'static str, bool) {
        const GAPS: [&str; 3] = ["gap along x of frame_a", "gap along y of frame_a", "gap along z of frame_a"];
        const TURNS: [&str; 3] = ["angle about x of frame_a", "angle about y of frame_a", "angle about z of frame_a"];
        match self {
            Self::Weld if k < 3 => (GAPS[k], true),
            Self::Weld => (TURNS[(k - 3).min(2)], false),
            Self::Position(locked) => {
                let axis = (0..3).filter(|axis| locked[*axis]).nth(k).unwrap_or(0);
                (GAPS[axis], true)
            }
            Self::Orientation => (TURNS[k.min(2)], false),
            Self::Perpendicular { .. } | Self::Parallel { .. } => ("cosine of the angle between the axes", false),
            Self::OnAxis { .. } => ("gap across the axis", true),
            Self::Rolling { height: true, .. } if k == 0 => ("height of the contact point", true),
            Self::Rolling { .. } => ("slip", true),
            Self::Distance { .. } => ("error of the distance", true),
            Self::Flanges(_) | Self::Relation(_) => ("error of the ratio", false),
            Self::Balance { .. } => ("balance of springs and dampers", false),
        }
    }
}

/// A constraint between two frames or coordinates.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct Constraint {
    /// Name of the component.
    pub name: String,
    /// Its equations.
    pub kind: ConstraintKind,
    /// Nodes of frame a and frame b; the ground's first node twice for constraints between coordinates.
    pub nodes: [NodeId; 2],
    /// Connectors of the component into which its wrenches flow; none for welds.
    pub frames: Option<[FrameId; 2]>,
}

/// A mass whose motion follows from that of two frames.
#[derive(Clone, Debug, PartialEq, Binary)]
pub struct InertElement {
    /// Name of the component.
    pub name: String,
    /// Position between the frames.
    pub kind: InertKind,
    /// Address of the mass, kg.
    pub m: usize,
    /// Connectors of the component into which the forces flow: those of frame a and frame b.
    pub frames: [FrameId; 2],
}

/// Position of a mass relative to the origins of two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum InertKind {
    /// A point mass in the middle.
    Middle,
    /// A point mass at a fraction of the way from frame a to frame b; address of the fraction.
    Fraction(usize),
    /// A point mass on the line between the origins; address of its distance from frame a, m.
    FromA(usize),
    /// A point mass on the line between the origins; address of its distance from frame b, m.
    FromB(usize),
}

/// Joints that must be solved together, because constraints couple them. They have consecutive numbers.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct Cluster {
    /// Joints.
    pub joints: Range<usize>,
    /// Last common ancestor of their links.
    pub root: usize,
    /// Velocity coordinates.
    pub coordinates: Range<usize>,
    /// Constraints in the list of the mechanism.
    pub constraints: Range<usize>,
    /// Joints that each of these constraints depends on.
    pub paths: Vec<RowPath>,
    /// Masses between the links.
    pub inert: Vec<InertPath>,
}

impl Cluster {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.paths.iter().map(|path| path.rows).sum()
    }
}

/// The joints between the two links of a constraint, on which its rows depend.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct RowPath {
    /// Number of rows.
    pub rows: usize,
    /// The constraint is the weld of a joint that closes a loop, so that the joint transmits its wrench.
    pub closes_joint: bool,
    /// Links of frame a and frame b.
    pub links: [usize; 2],
    /// Joints on the path from the links' last common ancestor, each with true if it moves frame b, false if it moves
    /// frame a.
    pub joints: Vec<(JointId, bool)>,
}

/// The joints that move a mass between two frames.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct InertPath {
    /// Number in the list of the mechanism.
    pub number: usize,
    /// Links of frame a and frame b.
    pub links: [usize; 2],
    /// For each frame the joints between the root of the cluster and its link.
    pub joints: [Vec<JointId>; 2],
}
