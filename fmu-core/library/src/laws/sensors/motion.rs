//! Vectors of the motion of a frame.

use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{AccelerationView, Connections, Contact, FrameId, Law, MotionView, Signals, VectorOut, after};

/// A quantity that does not depend on accelerations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum MotionQuantity {
    /// Position of the origin, m.
    Position,
    /// Derivative of the coordinates of the position, m/s.
    Velocity,
    /// Angular velocity, rad/s.
    AngularVelocity,
}

/// An acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum AccelerationQuantity {
    /// Second derivative of the coordinates of the position, m/s2.
    Acceleration,
    /// Derivative of the coordinates of the angular velocity, rad/s2.
    AngularAcceleration,
}

/// A vector of the motion of a frame.
#[derive(Clone, Debug, Binary)]
pub struct MotionVector {
    pub measured: Measured,
    pub quantity: MotionQuantity,
}

/// A vector of the acceleration of a frame.
#[derive(Clone, Debug, Binary)]
pub struct AccelerationVector {
    pub measured: Measured,
    pub quantity: AccelerationQuantity,
}

/// A frame whose motion is measured, relative to the world or to another frame.
#[derive(Clone, Debug, Binary)]
pub struct Measured {
    pub frame: FrameId,
    pub relative: Option<Relative>,
    /// Frame in which the result is resolved.
    pub resolved: Resolve,
    pub output: VectorOut,
}

/// The other frame of a relative motion.
///
/// Derivatives are those of the coordinates in the frame `differentiated`, which may rotate. With the angular velocity
/// w and the angular acceleration z of this frame, the derivative of the coordinates of a vector u is `der(u) - w x u`,
/// and the second derivative is `der(der(u)) - z x u - 2 w x der(u) + w x (w x u)` (u and its derivatives relative to
/// the world).
#[derive(Clone, Copy, Debug, Binary)]
pub struct Relative {
    pub frame_a: FrameId,
    pub differentiated: Resolve,
}

impl Measured {
    fn contacts(&self) -> Vec<Contact> {
        let frame_a = self.relative.map(|relative| Contact::Seen(relative.frame_a));
        let differentiated = self.relative.and_then(|relative| relative.differentiated.contact());
        let frames = frame_a.into_iter().chain([Contact::Seen(self.frame)]);
        frames.chain(differentiated).chain(self.resolved.contact()).collect()
    }

    /// A quantity of the frame, minus that of the other frame if there is one.
    fn difference<T: Scalar>(&self, of: impl Fn(FrameId) -> Vector3<T>) -> Vector3<T> {
        match self.relative {
            Some(relative) => of(self.frame) - of(relative.frame_a),
            None => of(self.frame),
        }
    }

    fn put_out<T: Scalar>(&self, view: &MotionView<'_, T>, in_world: Vector3<T>, signals: &mut Signals<'_, T>) {
        signals.set_vector(self.output, &self.resolved.to_frame(view, in_world));
    }
}

impl Law for MotionVector {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        self.quantity != MotionQuantity::Position
    }

    fn connections(&self) -> Connections {
        Connections::default().writes(self.measured.output).touches(self.measured.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r = || self.measured.difference(|frame| view.r_0(frame));
        let in_world = match self.quantity {
            MotionQuantity::Position => r(),
            MotionQuantity::Velocity => {
                let v = self.measured.difference(|frame| view.v_0(frame));
                match self.measured.relative {
                    Some(relative) => v - relative.differentiated.w_0(view).cross(&r()),
                    None => v,
                }
            }
            MotionQuantity::AngularVelocity => self.measured.difference(|frame| view.w_0(frame)),
        };
        self.measured.put_out(view, in_world, signals);
    }
}

impl Law for AccelerationVector {
    type Stage = after::Acceleration;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.measured.output).touches(self.measured.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let difference = match self.quantity {
            AccelerationQuantity::Acceleration => self.measured.difference(|frame| view.a_0(frame)),
            AccelerationQuantity::AngularAcceleration => self.measured.difference(|frame| view.z_0(frame)),
        };
        let in_world = match self.measured.relative {
            None => difference,
            Some(Relative { differentiated, .. }) => {
                let w = differentiated.w_0(view);
                match self.quantity {
                    AccelerationQuantity::Acceleration => {
                        let r = self.measured.difference(|frame| view.r_0(frame));
                        let v = self.measured.difference(|frame| view.v_0(frame));
                        let z = differentiated.z_0(view);
                        difference - z.cross(&r) - w.cross(&v) * T::constant(2.0) + w.cross(&w.cross(&r))
                    }
                    AccelerationQuantity::AngularAcceleration => {
                        difference - w.cross(&self.measured.difference(|frame| view.w_0(frame)))
                    }
                }
            }
        };
        self.measured.put_out(view, in_world, signals);
    }
}
