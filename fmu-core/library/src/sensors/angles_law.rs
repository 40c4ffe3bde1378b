//! The law of sensors that measure angles of a rotation.

use crate::Element;
use mechanism::frames::Sequence;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Real, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

/// Angles that rotate frame_a, or the world frame, into a frame around the axes of a sequence.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnglesLaw {
    /// None: the world frame.
    frame_a: Option<FrameId>,
    frame: FrameId,
    sequence: Sequence,
    /// Guess for the first angle, rad.
    guess_angle_1: Real,
    output: VectorOut,
}

impl AnglesLaw {
    /// Registers the angles from the world frame to frame_a, if the signal output `angles` exists.
    pub(super) fn absolute(e: &mut Element<'_>) {
        Self::build(e, None, "frame_a");
    }

    /// Registers the angles from frame_a to frame_b, if the signal output `angles` exists.
    pub(super) fn relative(e: &mut Element<'_>) {
        Self::build(e, Some("frame_a"), "frame_b");
    }

    fn build(e: &mut Element<'_>, frame_a: Option<&str>, frame: &str) {
        if let Some(output) = e.vector_output("angles") {
            let law = Self {
                frame_a: frame_a.map(|name| e.frame(name)),
                frame: e.frame(frame),
                sequence: e.sequence("sequence"),
                guess_angle_1: e.real("guessAngle1"),
                output,
            };
            e.add_law(law);
        }
    }
}

impl Law for AnglesLaw {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default()
            .writes(self.output)
            .touches(self.frame_a.into_iter().chain([self.frame]).map(Contact::Seen))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let from_world = view.axes(self.frame).transpose();
        let t = self.frame_a.map_or(from_world, |frame_a| from_world * view.axes(frame_a));
        let guess = view.parameters()[self.guess_angle_1];
        let angles = Vector3::from(self.sequence.measured_angles(&t, guess.value()));
        signals.set_vector(self.output, &angles);
    }
}
