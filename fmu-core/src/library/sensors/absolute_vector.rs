//! The law of sensors that measure a vector of a frame's absolute motion.

use crate::library::class::{Parameter, enumeration};
use crate::library::types::RESOLVE_IN_FRAME_A;
use crate::library::{Element, Resolve};
use crate::mechanism::{Contact, FrameId, Law, SignalOut, Stage, View};
use crate::scalar::Scalar;

/// resolveInFrame of sensors with one frame.
pub(super) const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_A, "frame_a", "Frame in which vectors are resolved");

/// What is measured; derivatives are taken in the world frame, then resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsoluteQuantity {
    /// Position, m.
    Position,
    /// Velocity, m/s.
    Velocity,
    /// Acceleration, m/s2.
    Acceleration,
    /// Angular velocity, rad/s.
    AngularVelocity,
    /// Angular acceleration, rad/s2.
    AngularAcceleration,
}

/// A vector of the motion of frame_a relative to the world.
#[derive(Clone, Debug)]
pub struct AbsoluteVector {
    frame_a: FrameId,
    resolve: Resolve,
    quantity: AbsoluteQuantity,
    output: SignalOut,
}

impl AbsoluteVector {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn build(e: &mut Element<'_>, output: &str, quantity: AbsoluteQuantity) {
        if let Some(output) = e.output(output) {
            let (frame_a, resolve) = (e.frame("frame_a"), Resolve::of(e, "resolveInFrame"));
            e.add_law(Self { frame_a, resolve, quantity, output });
        }
    }
}

impl Law for AbsoluteVector {
    fn stage(&self) -> Stage {
        match self.quantity {
            AbsoluteQuantity::Acceleration | AbsoluteQuantity::AngularAcceleration => Stage::Acceleration,
            _ => Stage::Motion,
        }
    }

    fn reads_speeds(&self) -> bool {
        self.quantity != AbsoluteQuantity::Position
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output)
    }

    fn contacts(&self) -> Vec<Contact> {
        std::iter::once(Contact::Seen(self.frame_a)).chain(self.resolve.contact()).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let in_world = match self.quantity {
            AbsoluteQuantity::Position => view.r_0(self.frame_a),
            AbsoluteQuantity::Velocity => view.v_0(self.frame_a),
            AbsoluteQuantity::Acceleration => view.a_0(self.frame_a),
            AbsoluteQuantity::AngularVelocity => view.w_0(self.frame_a),
            AbsoluteQuantity::AngularAcceleration => view.z_0(self.frame_a),
        };
        let resolved = self.resolve.from_world(view, in_world);
        view.set_output3(self.output, &resolved);
    }
}
