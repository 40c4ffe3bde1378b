//! The law of the blocks that give the coordinates of a vector in another frame.

use crate::class::{Connector, ConnectorKind, connector};
use crate::{Element, Resolve};
use mechanism::scalar::Scalar;
use mechanism::{Contact, Law, MotionView, SignalIn, SignalOut, Signals, VectorIn, VectorOut, after};
use serde::{Deserialize, Serialize};

/// frame_resolve
pub(super) const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "A vector is resolved in this frame")
        .when_any_literal(&["frame_r_in", "frame_r_out"], "frame_resolve");
/// r_in
pub(super) const R_IN: Connector =
    connector("r_in", ConnectorKind::SignalInput(3), "", "Vector, resolved as frame_r_in says");
/// r_out
pub(super) const R_OUT: Connector =
    connector("r_out", ConnectorKind::SignalOutput(3), "", "The same vector, resolved as frame_r_out says").measured();

/// The coordinates of a vector in another frame: a pure rotation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VectorTransformation {
    r_in: VectorIn,
    frame_r_in: Resolve,
    frame_r_out: Resolve,
    r_out: VectorOut,
}

impl VectorTransformation {
    /// Registers the law of `e`.
    pub(super) fn build(e: &mut Element<'_>) {
        if let Some(r_out) = e.vector_output("r_out") {
            let (frame_r_in, frame_r_out) = (Resolve::of(e, "frame_r_in"), Resolve::of(e, "frame_r_out"));
            let r_in = e.vector_input("r_in");
            e.add_law(Self { r_in, frame_r_in, frame_r_out, r_out });
        }
    }
}

impl Law for VectorTransformation {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.r_in.into()]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.r_out.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        [self.frame_r_in, self.frame_r_out].into_iter().filter_map(Resolve::contact).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r_in = signals.vector(self.r_in);
        let r_out = if self.frame_r_in == self.frame_r_out {
            r_in
        } else {
            self.frame_r_out.from_world(view, self.frame_r_in.to_world(view, r_in))
        };
        signals.set_vector(self.r_out, &r_out);
    }
}
