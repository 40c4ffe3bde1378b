//! Orientations as quaternions (Frames.Quaternions).

use super::{compute, guess, several};
use crate::c_api::MbfStatus;
use mechanism::frames::quaternions;

/// The quaternion of length one in the direction of `Q`, which is not zero (MBF_STATUS_ZERO_QUATERNION).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_normalize(Q: *const [f64; 4], Q_unit: *mut [f64; 4]) -> MbfStatus {
    compute!((Q) => Q_unit, quaternions::normalize(&Q)?)
}

/// Three residues, zero if the two orientations are equal; for small differences they are half the angles (rad) that turn frame 1
/// into frame 2, both given by their orientation relative to frame 0 (Quaternions `Orientation.equalityConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_equality_constraint(
    Q1: *const [f64; 4],
    Q2: *const [f64; 4],
    residues: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q1, Q2) => residues, quaternions::equality_constraint(&Q1, &Q2))
}

/// The residue that is zero if `Q` has length one (Quaternions `orientationConstraint`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_orientation_constraint(Q: *const [f64; 4], residue: *mut f64) -> MbfStatus {
    compute!((Q) => residue, quaternions::orientation_constraint(&Q)[0])
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the quaternion and its time derivative (1/s)
/// (Quaternions `angularVelocity1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_angular_velocity1(
    Q: *const [f64; 4],
    der_Q: *const [f64; 4],
    w1: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q, der_Q) => w1, quaternions::angular_velocity1(&Q, &der_Q))
}

/// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the quaternion and its time derivative (1/s)
/// (Quaternions `angularVelocity2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_angular_velocity2(
    Q: *const [f64; 4],
    der_Q: *const [f64; 4],
    w2: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q, der_Q) => w2, quaternions::angular_velocity2(&Q, &der_Q))
}

/// Time derivative (1/s) of `Q` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
/// (Quaternions `der_Orientation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_der_orientation(
    Q: *const [f64; 4],
    w: *const [f64; 3],
    der_Q: *mut [f64; 4],
) -> MbfStatus {
    compute!((Q, w) => der_Q, quaternions::der_orientation(&Q, w))
}

/// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Quaternions `resolve1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_resolve1(
    Q: *const [f64; 4],
    v2: *const [f64; 3],
    v1: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q, v2) => v1, quaternions::resolve1(&Q, v2))
}

/// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Quaternions `resolve2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_resolve2(
    Q: *const [f64; 4],
    v1: *const [f64; 3],
    v2: *mut [f64; 3],
) -> MbfStatus {
    compute!((Q, v1) => v2, quaternions::resolve2(&Q, v1))
}

/// `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
/// matrices row by row (Quaternions `multipleResolve1`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_multiple_resolve1(
    Q: *const [f64; 4],
    v2: *const f64,
    n: usize,
    v1: *mut f64,
) -> MbfStatus {
    // SAFETY: the contract of the module.
    unsafe { several::resolve(Q, v2, n, v1, quaternions::multiple_resolve1) }
}

/// `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
/// matrices row by row (Quaternions `multipleResolve2`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_multiple_resolve2(
    Q: *const [f64; 4],
    v1: *const f64,
    n: usize,
    v2: *mut f64,
) -> MbfStatus {
    // SAFETY: the contract of the module.
    unsafe { several::resolve(Q, v1, n, v2, quaternions::multiple_resolve2) }
}

/// The orientation of a frame that is parallel to frame 1: {0, 0, 0, 1} (Quaternions `nullRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_null_rotation(Q: *mut [f64; 4]) -> MbfStatus {
    compute!(() => Q, quaternions::null_rotation::<f64>())
}

/// The orientation of frame 1 relative to frame 2 (Quaternions `inverseRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_inverse_rotation(Q: *const [f64; 4], Q_inv: *mut [f64; 4]) -> MbfStatus {
    compute!((Q) => Q_inv, quaternions::inverse_rotation(&Q))
}

/// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Quaternions
/// `relativeRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_relative_rotation(
    Q1: *const [f64; 4],
    Q2: *const [f64; 4],
    Q_rel: *mut [f64; 4],
) -> MbfStatus {
    compute!((Q1, Q2) => Q_rel, quaternions::relative_rotation(&Q1, &Q2))
}

/// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
/// (Quaternions `absoluteRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_absolute_rotation(
    Q1: *const [f64; 4],
    Q_rel: *const [f64; 4],
    Q2: *mut [f64; 4],
) -> MbfStatus {
    compute!((Q1, Q_rel) => Q2, quaternions::absolute_rotation(&Q1, &Q_rel))
}

/// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Quaternions
/// `planarRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_planar_rotation(
    e: *const [f64; 3],
    angle: f64,
    Q: *mut [f64; 4],
) -> MbfStatus {
    compute!((e, angle) => Q, quaternions::planar_rotation(e, angle)?)
}

/// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small and `Q` is near {0, 0, 0, 1}
/// (Quaternions `smallRotation`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_small_rotation(Q: *const [f64; 4], phi: *mut [f64; 3]) -> MbfStatus {
    compute!((Q) => phi, quaternions::small_rotation(&Q))
}

/// The quaternion `Q` of the orthonormal matrix `T` that maps frame 1 to frame 2; of the two, the one nearer to `Q_guess`, or with
/// a real part that is not negative if that is NULL (Quaternions `from_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_from_t(
    T: *const [f64; 9],
    Q_guess: *const [f64; 4],
    Q: *mut [f64; 4],
) -> MbfStatus {
    compute!((T, Q_guess) => Q, quaternions::from_t(&T, &guess(Q_guess))?)
}

/// The quaternion `Q` of the orthonormal matrix `T_inv` that maps frame 2 to frame 1; otherwise like mbf_quaternions_from_t
/// (Quaternions `from_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_from_t_inv(
    T_inv: *const [f64; 9],
    Q_guess: *const [f64; 4],
    Q: *mut [f64; 4],
) -> MbfStatus {
    compute!((T_inv, Q_guess) => Q, quaternions::from_t_inv(&T_inv, &guess(Q_guess))?)
}

/// The matrix `T` that maps frame 1 to frame 2, row by row (Quaternions `to_T`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_to_t(Q: *const [f64; 4], T: *mut [f64; 9]) -> MbfStatus {
    compute!((Q) => T, quaternions::to_t(&Q))
}

/// The matrix `T_inv` that maps frame 2 to frame 1, row by row (Quaternions `to_T_inv`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mbf_quaternions_to_t_inv(Q: *const [f64; 4], T_inv: *mut [f64; 9]) -> MbfStatus {
    compute!((Q) => T_inv, quaternions::to_t_inv(&Q))
}
