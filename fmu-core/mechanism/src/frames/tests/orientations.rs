//! Rotations of vectors and tensors, chains of orientations, planar rotations.

use super::super::*;
use super::*;
use std::f64::consts::FRAC_PI_2;

/// A quarter turn about z: the x-axis of frame 1 is the negative y-axis of frame 2.
#[test]
fn the_matrix_maps_frame_1_to_frame_2() {
    let r = axis_rotation(3, FRAC_PI_2, 7.0).unwrap();
    close(&resolve2(&r, Vector3::x()), &-Vector3::y(), 1e-15);
    close(&resolve1(&r, Vector3::x()), &Vector3::y(), 1e-15);
    close(to_exy(&r).column(0), &Vector3::y(), 1e-15);
    close(to_exy(&r).column(1), &-Vector3::x(), 1e-15);
    close(&to_vector(&r), &[0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0], 1e-15);
    assert_eq!(r.w, Vector3::new(0.0, 0.0, 7.0));
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn resolving_there_and_back_changes_nothing(r in orientation(), v in vector(), d in dyade()) {
        close(&resolve1(&r, resolve2(&r, v)), &v, 1e-13);
        close(&resolve2(&r, resolve1(&r, v)), &v, 1e-13);
        close(&resolve_dyade1(&r, &resolve_dyade2(&r, &d)), &d, 1e-12);
        close(&resolve2(&r, v), &(to_t(&r) * v), 1e-13);
        close(&resolve1(&r, v), &(to_t_inv(&r) * v), 1e-13);
        close(&angular_velocity1(&r), &resolve1(&r, angular_velocity2(&r)), 1e-13);
    }

    /// A tensor times a vector is the same vector, wherever it is resolved.
    #[test]
    fn tensors_and_vectors_resolve_alike(r in orientation(), v1 in vector(), d1 in dyade()) {
        close(&(resolve_dyade2(&r, &d1) * resolve2(&r, v1)), &resolve2(&r, d1 * v1), 1e-11);
    }

    #[test]
    fn several_vectors_resolve_like_each(t in matrix(), d in dyade()) {
        let (to1, to2) = (matrices::multiple_resolve1(&t, &d), matrices::multiple_resolve2(&t, &d));
        for i in 0..3 {
            close(to1.column(i), &matrices::resolve1(&t, d.column(i).into()), 1e-13);
            close(to2.column(i), &matrices::resolve2(&t, d.column(i).into()), 1e-13);
        }
        let many = nalgebra::Matrix3xX::from_columns(&[d.column(0), d.column(1)]);
        close(&matrices::multiple_resolve2(&t, &many), to2.columns(0, 2), 0.0);
    }

    #[test]
    fn relative_and_absolute_rotation_are_inverse(r1 in orientation(), r2 in orientation(), v1 in vector()) {
        let relative = relative_rotation(&r1, &r2);
        same(&absolute_rotation(&r1, &relative), &r2, 1e-12);
        same(&relative_rotation(&r1, &absolute_rotation(&r1, &r2)), &r2, 1e-12);
        same(&absolute_rotation(&r1, &inverse_rotation(&r1)), &null_rotation(), 1e-12);
        same(&relative_rotation(&r2, &r1), &inverse_rotation(&relative), 1e-12);
        same(&relative_rotation(&null_rotation(), &r1), &r1, 1e-13);
        close(&resolve_relative(v1, &r1, &r2), &resolve2(&relative, v1), 1e-12);
    }

    /// Euler's theorem read backwards: the axis stays, a perpendicular vector turns by the angle in the positive sense.
    #[test]
    fn planar_rotations_turn_about_their_axis(n in direction(), v in vector(), phi in angle(), w in -3.0..3.0) {
        let r = planar_rotation(n, phi, w).unwrap();
        let e = normalize(n).unwrap();
        is_rotation(&r.t, 1e-14);
        close(&resolve2(&r, e), &e, 1e-14);
        close(&r.w, &(e * w), 1e-14);
        let across = v - e * e.dot(&v);
        // A vector at rest in frame 2 has turned with it.
        let turned = across * phi.cos() + e.cross(&across) * phi.sin();
        close(&resolve1(&r, across), &turned, 1e-13);
        same(&planar_rotation(-n, -phi, -w).unwrap(), &r, 1e-14);
    }

    #[test]
    fn planar_rotation_angle_inverts_planar_rotation(n in direction(), v1 in direction(), phi in angle(), size in 1e-3..1e3) {
        prop_assume!(n.cross(&v1).norm() > 1e-2);
        let r = planar_rotation(n, phi, 0.0).unwrap();
        let found: f64 = planar_rotation_angle(n * size, v1 * size, resolve2(&r, v1) / size).unwrap();
        prop_assert!((found - phi).abs() < 1e-11, "{found} {phi}");
    }

    #[test]
    fn axis_rotations_are_planar_rotations(number in 1..=3, phi in angle(), w in -3.0..3.0) {
        let e = axis(number).unwrap();
        same(&axis_rotation(number, phi, w).unwrap(), &planar_rotation_unit(e, phi, w), 1e-15);
        close(&matrices::axis_rotation(number, phi).unwrap(), &matrices::planar_rotation(e, phi).unwrap(), 1e-15);
    }

    /// To first order in the angles.
    #[test]
    fn small_rotations_are_vectors(phi in vector(), t1 in matrix()) {
        let phi = phi * 1e-6;
        let r = from_t(matrices::planar_rotation(phi, phi.norm()).unwrap_or_else(|_| Matrix3::identity()), phi);
        close(&small_rotation(&r), &phi, 1e-10);
        close(&small_rotation_with_residues(&r)[..3], &phi, 1e-10);
        close(&small_rotation_with_residues(&r)[3..], &[0.0; 3], 1e-9);
        let t2 = matrices::absolute_rotation(&t1, &r.t);
        close(&matrices::equality_constraint(&t1, &t2), &phi, 1e-9);
        let (r1, r2) = (from_t(t1, Vector3::zeros()), from_t(t2, Vector3::zeros()));
        close(&equality_constraint(&r1, &r2), &phi, 1e-9);
        let guess = quaternions::null_rotation();
        let (q1, q2) = (to_q(&r1, &guess).unwrap(), to_q(&r2, &guess).unwrap());
        let half = quaternions::equality_constraint(&q1, &q2);
        // Q and -Q are the same orientation.
        let sign = q1.dot(&q2).signum();
        close(&half, &(phi * 0.5 * sign), 1e-9);
        close(&quaternions::small_rotation(&to_q(&r, &guess).unwrap()), &phi, 1e-10);
    }

    /// Where smallRotation alone is blind: half turns have the same angles as no rotation.
    #[test]
    fn residues_see_half_turns(number in 1..=3) {
        let r = axis_rotation(number, PI, 0.0).unwrap();
        close(&small_rotation(&r), &[0.0; 3], 1e-15);
        let residues = small_rotation_with_residues(&r);
        prop_assert!(residues[3..].iter().any(|x| x.abs() > 1.0), "{residues:?}");
        let equality = equality_constraint(&null_rotation(), &r);
        prop_assert!(equality.iter().any(|x| x.abs() > 1.0), "{equality:?}");
    }

    /// T11 T22 - T21 T12 is the cofactor of T33, which for a rotation is T33 itself.
    #[test]
    fn residues_are_the_diagonal(t in matrix()) {
        let residues = matrices::small_rotation_with_residues(&t);
        close(&residues[3..], &(t.diagonal() - Vector3::repeat(1.0)), 1e-14);
    }

    #[test]
    fn constraints_measure_the_length_of_the_axes(r in orientation(), size in 1.1..2.0) {
        close(&orientation_constraint(&r), &[0.0; 6], 1e-13);
        let stretched = from_t(r.t * size, r.w);
        let excess = size * size - 1.0;
        close(&orientation_constraint(&stretched), &[excess, excess, excess, 0.0, 0.0, 0.0], 1e-12);
    }

    #[test]
    fn inverse_matrices_give_the_same_orientation(r in orientation()) {
        same(&from_t_inv(&to_t_inv(&r), r.w), &r, 0.0);
        close(&matrices::from_t_inv(&matrices::to_t_inv(&r.t)), &r.t, 0.0);
        close(&matrices::from_t(matrices::to_t(&r.t)), &r.t, 0.0);
        close(&matrices::absolute_rotation(&r.t, &matrices::inverse_rotation(&r.t)), &matrices::null_rotation(), 1e-14);
    }
}

/// Exactly half a turn, with either sign of zero in the sine.
#[test]
fn half_turns_are_plus_pi() {
    for v2 in [Vector3::new(-1.0, 0.0, 0.0), Vector3::new(-1.0, -0.0, -0.0)] {
        for e in [Vector3::z(), -Vector3::z()] {
            assert_eq!(planar_rotation_angle(e, Vector3::x(), v2).unwrap(), PI);
        }
    }
}
