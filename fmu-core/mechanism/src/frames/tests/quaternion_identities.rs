//! Quaternions against transformation matrices.

use super::super::*;
use super::*;
use std::f64::consts::FRAC_1_SQRT_2;

/// Same quaternion up to its sign.
#[track_caller]
fn same_rotation(a: &Quaternion<f64>, b: &Quaternion<f64>, tolerance: f64) {
    let b = if a.dot(b) < 0.0 { -*b } else { *b };
    close(&a.0, &b.0, tolerance);
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn quaternions_and_matrices_are_the_same_rotation(q in quaternion(), v in vector(), d in dyade()) {
        let t = quaternions::to_t(&q);
        is_rotation(&t, 1e-13);
        close(&quaternions::orientation_constraint(&q), &[0.0], 1e-14);
        close(&quaternions::to_t_inv(&q), &t.transpose(), 0.0);
        close(&quaternions::resolve2(&q, v), &(t * v), 1e-13);
        close(&quaternions::resolve1(&q, v), &(t.transpose() * v), 1e-13);
        close(&quaternions::multiple_resolve2(&q, &d), &(t * d), 1e-13);
        close(&quaternions::multiple_resolve1(&q, &d), &(t.transpose() * d), 1e-13);
        close(&quaternions::to_t(&-q), &t, 0.0);
        close(&quaternions::to_t(&quaternions::inverse_rotation(&q)), &t.transpose(), 1e-15);
    }

    #[test]
    fn from_t_inverts_to_t_with_the_sign_of_the_guess(q in quaternion(), guess in quaternion()) {
        let t = quaternions::to_t(&q);
        prop_assume!(q.dot(&guess).abs() > 1e-6);
        let expected = if q.dot(&guess) < 0.0 { -q } else { q };
        close(&quaternions::from_t(&t, &guess).unwrap().0, &expected.0, 1e-14);
        close(&quaternions::from_t_inv(&t.transpose(), &guess).unwrap().0, &expected.0, 1e-14);
        close(&matrices::to_q(&t, &guess).unwrap().0, &expected.0, 1e-14);
        let r = from_q(&q, Vector3::zeros());
        close(&to_q(&r, &guess).unwrap().0, &expected.0, 1e-14);
        close(&matrices::from_q(&q), &t, 0.0);
    }

    /// Half turns, alone and slightly off, about any axis: the real part vanishes.
    #[test]
    fn half_turns_have_a_quaternion(n in direction(), off in prop::sample::select(vec![0.0, 1e-12, -1e-9, 1e-3])) {
        let t = matrices::planar_rotation(n, PI + off).unwrap();
        let q = quaternions::from_t(&t, &quaternions::null_rotation()).unwrap();
        same_rotation(&q, &quaternions::planar_rotation(n, PI + off).unwrap(), 1e-14);
        close(&quaternions::to_t(&q), &t, 1e-14);
    }

    #[test]
    fn chains_agree_with_matrices(q1 in quaternion(), q2 in quaternion()) {
        let (t1, t2) = (quaternions::to_t(&q1), quaternions::to_t(&q2));
        let absolute = quaternions::absolute_rotation(&q1, &q2);
        close(&quaternions::to_t(&absolute), &matrices::absolute_rotation(&t1, &t2), 1e-14);
        let relative = quaternions::relative_rotation(&q1, &q2);
        close(&quaternions::to_t(&relative), &matrices::relative_rotation(&t1, &t2), 1e-14);
        close(&quaternions::relative_rotation(&q1, &absolute).0, &q2.0, 1e-14);
        close(&quaternions::absolute_rotation(&q1, &relative).0, &q2.0, 1e-14);
    }

    #[test]
    fn planar_rotations_agree_with_matrices(n in direction(), phi in angle()) {
        let q = quaternions::planar_rotation(n, phi).unwrap();
        close(&quaternions::to_t(&q), &matrices::planar_rotation(n, phi).unwrap(), 1e-14);
    }

    #[test]
    fn the_derivative_inverts_the_angular_velocity(q in quaternion(), w2 in vector()) {
        let der_q = quaternions::der_orientation(&q, w2);
        close(&quaternions::angular_velocity2(&q, &der_q), &w2, 1e-13);
        close(&quaternions::angular_velocity1(&q, &der_q), &quaternions::resolve1(&q, w2), 1e-13);
        // The quaternion keeps unit length.
        prop_assert!(q.dot(&der_q).abs() < 1e-14);
    }

    /// The matrix form of the definition.
    #[test]
    fn angular_velocity_2_is_the_documented_product(q in quaternion(), der_q in quaternion()) {
        let [q1, q2, q3, q4] = q.0;
        let m = nalgebra::Matrix3x4::new(q4, q3, -q2, -q1, -q3, q4, q1, -q2, q2, -q1, q4, -q3);
        let expected = m * nalgebra::Vector4::from(der_q.0) * 2.0;
        close(&quaternions::angular_velocity2(&q, &der_q), &expected, 1e-14);
    }

    #[test]
    fn normalising_keeps_the_direction(q in quaternion(), exponent in -300..300) {
        let scaled = Quaternion(q.0.map(|x| x * 10.0_f64.powi(exponent)));
        close(&quaternions::normalize(&scaled).unwrap().0, &q.0, 1e-14);
    }
}

/// Half turns about diagonals: several elements tie for the largest.
#[test]
fn ties_between_the_branches_are_harmless() {
    let s = FRAC_1_SQRT_2;
    for n in [[s, s, 0.0], [s, 0.0, s], [0.0, s, s], [s, -s, 0.0], [1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]] {
        // Without rounding in sine and cosine: T = 2 e e' - I.
        let e = Vector3::from(n).normalize();
        let t = e * e.transpose() * 2.0 - Matrix3::identity();
        let q = quaternions::from_t(&t, &quaternions::null_rotation()).unwrap();
        same_rotation(&q, &Quaternion::from_parts(e, 0.0), 1e-14);
    }
    let none = quaternions::from_t(&Matrix3::<f64>::identity(), &quaternions::null_rotation()).unwrap();
    assert_eq!(none, quaternions::null_rotation());
}
