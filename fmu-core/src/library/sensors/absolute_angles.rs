//! The law of sensors that measure the orientation of a frame by three angles.

use crate::frames::Sequence;
use crate::mechanism::{FrameId, Law, SignalOut, Stage, View};
use crate::scalar::{Scalar, Vector3};

/// Angles that rotate the world frame into frame_a around the axes of a sequence.
#[derive(Clone, Debug)]
pub struct AbsoluteAngles {
    /// Frame that is measured.
    pub frame_a: FrameId,
    /// Axes.
    pub sequence: Sequence,
    /// Address of the guess for the first angle, rad.
    pub guess_angle_1: usize,
    /// Where the angles go.
    pub output: SignalOut,
}

impl Law for AbsoluteAngles {
    fn stage(&self) -> Stage {
        Stage::Motion
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output)
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let t = view.axes(self.frame_a).transpose();
        let guess = view.parameters[self.guess_angle_1];
        let angles = Vector3::from(self.sequence.angles(&t, guess.value()));
        view.set_output3(self.output, &angles);
    }
}
