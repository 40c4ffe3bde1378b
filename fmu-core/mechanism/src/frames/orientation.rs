//! Orientations with angular velocity (Frames).

use super::error::{finite_elements, finite_scalar};
use super::quaternions::{self, Quaternion};
use super::vectors::direction;
use super::{Axis, FramesError, Sequence, transformation_matrices as matrices};
use crate::scalar::{Matrix3, Scalar, Vector3};
use nalgebra::Matrix3x2;

/// Orientation and angular velocity of frame 2 relative to frame 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orientation<T> {
    /// Maps coordinates in frame 1 to coordinates in frame 2, `v2 = T v1`.
    pub t: Matrix3<T>,
    /// Angular velocity of frame 2 relative to frame 1, resolved in frame 2, rad/s.
    pub w: Vector3<T>,
}

impl<T: Scalar> Default for Orientation<T> {
    /// [`null_rotation`].
    fn default() -> Self {
        null_rotation()
    }
}

/// Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn orientation 1
/// into orientation 2. Unlike those of [`matrices::equality_constraint`] they also see a half turn about a coordinate axis.
#[doc(alias = "equalityConstraint")]
pub fn equality_constraint<T: Scalar>(r1: &Orientation<T>, r2: &Orientation<T>) -> [T; 3] {
    let t = matrices::relative_rotation(&r1.t, &r2.t);
    [t.m23.atan2(t.m11), (-t.m13).atan2(t.m22), t.m12.atan2(t.m33)]
}

/// Six residues that are zero if the columns of the transformation matrix have length one and are perpendicular to each other.
#[doc(alias = "orientationConstraint")]
pub fn orientation_constraint<T: Scalar>(r: &Orientation<T>) -> [T; 6] {
    matrices::orientation_constraint(&r.t)
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1.
#[doc(alias = "angularVelocity1")]
#[inline]
pub fn angular_velocity1<T: Scalar>(r: &Orientation<T>) -> Vector3<T> {
    resolve1(r, r.w)
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2.
#[doc(alias = "angularVelocity2")]
#[inline]
pub fn angular_velocity2<T: Scalar>(r: &Orientation<T>) -> Vector3<T> {
    r.w
}

/// The vector `v2`, resolved in frame 2, resolved in frame 1.
#[inline]
pub fn resolve1<T: Scalar>(r: &Orientation<T>, v2: Vector3<T>) -> Vector3<T> {
    matrices::resolve1(&r.t, v2)
}

/// The vector `v1`, resolved in frame 1, resolved in frame 2.
#[inline]
pub fn resolve2<T: Scalar>(r: &Orientation<T>, v1: Vector3<T>) -> Vector3<T> {
    matrices::resolve2(&r.t, v1)
}

/// The vector `v1`, resolved in frame 1, resolved in frame 2, where `r1` and `r2` are the orientations of these two frames relative to
/// one and the same frame 0.
#[doc(alias = "resolveRelative")]
#[inline]
pub fn resolve_relative<T: Scalar>(v1: Vector3<T>, r1: &Orientation<T>, r2: &Orientation<T>) -> Vector3<T> {
    resolve2(r2, resolve1(r1, v1))
}

/// The second order tensor `d2`, resolved in frame 2, resolved in frame 1.
#[doc(alias = "resolveDyade1")]
#[inline]
pub fn resolve_dyade1<T: Scalar>(r: &Orientation<T>, d2: &Matrix3<T>) -> Matrix3<T> {
    matrices::resolve_dyade1(&r.t, d2)
}

/// The second order tensor `d1`, resolved in frame 1, resolved in frame 2.
#[doc(alias = "resolveDyade2")]
#[inline]
pub fn resolve_dyade2<T: Scalar>(r: &Orientation<T>, d1: &Matrix3<T>) -> Matrix3<T> {
    matrices::resolve_dyade2(&r.t, d1)
}

/// The orientation of a frame that is parallel to frame 1 and does not turn.
#[doc(alias = "nullRotation")]
#[inline]
pub fn null_rotation<T: Scalar>() -> Orientation<T> {
    from_t(matrices::null_rotation(), Vector3::zeros())
}

/// The orientation of frame 1 relative to frame 2.
#[doc(alias = "inverseRotation")]
#[inline]
pub fn inverse_rotation<T: Scalar>(r: &Orientation<T>) -> Orientation<T> {
    from_t(r.t.transpose(), -resolve1(r, r.w))
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0.
#[doc(alias = "relativeRotation")]
#[inline]
pub fn relative_rotation<T: Scalar>(r1: &Orientation<T>, r2: &Orientation<T>) -> Orientation<T> {
    let t = matrices::relative_rotation(&r1.t, &r2.t);
    from_t(t, r2.w - matrices::resolve2(&t, r1.w))
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1.
#[doc(alias = "absoluteRotation")]
#[inline]
pub fn absolute_rotation<T: Scalar>(r1: &Orientation<T>, r_rel: &Orientation<T>) -> Orientation<T> {
    from_t(matrices::absolute_rotation(&r1.t, &r_rel.t), resolve2(r_rel, r1.w) + r_rel.w)
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero, at the rate `der_angle` (rad/s).
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`].
#[doc(alias = "planarRotation")]
pub fn planar_rotation<T: Scalar>(e: Vector3<T>, angle: T, der_angle: T) -> Result<Orientation<T>, FramesError> {
    let e = direction("e", e)?;
    Ok(planar_rotation_unit(e, finite_scalar("angle", angle)?, finite_scalar("der_angle", der_angle)?))
}

/// [`planar_rotation`] about a unit vector, which cannot fail.
#[inline]
pub fn planar_rotation_unit<T: Scalar>(e: Vector3<T>, angle: T, der_angle: T) -> Orientation<T> {
    from_t(matrices::planar_rotation_unit(e, angle), e * der_angle)
}

/// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in both; see
/// [`matrices::planar_rotation_angle`].
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`], [`FramesError::ParallelVectors`].
#[doc(alias = "planarRotationAngle")]
pub fn planar_rotation_angle<T: Scalar>(e: Vector3<T>, v1: Vector3<T>, v2: Vector3<T>) -> Result<T, FramesError> {
    matrices::planar_rotation_angle(e, v1, v2)
}

/// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number 1, 2 or 3, at the rate `der_angle`
/// (rad/s). For finite arguments see [`Axis::rotation`].
///
/// # Errors
/// [`FramesError::AxisNumber`], [`FramesError::NonFinite`].
#[doc(alias = "axisRotation")]
pub fn axis_rotation<T: Scalar>(axis: i32, angle: T, der_angle: T) -> Result<Orientation<T>, FramesError> {
    let axis = Axis::try_from(axis)?;
    Ok(axis.rotation(finite_scalar("angle", angle)?, finite_scalar("der_angle", der_angle)?))
}

/// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis of
/// the frame as the turn before left it, at the rates `der_angles` (rad/s). For a checked sequence and finite angles see
/// [`Sequence::rotation`].
///
/// # Errors
/// [`FramesError::RotationSequence`], [`FramesError::NonFinite`].
#[doc(alias = "axesRotations")]
pub fn axes_rotations<T: Scalar>(
    sequence: [i32; 3],
    angles: [T; 3],
    der_angles: [T; 3],
) -> Result<Orientation<T>, FramesError> {
    let sequence = Sequence::try_from(sequence)?;
    finite_elements("angles", &angles)?;
    finite_elements("der_angles", &der_angles)?;
    Ok(sequence.rotation(angles, der_angles))
}

/// The three angles (rad) that [`axes_rotations`] takes to the orientation `r`; see [`matrices::axes_rotations_angles`] for which of
/// the solutions is taken.
///
/// # Errors
/// [`FramesError::RotationSequence`], [`FramesError::NonFinite`].
#[doc(alias = "axesRotationsAngles")]
pub fn axes_rotations_angles<T: Scalar>(
    r: &Orientation<T>,
    sequence: [i32; 3],
    guess_angle1: f64,
) -> Result<[T; 3], FramesError> {
    matrices::axes_rotations_angles(&r.t, sequence, guess_angle1)
}

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small.
#[doc(alias = "smallRotation")]
pub fn small_rotation<T: Scalar>(r: &Orientation<T>) -> Vector3<T> {
    matrices::small_rotation(&r.t)
}

/// [`small_rotation`] and three residues that are zero if no larger rotation has the same angles; see
/// [`matrices::small_rotation_with_residues`].
#[doc(alias = "smallRotation")]
pub fn small_rotation_with_residues<T: Scalar>(r: &Orientation<T>) -> [T; 6] {
    matrices::small_rotation_with_residues(&r.t)
}

/// The orientation of a frame that does not turn, with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`; see
/// [`matrices::from_nxy`] for vectors without direction or parallel to each other.
///
/// # Errors
/// [`FramesError::NonFinite`].
pub fn from_nxy<T: Scalar>(n_x: Vector3<T>, n_y: Vector3<T>) -> Result<Orientation<T>, FramesError> {
    Ok(from_t(matrices::from_nxy(n_x, n_y)?, Vector3::zeros()))
}

/// The orientation of a frame that does not turn, with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`; see
/// [`matrices::from_nxz`] for vectors without direction or parallel to each other.
///
/// # Errors
/// [`FramesError::NonFinite`].
pub fn from_nxz<T: Scalar>(n_x: Vector3<T>, n_z: Vector3<T>) -> Result<Orientation<T>, FramesError> {
    Ok(from_t(matrices::from_nxz(n_x, n_z)?, Vector3::zeros()))
}

/// The orientation with the matrix `t` that maps frame 1 to frame 2, and the angular velocity `w` (rad/s) of frame 2 relative to
/// frame 1, resolved in frame 2.
#[doc(alias = "from_T")]
#[inline]
pub fn from_t<T: Scalar>(t: Matrix3<T>, w: Vector3<T>) -> Orientation<T> {
    Orientation { t, w }
}

/// The orientation with the matrix `t` that maps frame 1 to frame 2, and its time derivative `der_t` (1/s).
#[doc(alias = "from_T2")]
pub fn from_t2<T: Scalar>(t: Matrix3<T>, der_t: &Matrix3<T>) -> Orientation<T> {
    from_t(t, matrices::angular_velocity2(&t, der_t))
}

/// The orientation from the matrix that maps frame 2 to frame 1, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1,
/// resolved in frame 2.
#[doc(alias = "from_T_inv")]
#[inline]
pub fn from_t_inv<T: Scalar>(t_inv: &Matrix3<T>, w: Vector3<T>) -> Orientation<T> {
    from_t(t_inv.transpose(), w)
}

/// The orientation of a quaternion of length one, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1, resolved in
/// frame 2.
#[doc(alias = "from_Q")]
#[inline]
pub fn from_q<T: Scalar>(q: &Quaternion<T>, w: Vector3<T>) -> Orientation<T> {
    from_t(quaternions::to_t(q), w)
}

/// The matrix that maps frame 1 to frame 2.
#[doc(alias = "to_T")]
#[inline]
pub fn to_t<T: Scalar>(r: &Orientation<T>) -> Matrix3<T> {
    r.t
}

/// The matrix that maps frame 2 to frame 1.
#[doc(alias = "to_T_inv")]
#[inline]
pub fn to_t_inv<T: Scalar>(r: &Orientation<T>) -> Matrix3<T> {
    r.t.transpose()
}

/// The quaternion of the orientation; of the two, the one nearer to `q_guess`. See [`quaternions::from_t`].
///
/// # Errors
/// [`FramesError::NonFinite`].
#[doc(alias = "to_Q")]
pub fn to_q<T: Scalar>(r: &Orientation<T>, q_guess: &Quaternion<T>) -> Result<Quaternion<T>, FramesError> {
    quaternions::from_t(&r.t, q_guess)
}

/// The nine elements of the transformation matrix, row by row.
pub fn to_vector<T: Scalar>(r: &Orientation<T>) -> [T; 9] {
    matrices::to_vector(&r.t)
}

/// x- and y-axis of frame 2, resolved in frame 1, as columns.
pub fn to_exy<T: Scalar>(r: &Orientation<T>) -> Matrix3x2<T> {
    matrices::to_exy(&r.t)
}

impl Axis {
    /// Orientation after a turn of frame 1 by `angle` (rad) about this axis into frame 2, at the rate `der_angle` (rad/s). The
    /// variant of [`axis_rotation`] that cannot fail.
    #[inline]
    pub fn rotation<T: Scalar>(self, angle: T, der_angle: T) -> Orientation<T> {
        Orientation { t: self.matrix(angle), w: self.unit() * der_angle }
    }
}

impl Sequence {
    /// Orientation after three turns by `angles` (rad) at the rates `der_angles` (rad/s). The variant of
    /// [`axes_rotations`] that cannot fail.
    #[inline]
    pub fn rotation<T: Scalar>(self, angles: [T; 3], der_angles: [T; 3]) -> Orientation<T> {
        let [first, second, third] = self.axes();
        let (t1, t2, t3) = (first.matrix(angles[0]), second.matrix(angles[1]), third.matrix(angles[2]));
        let w1 = first.unit() * der_angles[0];
        let w2 = second.unit() * der_angles[1] + matrices::resolve2(&t2, w1);
        let w = third.unit() * der_angles[2] + matrices::resolve2(&t3, w2);
        Orientation { t: t3 * t2 * t1, w }
    }
}
