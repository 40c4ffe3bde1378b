//! Orientations as transformation matrices (Frames.TransformationMatrices).

use super::{compute, guess, several};
use crate::c_api::MbfStatus;
use mechanism::frames::transformation_matrices as matrices;

/// Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
/// frame 2, both given by their orientation relative to frame 0 (TransformationMatrices `Orientation.equalityConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_equality_constraint(
    T1: *const [f64; 9],
    T2: *const [f64; 9],
    residues: *mut [f64; 3],
) -> MbfStatus {
    compute!((T1, T2) => residues, matrices::equality_constraint(&T1, &T2))
}

/// Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (TransformationMatrices
/// `orientationConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_orientation_constraint(
    T: *const [f64; 9],
    residues: *mut [f64; 6],
) -> MbfStatus {
    compute!((T) => residues, matrices::orientation_constraint(&T))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the matrix and its time derivative (1/s)
/// (TransformationMatrices `angularVelocity1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_angular_velocity1(
    T: *const [f64; 9],
    der_T: *const [f64; 9],
    w1: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, der_T) => w1, matrices::angular_velocity1(&T, &der_T))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the matrix and its time derivative (1/s)
/// (TransformationMatrices `angularVelocity2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_angular_velocity2(
    T: *const [f64; 9],
    der_T: *const [f64; 9],
    w2: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, der_T) => w2, matrices::angular_velocity2(&T, &der_T))
}

/// Time derivative (1/s) of `T` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
/// (TransformationMatrices `der_Orientation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_der_orientation(
    T: *const [f64; 9],
    w: *const [f64; 3],
    der_T: *mut [f64; 9],
) -> MbfStatus {
    compute!((T, w) => der_T, matrices::der_orientation(&T, w))
}

/// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (TransformationMatrices `resolve1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_resolve1(
    T: *const [f64; 9],
    v2: *const [f64; 3],
    v1: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, v2) => v1, matrices::resolve1(&T, v2))
}

/// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (TransformationMatrices `resolve2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_resolve2(
    T: *const [f64; 9],
    v1: *const [f64; 3],
    v2: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, v1) => v2, matrices::resolve2(&T, v1))
}

/// `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
/// matrices row by row (TransformationMatrices `multipleResolve1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_multiple_resolve1(
    T: *const [f64; 9],
    v2: *const f64,
    n: usize,
    v1: *mut f64,
) -> MbfStatus {
    // SAFETY: the contract of the module.
    unsafe { several::resolve(T, v2, n, v1, matrices::multiple_resolve1) }
}

/// `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
/// matrices row by row (TransformationMatrices `multipleResolve2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_multiple_resolve2(
    T: *const [f64; 9],
    v1: *const f64,
    n: usize,
    v2: *mut f64,
) -> MbfStatus {
    // SAFETY: the contract of the module.
    unsafe { several::resolve(T, v1, n, v2, matrices::multiple_resolve2) }
}

/// The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (TransformationMatrices `resolveDyade1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_resolve_dyade1(
    T: *const [f64; 9],
    D2: *const [f64; 9],
    D1: *mut [f64; 9],
) -> MbfStatus {
    compute!((T, D2) => D1, matrices::resolve_dyade1(&T, &D2))
}

/// The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (TransformationMatrices `resolveDyade2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_resolve_dyade2(
    T: *const [f64; 9],
    D1: *const [f64; 9],
    D2: *mut [f64; 9],
) -> MbfStatus {
    compute!((T, D1) => D2, matrices::resolve_dyade2(&T, &D1))
}

/// The orientation of a frame that is parallel to frame 1 (TransformationMatrices `nullRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_null_rotation(T: *mut [f64; 9]) -> MbfStatus {
    compute!(() => T, matrices::null_rotation::<f64>())
}

/// The orientation of frame 1 relative to frame 2 (TransformationMatrices `inverseRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_inverse_rotation(
    T: *const [f64; 9],
    T_inv: *mut [f64; 9],
) -> MbfStatus {
    compute!((T) => T_inv, matrices::inverse_rotation(&T))
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (TransformationMatrices
/// `relativeRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_relative_rotation(
    T1: *const [f64; 9],
    T2: *const [f64; 9],
    T_rel: *mut [f64; 9],
) -> MbfStatus {
    compute!((T1, T2) => T_rel, matrices::relative_rotation(&T1, &T2))
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
/// (TransformationMatrices `absoluteRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_absolute_rotation(
    T1: *const [f64; 9],
    T_rel: *const [f64; 9],
    T2: *mut [f64; 9],
) -> MbfStatus {
    compute!((T1, T_rel) => T2, matrices::absolute_rotation(&T1, &T_rel))
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR)
/// (TransformationMatrices `planarRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_planar_rotation(
    e: *const [f64; 3],
    angle: f64,
    T: *mut [f64; 9],
) -> MbfStatus {
    compute!((e, angle) => T, matrices::planar_rotation(e, angle)?)
}

/// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
/// in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
/// (MBF_STATUS_PARALLEL_VECTORS) (TransformationMatrices `planarRotationAngle`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_planar_rotation_angle(
    e: *const [f64; 3],
    v1: *const [f64; 3],
    v2: *const [f64; 3],
    angle: *mut f64,
) -> MbfStatus {
    compute!((e, v1, v2) => angle, matrices::planar_rotation_angle(e, v1, v2)?)
}

/// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
/// (MBF_STATUS_AXIS_NUMBER) (TransformationMatrices `axisRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_axis_rotation(
    axis: i32,
    angle: f64,
    T: *mut [f64; 9],
) -> MbfStatus {
    compute!((angle) => T, matrices::axis_rotation(axis, angle)?)
}

/// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
/// of the frame as the turn before left it. The numbers are 1, 2 or 3, without equal neighbours (MBF_STATUS_ROTATION_SEQUENCE)
/// (TransformationMatrices `axesRotations`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_axes_rotations(
    sequence: *const [i32; 3],
    angles: *const [f64; 3],
    T: *mut [f64; 9],
) -> MbfStatus {
    compute!((sequence, angles) => T, matrices::axes_rotations(sequence, angles)?)
}

/// The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
/// solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
/// parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see
/// mbf_transformation_matrices_axes_rotations (TransformationMatrices `axesRotationsAngles`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_axes_rotations_angles(
    T: *const [f64; 9],
    sequence: *const [i32; 3],
    guess_angle1: f64,
    angles: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, sequence, guess_angle1) => angles, matrices::axes_rotations_angles(&T, sequence, guess_angle1)?)
}

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (TransformationMatrices
/// `smallRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_small_rotation(
    T: *const [f64; 9],
    phi: *mut [f64; 3],
) -> MbfStatus {
    compute!((T) => phi, matrices::small_rotation(&T))
}

/// The angles (rad) of mbf_transformation_matrices_small_rotation and three residues that are zero if no larger rotation has the
/// same angles: `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (TransformationMatrices `smallRotation` with
/// residues).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_small_rotation_with_residues(
    T: *const [f64; 9],
    phi_and_residues: *mut [f64; 6],
) -> MbfStatus {
    compute!((T) => phi_and_residues, matrices::small_rotation_with_residues(&T))
}

/// The orientation of the frame with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on the side of `n_y`.
/// Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the y-axis (or the x-axis)
/// of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxy`)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_from_nxy(
    n_x: *const [f64; 3],
    n_y: *const [f64; 3],
    T: *mut [f64; 9],
) -> MbfStatus {
    compute!((n_x, n_y) => T, matrices::from_nxy(n_x, n_y)?)
}

/// The orientation of the frame with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on the side of `n_z`.
/// Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the z-axis (or the x-axis)
/// of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxz`)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_from_nxz(
    n_x: *const [f64; 3],
    n_z: *const [f64; 3],
    T: *mut [f64; 9],
) -> MbfStatus {
    compute!((n_x, n_z) => T, matrices::from_nxz(n_x, n_z)?)
}

/// The orientation `R` with the matrix `T` that maps frame 1 to frame 2: a copy (TransformationMatrices `from_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_from_t(T: *const [f64; 9], R: *mut [f64; 9]) -> MbfStatus {
    compute!((T) => R, matrices::from_t(T))
}

/// The orientation from the matrix `T_inv` that maps frame 2 to frame 1 (TransformationMatrices `from_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_from_t_inv(T_inv: *const [f64; 9], R: *mut [f64; 9]) -> MbfStatus {
    compute!((T_inv) => R, matrices::from_t_inv(&T_inv))
}

/// The orientation of the quaternion `Q` of length one (TransformationMatrices `from_Q`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_from_q(Q: *const [f64; 4], T: *mut [f64; 9]) -> MbfStatus {
    compute!((Q) => T, matrices::from_q(&Q))
}

/// The matrix `T` that maps frame 1 to frame 2, from the orientation `R`: a copy (TransformationMatrices `to_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_to_t(R: *const [f64; 9], T: *mut [f64; 9]) -> MbfStatus {
    compute!((R) => T, matrices::to_t(&R))
}

/// The matrix `T_inv` that maps frame 2 to frame 1, from the orientation `R` (TransformationMatrices `to_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_to_t_inv(R: *const [f64; 9], T_inv: *mut [f64; 9]) -> MbfStatus {
    compute!((R) => T_inv, matrices::to_t_inv(&R))
}

/// The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
/// not negative if that is NULL (TransformationMatrices `to_Q`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_to_q(
    T: *const [f64; 9],
    Q_guess: *const [f64; 4],
    Q: *mut [f64; 4],
) -> MbfStatus {
    compute!((T, Q_guess) => Q, matrices::to_q(&T, &guess(Q_guess))?)
}

/// The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (TransformationMatrices
/// `to_vector`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_to_vector(T: *const [f64; 9], vec: *mut [f64; 9]) -> MbfStatus {
    compute!((T) => vec, matrices::to_vector(&T))
}

/// x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (TransformationMatrices `to_exy`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_transformation_matrices_to_exy(T: *const [f64; 9], exy: *mut [f64; 6]) -> MbfStatus {
    compute!((T) => exy, matrices::to_exy(&T))
}
