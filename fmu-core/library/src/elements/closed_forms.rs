//! Initial values of joints that follow in closed form from the positions of frames, for joint assemblies.

use mechanism::{FrameId, Slot3};

/// An initial value that follows from the initial positions of frames. Joints are indices into [`super::Elements::joints`].
#[derive(Clone, Debug)]
pub enum ClosedFormElement {
    /// Angle of a revolute joint, or distance of a prismatic one, that moves a point to a given distance from another
    /// one.
    Length(LengthForm),
    /// Angles of two revolute joints that turn a rod towards a point.
    Universal(UniversalForm),
    /// A direction of one frame in the axes of another one.
    Direction(DirectionForm),
}

/// See [`ClosedFormElement::Length`].
#[derive(Clone, Debug)]
pub struct LengthForm {
    /// The joint.
    pub joint: usize,
    /// Its axis.
    pub n: Slot3,
    /// The moved point, resolved in frame_b.
    pub reach: Slot3,
    /// Address of the distance, m.
    pub length: usize,
    /// Address of the guess value of the coordinate, rad or m.
    pub guess: usize,
    /// Its frame_a and frame_b, and the frame whose origin is the other point.
    pub frames: [FrameId; 3],
}

/// See [`ClosedFormElement::Universal`].
#[derive(Clone, Debug)]
pub struct UniversalForm {
    /// The joints; the second axis is perpendicular to the first one and to the rod.
    pub joints: [usize; 2],
    /// A prismatic joint along the rod that reaches the point.
    pub reaching: Option<usize>,
    /// Axis of the first joint in frame_a.
    pub n1: Slot3,
    /// Direction of the rod in the frame that they turn.
    pub rod: Slot3,
    /// frame_a of the first joint, the frame that they turn, and the frame at the other end of the rod.
    pub frames: [FrameId; 3],
}

/// See [`ClosedFormElement::Direction`].
#[derive(Clone, Debug)]
pub struct DirectionForm {
    /// Name of the variable, for messages.
    pub name: String,
    /// The direction in frame_a.
    pub n_a: Slot3,
    /// Addresses of the direction in frame_b, which is calculated.
    pub n_b: Slot3,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
}
