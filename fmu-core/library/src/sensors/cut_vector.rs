//! The law of sensors that measure a cut force or a cut torque.

use crate::class::{Connector, ConnectorKind, Parameter, boolean, connector, frame};
use crate::{Element, Resolve};
use mechanism::scalar::Scalar;
use mechanism::{Contact, FrameId, Law, ReactionView, SignalOut, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

/// positiveSign
pub(super) const POSITIVE_SIGN: Parameter = boolean(
    "positiveSign",
    true,
    "The cut force and torque at frame_a are given with positive sign, else those at frame_b",
);
/// frame_a of a sensor between two frames that coincide.
pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system at which is measured");
/// frame_b of a sensor between two frames that coincide.
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system that coincides with frame_a");
/// force
pub(super) const FORCE: Connector =
    connector("force", ConnectorKind::SignalOutput(3), "N", "Cut force, resolved as resolveInFrame says").measured();
/// torque
pub(super) const TORQUE: Connector =
    connector("torque", ConnectorKind::SignalOutput(3), "N.m", "Cut torque, resolved as resolveInFrame says")
        .measured();

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CutQuantity {
    /// `frame_a.f`, N.
    Force,
    /// `frame_a.t`, N.m.
    Torque,
}

/// Cut force or torque at frame_a (what flows into the sensor there), or its opposite.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CutVector {
    frame_a: FrameId,
    resolve: Resolve,
    positive: bool,
    quantity: CutQuantity,
    output: VectorOut,
}

impl CutVector {
    /// Registers the law for the signal output called `output`.
    pub(super) fn build(e: &mut Element<'_>, output: &str, quantity: CutQuantity) {
        if let Some(output) = e.vector_output(output) {
            let (frame_a, resolve) = (e.frame("frame_a"), Resolve::of(e, "resolveInFrame"));
            let positive = e.boolean("positiveSign");
            e.add_law(Self { frame_a, resolve, positive, quantity, output });
        }
    }
}

impl Law for CutVector {
    type Stage = after::Reaction;

    fn output(&self) -> Option<SignalOut> {
        Some(self.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        std::iter::once(Contact::Seen(self.frame_a)).chain(self.resolve.contact()).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut ReactionView<'_, T>, signals: &mut Signals<'_, T>) {
        let flow = match self.quantity {
            CutQuantity::Force => view.force(self.frame_a),
            CutQuantity::Torque => view.torque(self.frame_a),
        };
        let resolved = self.resolve.from_world(view, if self.positive { flow } else { -flow });
        signals.set_vector(self.output, &resolved);
    }
}
