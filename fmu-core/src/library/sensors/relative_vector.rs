//! The law of sensors that measure a vector of the motion of frame_b relative to frame_a.

use crate::library::class::{Parameter, enumeration};
use crate::library::types::RESOLVE_IN_FRAME_AB;
use crate::library::{Element, Resolve};
use crate::mechanism::{Contact, FrameId, Law, SignalOut, Stage, View};
use crate::scalar::{Scalar, Vector3};

/// resolveInFrame of sensors with two frames.
pub(super) const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_a", "Frame in which vectors are resolved");

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RelativeQuantity {
    /// Vector from the origin of frame_a to the origin of frame_b, m.
    Position,
    /// Derivative of the coordinates of that vector, m/s.
    Velocity,
    /// Second derivative of the coordinates of that vector, m/s2.
    Acceleration,
    /// Angular velocity of frame_b relative to frame_a, rad/s.
    AngularVelocity,
    /// Derivative of the coordinates of that angular velocity, rad/s2.
    AngularAcceleration,
}

/// A vector of the motion of frame_b relative to frame_a.
///
/// Derivatives are those of the coordinates in the frame `differentiated`, also when it rotates; the result is then given in the
/// coordinates of the frame `resolved`. With the angular velocity w and the angular acceleration z of the former, the derivative of
/// the coordinates of a vector u is `der(u) - w x u`, and the second derivative is `der(der(u)) - z x u - 2 w x der(u) + w x (w x u)`
/// (u and its derivatives as seen from the world).
#[derive(Clone, Debug)]
pub struct RelativeVector {
    frame_a: FrameId,
    frame_b: FrameId,
    differentiated: Resolve,
    resolved: Resolve,
    quantity: RelativeQuantity,
    output: SignalOut,
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
        if let Some(output) = e.output(output) {
            let (frame_a, frame_b) = (e.frame("frame_a"), e.frame("frame_b"));
            e.add_law(Self { frame_a, frame_b, differentiated, resolved, quantity, output });
        }
    }

    fn difference<T: Scalar>(&self, of: impl Fn(FrameId) -> Vector3<T>) -> Vector3<T> {
        of(self.frame_b) - of(self.frame_a)
    }

    /// The quantity in world coordinates.
    fn in_world<T: Scalar>(&self, view: &View<'_, T>) -> Vector3<T> {
        let r = || self.difference(|frame| view.r_0(frame));
        let v = || self.difference(|frame| view.v_0(frame));
        let w_rel = || self.difference(|frame| view.w_0(frame));
        let w = || self.differentiated.w_0(view);
        match self.quantity {
            RelativeQuantity::Position => r(),
            RelativeQuantity::Velocity => v() - w().cross(&r()),
            RelativeQuantity::Acceleration => {
                let (r, v, w, z) = (r(), v(), w(), self.differentiated.z_0(view));
                let a = self.difference(|frame| view.a_0(frame));
                a - z.cross(&r) - w.cross(&v) * T::constant(2.0) + w.cross(&w.cross(&r))
            }
            RelativeQuantity::AngularVelocity => w_rel(),
            RelativeQuantity::AngularAcceleration => self.difference(|frame| view.z_0(frame)) - w().cross(&w_rel()),
        }
    }
}

impl Law for RelativeVector {
    fn stage(&self) -> Stage {
        match self.quantity {
            RelativeQuantity::Acceleration | RelativeQuantity::AngularAcceleration => Stage::Acceleration,
            _ => Stage::Motion,
        }
    }

    fn reads_speeds(&self) -> bool {
        self.quantity != RelativeQuantity::Position
    }

    fn output(&self) -> Option<SignalOut> {
        Some(self.output)
    }

    fn contacts(&self) -> Vec<Contact> {
        let resolved = [self.differentiated, self.resolved].into_iter().filter_map(Resolve::contact);
        [self.frame_a, self.frame_b].map(Contact::Seen).into_iter().chain(resolved).collect()
    }

    fn evaluate<T: Scalar>(&self, view: &mut View<'_, T>) {
        let resolved = self.resolved.from_world(view, self.in_world(view));
        view.set_output3(self.output, &resolved);
    }
}
