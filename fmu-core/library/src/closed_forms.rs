//! Initial values of joints that follow in closed form from where frames are, as assemblies of joints declare them.

use super::Element;
use mechanism::{FrameId, Slot3};

/// An initial value that follows from the initial positions of frames. Joints are indices into [`super::Elements::joints`].
#[derive(Clone, Debug)]
pub enum ClosedFormElement {
    /// Angle of a revolute joint, or distance of a prismatic one, for which a point that it moves has a given distance from another one.
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

impl Element<'_> {
    /// Registers that `reach`, a point that a joint of this component moves, has the distance `length` from the origin of a frame.
    pub fn add_length_form(&mut self, joint: usize, [frame_a, frame_b, far]: [FrameId; 3]) {
        let form = LengthForm {
            joint,
            n: self.vector("n"),
            reach: self.vector("reach"),
            length: self.address("lengthConstraint"),
            guess: self.address("guess"),
            frames: [frame_a, frame_b, far],
        };
        self.elements.closed_forms.push(ClosedFormElement::Length(form));
    }

    /// Registers that the last joints, two revolute ones and, if `reaches`, a prismatic one behind them, turn a rod towards a point.
    pub fn add_universal_form(&mut self, (n1, rod): (Slot3, Slot3), frames: [FrameId; 3], reaches: bool) {
        let count = self.elements.joints.len();
        let Some(first) = count.checked_sub(2 + usize::from(reaches)) else { return };
        let form =
            UniversalForm { joints: [first, first + 1], reaching: reaches.then_some(first + 2), n1, rod, frames };
        self.elements.closed_forms.push(ClosedFormElement::Universal(form));
    }

    /// Registers that the parameter `n_b` is the direction `n_a` of frame_a, resolved in frame_b at the start.
    pub fn add_direction_form(&mut self, n_a: &str, n_b: &str) {
        let form = DirectionForm {
            name: format!("{}.{n_b}", self.name),
            n_a: self.vector(n_a),
            n_b: self.vector(n_b),
            frames: [self.frame("frame_a"), self.frame("frame_b")],
        };
        self.elements.closed_forms.push(ClosedFormElement::Direction(form));
    }
}
