//! Orientations with angular velocity (Frames).

use super::{at_rest, compute, guess};
use crate::c_api::MbfStatus;
use mechanism::frames;

/// Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
/// frame 2, both given by their orientation relative to frame 0 (Frames `Orientation.equalityConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_equality_constraint(
    T1: *const [f64; 9],
    T2: *const [f64; 9],
    residues: *mut [f64; 3],
) -> MbfStatus {
    compute!((T1, T2) => residues, frames::equality_constraint(&at_rest(T1), &at_rest(T2)))
}

/// Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (Frames
/// `orientationConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_orientation_constraint(T: *const [f64; 9], residues: *mut [f64; 6]) -> MbfStatus {
    compute!((T) => residues, frames::orientation_constraint(&at_rest(T)))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1 (Frames `angularVelocity1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_angular_velocity1(
    T: *const [f64; 9],
    w: *const [f64; 3],
    w1: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, w) => w1, frames::angular_velocity1(&frames::from_t(T, w)))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, which is `w` itself (Frames `angularVelocity2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_angular_velocity2(
    T: *const [f64; 9],
    w: *const [f64; 3],
    w2: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, w) => w2, frames::angular_velocity2(&frames::from_t(T, w)))
}

/// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Frames `resolve1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_resolve1(T: *const [f64; 9], v2: *const [f64; 3], v1: *mut [f64; 3]) -> MbfStatus {
    compute!((T, v2) => v1, frames::resolve1(&at_rest(T), v2))
}

/// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Frames `resolve2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_resolve2(T: *const [f64; 9], v1: *const [f64; 3], v2: *mut [f64; 3]) -> MbfStatus {
    compute!((T, v1) => v2, frames::resolve2(&at_rest(T), v1))
}

/// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2, where `T1` and `T2` are the orientations of these
/// frames relative to one and the same frame 0 (Frames `resolveRelative`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_resolve_relative(
    v1: *const [f64; 3],
    T1: *const [f64; 9],
    T2: *const [f64; 9],
    v2: *mut [f64; 3],
) -> MbfStatus {
    compute!((v1, T1, T2) => v2, frames::resolve_relative(v1, &at_rest(T1), &at_rest(T2)))
}

/// The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (Frames `resolveDyade1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_resolve_dyade1(
    T: *const [f64; 9],
    D2: *const [f64; 9],
    D1: *mut [f64; 9],
) -> MbfStatus {
    compute!((T, D2) => D1, frames::resolve_dyade1(&at_rest(T), &D2))
}

/// The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (Frames `resolveDyade2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_resolve_dyade2(
    T: *const [f64; 9],
    D1: *const [f64; 9],
    D2: *mut [f64; 9],
) -> MbfStatus {
    compute!((T, D1) => D2, frames::resolve_dyade2(&at_rest(T), &D1))
}

/// The orientation of a frame that is parallel to frame 1 and does not turn (Frames `nullRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_null_rotation(T: *mut [f64; 9], w: *mut [f64; 3]) -> MbfStatus {
    compute!(() => (T, w), frames::null_rotation())
}

/// The orientation of frame 1 relative to frame 2 (Frames `inverseRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_inverse_rotation(
    T: *const [f64; 9],
    w: *const [f64; 3],
    T_inv: *mut [f64; 9],
    w_inv: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, w) => (T_inv, w_inv), frames::inverse_rotation(&frames::from_t(T, w)))
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Frames `relativeRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_relative_rotation(
    T1: *const [f64; 9],
    w1: *const [f64; 3],
    T2: *const [f64; 9],
    w2: *const [f64; 3],
    T_rel: *mut [f64; 9],
    w_rel: *mut [f64; 3],
) -> MbfStatus {
    compute!((T1, w1, T2, w2) => (T_rel, w_rel), frames::relative_rotation(&frames::from_t(T1, w1), &frames::from_t(T2, w2)))
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
/// (Frames `absoluteRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_absolute_rotation(
    T1: *const [f64; 9],
    w1: *const [f64; 3],
    T_rel: *const [f64; 9],
    w_rel: *const [f64; 3],
    T2: *mut [f64; 9],
    w2: *mut [f64; 3],
) -> MbfStatus {
    compute!((T1, w1, T_rel, w_rel) => (T2, w2), frames::absolute_rotation(&frames::from_t(T1, w1), &frames::from_t(T_rel, w_rel)))
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR), at the rate
/// `der_angle` (rad/s) (Frames `planarRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_planar_rotation(
    e: *const [f64; 3],
    angle: f64,
    der_angle: f64,
    T: *mut [f64; 9],
    w: *mut [f64; 3],
) -> MbfStatus {
    compute!((e, angle, der_angle) => (T, w), frames::planar_rotation(e, angle, der_angle)?)
}

/// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
/// in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
/// (MBF_STATUS_PARALLEL_VECTORS) (Frames `planarRotationAngle`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_planar_rotation_angle(
    e: *const [f64; 3],
    v1: *const [f64; 3],
    v2: *const [f64; 3],
    angle: *mut f64,
) -> MbfStatus {
    compute!((e, v1, v2) => angle, frames::planar_rotation_angle(e, v1, v2)?)
}

/// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
/// (MBF_STATUS_AXIS_NUMBER), at the rate `der_angle` (rad/s) (Frames `axisRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_axis_rotation(
    axis: i32,
    angle: f64,
    der_angle: f64,
    T: *mut [f64; 9],
    w: *mut [f64; 3],
) -> MbfStatus {
    compute!((angle, der_angle) => (T, w), frames::axis_rotation(axis, angle, der_angle)?)
}

/// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
/// of the frame as the turn before left it, at the rates `der_angles` (rad/s). The numbers are 1, 2 or 3, without equal neighbours
/// (MBF_STATUS_ROTATION_SEQUENCE) (Frames `axesRotations`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_axes_rotations(
    sequence: *const [i32; 3],
    angles: *const [f64; 3],
    der_angles: *const [f64; 3],
    T: *mut [f64; 9],
    w: *mut [f64; 3],
) -> MbfStatus {
    compute!((sequence, angles, der_angles) => (T, w), frames::axes_rotations(sequence, angles, der_angles)?)
}

/// The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
/// solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
/// parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see mbf_frames_axes_rotations
/// (Frames `axesRotationsAngles`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_axes_rotations_angles(
    T: *const [f64; 9],
    sequence: *const [i32; 3],
    guess_angle1: f64,
    angles: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, sequence, guess_angle1) => angles, frames::axes_rotations_angles(&at_rest(T), sequence, guess_angle1)?)
}

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (Frames `smallRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_small_rotation(T: *const [f64; 9], phi: *mut [f64; 3]) -> MbfStatus {
    compute!((T) => phi, frames::small_rotation(&at_rest(T)))
}

/// The angles (rad) of mbf_frames_small_rotation and three residues that are zero if no larger rotation has the same angles:
/// `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (Frames `smallRotation` with residues).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_small_rotation_with_residues(
    T: *const [f64; 9],
    phi_and_residues: *mut [f64; 6],
) -> MbfStatus {
    compute!((T) => phi_and_residues, frames::small_rotation_with_residues(&at_rest(T)))
}

/// The orientation of a frame that does not turn, with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on
/// the side of `n_y`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the
/// y-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxy`)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_nxy(
    n_x: *const [f64; 3],
    n_y: *const [f64; 3],
    T: *mut [f64; 9],
    w: *mut [f64; 3],
) -> MbfStatus {
    compute!((n_x, n_y) => (T, w), frames::from_nxy(n_x, n_y)?)
}

/// The orientation of a frame that does not turn, with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on
/// the side of `n_z`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the
/// z-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxz`)
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_nxz(
    n_x: *const [f64; 3],
    n_z: *const [f64; 3],
    T: *mut [f64; 9],
    w: *mut [f64; 3],
) -> MbfStatus {
    compute!((n_x, n_z) => (T, w), frames::from_nxz(n_x, n_z)?)
}

/// The orientation with the matrix `T` that maps frame 1 to frame 2, and the angular velocity `w` (rad/s) of frame 2 relative to
/// frame 1, resolved in frame 2: copies of both (Frames `from_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_t(
    T: *const [f64; 9],
    w: *const [f64; 3],
    R_T: *mut [f64; 9],
    R_w: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, w) => (R_T, R_w), frames::from_t(T, w))
}

/// The orientation with the matrix `T` that maps frame 1 to frame 2, and its time derivative `der_T` (1/s) (Frames `from_T2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_t2(
    T: *const [f64; 9],
    der_T: *const [f64; 9],
    R_T: *mut [f64; 9],
    R_w: *mut [f64; 3],
) -> MbfStatus {
    compute!((T, der_T) => (R_T, R_w), frames::from_t2(T, &der_T))
}

/// The orientation from the matrix `T_inv` that maps frame 2 to frame 1, and the angular velocity `w` (rad/s) of frame 2 relative
/// to frame 1, resolved in frame 2 (Frames `from_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_t_inv(
    T_inv: *const [f64; 9],
    w: *const [f64; 3],
    R_T: *mut [f64; 9],
    R_w: *mut [f64; 3],
) -> MbfStatus {
    compute!((T_inv, w) => (R_T, R_w), frames::from_t_inv(&T_inv, w))
}

/// The orientation of the quaternion `Q` of length one, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1,
/// resolved in frame 2 (Frames `from_Q`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_from_q(
    Q: *const [f64; 4],
    w: *const [f64; 3],
    R_T: *mut [f64; 9],
    R_w: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q, w) => (R_T, R_w), frames::from_q(&Q, w))
}

/// The matrix `T` that maps frame 1 to frame 2, from the orientation with the matrix `R_T`: a copy (Frames `to_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_to_t(R_T: *const [f64; 9], T: *mut [f64; 9]) -> MbfStatus {
    compute!((R_T) => T, frames::to_t(&at_rest(R_T)))
}

/// The matrix `T_inv` that maps frame 2 to frame 1, from the orientation with the matrix `R_T` (Frames `to_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_to_t_inv(R_T: *const [f64; 9], T_inv: *mut [f64; 9]) -> MbfStatus {
    compute!((R_T) => T_inv, frames::to_t_inv(&at_rest(R_T)))
}

/// The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
/// not negative if that is NULL (Frames `to_Q`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_to_q(T: *const [f64; 9], Q_guess: *const [f64; 4], Q: *mut [f64; 4]) -> MbfStatus {
    compute!((T, Q_guess) => Q, frames::to_q(&at_rest(T), &guess(Q_guess))?)
}

/// The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (Frames `to_vector`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_to_vector(T: *const [f64; 9], vec: *mut [f64; 9]) -> MbfStatus {
    compute!((T) => vec, frames::to_vector(&at_rest(T)))
}

/// x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (Frames `to_exy`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_to_exy(T: *const [f64; 9], exy: *mut [f64; 6]) -> MbfStatus {
    compute!((T) => exy, frames::to_exy(&at_rest(T)))
}

/// Length of the vector `v`, in its unit (Frames `length`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_length(v: *const [f64; 3], length: *mut f64) -> MbfStatus {
    compute!((v) => length, frames::length(&v))
}

/// Vector of length one in the direction of `v`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Frames `normalize`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_normalize(v: *const [f64; 3], e: *mut [f64; 3]) -> MbfStatus {
    compute!((v) => e, frames::normalize(v)?)
}

/// Unit vector along the coordinate axis with number `axis`, which is 1, 2 or 3 (MBF_STATUS_AXIS_NUMBER) (Frames `axis`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_axis(axis: i32, e: *mut [f64; 3]) -> MbfStatus {
    compute!(() => e, frames::axis::<f64>(axis)?)
}

/// The matrix with `skew(a) b = a x b`, row by row.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_frames_skew(a: *const [f64; 3], M: *mut [f64; 9]) -> MbfStatus {
    compute!((a) => M, frames::skew(a))
}
