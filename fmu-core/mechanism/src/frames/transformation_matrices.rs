//! Orientations as transformation matrices (Frames.TransformationMatrices).
//!
//! `T` maps coordinates in frame 1 to coordinates in frame 2, `v2 = T v1`. Its rows are the axes of frame 2 resolved in frame 1.

use super::error::{finite_elements, finite_matrix, finite_scalar};
use super::quaternions::{self, Quaternion};
use super::vectors::{direction, length, skew, unit};
use super::{Axis, FramesError, Sequence};
use crate::scalar::{Matrix3, Scalar, Vector3, values};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix3x2, OMatrix, U3};

/// An orientation: orthonormal, determinant +1, no unit.
pub type Orientation<T> = Matrix3<T>;
/// Time derivative of an orientation, 1/s.
#[doc(alias = "der_Orientation")]
pub type DerOrientation<T> = Matrix3<T>;

/// Sine of the angle between two directions up to which they count as parallel where a plane is sought.
const PARALLEL: f64 = 1e-10;
/// Length of `n_x` below which [`from_nxy`] and [`from_nxz`] take the x-axis of frame 1 (the library's number).
const NO_DIRECTION: f64 = 1e-10;
/// Length of the part of `n_y` or `n_z` perpendicular to `n_x` up to which another direction is taken (the library's number).
const NO_SECOND_DIRECTION: f64 = 1e-3;
/// Share of the x-axis of frame 1 in `e_x` up to which the x-axis serves as the other direction (the library's number).
const OFF_X_AXIS: f64 = 1e-6;
/// Bound on the two coefficients that determine the first angle of a sequence; at or below it every first angle solves the equation (the third
/// axis is parallel to the first).
const SINGULAR: f64 = 1e-12;

/// Three residues, zero if the two orientations are equal; for small differences they are the angles (rad) that turn orientation 1
/// into orientation 2 (Orientation.equalityConstraint).
#[doc(alias = "equalityConstraint")]
pub fn equality_constraint<T: Scalar>(t1: &Orientation<T>, t2: &Orientation<T>) -> [T; 3] {
    let t = relative_rotation(t1, t2);
    [t.m23, -t.m13, t.m12]
}

/// Six residues that are zero if the columns of `t` have length one and are perpendicular to each other.
#[doc(alias = "orientationConstraint")]
pub fn orientation_constraint<T: Scalar>(t: &Orientation<T>) -> [T; 6] {
    let (x, y, z) = (t.column(0), t.column(1), t.column(2));
    let one = T::one();
    [x.dot(&x) - one, y.dot(&y) - one, z.dot(&z) - one, x.dot(&y), x.dot(&z), y.dot(&z)]
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1: `skew(w) = der(transpose(T)) T`.
#[doc(alias = "angularVelocity1")]
pub fn angular_velocity1<T: Scalar>(t: &Orientation<T>, der_t: &DerOrientation<T>) -> Vector3<T> {
    Vector3::new(
        der_t.column(2).dot(&t.column(1)),
        der_t.column(0).dot(&t.column(2)),
        der_t.column(1).dot(&t.column(0)),
    )
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2: `skew(w) = T der(transpose(T))`.
#[doc(alias = "angularVelocity2")]
pub fn angular_velocity2<T: Scalar>(t: &Orientation<T>, der_t: &DerOrientation<T>) -> Vector3<T> {
    Vector3::new(t.row(2).dot(&der_t.row(1)), t.row(0).dot(&der_t.row(2)), t.row(1).dot(&der_t.row(0)))
}

/// Time derivative (1/s) of `t` when frame 2 turns with the angular velocity `w` (rad/s), resolved in frame 2; the inverse of
/// [`angular_velocity2`].
pub fn der_orientation<T: Scalar>(t: &Orientation<T>, w: Vector3<T>) -> DerOrientation<T> {
    skew(-w) * t
}

/// The vector `v2`, resolved in frame 2, resolved in frame 1.
#[inline]
pub fn resolve1<T: Scalar>(t: &Orientation<T>, v2: Vector3<T>) -> Vector3<T> {
    Vector3::new(
        t.m11 * v2.x + t.m21 * v2.y + t.m31 * v2.z,
        t.m12 * v2.x + t.m22 * v2.y + t.m32 * v2.z,
        t.m13 * v2.x + t.m23 * v2.y + t.m33 * v2.z,
    )
}

/// The vector `v1`, resolved in frame 1, resolved in frame 2.
#[inline]
pub fn resolve2<T: Scalar>(t: &Orientation<T>, v1: Vector3<T>) -> Vector3<T> {
    Vector3::new(
        t.m11 * v1.x + t.m12 * v1.y + t.m13 * v1.z,
        t.m21 * v1.x + t.m22 * v1.y + t.m23 * v1.z,
        t.m31 * v1.x + t.m32 * v1.y + t.m33 * v1.z,
    )
}

/// Several vectors, the columns of `v2` (3 x n), from frame 2 to frame 1.
#[doc(alias = "multipleResolve1")]
pub fn multiple_resolve1<T: Scalar, N: Dim>(t: &Orientation<T>, v2: &OMatrix<T, U3, N>) -> OMatrix<T, U3, N>
where
    DefaultAllocator: Allocator<U3, N>,
{
    t.transpose() * v2
}

/// Several vectors, the columns of `v1` (3 x n), from frame 1 to frame 2.
#[doc(alias = "multipleResolve2")]
pub fn multiple_resolve2<T: Scalar, N: Dim>(t: &Orientation<T>, v1: &OMatrix<T, U3, N>) -> OMatrix<T, U3, N>
where
    DefaultAllocator: Allocator<U3, N>,
{
    t * v1
}

/// The second order tensor `d2`, resolved in frame 2, resolved in frame 1: `transpose(T) D2 T`.
#[doc(alias = "resolveDyade1")]
#[inline]
pub fn resolve_dyade1<T: Scalar>(t: &Orientation<T>, d2: &Matrix3<T>) -> Matrix3<T> {
    t.transpose() * d2 * t
}

/// The second order tensor `d1`, resolved in frame 1, resolved in frame 2: `T D1 transpose(T)`.
#[doc(alias = "resolveDyade2")]
#[inline]
pub fn resolve_dyade2<T: Scalar>(t: &Orientation<T>, d1: &Matrix3<T>) -> Matrix3<T> {
    t * d1 * t.transpose()
}

/// The orientation of a frame that is parallel to frame 1.
#[doc(alias = "nullRotation")]
#[inline]
pub fn null_rotation<T: Scalar>() -> Orientation<T> {
    Matrix3::identity()
}

/// The orientation of frame 1 relative to frame 2.
#[doc(alias = "inverseRotation")]
#[inline]
pub fn inverse_rotation<T: Scalar>(t: &Orientation<T>) -> Orientation<T> {
    t.transpose()
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0.
#[doc(alias = "relativeRotation")]
#[inline]
pub fn relative_rotation<T: Scalar>(t1: &Orientation<T>, t2: &Orientation<T>) -> Orientation<T> {
    t2 * t1.transpose()
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1.
#[doc(alias = "absoluteRotation")]
#[inline]
pub fn absolute_rotation<T: Scalar>(t1: &Orientation<T>, t_rel: &Orientation<T>) -> Orientation<T> {
    t_rel * t1
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero.
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`].
#[doc(alias = "planarRotation")]
pub fn planar_rotation<T: Scalar>(e: Vector3<T>, angle: T) -> Result<Orientation<T>, FramesError> {
    Ok(planar_rotation_unit(direction("e", e)?, finite_scalar("angle", angle)?))
}

/// [`planar_rotation`] about a unit vector, which cannot fail: `T = e e' + (I - e e') cos(angle) - skew(e) sin(angle)`.
#[inline]
pub fn planar_rotation_unit<T: Scalar>(e: Vector3<T>, angle: T) -> Orientation<T> {
    let (s, c) = angle.sin_cos();
    let (along, across) = (e * (T::one() - c), e * s);
    let (xy, xz, yz) = (along.x * e.y, along.x * e.z, along.y * e.z);
    Matrix3::new(
        along.x * e.x + c,
        xy + across.z,
        xz - across.y,
        xy - across.z,
        along.y * e.y + c,
        yz + across.x,
        xz + across.y,
        yz - across.x,
        along.z * e.z + c,
    )
}

/// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
/// in frame 2 (`v2`). The lengths of the three vectors do not matter.
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`], and [`FramesError::ParallelVectors`] if `v1` or `v2` is parallel to `e`:
/// such a vector has the same coordinates for every angle.
#[doc(alias = "planarRotationAngle")]
pub fn planar_rotation_angle<T: Scalar>(e: Vector3<T>, v1: Vector3<T>, v2: Vector3<T>) -> Result<T, FramesError> {
    let e = direction("e", e)?;
    let across = |argument, v| {
        let along_v = direction(argument, v)?;
        if length(&e.cross(&along_v)).value() <= PARALLEL {
            return Err(FramesError::ParallelVectors { argument, found: values(&v), to: "e" });
        }
        Ok(along_v)
    };
    Ok(planar_rotation_angle_unit(e, across("v1", v1)?, across("v2", v2)?))
}

/// [`planar_rotation_angle`] about a unit vector for vectors that are finite and not parallel to it; zero if they are.
#[inline]
pub fn planar_rotation_angle_unit<T: Scalar>(e: Vector3<T>, v1: Vector3<T>, v2: Vector3<T>) -> T {
    principal(turn(e, v1, v2))
}

/// [`planar_rotation_angle_unit`] in [-pi, pi], as MSL's function returns it.
#[inline]
fn turn<T: Scalar>(e: Vector3<T>, v1: Vector3<T>, v2: Vector3<T>) -> T {
    let sine = -e.cross(&v1).dot(&v2);
    let cosine = v1.dot(&v2) - e.dot(&v1) * e.dot(&v2);
    sine.atan2(cosine)
}

/// Maps an angle in [-pi, pi] to (-pi, pi].
fn principal<T: Scalar>(angle: T) -> T {
    use std::f64::consts::{PI, TAU};
    if angle.value() <= -PI { angle + T::constant(TAU) } else { angle }
}

/// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number 1, 2 or 3. For angles known to be
/// finite see [`Axis::matrix`].
///
/// # Errors
/// [`FramesError::AxisNumber`], [`FramesError::NonFinite`].
#[doc(alias = "axisRotation")]
pub fn axis_rotation<T: Scalar>(axis: i32, angle: T) -> Result<Orientation<T>, FramesError> {
    Ok(Axis::try_from(axis)?.matrix(finite_scalar("angle", angle)?))
}

/// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis of
/// the frame as the turn before left it. For a checked sequence and finite angles see [`Sequence::matrix`].
///
/// # Errors
/// [`FramesError::RotationSequence`], [`FramesError::NonFinite`].
#[doc(alias = "axesRotations")]
pub fn axes_rotations<T: Scalar>(sequence: [i32; 3], angles: [T; 3]) -> Result<Orientation<T>, FramesError> {
    let sequence = Sequence::try_from(sequence)?;
    finite_elements("angles", &angles)?;
    Ok(sequence.matrix(angles))
}

/// The three angles (rad, in (-pi, pi]) that [`axes_rotations`] takes to the orientation `t`.
///
/// Two triples do so. The one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance, not wrapped at pi).
/// Where the third axis is parallel to the first (the middle angle is at +-pi/2 for three different axes, at 0 or pi for Euler
/// sequences), every first angle does, and it is `guess_angle1` itself, as given, even beyond pi. For a checked sequence and a
/// finite matrix see [`Sequence::angles`].
///
/// # Errors
/// [`FramesError::RotationSequence`], [`FramesError::NonFinite`].
#[doc(alias = "axesRotationsAngles")]
pub fn axes_rotations_angles<T: Scalar>(
    t: &Orientation<T>,
    sequence: [i32; 3],
    guess_angle1: f64,
) -> Result<[T; 3], FramesError> {
    let sequence = Sequence::try_from(sequence)?;
    finite_matrix("T", t)?;
    finite_scalar("guessAngle1", guess_angle1)?;
    Ok(sequence.angles(t, guess_angle1))
}

impl Sequence {
    /// Angles (rad) of the three turns that make up the transformation matrix `t`. The variant of
    /// [`axes_rotations_angles`] that cannot fail, for a finite `t`; see there for which of the
    /// solutions is taken.
    pub fn angles<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64) -> [T; 3] {
        self.solve(t, guess_angle1, principal)
    }

    /// The angles in [-pi, pi], as MSL's sensors show them: a half turn is -pi if its sine is a negative zero.
    pub fn measured_angles<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64) -> [T; 3] {
        self.solve(t, guess_angle1, |angle| angle)
    }

    /// Solves for the angles; `wrap` maps each into its interval.
    fn solve<T: Scalar>(self, t: &Matrix3<T>, guess_angle1: f64, wrap: fn(T) -> T) -> [T; 3] {
        let [first, second, third] = self.axes();
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

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small.
#[doc(alias = "smallRotation")]
pub fn small_rotation<T: Scalar>(t: &Orientation<T>) -> Vector3<T> {
    Vector3::new(t.m23, t.m31, t.m12)
}

/// [`small_rotation`] and three residues, zero if `t` is that orientation and no other one with the same angles: T11 - 1, T22 - 1 and
/// T11 T22 - T21 T12 - 1.
#[doc(alias = "smallRotation")]
pub fn small_rotation_with_residues<T: Scalar>(t: &Orientation<T>) -> [T; 6] {
    let (phi, one) = (small_rotation(t), T::one());
    [phi.x, phi.y, phi.z, t.m11 - one, t.m22 - one, t.m11 * t.m22 - t.m21 * t.m12 - one]
}

/// The orientation of the frame whose x-axis points along `n_x` and whose y-axis lies in the plane of `n_x` and `n_y`, on the side
/// of `n_y`; both are resolved in frame 1 and need not be perpendicular to each other, nor of length one.
///
/// Like the library: without a direction in `n_x` (shorter than 1e-10) the x-axis is that of frame 1; if the part of `n_y`
/// perpendicular to `n_x` is not longer than 1e-3, `n_y` is replaced by the y-axis of frame 1, or its x-axis if `n_x` has no part
/// along that. The result is orthonormal for every finite argument.
///
/// # Errors
/// [`FramesError::NonFinite`].
pub fn from_nxy<T: Scalar>(n_x: Vector3<T>, n_y: Vector3<T>) -> Result<Orientation<T>, FramesError> {
    finite_elements("n_x", n_x.as_slice())?;
    finite_elements("n_y", n_y.as_slice())?;
    let e_x = first_axis(n_x);
    let e_z = normal(e_x, n_y, Axis::Y);
    Ok(from_axes(e_x, e_z.cross(&e_x), e_z))
}

/// The orientation of the frame whose x-axis points along `n_x` and whose z-axis lies in the plane of `n_x` and `n_z`, on the side
/// of `n_z`; otherwise like [`from_nxy`], with the z-axis of frame 1 in place of its y-axis.
///
/// # Errors
/// [`FramesError::NonFinite`].
pub fn from_nxz<T: Scalar>(n_x: Vector3<T>, n_z: Vector3<T>) -> Result<Orientation<T>, FramesError> {
    finite_elements("n_x", n_x.as_slice())?;
    finite_elements("n_z", n_z.as_slice())?;
    let e_x = first_axis(n_x);
    let e_y = -normal(e_x, n_z, Axis::Z);
    Ok(from_axes(e_x, e_y, e_x.cross(&e_y)))
}

/// Unit vector along `n_x`, or the x-axis if `n_x` is too short.
fn first_axis<T: Scalar>(n_x: Vector3<T>) -> Vector3<T> {
    if length(&n_x).value() < NO_DIRECTION { Axis::X.unit() } else { unit(n_x).unwrap_or_else(|| Axis::X.unit()) }
}

/// Unit vector along `e_x x n`, or along `e_x x other` if `n` is parallel to `e_x`.
fn normal<T: Scalar>(e_x: Vector3<T>, n: Vector3<T>, other: Axis) -> Vector3<T> {
    let chosen = unit(n).filter(|e| is_second_direction(&e_x, e, length(&n).value()));
    let other = if e_x.x.value().abs() > OFF_X_AXIS { other } else { Axis::X };
    let across = e_x.cross(&chosen.unwrap_or_else(|| other.unit()));
    let across = across / length(&across);
    // The product of nearly parallel vectors is rounded off the perpendicular plane.
    let across = across - e_x * e_x.dot(&across);
    across / length(&across)
}

/// True if a vector of this length along the unit vector `e` defines a direction beside `e_x`. The library checks the
/// length of the perpendicular part alone, which for a long vector may be rounding only.
fn is_second_direction<T: Scalar>(e_x: &Vector3<T>, e: &Vector3<T>, length_n: f64) -> bool {
    let sine = length(&e_x.cross(e)).value();
    sine > PARALLEL && sine * length_n > NO_SECOND_DIRECTION
}

/// The matrix with these rows: the axes of frame 2 resolved in frame 1.
fn from_axes<T: Scalar>(e_x: Vector3<T>, e_y: Vector3<T>, e_z: Vector3<T>) -> Orientation<T> {
    Matrix3::new(e_x.x, e_x.y, e_x.z, e_y.x, e_y.y, e_y.z, e_z.x, e_z.y, e_z.z)
}

/// The orientation that maps frame 1 to frame 2 by `t`.
#[doc(alias = "from_T")]
#[inline]
pub fn from_t<T: Scalar>(t: Matrix3<T>) -> Orientation<T> {
    t
}

/// The orientation from the matrix that maps frame 2 to frame 1.
#[doc(alias = "from_T_inv")]
#[inline]
pub fn from_t_inv<T: Scalar>(t_inv: &Matrix3<T>) -> Orientation<T> {
    t_inv.transpose()
}

/// The orientation of a quaternion of length one.
#[doc(alias = "from_Q")]
#[inline]
pub fn from_q<T: Scalar>(q: &Quaternion<T>) -> Orientation<T> {
    quaternions::to_t(q)
}

/// The matrix that maps frame 1 to frame 2.
#[doc(alias = "to_T")]
#[inline]
pub fn to_t<T: Scalar>(t: &Orientation<T>) -> Matrix3<T> {
    *t
}

/// The matrix that maps frame 2 to frame 1.
#[doc(alias = "to_T_inv")]
#[inline]
pub fn to_t_inv<T: Scalar>(t: &Orientation<T>) -> Matrix3<T> {
    t.transpose()
}

/// The quaternion of the orientation; of the two, the one nearer to `q_guess`. See [`quaternions::from_t`].
///
/// # Errors
/// [`FramesError::NonFinite`].
#[doc(alias = "to_Q")]
pub fn to_q<T: Scalar>(t: &Orientation<T>, q_guess: &Quaternion<T>) -> Result<Quaternion<T>, FramesError> {
    quaternions::from_t(t, q_guess)
}

/// The nine elements, row by row.
pub fn to_vector<T: Scalar>(t: &Orientation<T>) -> [T; 9] {
    [t.m11, t.m12, t.m13, t.m21, t.m22, t.m23, t.m31, t.m32, t.m33]
}

/// x- and y-axis of frame 2, resolved in frame 1, as columns.
pub fn to_exy<T: Scalar>(t: &Orientation<T>) -> Matrix3x2<T> {
    Matrix3x2::new(t.m11, t.m21, t.m12, t.m22, t.m13, t.m23)
}
