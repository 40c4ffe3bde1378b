//! Massless points where line forces meet.

use super::{FrameId, JointId, Slot3};
use crate::scalar::{Scalar, Vector3};
use binary::Binary;

/// Massless points connected by line forces: their positions and velocities follow together from the balance of the
/// forces.
#[derive(Clone, Debug, PartialEq, Eq, Binary)]
pub struct MasslessPart {
    /// The points.
    pub nodes: Vec<MasslessNode>,
    /// The line forces that act on them.
    pub lines: Vec<MasslessLine>,
}

/// A massless point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct MasslessNode {
    /// The joint that moves it ([`super::JointKind::Massless`]).
    pub joint: JointId,
    /// Starting point of the search for its initial position.
    pub guess: Guess,
}

/// Starting point of the search for an initial position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Guess {
    /// The start value of the point.
    Start,
    /// The mean of the positions at which its line forces lead from other points.
    Middle,
    /// A frame plus a vector in world axes, or minus the vector if `opposite`.
    From {
        /// The frame.
        frame: FrameId,
        /// The vector, m.
        r: Slot3,
        /// Subtract the vector.
        opposite: bool,
    },
}

/// A line force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct MasslessLine {
    /// Its law.
    pub law: usize,
    /// frame_a and frame_b.
    pub frames: [FrameId; 2],
    /// For each frame: the number of the massless point at it, within the part; none at other points.
    pub ends: [Option<usize>; 2],
}

/// A line force at one moment: `f e` acts on frame_a, the opposite on frame_b.
#[derive(Clone, Copy, Debug)]
pub struct LinePull<T: Scalar> {
    /// Vector from frame_a to frame_b divided by `s`.
    pub e: Vector3<T>,
    /// Its length, or the smallest length that is divided by, m.
    pub s: T,
    /// Velocity of frame_b minus that of frame_a, world axes, m/s.
    pub speed: Vector3<T>,
    /// Force, N.
    pub f: T,
    /// Derivative of the force by the length, N/m.
    pub c: T,
    /// Derivative of the force by the derivative of the length, N.s/m.
    pub d: T,
}
