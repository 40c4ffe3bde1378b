//! Orientations as quaternions (Frames.Quaternions).
//!
//! `{e sin(phi/2), cos(phi/2)}` for a turn of frame 1 into frame 2 by `phi` about the unit vector `e`. Other libraries put the real
//! part first, or mean the inverse map; here [`resolve2`] takes coordinates in frame 1 to coordinates in frame 2.

use super::FramesError;
use super::error::{finite_elements, finite_matrix, finite_scalar};
use super::vectors::direction;
use crate::scalar::{Matrix3, Scalar, Vector3};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, OMatrix, U3};

/// Value of `4 w^2` above which the real part is computed first (the library's number; any branch gives the same quaternion up to
/// rounding).
const REAL_PART_FIRST: f64 = 0.04;

/// `{x, y, z, w}` with the real part last. As an orientation it has length one and no unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quaternion<T>(pub [T; 4]);

/// An orientation: length one.
pub type Orientation<T> = Quaternion<T>;
/// Time derivative of an orientation, 1/s.
#[doc(alias = "der_Orientation")]
pub type DerOrientation<T> = Quaternion<T>;

impl<T: Scalar> Default for Quaternion<T> {
    /// [`null_rotation`].
    fn default() -> Self {
        null_rotation()
    }
}

impl<T: Scalar> Quaternion<T> {
    /// `{x, y, z}`.
    #[inline]
    pub fn vector(&self) -> Vector3<T> {
        let [x, y, z, _] = self.0;
        Vector3::new(x, y, z)
    }

    /// The quaternion `{v, w}`.
    #[inline]
    pub fn from_parts(v: Vector3<T>, w: T) -> Self {
        Self([v.x, v.y, v.z, w])
    }

    /// Sum of the products of the elements.
    #[inline]
    pub fn dot(&self, other: &Self) -> T {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        a * e + b * f + c * g + d * h
    }
}

impl<T: Scalar> std::ops::Neg for Quaternion<T> {
    type Output = Self;

    /// The other quaternion of the same orientation.
    #[inline]
    fn neg(self) -> Self {
        Self(self.0.map(|x| -x))
    }
}

/// The quaternion of length one in the direction of `q`.
///
/// # Errors
/// [`FramesError::ZeroQuaternion`], [`FramesError::NonFinite`].
pub fn normalize<T: Scalar>(q: &Quaternion<T>) -> Result<Orientation<T>, FramesError> {
    finite_elements("Q", &q.0)?;
    let largest = q.0.iter().fold(0.0_f64, |largest, x| largest.max(x.value().abs()));
    if largest < f64::MIN_POSITIVE {
        return Err(FramesError::ZeroQuaternion { argument: "Q" });
    }
    // Squares of the elements themselves could overflow or vanish.
    let scaled = Quaternion(q.0.map(|x| x / T::constant(largest)));
    let length = scaled.dot(&scaled).sqrt();
    Ok(Quaternion(scaled.0.map(|x| x / length)))
}

/// Three residues, zero if the two orientations are equal; for small differences they are half the angles (rad) that turn
/// orientation 1 into orientation 2.
#[doc(alias = "equalityConstraint")]
pub fn equality_constraint<T: Scalar>(q1: &Orientation<T>, q2: &Orientation<T>) -> [T; 3] {
    let [x, y, z, _] = relative_rotation(q1, q2).0;
    [x, y, z]
}

/// The residue that is zero if `q` has length one.
#[doc(alias = "orientationConstraint")]
pub fn orientation_constraint<T: Scalar>(q: &Orientation<T>) -> [T; 1] {
    [q.dot(q) - T::one()]
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the quaternion and its time derivative (1/s).
#[doc(alias = "angularVelocity1")]
#[inline]
pub fn angular_velocity1<T: Scalar>(q: &Orientation<T>, der_q: &DerOrientation<T>) -> Vector3<T> {
    relative_to(q, der_q, q.vector().cross(&der_q.vector()))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the quaternion and its time derivative (1/s).
#[doc(alias = "angularVelocity2")]
#[inline]
pub fn angular_velocity2<T: Scalar>(q: &Orientation<T>, der_q: &DerOrientation<T>) -> Vector3<T> {
    relative_to(q, der_q, der_q.vector().cross(&q.vector()))
}

/// `2 (w der(v) - v der(w) + turning)` for `q = {v, w}`.
#[inline]
fn relative_to<T: Scalar>(q: &Orientation<T>, der_q: &DerOrientation<T>, turning: Vector3<T>) -> Vector3<T> {
    (der_q.vector() * q.0[3] - q.vector() * der_q.0[3] + turning) * T::constant(2.0)
}

/// Time derivative (1/s) of `q` when frame 2 turns with the angular velocity `w` (rad/s), resolved in frame 2; the inverse of
/// [`angular_velocity2`] among the derivatives that keep the length of `q`.
#[inline]
pub fn der_orientation<T: Scalar>(q: &Orientation<T>, w: Vector3<T>) -> DerOrientation<T> {
    let (v, half) = (q.vector(), w * T::constant(0.5));
    Quaternion::from_parts(half * q.0[3] + v.cross(&half), -v.dot(&half))
}

/// The vector `v2`, resolved in frame 2, resolved in frame 1.
#[inline]
pub fn resolve1<T: Scalar>(q: &Orientation<T>, v2: Vector3<T>) -> Vector3<T> {
    resolve(q.vector(), q.0[3], v2)
}

/// The vector `v1`, resolved in frame 1, resolved in frame 2.
#[inline]
pub fn resolve2<T: Scalar>(q: &Orientation<T>, v1: Vector3<T>) -> Vector3<T> {
    resolve(q.vector(), -q.0[3], v1)
}

/// `2 ((w^2 - 1/2) a + (v a) v + w v x a)`.
#[inline]
fn resolve<T: Scalar>(v: Vector3<T>, w: T, a: Vector3<T>) -> Vector3<T> {
    let two = T::constant(2.0);
    a * (two * w * w - T::one()) + (v * v.dot(&a) + v.cross(&a) * w) * two
}

/// Several vectors, the columns of `v2` (3 x n), from frame 2 to frame 1.
#[doc(alias = "multipleResolve1")]
pub fn multiple_resolve1<T: Scalar, N: Dim>(q: &Orientation<T>, v2: &OMatrix<T, U3, N>) -> OMatrix<T, U3, N>
where
    DefaultAllocator: Allocator<U3, N>,
{
    to_t_inv(q) * v2
}

/// Several vectors, the columns of `v1` (3 x n), from frame 1 to frame 2.
#[doc(alias = "multipleResolve2")]
pub fn multiple_resolve2<T: Scalar, N: Dim>(q: &Orientation<T>, v1: &OMatrix<T, U3, N>) -> OMatrix<T, U3, N>
where
    DefaultAllocator: Allocator<U3, N>,
{
    to_t(q) * v1
}

/// The orientation of a frame that is parallel to frame 1: `{0, 0, 0, 1}`.
#[doc(alias = "nullRotation")]
#[inline]
pub fn null_rotation<T: Scalar>() -> Orientation<T> {
    Quaternion::from_parts(Vector3::zeros(), T::one())
}

/// The orientation of frame 1 relative to frame 2.
#[doc(alias = "inverseRotation")]
#[inline]
pub fn inverse_rotation<T: Scalar>(q: &Orientation<T>) -> Orientation<T> {
    Quaternion::from_parts(-q.vector(), q.0[3])
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0.
#[doc(alias = "relativeRotation")]
#[inline]
pub fn relative_rotation<T: Scalar>(q1: &Orientation<T>, q2: &Orientation<T>) -> Orientation<T> {
    absolute_rotation(&inverse_rotation(q1), q2)
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1.
#[doc(alias = "absoluteRotation")]
#[inline]
pub fn absolute_rotation<T: Scalar>(q1: &Orientation<T>, q_rel: &Orientation<T>) -> Orientation<T> {
    let (v1, w1, v, w) = (q1.vector(), q1.0[3], q_rel.vector(), q_rel.0[3]);
    Quaternion::from_parts(v * w1 + v1 * w + v1.cross(&v), w1 * w - v1.dot(&v))
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero.
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`].
#[doc(alias = "planarRotation")]
pub fn planar_rotation<T: Scalar>(e: Vector3<T>, angle: T) -> Result<Orientation<T>, FramesError> {
    Ok(planar_rotation_unit(direction("e", e)?, finite_scalar("angle", angle)?))
}

/// [`planar_rotation`] about a unit vector, which cannot fail.
#[inline]
pub fn planar_rotation_unit<T: Scalar>(e: Vector3<T>, angle: T) -> Orientation<T> {
    let (s, c) = (angle * T::constant(0.5)).sin_cos();
    Quaternion::from_parts(e * s, c)
}

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small and `q` is near `{0, 0, 0, 1}`.
#[doc(alias = "smallRotation")]
pub fn small_rotation<T: Scalar>(q: &Orientation<T>) -> Vector3<T> {
    q.vector() * T::constant(2.0)
}

/// The quaternion of the transformation matrix `t`. Of the two, `Q` and `-Q`, the one nearer to `q_guess` (without an opinion, take
/// [`null_rotation`]: the real part is then not negative); if both are equally near, the one whose element that was computed first,
/// the real part or the largest other one, is positive. `t` must be orthonormal.
///
/// # Errors
/// [`FramesError::NonFinite`].
#[doc(alias = "from_T")]
pub fn from_t<T: Scalar>(t: &Matrix3<T>, q_guess: &Quaternion<T>) -> Result<Orientation<T>, FramesError> {
    finite_matrix("T", t)?;
    finite_elements("Q_guess", &q_guess.0)?;
    Ok(from_t_finite(t, q_guess))
}

/// [`from_t`] for finite arguments.
#[inline]
pub fn from_t_finite<T: Scalar>(t: &Matrix3<T>, q_guess: &Quaternion<T>) -> Orientation<T> {
    let q = either_of_t(t);
    if q.dot(q_guess).value() < 0.0 { -q } else { q }
}

/// One of the two quaternions of `t`: that with a positive real part, or, if it is small, with a positive largest element. That
/// element comes from the diagonal, the other ones from quotients by it. The four squares sum up to 1, so it is at least 1/2 or
/// the real part at least 0.1.
fn either_of_t<T: Scalar>(t: &Matrix3<T>) -> Quaternion<T> {
    let one = T::one();
    // Four times the square of each element.
    let squares = [
        one + t.m11 - t.m22 - t.m33,
        one + t.m22 - t.m11 - t.m33,
        one + t.m33 - t.m11 - t.m22,
        one + t.m11 + t.m22 + t.m33,
    ];
    let [x, y, z, w] = squares.map(T::value);
    if w > REAL_PART_FIRST {
        let (element, inverse) = root_and_inverse(squares[3]);
        return Quaternion([(t.m23 - t.m32) * inverse, (t.m31 - t.m13) * inverse, (t.m12 - t.m21) * inverse, element]);
    }
    if x >= y && x >= z {
        let (element, inverse) = root_and_inverse(squares[0]);
        return Quaternion([element, (t.m12 + t.m21) * inverse, (t.m13 + t.m31) * inverse, (t.m23 - t.m32) * inverse]);
    }
    if y >= z {
        let (element, inverse) = root_and_inverse(squares[1]);
        return Quaternion([(t.m12 + t.m21) * inverse, element, (t.m23 + t.m32) * inverse, (t.m31 - t.m13) * inverse]);
    }
    let (element, inverse) = root_and_inverse(squares[2]);
    Quaternion([(t.m13 + t.m31) * inverse, (t.m23 + t.m32) * inverse, element, (t.m12 - t.m21) * inverse])
}

/// An element of the quaternion and the inverse of its fourfold, from four times its square.
#[inline]
fn root_and_inverse<T: Scalar>(square: T) -> (T, T) {
    let element = square.sqrt() * T::constant(0.5);
    (element, T::constant(0.25) / element)
}

/// The quaternion of the matrix that maps frame 2 to frame 1; otherwise like [`from_t`].
///
/// # Errors
/// [`FramesError::NonFinite`].
#[doc(alias = "from_T_inv")]
pub fn from_t_inv<T: Scalar>(t_inv: &Matrix3<T>, q_guess: &Quaternion<T>) -> Result<Orientation<T>, FramesError> {
    finite_matrix("T_inv", t_inv)?;
    finite_elements("Q_guess", &q_guess.0)?;
    Ok(from_t_finite(&t_inv.transpose(), q_guess))
}

/// The matrix that maps frame 1 to frame 2.
#[doc(alias = "to_T")]
#[inline]
pub fn to_t<T: Scalar>(q: &Orientation<T>) -> Matrix3<T> {
    let one = T::one();
    let [x, y, z, w] = q.0;
    let [x2, y2, z2, w2] = q.0.map(|a| a + a);
    let real = w * w2 - one;
    Matrix3::new(
        x * x2 + real,
        x * y2 + z * w2,
        x * z2 - y * w2,
        x * y2 - z * w2,
        y * y2 + real,
        y * z2 + x * w2,
        x * z2 + y * w2,
        y * z2 - x * w2,
        z * z2 + real,
    )
}

/// The matrix that maps frame 2 to frame 1.
#[doc(alias = "to_T_inv")]
#[inline]
pub fn to_t_inv<T: Scalar>(q: &Orientation<T>) -> Matrix3<T> {
    to_t(q).transpose()
}
