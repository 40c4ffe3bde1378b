//! Angles of a rotation.

use binary::Binary;
use mechanism::frames::Sequence;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Real, Signals, VectorOut, after};

/// Angles that rotate frame_a, or the world frame, into a frame around the axes of a sequence.
#[derive(Clone, Debug, Binary)]
pub struct AnglesLaw {
    /// None: the world frame.
    pub frame_a: Option<FrameId>,
    pub frame: FrameId,
    pub sequence: Sequence,
    /// Guess for the first angle, rad.
    pub guess_angle_1: Real,
    pub output: VectorOut,
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
