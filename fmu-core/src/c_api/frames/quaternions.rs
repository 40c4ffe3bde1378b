//! Orientations as quaternions (Frames.Quaternions).

use super::{Matrix, Quadruple, Vector, functions, guess, several};
use mechanism::frames::quaternions;

functions! {
    /// The quaternion of length one in the direction of `Q`, which is not zero (MBF_STATUS_ZERO_QUATERNION).
    fn mbf_quaternions_normalize(Q: *const Quadruple) -> (Q_unit: *mut Quadruple) = quaternions::normalize(&Q)?;

    /// Three residues, zero if the two orientations are equal; for small differences they are half the angles (rad) that turn frame 1
    /// into frame 2, both given by their orientation relative to frame 0 (Quaternions `Orientation.equalityConstraint`).
    fn mbf_quaternions_equality_constraint(Q1: *const Quadruple, Q2: *const Quadruple) -> (residues: *mut Vector)
        = quaternions::equality_constraint(&Q1, &Q2);

    /// The residue that is zero if `Q` has length one (Quaternions `orientationConstraint`).
    fn mbf_quaternions_orientation_constraint(Q: *const Quadruple) -> (residue: *mut f64)
        = quaternions::orientation_constraint(&Q)[0];

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the quaternion and its time derivative (1/s)
    /// (Quaternions `angularVelocity1`).
    fn mbf_quaternions_angular_velocity1(Q: *const Quadruple, der_Q: *const Quadruple) -> (w1: *mut Vector)
        = quaternions::angular_velocity1(&Q, &der_Q);

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the quaternion and its time derivative (1/s)
    /// (Quaternions `angularVelocity2`).
    fn mbf_quaternions_angular_velocity2(Q: *const Quadruple, der_Q: *const Quadruple) -> (w2: *mut Vector)
        = quaternions::angular_velocity2(&Q, &der_Q);

    /// Time derivative (1/s) of `Q` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
    /// (Quaternions `der_Orientation`).
    fn mbf_quaternions_der_orientation(Q: *const Quadruple, w: *const Vector) -> (der_Q: *mut Quadruple)
        = quaternions::der_orientation(&Q, w);

    /// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Quaternions `resolve1`).
    fn mbf_quaternions_resolve1(Q: *const Quadruple, v2: *const Vector) -> (v1: *mut Vector)
        = quaternions::resolve1(&Q, v2);

    /// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Quaternions `resolve2`).
    fn mbf_quaternions_resolve2(Q: *const Quadruple, v1: *const Vector) -> (v2: *mut Vector)
        = quaternions::resolve2(&Q, v1);

    /// `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
    /// matrices row by row (Quaternions `multipleResolve1`).
    fn mbf_quaternions_multiple_resolve1(Q: *const Quadruple, v2: *const f64, n: usize) -> (v1: *mut f64)
        = // SAFETY: the contract of the module.
        unsafe { several(v2, n, v1, |v2| quaternions::multiple_resolve1(&Q, v2)) }?;

    /// `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
    /// matrices row by row (Quaternions `multipleResolve2`).
    fn mbf_quaternions_multiple_resolve2(Q: *const Quadruple, v1: *const f64, n: usize) -> (v2: *mut f64)
        = // SAFETY: the contract of the module.
        unsafe { several(v1, n, v2, |v1| quaternions::multiple_resolve2(&Q, v1)) }?;

    /// The orientation of a frame that is parallel to frame 1: {0, 0, 0, 1} (Quaternions `nullRotation`).
    fn mbf_quaternions_null_rotation() -> (Q: *mut Quadruple) = quaternions::null_rotation::<f64>();

    /// The orientation of frame 1 relative to frame 2 (Quaternions `inverseRotation`).
    fn mbf_quaternions_inverse_rotation(Q: *const Quadruple) -> (Q_inv: *mut Quadruple)
        = quaternions::inverse_rotation(&Q);

    /// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Quaternions
    /// `relativeRotation`).
    fn mbf_quaternions_relative_rotation(Q1: *const Quadruple, Q2: *const Quadruple) -> (Q_rel: *mut Quadruple)
        = quaternions::relative_rotation(&Q1, &Q2);

    /// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
    /// (Quaternions `absoluteRotation`).
    fn mbf_quaternions_absolute_rotation(Q1: *const Quadruple, Q_rel: *const Quadruple) -> (Q2: *mut Quadruple)
        = quaternions::absolute_rotation(&Q1, &Q_rel);

    /// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Quaternions
    /// `planarRotation`).
    fn mbf_quaternions_planar_rotation(e: *const Vector, angle: f64) -> (Q: *mut Quadruple)
        = quaternions::planar_rotation(e, angle)?;

    /// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small and `Q` is near {0, 0, 0, 1}
    /// (Quaternions `smallRotation`).
    fn mbf_quaternions_small_rotation(Q: *const Quadruple) -> (phi: *mut Vector) = quaternions::small_rotation(&Q);

    /// The quaternion `Q` of the orthonormal matrix `T` that maps frame 1 to frame 2; of the two, the one nearer to `Q_guess`, or with
    /// a real part that is not negative if that is NULL (Quaternions `from_T`).
    fn mbf_quaternions_from_t(T: *const Matrix, Q_guess: *const Quadruple) -> (Q: *mut Quadruple)
        = quaternions::from_t(&T, &guess(Q_guess))?;

    /// The quaternion `Q` of the orthonormal matrix `T_inv` that maps frame 2 to frame 1; otherwise like mbf_quaternions_from_t
    /// (Quaternions `from_T_inv`).
    fn mbf_quaternions_from_t_inv(T_inv: *const Matrix, Q_guess: *const Quadruple) -> (Q: *mut Quadruple)
        = quaternions::from_t_inv(&T_inv, &guess(Q_guess))?;

    /// The matrix `T` that maps frame 1 to frame 2, row by row (Quaternions `to_T`).
    fn mbf_quaternions_to_t(Q: *const Quadruple) -> (T: *mut Matrix) = quaternions::to_t(&Q);

    /// The matrix `T_inv` that maps frame 2 to frame 1, row by row (Quaternions `to_T_inv`).
    fn mbf_quaternions_to_t_inv(Q: *const Quadruple) -> (T_inv: *mut Matrix) = quaternions::to_t_inv(&Q);
}
