//! Rotation sequences: orientations as three turns about coordinate axes.

use super::quaternions::{self, Quaternion};
use super::transformation_matrices::{principal, resolve1, resolve2, turn};
use super::{Axis, FramesError, Orientation};
use crate::scalar::{Matrix3, Scalar, Vector3};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Bound on the two coefficients that determine the first angle; at or below it every first angle solves the equation (the third
/// axis is parallel to the first).
const SINGULAR: f64 = 1e-12;

/// The axes of three successive rotations, each about an axis of the frame as the turn before left it. Neighbours differ, so twelve
/// sequences exist: six of Cardan (three different axes), six of Euler (first and third axis equal).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sequence([Axis; 3]);

impl Default for Sequence {
    /// {1, 2, 3}, the default of the Modelica Standard Library.
    fn default() -> Self {
        Self([Axis::X, Axis::Y, Axis::Z])
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second, third] = self.numbers();
        write!(f, "{{{first}, {second}, {third}}}")
    }
}

impl TryFrom<[i32; 3]> for Sequence {
    type Error = FramesError;

    /// The sequence with these axis numbers.
    ///
    /// # Errors
    /// [`FramesError::RotationSequence`] if a number is not 1, 2 or 3, or neighbours are equal.
    fn try_from(found: [i32; 3]) -> Result<Self, FramesError> {
        let error = FramesError::RotationSequence { found };
        match found.map(Axis::try_from) {
            [Ok(first), Ok(second), Ok(third)] if first != second && second != third => {
                Ok(Self([first, second, third]))
            }
            _ => Err(error),
        }
    }
}

impl Sequence {
    /// The axes in the order of the turns.
    pub fn axes(self) -> [Axis; 3] {
        self.0
    }

    /// The axis numbers in the order of the turns.
    pub fn numbers(self) -> [i32; 3] {
        self.0.map(Axis::number)
    }

    /// Transformation matrix of the three turns by `angles` (rad).
    #[inline]
    pub fn matrix<T: Scalar>(self, angles: [T; 3]) -> Matrix3<T> {
        let [first, second, third] = self.0;
        third.matrix(angles[2]) * second.matrix(angles[1]) * first.matrix(angles[0])
    }

    /// The quaternion of the three rotations: the product of theirs.
    pub fn quaternion<T: Scalar>(self, angles: [T; 3]) -> Quaternion<T> {
        let mut q = quaternions::null_rotation();
        for (k, axis) in self.axes().into_iter().enumerate() {
            q = quaternions::absolute_rotation(&q, &quaternions::planar_rotation_unit(axis.unit(), angles[k]));
        }
        q
    }

    /// Orientation after three turns by `angles` (rad) at the rates `der_angles` (rad/s). The variant of
    /// [`axes_rotations`](super::axes_rotations) that cannot fail.
    #[inline]
    pub fn rotation<T: Scalar>(self, angles: [T; 3], der_angles: [T; 3]) -> Orientation<T> {
        let [first, second, third] = self.0;
        let (t1, t2, t3) = (first.matrix(angles[0]), second.matrix(angles[1]), third.matrix(angles[2]));
        let w1 = first.unit() * der_angles[0];
        let w2 = second.unit() * der_angles[1] + resolve2(&t2, w1);
        let w = third.unit() * der_angles[2] + resolve2(&t3, w2);
        Orientation { t: t3 * t2 * t1, w }
    }

    /// Angles (rad) of the three turns that make up the transformation matrix `t`. The variant of
    /// [`axes_rotations_angles`](super::axes_rotations_angles) that cannot fail, for a finite `t`; see there for which of the
    /// solutions is taken.
    pub fn angles<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64) -> [T; 3] {
        self.solve(t, guess_angle1, principal)
    }

    /// The same in [-pi, pi], as sensors of MSL show them: a half turn is -pi where its sine is a negative zero.
    pub fn measured_angles<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64) -> [T; 3] {
        self.solve(t, guess_angle1, |angle| angle)
    }

    /// Angles, each put into its interval by `wrap`.
    fn solve<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64, wrap: fn(T) -> T) -> [T; 3] {
        let [first, second, third] = self.0;
        let (e1, e2, e3_in_2) = (first.unit::<T>(), second.unit::<T>(), third.unit::<T>());
        // The third axis is at rest in frame 2.
        let e3 = resolve1(t, e3_in_2);
        let angle1 = first_angle(e1, e2, e3, guess_angle1, wrap);
        let t1 = first.matrix(angle1);
        let angle2 = wrap(turn(e2, resolve2(&t1, e3), e3_in_2));
        // The second axis is at rest in the frame before the third turn, which ends in frame 2.
        let angle3 = wrap(turn(e3_in_2, e2, resolve2(t, resolve1(&t1, e2))));
        [angle1, angle2, angle3]
    }
}

/// First angle: the one that makes the second axis perpendicular to the third, `A cos(angle) + B sin(angle) = 0`, with all vectors
/// resolved in frame 1.
fn first_angle<T: Scalar>(e1: Vector3<T>, e2: Vector3<T>, e3: Vector3<T>, guess: f64, wrap: fn(T) -> T) -> T {
    let (a, b) = (e2.dot(&e3), e1.cross(&e2).dot(&e3));
    if a.value().abs() <= SINGULAR && b.value().abs() <= SINGULAR {
        return T::constant(guess);
    }
    let (one, other) = (wrap(a.atan2(-b)), wrap((-a).atan2(b)));
    let distance = |angle: T| (angle.value() - guess).abs();
    if distance(one) <= distance(other) { one } else { other }
}
