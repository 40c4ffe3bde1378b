//! The law of Force, Torque and ForceAndTorque.

use crate::class::{Connector, ConnectorKind, Parameter, connector, enumeration, frame};
use crate::types::RESOLVE_IN_FRAME_AB;
use crate::{Element, Resolve};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{Contact, FrameId, Law, MotionView, SignalIn, Signals, VectorIn, after};
use serde::{Deserialize, Serialize};

/// resolveInFrame
pub(super) const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_b", "Frame in which the inputs are resolved");
/// frame_a
pub(super) const FRAME_A: Connector = frame("frame_a", "Coordinate system at which the reaction acts");
/// frame_b
pub(super) const FRAME_B: Connector = frame("frame_b", "Coordinate system at which the input acts");
/// frame_resolve
pub(super) const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "The inputs are resolved in this frame")
        .when_literal("resolveInFrame", "frame_resolve");
/// force
pub(super) const FORCE: Connector =
    connector("force", ConnectorKind::SignalInput(3), "N", "Force acting on frame_b, resolved as resolveInFrame says");
/// torque
pub(super) const TORQUE: Connector = connector(
    "torque",
    ConnectorKind::SignalInput(3),
    "N.m",
    "Torque acting on frame_b, resolved as resolveInFrame says",
);

/// A force and a torque given by signals, which act at frame_b and whose reaction acts at frame_a.
///
/// The pair is in balance: frame_a gets the torque of the force about its origin, so that the power is that of the motion of frame_b
/// relative to frame_a.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FrameWrench {
    frame_a: FrameId,
    frame_b: FrameId,
    resolve: Resolve,
    force: Option<VectorIn>,
    torque: Option<VectorIn>,
}

impl FrameWrench {
    /// Registers the law of `e`, whose inputs are `force` and `torque` as far as they exist.
    pub(super) fn build(e: &mut Element<'_>, has_force: bool, has_torque: bool) {
        let law = Self {
            frame_a: e.frame("frame_a"),
            frame_b: e.frame("frame_b"),
            resolve: Resolve::of(e, "resolveInFrame"),
            force: has_force.then(|| e.vector_input("force")),
            torque: has_torque.then(|| e.vector_input("torque")),
        };
        e.add_acting_frame(law.frame_a);
        e.add_acting_frame(law.frame_b);
        e.add_law(law);
    }
}

impl Law for FrameWrench {
    type Stage = after::Motion;

    fn inputs(&self) -> Vec<SignalIn> {
        self.force.into_iter().chain(self.torque).map(SignalIn::from).collect()
    }

    fn acts(&self) -> bool {
        true
    }

    fn contacts(&self) -> Vec<Contact> {
        [self.frame_a, self.frame_b].map(Contact::Frame).into_iter().chain(self.resolve.contact()).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let in_world = |input: Option<VectorIn>| {
            input.map_or_else(Vector3::zeros, |input| self.resolve.to_world(view, signals.vector(input)))
        };
        let (force, torque) = (in_world(self.force), in_world(self.torque));
        let arm = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        view.set_flow(self.frame_b, -force, -torque);
        view.set_flow(self.frame_a, force, torque + arm.cross(&force));
    }
}
