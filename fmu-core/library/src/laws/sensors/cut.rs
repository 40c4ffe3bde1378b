//! Flows between two rigidly connected frames.

use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::scalar::Scalar;
use mechanism::{Connections, Contact, FrameId, Law, ReactionView, ScalarOut, Signals, VectorOut, after};

/// The measured flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum CutQuantity {
    /// `frame_a.f`, N.
    Force,
    /// `frame_a.t`, N.m.
    Torque,
}

/// Cut force or torque at frame_a (the flow into the sensor there), or its opposite.
#[derive(Clone, Debug, Binary)]
pub struct CutVector {
    pub frame_a: FrameId,
    pub resolve: Resolve,
    pub positive: bool,
    pub quantity: CutQuantity,
    pub output: VectorOut,
}

impl Law for CutVector {
    type Stage = after::Reaction;

    fn connections(&self) -> Connections {
        Connections::default()
            .writes(self.output)
            .touches([Contact::Seen(self.frame_a)])
            .touches(self.resolve.contact())
    }

    fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = match self.quantity {
            CutQuantity::Force => view.force(self.frame_a),
            CutQuantity::Torque => view.torque(self.frame_a),
        };
        let resolved = self.resolve.to_frame(view, if self.positive { flow } else { -flow });
        signals.set_vector(self.output, &resolved);
    }
}

/// Power of the cut force and torque at frame_a: `f v + t w`.
#[derive(Clone, Debug, Binary)]
pub struct PowerLaw {
    pub frame_a: FrameId,
    pub output: ScalarOut,
}

impl Law for PowerLaw {
    type Stage = after::Reaction;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches([Contact::Seen(self.frame_a)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        let (force, torque) = (view.force(self.frame_a), view.torque(self.frame_a));
        let power = force.dot(&view.v_0(self.frame_a)) + torque.dot(&view.w_0(self.frame_a));
        signals.set(self.output, power);
    }
}
