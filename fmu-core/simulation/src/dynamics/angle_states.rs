//! Orientations whose states are three angles and their derivatives (`useQuaternions = false`).
//!
//! The mechanism always moves by quaternions and angular velocities. Here these follow from the angles, and the second
//! derivatives of the angles from the angular acceleration. The angular velocity is `w = x phi_d[1] + y phi_d[2] + z
//! phi_d[3]` with the axes x, y, z of the three turns, resolved in frame_b (Wittenburg, Dynamics of Multibody Systems,
//! 2008, 2.1). If the second turn makes z parallel to x, the angles have no derivatives.

use super::{Evaluation, EvaluationError, EvaluationFault, Result};
use crate::model::{AngleStates, Model};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::frames::transformation_matrices::{resolve1, resolve2};
use mechanism::scalar::{Matrix3, Scalar, Vector3};
use std::f64::consts::{FRAC_PI_2, TAU};

/// The three axes count as coplanar if the volume that they span is not larger.
const SINGULAR: f64 = 1e-8;

impl<T: Scalar> Evaluation<T> {
    /// Takes coordinates, speeds, angles and states of laws from a state array.
    pub fn take_state(&mut self, model: &Model, x: &[T]) {
        let Self { q, v, angles, states, .. } = self;
        model.states.unpack(x, q, v, angles, states);
        for (number, joint) in model.states.angles.iter().enumerate() {
            self.turn_by_angles(joint, 6 * number);
        }
    }

    /// The inverse of [`Self::take_state`].
    pub(super) fn write_state(&self, model: &Model, x: &mut [T]) {
        model.states.pack(&self.q, &self.v, &self.angles, &self.states, x);
    }

    /// Orientation and angular velocity of a joint from its angles and their derivatives, which begin at `first`.
    fn turn_by_angles(&mut self, joint: &AngleStates, first: usize) {
        let (phi, phi_d) = self.angles_at(first);
        let turned = joint.sequence.rotation(phi, phi_d);
        let (q, w) = (joint.sequence.quaternion(phi), turned.w);
        let (q, w) = match joint.reversed {
            true => (quaternions::inverse_rotation(&q), -resolve1(&turned.t, w)),
            false => (q, w),
        };
        self.q[joint.quaternion..joint.quaternion + 4].copy_from_slice(&q.0);
        self.v[joint.speed..joint.speed + 3].copy_from_slice(w.as_slice());
    }

    /// Three angles and their derivatives.
    fn angles_at(&self, first: usize) -> ([T; 3], [T; 3]) {
        let three = |first: usize| [0, 1, 2].map(|k| self.angles[first + k]);
        (three(first), three(first + 3))
    }

    /// Computes the angles and their derivatives from orientations and angular velocities.
    ///
    /// # Errors
    /// [`EvaluationFault::SingularAngles`].
    pub fn find_angles(&mut self, model: &Model) -> Result<()> {
        for (number, joint) in model.states.angles.iter().enumerate() {
            let near = [0, 1, 2].map(|k| joint.near.map_or(0.0, |first| self.parameters[first + k].value()));
            let phi = angles_near(joint, &self.orientation(joint), near[0], near);
            let w = along_frame_b(joint, &self.v, &phi);
            let phi_d = Axes::new(joint, phi).components(w).ok_or_else(|| singular(model, joint))?;
            write(&mut self.angles[6 * number..], phi, phi_d);
        }
        Ok(())
    }

    /// Updates the angles after a small change of the orientations. Of the two triples for the same orientation it
    /// takes the one nearer to the present angles, whole turns included. Angles at a singularity stay as they are.
    pub(super) fn follow_angles(&mut self, model: &Model) {
        for (number, joint) in model.states.angles.iter().enumerate() {
            let (now, t) = (self.angles_at(6 * number).0, self.orientation(joint));
            let near = |guess: f64| {
                let phi = angles_near(joint, &t, guess, now.map(T::value));
                let distance = phi.iter().zip(now).map(|(angle, now)| (angle.value() - now.value()).abs()).sum::<f64>();
                (phi, distance)
            };
            // The guess selects one of the two triples, whose first angles differ by half a turn.
            let (one, other) = (near(FRAC_PI_2), near(-FRAC_PI_2));
            let phi = if one.1 <= other.1 { one.0 } else { other.0 };
            let w = along_frame_b(joint, &self.v, &phi);
            if let Some(phi_d) = Axes::new(joint, phi).components(w) {
                write(&mut self.angles[6 * number..], phi, phi_d);
            }
        }
    }

    /// Derivatives of the angles and of their derivatives. Accelerations are known.
    ///
    /// # Errors
    /// [`EvaluationFault::SingularAngles`].
    pub fn find_angle_derivatives(&mut self, model: &Model) -> Result<()> {
        for (number, joint) in model.states.angles.iter().enumerate() {
            let (phi, phi_d) = self.angles_at(6 * number);
            let axes = Axes::new(joint, phi);
            // The angular velocity of a frame relative to another one has the same derivative in both.
            let z = along_frame_b(joint, &self.vdot, &phi);
            let phi_dd = axes.components(z - axes.turning(phi_d)).ok_or_else(|| singular(model, joint))?;
            write(&mut self.angle_derivatives[6 * number..], phi_d, phi_dd);
        }
        Ok(())
    }

    /// Rotation from frame_a to frame_b.
    fn orientation(&self, joint: &AngleStates) -> Matrix3<T> {
        let q = Quaternion([0, 1, 2, 3].map(|k| self.q[joint.quaternion + k]));
        quaternions::to_t(&if joint.reversed { quaternions::inverse_rotation(&q) } else { q })
    }
}

/// The angular part of `speeds` as the motion of frame_b relative to frame_a, resolved in frame_b.
fn along_frame_b<T: Scalar>(joint: &AngleStates, speeds: &[T], phi: &[T; 3]) -> Vector3<T> {
    let own = Vector3::from_fn(|k, _| speeds[joint.speed + k]);
    if joint.reversed { -resolve2(&joint.sequence.matrix(*phi), own) } else { own }
}

/// The angles of an orientation for a guess of the first one, with the whole turns that bring them near to given ones.
fn angles_near<T: Scalar>(joint: &AngleStates, t: &Matrix3<T>, guess: f64, near: [f64; 3]) -> [T; 3] {
    let mut phi = joint.sequence.angles(t, guess);
    for (angle, near) in phi.iter_mut().zip(near) {
        *angle += T::constant(((near - angle.value()) / TAU).round() * TAU);
    }
    phi
}

/// The axes of three turns, resolved in frame_b.
struct Axes<T: Scalar>([Vector3<T>; 3]);

impl<T: Scalar> Axes<T> {
    fn new(joint: &AngleStates, phi: [T; 3]) -> Self {
        let unit = |k: usize| [0, 1, 2].map(|i| if i == k { T::one() } else { T::zero() });
        Self([0, 1, 2].map(|k| joint.sequence.rotation(phi, unit(k)).w))
    }

    /// Components of a vector along the axes by Cramer's rule; none if the axes are coplanar.
    fn components(&self, vector: Vector3<T>) -> Option<Vector3<T>> {
        let [x, y, z] = &self.0;
        let cofactor = y.cross(z);
        let volume = x.dot(&cofactor);
        let components = [vector.dot(&cofactor), vector.dot(&z.cross(x)), vector.dot(&x.cross(y))];
        (volume.value().abs() > SINGULAR).then(|| Vector3::from(components) / volume)
    }

    /// Part of the angular acceleration from the rotation of the axes: the first one rotates with the second and third
    /// turn, the second with the third.
    fn turning(&self, phi_d: [T; 3]) -> Vector3<T> {
        let [x, y, z] = &self.0;
        x.cross(&(y * phi_d[1] + z * phi_d[2])) * phi_d[0] + y.cross(z) * (phi_d[1] * phi_d[2])
    }
}

/// Writes three numbers and their derivatives.
fn write<T: Scalar>(to: &mut [T], numbers: [T; 3], derivatives: Vector3<T>) {
    to[..3].copy_from_slice(&numbers);
    to[3..6].copy_from_slice(derivatives.as_slice());
}

fn singular(model: &Model, joint: &AngleStates) -> EvaluationError {
    let component = model.mechanism.joints[joint.joint].name.clone();
    EvaluationFault::SingularAngles { component, sequence: joint.sequence.to_string() }.into()
}
