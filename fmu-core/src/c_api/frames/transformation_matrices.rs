//! Orientations as transformation matrices (Frames.TransformationMatrices).

use super::{Matrix, Quadruple, Sequence, Six, Vector, functions, guess, several};
use mechanism::frames::transformation_matrices as matrices;

functions! {
    /// Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
    /// frame 2, both given by their orientation relative to frame 0 (TransformationMatrices `Orientation.equalityConstraint`).
    fn mbf_transformation_matrices_equality_constraint(T1: *const Matrix, T2: *const Matrix) -> (residues: *mut Vector)
        = matrices::equality_constraint(&T1, &T2);

    /// Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (TransformationMatrices
    /// `orientationConstraint`).
    fn mbf_transformation_matrices_orientation_constraint(T: *const Matrix) -> (residues: *mut Six)
        = matrices::orientation_constraint(&T);

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1, from the matrix and its time derivative (1/s)
    /// (TransformationMatrices `angularVelocity1`).
    fn mbf_transformation_matrices_angular_velocity1(T: *const Matrix, der_T: *const Matrix) -> (w1: *mut Vector)
        = matrices::angular_velocity1(&T, &der_T);

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, from the matrix and its time derivative (1/s)
    /// (TransformationMatrices `angularVelocity2`).
    fn mbf_transformation_matrices_angular_velocity2(T: *const Matrix, der_T: *const Matrix) -> (w2: *mut Vector)
        = matrices::angular_velocity2(&T, &der_T);

    /// Time derivative (1/s) of `T` when frame 2 turns with the angular velocity `w` (rad/s) relative to frame 1, resolved in frame 2
    /// (TransformationMatrices `der_Orientation`).
    fn mbf_transformation_matrices_der_orientation(T: *const Matrix, w: *const Vector) -> (der_T: *mut Matrix)
        = matrices::der_orientation(&T, w);

    /// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (TransformationMatrices `resolve1`).
    fn mbf_transformation_matrices_resolve1(T: *const Matrix, v2: *const Vector) -> (v1: *mut Vector)
        = matrices::resolve1(&T, v2);

    /// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (TransformationMatrices `resolve2`).
    fn mbf_transformation_matrices_resolve2(T: *const Matrix, v1: *const Vector) -> (v2: *mut Vector)
        = matrices::resolve2(&T, v1);

    /// `n` vectors, the columns of the 3 x n matrix `v2`, resolved in frame 2, become the columns of `v1`, resolved in frame 1; both
    /// matrices row by row (TransformationMatrices `multipleResolve1`).
    fn mbf_transformation_matrices_multiple_resolve1(T: *const Matrix, v2: *const f64, n: usize) -> (v1: *mut f64)
        = // SAFETY: the contract of the module.
        unsafe { several(v2, n, v1, |v2| matrices::multiple_resolve1(&T, v2)) }?;

    /// `n` vectors, the columns of the 3 x n matrix `v1`, resolved in frame 1, become the columns of `v2`, resolved in frame 2; both
    /// matrices row by row (TransformationMatrices `multipleResolve2`).
    fn mbf_transformation_matrices_multiple_resolve2(T: *const Matrix, v1: *const f64, n: usize) -> (v2: *mut f64)
        = // SAFETY: the contract of the module.
        unsafe { several(v1, n, v2, |v1| matrices::multiple_resolve2(&T, v1)) }?;

    /// The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (TransformationMatrices `resolveDyade1`).
    fn mbf_transformation_matrices_resolve_dyade1(T: *const Matrix, D2: *const Matrix) -> (D1: *mut Matrix)
        = matrices::resolve_dyade1(&T, &D2);

    /// The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (TransformationMatrices `resolveDyade2`).
    fn mbf_transformation_matrices_resolve_dyade2(T: *const Matrix, D1: *const Matrix) -> (D2: *mut Matrix)
        = matrices::resolve_dyade2(&T, &D1);

    /// The orientation of a frame that is parallel to frame 1 (TransformationMatrices `nullRotation`).
    fn mbf_transformation_matrices_null_rotation() -> (T: *mut Matrix) = matrices::null_rotation::<f64>();

    /// The orientation of frame 1 relative to frame 2 (TransformationMatrices `inverseRotation`).
    fn mbf_transformation_matrices_inverse_rotation(T: *const Matrix) -> (T_inv: *mut Matrix)
        = matrices::inverse_rotation(&T);

    /// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (TransformationMatrices
    /// `relativeRotation`).
    fn mbf_transformation_matrices_relative_rotation(T1: *const Matrix, T2: *const Matrix) -> (T_rel: *mut Matrix)
        = matrices::relative_rotation(&T1, &T2);

    /// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
    /// (TransformationMatrices `absoluteRotation`).
    fn mbf_transformation_matrices_absolute_rotation(T1: *const Matrix, T_rel: *const Matrix) -> (T2: *mut Matrix)
        = matrices::absolute_rotation(&T1, &T_rel);

    /// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR)
    /// (TransformationMatrices `planarRotation`).
    fn mbf_transformation_matrices_planar_rotation(e: *const Vector, angle: f64) -> (T: *mut Matrix)
        = matrices::planar_rotation(e, angle)?;

    /// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
    /// in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
    /// (MBF_STATUS_PARALLEL_VECTORS) (TransformationMatrices `planarRotationAngle`).
    fn mbf_transformation_matrices_planar_rotation_angle(e: *const Vector, v1: *const Vector, v2: *const Vector)
        -> (angle: *mut f64)
        = matrices::planar_rotation_angle(e, v1, v2)?;

    /// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
    /// (MBF_STATUS_AXIS_NUMBER) (TransformationMatrices `axisRotation`).
    fn mbf_transformation_matrices_axis_rotation(axis: i32, angle: f64) -> (T: *mut Matrix)
        = matrices::axis_rotation(axis, angle)?;

    /// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
    /// of the frame as the turn before left it. The numbers are 1, 2 or 3, without equal neighbours (MBF_STATUS_ROTATION_SEQUENCE)
    /// (TransformationMatrices `axesRotations`).
    fn mbf_transformation_matrices_axes_rotations(sequence: *const Sequence, angles: *const Vector) -> (T: *mut Matrix)
        = matrices::axes_rotations(sequence, angles)?;

    /// The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
    /// solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
    /// parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see
    /// mbf_transformation_matrices_axes_rotations (TransformationMatrices `axesRotationsAngles`).
    fn mbf_transformation_matrices_axes_rotations_angles(T: *const Matrix, sequence: *const Sequence, guess_angle1: f64)
        -> (angles: *mut Vector)
        = matrices::axes_rotations_angles(&T, sequence, guess_angle1)?;

    /// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (TransformationMatrices
    /// `smallRotation`).
    fn mbf_transformation_matrices_small_rotation(T: *const Matrix) -> (phi: *mut Vector)
        = matrices::small_rotation(&T);

    /// The angles (rad) of mbf_transformation_matrices_small_rotation and three residues that are zero if no larger rotation has the
    /// same angles: `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (TransformationMatrices `smallRotation` with
    /// residues).
    fn mbf_transformation_matrices_small_rotation_with_residues(T: *const Matrix) -> (phi_and_residues: *mut Six)
        = matrices::small_rotation_with_residues(&T);

    /// The orientation of the frame with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on the side of `n_y`.
    /// Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the y-axis (or the x-axis)
    /// of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxy`)
    fn mbf_transformation_matrices_from_nxy(n_x: *const Vector, n_y: *const Vector) -> (T: *mut Matrix)
        = matrices::from_nxy(n_x, n_y)?;

    /// The orientation of the frame with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on the side of `n_z`.
    /// Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the z-axis (or the x-axis)
    /// of frame 1 takes its place. The result is orthonormal for every finite argument. (TransformationMatrices `from_nxz`)
    fn mbf_transformation_matrices_from_nxz(n_x: *const Vector, n_z: *const Vector) -> (T: *mut Matrix)
        = matrices::from_nxz(n_x, n_z)?;

    /// The orientation `R` with the matrix `T` that maps frame 1 to frame 2: a copy (TransformationMatrices `from_T`).
    fn mbf_transformation_matrices_from_t(T: *const Matrix) -> (R: *mut Matrix) = matrices::from_t(T);

    /// The orientation from the matrix `T_inv` that maps frame 2 to frame 1 (TransformationMatrices `from_T_inv`).
    fn mbf_transformation_matrices_from_t_inv(T_inv: *const Matrix) -> (R: *mut Matrix) = matrices::from_t_inv(&T_inv);

    /// The orientation of the quaternion `Q` of length one (TransformationMatrices `from_Q`).
    fn mbf_transformation_matrices_from_q(Q: *const Quadruple) -> (T: *mut Matrix) = matrices::from_q(&Q);

    /// The matrix `T` that maps frame 1 to frame 2, from the orientation `R`: a copy (TransformationMatrices `to_T`).
    fn mbf_transformation_matrices_to_t(R: *const Matrix) -> (T: *mut Matrix) = matrices::to_t(&R);

    /// The matrix `T_inv` that maps frame 2 to frame 1, from the orientation `R` (TransformationMatrices `to_T_inv`).
    fn mbf_transformation_matrices_to_t_inv(R: *const Matrix) -> (T_inv: *mut Matrix) = matrices::to_t_inv(&R);

    /// The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
    /// not negative if that is NULL (TransformationMatrices `to_Q`).
    fn mbf_transformation_matrices_to_q(T: *const Matrix, Q_guess: *const Quadruple) -> (Q: *mut Quadruple)
        = matrices::to_q(&T, &guess(Q_guess))?;

    /// The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (TransformationMatrices
    /// `to_vector`).
    fn mbf_transformation_matrices_to_vector(T: *const Matrix) -> (vec: *mut Matrix) = matrices::to_vector(&T);

    /// x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (TransformationMatrices `to_exy`).
    fn mbf_transformation_matrices_to_exy(T: *const Matrix) -> (exy: *mut Six) = matrices::to_exy(&T);
}
