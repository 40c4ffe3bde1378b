//! Vectors resolved in another frame.

use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Law, MotionView, Signals, VectorIn, VectorOut, after};

/// The coordinates of a vector in another frame, without translation.
#[derive(Clone, Debug, Binary)]
pub struct VectorTransformation {
    pub r_in: VectorIn,
    pub frame_r_in: Resolve,
    pub frame_r_out: Resolve,
    pub r_out: VectorOut,
}

impl Law for VectorTransformation {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default()
            .reads([self.r_in])
            .writes(self.r_out)
            .touches([self.frame_r_in, self.frame_r_out].into_iter().filter_map(Resolve::contact))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r_in = signals.vector(self.r_in);
        let r_out = if self.frame_r_in == self.frame_r_out {
            r_in
        } else {
            self.frame_r_out.to_frame(view, self.frame_r_in.to_world(view, r_in))
        };
        signals.set_vector(self.r_out, &r_out);
    }
}
