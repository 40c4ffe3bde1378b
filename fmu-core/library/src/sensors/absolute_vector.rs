//! The law of sensors that measure a vector of a frame's absolute motion.

use crate::class::{Parameter, enumeration};
use crate::types::RESOLVE_IN_FRAME_A;
use crate::{Element, Resolve};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{AccelerationView, Contact, FrameId, Law, MotionView, SignalOut, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

/// resolveInFrame of sensors with one frame.
pub(super) const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_A, "frame_a", "Frame in which vectors are resolved");

/// What is measured; derivatives are taken in the world frame, then resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbsoluteQuantity {
    /// Position, m.
    Position,
    /// Velocity, m/s.
    Velocity,
    /// Angular velocity, rad/s.
    AngularVelocity,
}

/// An acceleration that is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AccelerationQuantity {
    /// Acceleration, m/s2.
    Acceleration,
    /// Angular acceleration, rad/s2.
    AngularAcceleration,
}

/// A vector of the motion of frame_a relative to the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AbsoluteVector {
    measured: Measured,
    quantity: AbsoluteQuantity,
}

/// A vector of the acceleration of frame_a relative to the world.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AbsoluteAcceleration {
    measured: Measured,
    quantity: AccelerationQuantity,
}

/// The frame, where its vector is resolved, and where it is put out.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Measured {
    frame_a: FrameId,
    resolve: Resolve,
    output: VectorOut,
}

impl Measured {
    /// That of the signal output called `output`, if it exists.
    fn of(e: &Element<'_>, output: &str) -> Option<Self> {
        let output = e.vector_output(output)?;
        Some(Self { frame_a: e.frame("frame_a"), resolve: Resolve::of(e, "resolveInFrame"), output })
    }

    fn contacts(&self) -> Vec<Contact> {
        std::iter::once(Contact::Seen(self.frame_a)).chain(self.resolve.contact()).collect()
    }

    fn put_out<T: Scalar>(&self, view: &MotionView<'_, T>, in_world: Vector3<T>, signals: &mut Signals<'_, T>) {
        signals.set_vector(self.output, &self.resolve.from_world(view, in_world));
    }
}

impl AbsoluteVector {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn build(e: &mut Element<'_>, output: &str, quantity: AbsoluteQuantity) {
        if let Some(measured) = Measured::of(e, output) {
            e.add_law(Self { measured, quantity });
        }
    }
}

impl AbsoluteAcceleration {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn build(e: &mut Element<'_>, output: &str, quantity: AccelerationQuantity) {
        if let Some(measured) = Measured::of(e, output) {
            e.add_law(Self { measured, quantity });
        }
    }
}

impl Law for AbsoluteVector {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        self.quantity != AbsoluteQuantity::Position
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.measured.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        self.measured.contacts()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let frame = self.measured.frame_a;
        let in_world = match self.quantity {
            AbsoluteQuantity::Position => view.r_0(frame),
            AbsoluteQuantity::Velocity => view.v_0(frame),
            AbsoluteQuantity::AngularVelocity => view.w_0(frame),
        };
        self.measured.put_out(view, in_world, signals);
    }
}

impl Law for AbsoluteAcceleration {
    type Stage = after::Acceleration;

    fn output(&self) -> Option<SignalOut> {
        Some(self.measured.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        self.measured.contacts()
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let in_world = match self.quantity {
            AccelerationQuantity::Acceleration => view.a_0(self.measured.frame_a),
            AccelerationQuantity::AngularAcceleration => view.z_0(self.measured.frame_a),
        };
        self.measured.put_out(view, in_world, signals);
    }
}
