//! Coordinates that follow in closed form from the initial positions of frames.

use binary::Binary;
use mechanism::{FrameId, Slot3};

/// A quantity that follows from the initial positions of frames.
#[derive(Clone, Debug, PartialEq, Binary)]
pub enum ClosedForm {
    /// A coordinate of a joint that moves a point to a given distance from another point.
    Length {
        /// Element of q.
        coordinate: usize,
        /// The coordinate is an angle.
        turns: bool,
        /// Axis.
        n: Slot3,
        /// The point, in the axes of the frame that the joint moves.
        reach: Slot3,
        /// Address of the distance, m.
        length: usize,
        /// Address of the guess, which selects one of two solutions, rad or m.
        guess: usize,
        /// frame_a of the joint, and the frame whose origin is the other point.
        frames: [FrameId; 2],
    },
    /// Angles that turn a rod towards a point, and a distance that moves its end there.
    Universal {
        /// Elements of q: the angles.
        angles: [usize; 2],
        /// Element of q: the distance.
        distance: Option<usize>,
        /// Axis of the first joint, in the axes of the first frame.
        n1: Slot3,
        /// The rod, in the axes of the frame that the joints turn.
        rod: Slot3,
        /// The frame at the beginning of the rod, and the frame whose origin is the point.
        frames: [FrameId; 2],
    },
    /// A vector of one frame in the axes of another one.
    Direction {
        /// In frame_a.
        n_a: Slot3,
        /// In frame_b: parameters.
        n_b: Slot3,
        /// frame_a and frame_b.
        frames: [FrameId; 2],
    },
}
