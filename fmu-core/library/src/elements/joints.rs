//! Joints, constraints, free bodies, and their start values.

use binary::Binary;
use mechanism::frames::Sequence;
use mechanism::{ConstraintKind, FrameId, FreeStart, JointStart, Slot3};

/// A joint declared by a class.
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
    /// Axis of a joint with one degree of freedom, same coordinates in frame_a and frame_b.
    pub axis: Option<Slot3>,
    /// Kind and start values.
    pub start: JointStart,
}

/// An equation between two frames, declared by a class.
#[derive(Clone, Debug)]
pub struct ConstraintElement {
    /// Name of the component.
    pub name: String,
    /// Kind.
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
    /// Its coordinates are requested as states (enforceStates, stateSelect).
    pub enforced: bool,
    /// Variables with fixed start values.
    pub fixed: Vec<&'static str>,
    /// A point mass.
    pub point: bool,
}

/// Three start angles and their axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct StartAngles {
    /// Axes.
    pub sequence: Sequence,
    /// Addresses of the angles, rad.
    pub angles: [usize; 3],
}

/// Meaning of a start value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartMeaning {
    /// A guess, with low priority.
    Guess,
    /// Starting point of the search for the initial state.
    Preferred,
    /// Fixed.
    Fixed,
}

/// Start values of the orientation of frame_b relative to frame_a and of its angular motion, as in MSL's Body,
/// FreeMotion and Spherical.
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
    /// Meaning of the angles (`angles_fixed`).
    pub angles: StartMeaning,
    /// The start value of the angular velocity, resolved in frame_a, if fixed (`w_0_fixed`): the angular velocity
    /// resolved in frame_b is this vector turned by the start angles, not by the actual orientation.
    pub w: Option<Slot3>,
    /// The start value of the angular acceleration, if fixed (`z_0_fixed`).
    pub z: Option<Slot3>,
}

/// An orientation with three angles and their derivatives as states.
#[derive(Clone, Debug)]
pub struct AngleStatesElement {
    /// Number of the component.
    pub component: usize,
    /// Axes of the angles.
    pub sequence: Sequence,
    /// Address of start angles in the same sequence, rad.
    pub near: Option<usize>,
    /// Names of the angles and of their derivatives.
    pub names: [&'static str; 2],
}

/// A wheel whose start values are angles and their derivatives.
#[derive(Clone, Debug)]
pub struct WheelStart {
    /// Number of the component.
    pub component: usize,
    /// Number of its orientation start.
    pub orientation: usize,
    /// Number of its body.
    pub body: usize,
    /// Addresses of the start angles and of their derivatives.
    pub starts: [usize; 2],
    /// The angular velocity at the start, world axes.
    pub w: Slot3,
}

/// A start value at which the search for the initial state begins.
#[derive(Clone, Debug)]
pub struct PreferredStart {
    /// Number of the component.
    pub component: usize,
    /// Name of the scalar variable in the component.
    pub variable: String,
    /// Address of its start value.
    pub start: usize,
}
