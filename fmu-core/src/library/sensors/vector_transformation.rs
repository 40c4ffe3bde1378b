//! The law of the blocks that give the coordinates of a vector in another frame.

use crate::library::class::{Connector, ConnectorKind, connector};
use crate::library::{Element, Resolve};
use crate::mechanism::{Contact, Law, SignalIn, SignalOut, Stage, View};
use crate::scalar::Scalar;

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
#[derive(Clone, Debug)]
pub struct VectorTransformation {
    r_in: SignalIn,
    frame_r_in: Resolve,
    frame_r_out: Resolve,
    r_out: SignalOut,
}

impl VectorTransformation {
    /// Registers the law of `e`.
    pub(super) fn build(e: &mut Element<'_>) {
        if let Some(r_out) = e.output("r_out") {
            let (frame_r_in, frame_r_out) = (Resolve::of(e, "frame_r_in"), Resolve::of(e, "frame_r_out"));
            let r_in = e.input("r_in");
            e.add_law(Self { r_in, frame_r_in, frame_r_out, r_out });
        }
    }
}

impl Law for VectorTransformation {
    fn stage(&self) -> Stage {
        Stage::Motion
    }

    fn reads_speeds(&self) -> bool {
        false
    }

    fn inputs(&self) -> Vec<SignalIn> {
        vec![self.r_in]
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.r_out)
    }

    fn contacts(&self) -> Vec<Contact> {
        [self.frame_r_in, self.frame_r_out].into_iter().filter_map(Resolve::contact).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let r_in = view.input3(self.r_in);
        let r_out = if self.frame_r_in == self.frame_r_out {
            r_in
        } else {
            self.frame_r_out.from_world(view, self.frame_r_in.to_world(view, r_in))
        };
        view.set_output3(self.r_out, &r_out);
    }
}
