//! Laws of Modelica.Mechanics.MultiBody.Sensors.

use crate::laws::resolve::Resolve;
use binary::Binary;
use mechanism::frames::Sequence;
use mechanism::scalar::{Scalar, Vector3};
use mechanism::{
    AccelerationView, Connections, Contact, FrameId, Law, MotionView, ReactionView, Real, ScalarOut, Signals, VectorIn,
    VectorOut, after,
};

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
        self.relative.map_or_else(|| of(self.frame), |relative| of(self.frame) - of(relative.frame_a))
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
                self.measured.relative.map_or(v, |relative| v - relative.differentiated.w_0(view).cross(&r()))
            }
            MotionQuantity::AngularVelocity => self.measured.difference(|frame| view.w_0(frame)),
        };
        signals.set_vector(self.measured.output, &self.measured.resolved.to_frame(view, in_world));
    }
}

impl Law for AccelerationVector {
    type Stage = after::Acceleration;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.measured.output).touches(self.measured.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let measured = &self.measured;
        let difference = match self.quantity {
            AccelerationQuantity::Acceleration => measured.difference(|frame| view.a_0(frame)),
            AccelerationQuantity::AngularAcceleration => measured.difference(|frame| view.z_0(frame)),
        };
        let in_world = match (self.quantity, measured.relative) {
            (_, None) => difference,
            (AccelerationQuantity::Acceleration, Some(Relative { differentiated, .. })) => {
                let (w, z) = (differentiated.w_0(view), differentiated.z_0(view));
                let r = measured.difference(|frame| view.r_0(frame));
                let v = measured.difference(|frame| view.v_0(frame));
                difference - z.cross(&r) - w.cross(&v) * T::constant(2.0) + w.cross(&w.cross(&r))
            }
            (AccelerationQuantity::AngularAcceleration, Some(Relative { differentiated, .. })) => {
                difference - differentiated.w_0(view).cross(&measured.difference(|frame| view.w_0(frame)))
            }
        };
        signals.set_vector(self.measured.output, &self.measured.resolved.to_frame(view, in_world));
    }
}

/// Angles that rotate frame_a, or the world frame, into a frame around the axes of a sequence.
#[derive(Clone, Debug, Binary)]
pub struct AnglesLaw {
    /// None: the world frame.
    pub frame_a: Option<FrameId>,
    pub frame: FrameId,
    pub sequence: Sequence,
    /// Guess for the first angle, rad.
    pub guess_angle_1: Real,
    pub output: VectorOut,
}

impl Law for AnglesLaw {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default()
            .writes(self.output)
            .touches(self.frame_a.into_iter().chain([self.frame]).map(Contact::Seen))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let from_world = view.axes(self.frame).transpose();
        let t = self.frame_a.map_or(from_world, |frame_a| from_world * view.axes(frame_a));
        let guess = view.parameters()[self.guess_angle_1];
        let angles = Vector3::from(self.sequence.measured_angles(&t, guess.value()));
        signals.set_vector(self.output, &angles);
    }
}

/// Distance between two frames, with a continuous derivative at zero.
#[derive(Clone, Debug, Binary)]
pub struct DistanceLaw {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    pub s_small: Real,
    pub output: ScalarOut,
}

impl Law for DistanceLaw {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches([Contact::Seen(self.frame_a), Contact::Seen(self.frame_b)])
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r = view.r_0(self.frame_b) - view.r_0(self.frame_a);
        let (squared, s_small) = (r.dot(&r), view.parameters()[self.s_small]);
        let limit = s_small * s_small;
        let distance = if squared.value() > limit.value() {
            squared.sqrt()
        } else {
            squared / (T::constant(2.0) * s_small) * (T::constant(3.0) - squared / limit)
        };
        signals.set(self.output, distance);
    }
}

/// The coordinates of a vector in another frame, without translation.
#[derive(Clone, Debug, Binary)]
pub struct VectorTransformation {
    pub r_in: VectorIn,
    pub frame_r_in: Resolve,
    pub frame_r_out: Resolve,
    pub r_out: VectorOut,
}

impl Law for VectorTransformation {
    type Stage = after::Motion;

    fn reads_speeds(&self) -> bool {
        false
    }

    fn connections(&self) -> Connections {
        Connections::default()
            .reads([self.r_in])
            .writes(self.r_out)
            .touches([self.frame_r_in, self.frame_r_out].into_iter().filter_map(Resolve::contact))
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let r_in = signals.vector(self.r_in);
        let r_out = if self.frame_r_in == self.frame_r_out {
            r_in
        } else {
            self.frame_r_out.to_frame(view, self.frame_r_in.to_world(view, r_in))
        };
        signals.set_vector(self.r_out, &r_out);
    }
}

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
        signals.set(self.output, force.dot(&view.v_0(self.frame_a)) + torque.dot(&view.w_0(self.frame_a)));
    }
}
