//! Relative motion of two frames as scalars.

use binary::Binary;
use mechanism::frames::Sequence;
use mechanism::scalar::{Matrix3, Scalar, Vector3};
use mechanism::{AccelerationView, Connections, Contact, FrameId, Law, MotionView, Real, ScalarOut, Signals, after};

/// A quantity of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum MotionQuantity {
    /// Position of frame_b in frame_a.
    Position,
    /// Derivative of the position.
    Velocity,
    /// Angular velocity of frame_b relative to frame_a in frame_b.
    AngularVelocity,
    /// Angle of a rotation of the sequence, in (-pi, pi].
    Angle,
    /// Derivative of the angle.
    AngleRate,
}

/// A quantity of the acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum AccelerationQuantity {
    /// Second derivative of the position.
    Linear,
    /// Derivative of the angular velocity.
    Angular,
    /// Second derivative of an angle.
    Angle,
}

/// Two frames, and the solution for the angles between them: the first angle is nearest to its start value.
#[derive(Clone, Debug, Binary)]
pub struct FramePair {
    pub frame_a: FrameId,
    pub frame_b: FrameId,
    pub sequence: Sequence,
    /// Start value of the first angle.
    pub guess: Option<Real>,
}

/// An element of a quantity of the relative motion.
#[derive(Clone, Debug, Binary)]
pub struct RelativeMotion {
    pub frames: FramePair,
    pub quantity: MotionQuantity,
    pub element: usize,
    pub output: ScalarOut,
}

/// An element of a quantity of the relative acceleration.
#[derive(Clone, Debug, Binary)]
pub struct AcceleratedMotion {
    pub frames: FramePair,
    pub quantity: AccelerationQuantity,
    pub element: usize,
    pub output: ScalarOut,
}

impl FramePair {
    fn contacts(&self) -> Vec<Contact> {
        vec![Contact::Seen(self.frame_a), Contact::Seen(self.frame_b)]
    }

    fn angles<T: Scalar>(&self, view: &MotionView<'_, T>) -> [T; 3] {
        let guess = self.guess.map_or(0.0, |guess| view.parameters()[guess].value());
        self.sequence.angles(&view.relative_orientation(self.frame_a, self.frame_b), guess)
    }

    /// The axes of the three rotations, resolved in frame_b: w_rel_b is their sum weighted by the derivatives of the
    /// angles.
    fn rotation_axes<T: Scalar>(&self, angles: [T; 3]) -> Matrix3<T> {
        let [first, second, third] = self.sequence.axes();
        let (t2, t3) = (second.matrix(angles[1]), third.matrix(angles[2]));
        Matrix3::from_columns(&[t3 * (t2 * first.unit::<T>()), t3 * second.unit::<T>(), third.unit()])
    }

    fn rates<T: Scalar>(&self, view: &MotionView<'_, T>) -> Vector3<T> {
        let w = view.relative_angular_velocity(self.frame_a, self.frame_b);
        solve(&self.rotation_axes(self.angles(view)), &w)
    }

    /// From `z = E(angles) angle_dd + der(E) angle_d`: each axis moves with the rotations after it.
    fn rate_derivatives<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> Vector3<T> {
        let (axes, rates) = (self.rotation_axes(self.angles(view)), self.rates(view));
        let [first, second, third] = [0, 1, 2].map(|k| axes.column(k) * rates[k]);
        let carried = first.cross(&(second + third)) + second.cross(&third);
        solve(&axes, &(view.relative_angular_acceleration(self.frame_a, self.frame_b) - carried))
    }
}

/// Solves `axes x = w` for three unit columns. If they are coplanar (the angles are singular), there is no solution;
/// the smallest pivot is then 1e-12, so that x is large but finite.
fn solve<T: Scalar>(axes: &Matrix3<T>, w: &Vector3<T>) -> Vector3<T> {
    let (a, b, c) = (axes.column(0).into_owned(), axes.column(1).into_owned(), axes.column(2).into_owned());
    let volume = a.dot(&b.cross(&c));
    let volume = if volume.value().abs() < 1e-12 { T::constant(1e-12) } else { volume };
    Vector3::new(w.dot(&b.cross(&c)), w.dot(&c.cross(&a)), w.dot(&a.cross(&b))) / volume
}

impl Law for RelativeMotion {
    type Stage = after::Motion;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches(self.frames.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut MotionView<'_, T>, signals: &mut Signals<'_, T>) {
        let FramePair { frame_a, frame_b, .. } = self.frames;
        let value = match self.quantity {
            MotionQuantity::Position => view.relative_position(frame_a, frame_b),
            MotionQuantity::Velocity => view.relative_velocity(frame_a, frame_b),
            MotionQuantity::AngularVelocity => view.relative_angular_velocity(frame_a, frame_b),
            MotionQuantity::Angle => self.frames.angles(view).into(),
            MotionQuantity::AngleRate => self.frames.rates(view),
        };
        signals.set(self.output, value[self.element]);
    }
}

impl Law for AcceleratedMotion {
    type Stage = after::Acceleration;

    fn connections(&self) -> Connections {
        Connections::default().writes(self.output).touches(self.frames.contacts())
    }

    fn evaluate<T: Scalar>(&self, view: &mut AccelerationView<'_, T>, signals: &mut Signals<'_, T>) {
        let FramePair { frame_a, frame_b, .. } = self.frames;
        let value = match self.quantity {
            AccelerationQuantity::Linear => view.relative_acceleration(frame_a, frame_b),
            AccelerationQuantity::Angular => view.relative_angular_acceleration(frame_a, frame_b),
            AccelerationQuantity::Angle => self.frames.rate_derivatives(view),
        };
        signals.set(self.output, value[self.element]);
    }
}
