//! Joints, constraints, free bodies, and their start values.

use crate::frames::Sequence;
use crate::mechanism::{ConstraintKind, FrameId, Slot3};

/// A joint as a class declares it.
#[derive(Clone, Debug)]
pub struct JointElement {
    /// Name of the component.
    pub name: String,
    /// Number of the component.
    pub component: usize,
    /// frame_a.
    pub frame_a: FrameId,
    /// frame_b.
    pub frame_b: FrameId,
    /// What it allows.
    pub kind: JointElementKind,
}

/// What a joint allows, with the addresses of its start values.
#[derive(Clone, Debug)]
pub enum JointElementKind {
    /// Rotation about `n`; start angle and speed.
    Revolute {
        /// Axis.
        n: Slot3,
        /// Address of phi.start.
        phi: usize,
        /// Address of w.start.
        w: usize,
    },
    /// Translation along `n`; start distance and speed.
    Prismatic {
        /// Axis.
        n: Slot3,
        /// Address of s.start.
        s: usize,
        /// Address of v.start.
        v: usize,
    },
    /// Three rotations about one point.
    Spherical(RotationStart),
    /// Six degrees of freedom, no constraint.
    Free(FreeStart),
}

/// An equation between two frames, as a class declares it.
#[derive(Clone, Debug)]
pub struct ConstraintElement {
    /// Name of the component.
    pub name: String,
    /// What it demands.
    pub kind: ConstraintKind,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
}

/// A body that may be the root of a free cluster.
#[derive(Clone, Debug)]
pub struct FreeBody {
    /// Name of the component.
    pub name: String,
    /// Number of the component.
    pub component: usize,
    /// Its frame_a.
    pub frame: FrameId,
    /// Start values.
    pub start: FreeStart,
    /// The model wants its coordinates as states (enforceStates, stateSelect).
    pub enforced: bool,
    /// The model fixes a start value.
    pub fixed: Vec<&'static str>,
    /// A point mass.
    pub point: bool,
}

/// Start values of a rotation of frame_b relative to frame_a.
#[derive(Clone, Copy, Debug)]
pub struct RotationStart {
    /// Orientation by three angles.
    pub angles: Slot3,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in frame_a.
    pub w: Slot3,
}

/// Start values of a free motion.
#[derive(Clone, Copy, Debug)]
pub struct FreeStart {
    /// Position.
    pub r: Slot3,
    /// Velocity.
    pub v: Slot3,
    /// Orientation by three angles; none for point masses.
    pub angles: Option<Slot3>,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Angular velocity, resolved in the frame that the motion is relative to; none for point masses.
    pub w: Option<Slot3>,
}

/// Three start angles and the axes they turn about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartAngles {
    /// Axes.
    pub sequence: Sequence,
    /// Addresses of the angles, rad.
    pub angles: [usize; 3],
}

/// What a start value means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMeaning {
    /// A guess that others may overrule.
    Guess,
    /// The search for the initial state begins there.
    Preferred,
    /// It holds.
    Fixed,
}

/// Start values of the orientation of frame_b relative to frame_a and of its angular motion, as Body, FreeMotion and Spherical have
/// them in MSL.
#[derive(Clone, Debug)]
pub struct OrientationStart {
    /// Number of the component.
    pub component: usize,
    /// frame_a; none: the world.
    pub frame_a: Option<FrameId>,
    /// frame_b.
    pub frame_b: FrameId,
    /// Start angles.
    pub start: StartAngles,
    /// Whether the angles hold (`angles_fixed`).
    pub angles: StartMeaning,
    /// The start value of the angular velocity, resolved in frame_a, if it holds (`w_0_fixed`): the angular velocity resolved in
    /// frame_b is that vector turned by the start angles, not by the actual orientation.
    pub w: Option<Slot3>,
    /// The same for its derivative (`z_0_fixed`).
    pub z: Option<Slot3>,
}

/// An orientation whose states are to be three angles and their derivatives.
#[derive(Clone, Debug)]
pub struct AngleStatesElement {
    /// Number of the component.
    pub component: usize,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Address of start angles in the same sequence, rad.
    pub near: Option<usize>,
}

/// A start value that says where the search for the initial state begins.
#[derive(Clone, Debug)]
pub struct PreferredStart {
    /// Number of the component.
    pub component: usize,
    /// Name of the scalar variable in the component.
    pub variable: String,
    /// Address of its start value.
    pub start: usize,
}
