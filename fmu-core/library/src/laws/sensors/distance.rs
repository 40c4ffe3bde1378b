//! Distances between two frames.

use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FrameId, Law, MotionView, Real, ScalarOut, Signals, after};

/// Distance between two frames, with a continuous derivative at zero.
#[derive(Clone, Debug, Binary)]
pub struct DistanceLaw {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    pub s_small: Real,
    pub output: ScalarOut,
}

impl Law for DistanceLaw {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches([Contact::Seen(self.frame_a), Contact::Seen(self.frame_b)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        let (squared, s_small) = (r.dot(&r), view.parameters()[self.s_small]);
        let limit = s_small * s_small;
        let distance = if squared.value() > limit.value() {
            squared.sqrt()
        } else {
            squared / (T::constant(2.0) * s_small) * (T::constant(3.0) - squared / limit)
        };
        signals.set(self.output, distance);
    }
}
