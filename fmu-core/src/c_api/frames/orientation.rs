//! Orientations with angular velocity (Frames).

use super::{Matrix, Quadruple, Sequence, Six, Vector, at_rest, functions, guess};
use mechanism::frames;

functions! {
    /// Three residues (rad), zero if the two orientations are equal; for small differences they are the angles that turn frame 1 into
    /// frame 2, both given by their orientation relative to frame 0 (Frames `Orientation.equalityConstraint`).
    fn mbf_frames_equality_constraint(T1: *const Matrix, T2: *const Matrix) -> (residues: *mut Vector)
        = frames::equality_constraint(&at_rest(T1), &at_rest(T2));

    /// Six residues that are zero if the columns of `T` have length one and are perpendicular to each other (Frames
    /// `orientationConstraint`).
    fn mbf_frames_orientation_constraint(T: *const Matrix) -> (residues: *mut Six)
        = frames::orientation_constraint(&at_rest(T));

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 1 (Frames `angularVelocity1`).
    fn mbf_frames_angular_velocity1(T: *const Matrix, w: *const Vector) -> (w1: *mut Vector)
        = frames::angular_velocity1(&frames::from_t(T, w));

    /// Angular velocity (rad/s) of frame 2 relative to frame 1, resolved in frame 2, which is `w` itself (Frames `angularVelocity2`).
    fn mbf_frames_angular_velocity2(T: *const Matrix, w: *const Vector) -> (w2: *mut Vector)
        = frames::angular_velocity2(&frames::from_t(T, w));

    /// The vector `v2`, resolved in frame 2, becomes `v1`, resolved in frame 1 (Frames `resolve1`).
    fn mbf_frames_resolve1(T: *const Matrix, v2: *const Vector) -> (v1: *mut Vector)
        = frames::resolve1(&at_rest(T), v2);

    /// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2 (Frames `resolve2`).
    fn mbf_frames_resolve2(T: *const Matrix, v1: *const Vector) -> (v2: *mut Vector)
        = frames::resolve2(&at_rest(T), v1);

    /// The vector `v1`, resolved in frame 1, becomes `v2`, resolved in frame 2, where `T1` and `T2` are the orientations of these
    /// frames relative to one and the same frame 0 (Frames `resolveRelative`).
    fn mbf_frames_resolve_relative(v1: *const Vector, T1: *const Matrix, T2: *const Matrix) -> (v2: *mut Vector)
        = frames::resolve_relative(v1, &at_rest(T1), &at_rest(T2));

    /// The second order tensor `D2`, resolved in frame 2, becomes `D1`, resolved in frame 1 (Frames `resolveDyade1`).
    fn mbf_frames_resolve_dyade1(T: *const Matrix, D2: *const Matrix) -> (D1: *mut Matrix)
        = frames::resolve_dyade1(&at_rest(T), &D2);

    /// The second order tensor `D1`, resolved in frame 1, becomes `D2`, resolved in frame 2 (Frames `resolveDyade2`).
    fn mbf_frames_resolve_dyade2(T: *const Matrix, D1: *const Matrix) -> (D2: *mut Matrix)
        = frames::resolve_dyade2(&at_rest(T), &D1);

    /// The orientation of a frame that is parallel to frame 1 and does not turn (Frames `nullRotation`).
    fn mbf_frames_null_rotation() -> (T: *mut Matrix, w: *mut Vector) = frames::null_rotation();

    /// The orientation of frame 1 relative to frame 2 (Frames `inverseRotation`).
    fn mbf_frames_inverse_rotation(T: *const Matrix, w: *const Vector) -> (T_inv: *mut Matrix, w_inv: *mut Vector)
        = frames::inverse_rotation(&frames::from_t(T, w));

    /// The orientation of frame 2 relative to frame 1, from those of frames 1 and 2 relative to frame 0 (Frames `relativeRotation`).
    fn mbf_frames_relative_rotation(T1: *const Matrix, w1: *const Vector, T2: *const Matrix, w2: *const Vector)
        -> (T_rel: *mut Matrix, w_rel: *mut Vector)
        = frames::relative_rotation(&frames::from_t(T1, w1), &frames::from_t(T2, w2));

    /// The orientation of frame 2 relative to frame 0, from that of frame 1 relative to frame 0 and that of frame 2 relative to frame 1
    /// (Frames `absoluteRotation`).
    fn mbf_frames_absolute_rotation(T1: *const Matrix, w1: *const Vector, T_rel: *const Matrix, w_rel: *const Vector)
        -> (T2: *mut Matrix, w2: *mut Vector)
        = frames::absolute_rotation(&frames::from_t(T1, w1), &frames::from_t(T_rel, w_rel));

    /// The orientation after a turn of frame 1 by `angle` (rad) about `e`, of any length but zero (MBF_STATUS_ZERO_VECTOR), at the rate
    /// `der_angle` (rad/s) (Frames `planarRotation`).
    fn mbf_frames_planar_rotation(e: *const Vector, angle: f64, der_angle: f64) -> (T: *mut Matrix, w: *mut Vector)
        = frames::planar_rotation(e, angle, der_angle)?;

    /// The angle (rad, in (-pi, pi]) by which frame 1 was turned about `e` into frame 2, from one vector resolved in frame 1 (`v1`) and
    /// in frame 2 (`v2`). Lengths do not matter but for zero (MBF_STATUS_ZERO_VECTOR); a vector that is parallel to `e` has no angle
    /// (MBF_STATUS_PARALLEL_VECTORS) (Frames `planarRotationAngle`).
    fn mbf_frames_planar_rotation_angle(e: *const Vector, v1: *const Vector, v2: *const Vector) -> (angle: *mut f64)
        = frames::planar_rotation_angle(e, v1, v2)?;

    /// The orientation after a turn of frame 1 by `angle` (rad) about the coordinate axis with number `axis`, which is 1, 2 or 3
    /// (MBF_STATUS_AXIS_NUMBER), at the rate `der_angle` (rad/s) (Frames `axisRotation`).
    fn mbf_frames_axis_rotation(axis: i32, angle: f64, der_angle: f64) -> (T: *mut Matrix, w: *mut Vector)
        = frames::axis_rotation(axis, angle, der_angle)?;

    /// The orientation after three turns of frame 1 by `angles` (rad) about the axes with the numbers of `sequence`, each about an axis
    /// of the frame as the turn before left it, at the rates `der_angles` (rad/s). The numbers are 1, 2 or 3, without equal neighbours
    /// (MBF_STATUS_ROTATION_SEQUENCE) (Frames `axesRotations`).
    fn mbf_frames_axes_rotations(sequence: *const Sequence, angles: *const Vector, der_angles: *const Vector)
        -> (T: *mut Matrix, w: *mut Vector)
        = frames::axes_rotations(sequence, angles, der_angles)?;

    /// The three angles (rad, in (-pi, pi]) of the turns about the axes of `sequence` that take frame 1 into frame 2. Of the two
    /// solutions the one is taken whose first angle is nearer to `guess_angle1` (rad; their plain distance). Where the third axis is
    /// parallel to the first every first angle does, and it is `guess_angle1` itself. For `sequence` see mbf_frames_axes_rotations
    /// (Frames `axesRotationsAngles`).
    fn mbf_frames_axes_rotations_angles(T: *const Matrix, sequence: *const Sequence, guess_angle1: f64)
        -> (angles: *mut Vector)
        = frames::axes_rotations_angles(&at_rest(T), sequence, guess_angle1)?;

    /// The angles (rad) about the axes of frame 1 that turn it into frame 2, if they are small (Frames `smallRotation`).
    fn mbf_frames_small_rotation(T: *const Matrix) -> (phi: *mut Vector) = frames::small_rotation(&at_rest(T));

    /// The angles (rad) of mbf_frames_small_rotation and three residues that are zero if no larger rotation has the same angles:
    /// `T[1,1] - 1`, `T[2,2] - 1` and `T[1,1] T[2,2] - T[2,1] T[1,2] - 1` (Frames `smallRotation` with residues).
    fn mbf_frames_small_rotation_with_residues(T: *const Matrix) -> (phi_and_residues: *mut Six)
        = frames::small_rotation_with_residues(&at_rest(T));

    /// The orientation of a frame that does not turn, with its x-axis along `n_x` and its y-axis in the plane of `n_x` and `n_y`, on
    /// the side of `n_y`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_y` is parallel to `n_x` or zero, the
    /// y-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxy`)
    fn mbf_frames_from_nxy(n_x: *const Vector, n_y: *const Vector) -> (T: *mut Matrix, w: *mut Vector)
        = frames::from_nxy(n_x, n_y)?;

    /// The orientation of a frame that does not turn, with its x-axis along `n_x` and its z-axis in the plane of `n_x` and `n_z`, on
    /// the side of `n_z`. Without a direction in `n_x` its x-axis is that of frame 1; where `n_z` is parallel to `n_x` or zero, the
    /// z-axis (or the x-axis) of frame 1 takes its place. The result is orthonormal for every finite argument. (Frames `from_nxz`)
    fn mbf_frames_from_nxz(n_x: *const Vector, n_z: *const Vector) -> (T: *mut Matrix, w: *mut Vector)
        = frames::from_nxz(n_x, n_z)?;

    /// The orientation with the matrix `T` that maps frame 1 to frame 2, and the angular velocity `w` (rad/s) of frame 2 relative to
    /// frame 1, resolved in frame 2: copies of both (Frames `from_T`).
    fn mbf_frames_from_t(T: *const Matrix, w: *const Vector) -> (R_T: *mut Matrix, R_w: *mut Vector)
        = frames::from_t(T, w);

    /// The orientation with the matrix `T` that maps frame 1 to frame 2, and its time derivative `der_T` (1/s) (Frames `from_T2`).
    fn mbf_frames_from_t2(T: *const Matrix, der_T: *const Matrix) -> (R_T: *mut Matrix, R_w: *mut Vector)
        = frames::from_t2(T, &der_T);

    /// The orientation from the matrix `T_inv` that maps frame 2 to frame 1, and the angular velocity `w` (rad/s) of frame 2 relative
    /// to frame 1, resolved in frame 2 (Frames `from_T_inv`).
    fn mbf_frames_from_t_inv(T_inv: *const Matrix, w: *const Vector) -> (R_T: *mut Matrix, R_w: *mut Vector)
        = frames::from_t_inv(&T_inv, w);

    /// The orientation of the quaternion `Q` of length one, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1,
    /// resolved in frame 2 (Frames `from_Q`).
    fn mbf_frames_from_q(Q: *const Quadruple, w: *const Vector) -> (R_T: *mut Matrix, R_w: *mut Vector)
        = frames::from_q(&Q, w);

    /// The matrix `T` that maps frame 1 to frame 2, from the orientation with the matrix `R_T`: a copy (Frames `to_T`).
    fn mbf_frames_to_t(R_T: *const Matrix) -> (T: *mut Matrix) = frames::to_t(&at_rest(R_T));

    /// The matrix `T_inv` that maps frame 2 to frame 1, from the orientation with the matrix `R_T` (Frames `to_T_inv`).
    fn mbf_frames_to_t_inv(R_T: *const Matrix) -> (T_inv: *mut Matrix) = frames::to_t_inv(&at_rest(R_T));

    /// The quaternion `Q` of the orientation with the matrix `T`; of the two, the one nearer to `Q_guess`, or with a real part that is
    /// not negative if that is NULL (Frames `to_Q`).
    fn mbf_frames_to_q(T: *const Matrix, Q_guess: *const Quadruple) -> (Q: *mut Quadruple)
        = frames::to_q(&at_rest(T), &guess(Q_guess))?;

    /// The nine elements of the matrix `T`, row by row, which is how they are passed anyway: a copy (Frames `to_vector`).
    fn mbf_frames_to_vector(T: *const Matrix) -> (vec: *mut Matrix) = frames::to_vector(&at_rest(T));

    /// x- and y-axis of frame 2, resolved in frame 1, as the columns of a 3 x 2 matrix, row by row (Frames `to_exy`).
    fn mbf_frames_to_exy(T: *const Matrix) -> (exy: *mut Six) = frames::to_exy(&at_rest(T));

    /// Length of the vector `v`, in its unit (Frames `length`).
    fn mbf_frames_length(v: *const Vector) -> (length: *mut f64) = frames::length(&v);

    /// Vector of length one in the direction of `v`, of any length but zero (MBF_STATUS_ZERO_VECTOR) (Frames `normalize`).
    fn mbf_frames_normalize(v: *const Vector) -> (e: *mut Vector) = frames::normalize(v)?;

    /// Unit vector along the coordinate axis with number `axis`, which is 1, 2 or 3 (MBF_STATUS_AXIS_NUMBER) (Frames `axis`).
    fn mbf_frames_axis(axis: i32) -> (e: *mut Vector) = frames::axis::<f64>(axis)?;

    /// The matrix with `skew(a) b = a x b`, row by row.
    fn mbf_frames_skew(a: *const Vector) -> (M: *mut Matrix) = frames::skew(a);
}
