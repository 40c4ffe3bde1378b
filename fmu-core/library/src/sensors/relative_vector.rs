//! The law of sensors that measure a vector of the motion of frame_b relative to frame_a.

use super::AccelerationQuantity;
use crate::class::{Parameter, enumeration};
use crate::types::RESOLVE_IN_FRAME_AB;
use crate::{Element, Resolve};
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{AccelerationView, Contact, FrameId, Law, MotionView, SignalOut, Signals, VectorOut, after};
use serde::{Deserialize, Serialize};

/// resolveInFrame of sensors with two frames.
pub(super) const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vectors are resolved");

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RelativeQuantity {
    /// Vector from the origin of frame_a to the origin of frame_b, m.
    Position,
    /// Derivative of the coordinates of that vector, m/s.
    Velocity,
    /// Angular velocity of frame_b relative to frame_a, rad/s.
    AngularVelocity,
}

/// A vector of the motion of frame_b relative to frame_a.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RelativeVector {
    measured: Measured,
    quantity: RelativeQuantity,
}

/// A vector of the acceleration of frame_b relative to frame_a: the second derivative of the coordinates of the vector from frame_a to
/// frame_b, m/s2, or the derivative of those of the relative angular velocity, rad/s2.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RelativeAcceleration {
    measured: Measured,
    quantity: AccelerationQuantity,
}

/// Two frames, and what becomes of a vector of their motion.
///
/// Derivatives are those of the coordinates in the frame `differentiated`, also when it rotates; the result is then given in the
/// coordinates of the frame `resolved`. With the angular velocity w and the angular acceleration z of the former, the derivative of
/// the coordinates of a vector u is `der(u) - w x u`, and the second derivative is `der(der(u)) - z x u - 2 w x der(u) + w x (w x u)`
/// (u and its derivatives as seen from the world).
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Measured {
    frame_a: FrameId,
    frame_b: FrameId,
    differentiated: Resolve,
    resolved: Resolve,
    output: VectorOut,
}

impl Measured {
    /// That of the signal output called `output`, if it exists.
    fn of(e: &Element<'_>, output: &str, differentiated: Resolve, resolved: Resolve) -> Option<Self> {
        let output = e.vector_output(output)?;
        Some(Self { frame_a: e.frame("frame_a"), frame_b: e.frame("frame_b"), differentiated, resolved, output })
    }

    fn contacts(&self) -> Vec<Contact> {
        let resolved = [self.differentiated, self.resolved].into_iter().filter_map(Resolve::contact);
        [self.frame_a, self.frame_b].map(Contact::Seen).into_iter().chain(resolved).collect()
    }

    fn difference<T: Scalar>(&self, of: impl Fn(FrameId) -> Vector3<T>) -> Vector3<T> {
        of(self.frame_b) - of(self.frame_a)
    }

    fn put_out<T: Scalar>(&self, view: &MotionView<'_, T>, in_world: Vector3<T>, signals: &mut Signals<'_, T>) {
        signals.set_vector(self.output, &self.resolved.from_world(view, in_world));
    }
}

impl RelativeVector {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn build(
        e: &mut Element<'_>,
        output: &str,
        quantity: RelativeQuantity,
        differentiated: Resolve,
        resolved: Resolve,
    ) {
        if let Some(measured) = Measured::of(e, output, differentiated, resolved) {
            e.add_law(Self { measured, quantity });
        }
    }
}

impl RelativeAcceleration {
    /// Registers the law for the signal output called `output`, if that exists.
    pub(super) fn build(
        e: &mut Element<'_>,
        output: &str,
        quantity: AccelerationQuantity,
        differentiated: Resolve,
        resolved: Resolve,
    ) {
        if let Some(measured) = Measured::of(e, output, differentiated, resolved) {
            e.add_law(Self { measured, quantity });
        }
    }
}

impl Law for RelativeVector {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        self.quantity != RelativeQuantity::Position
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.measured.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        self.measured.contacts()
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r = || self.measured.difference(|frame| view.r_0(frame));
        let in_world = match self.quantity {
            RelativeQuantity::Position => r(),
            RelativeQuantity::Velocity => {
                let v = self.measured.difference(|frame| view.v_0(frame));
                v - self.measured.differentiated.w_0(view).cross(&r())
            }
            RelativeQuantity::AngularVelocity => self.measured.difference(|frame| view.w_0(frame)),
        };
        self.measured.put_out(view, in_world, signals);
    }
}

impl Law for RelativeAcceleration {
    type Stage = after::Acceleration;

    fn output(&self) -> Option<SignalOut> {
        Some(self.measured.output.into())
    }

    fn contacts(&self) -> Vec<Contact> {
        self.measured.contacts()
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let w = self.measured.differentiated.w_0(view);
        let in_world = match self.quantity {
            AccelerationQuantity::Acceleration => {
                let r = self.measured.difference(|frame| view.r_0(frame));
                let v = self.measured.difference(|frame| view.v_0(frame));
                let a = self.measured.difference(|frame| view.a_0(frame));
                let z = self.measured.differentiated.z_0(view);
                a - z.cross(&r) - w.cross(&v) * T::constant(2.0) + w.cross(&w.cross(&r))
            }
            AccelerationQuantity::AngularAcceleration => {
                let w_rel = self.measured.difference(|frame| view.w_0(frame));
                self.measured.difference(|frame| view.z_0(frame)) - w.cross(&w_rel)
            }
        };
        self.measured.put_out(view, in_world, signals);
    }
}
