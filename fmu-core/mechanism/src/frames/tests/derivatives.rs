//! Angular velocities against derivatives: exact ones by jets, and differences.

use super::super::*;
use super::*;

/// Values and derivatives of a matrix.
fn split(t: &Matrix3<D>) -> (Matrix3<f64>, Matrix3<f64>) {
    (t.map(|x| x.value), t.map(|x| x.along[0]))
}

/// Values and derivatives of a vector.
fn split_vector(v: Vector3<D>) -> (Vector3<f64>, Vector3<f64>) {
    (v.map(|x| x.value), v.map(|x| x.along[0]))
}

/// A moving orientation in both forms: its time derivative sits in the dual lane.
fn quaternion_in_motion(q: &Quaternion<f64>, w: Vector3<f64>) -> Quaternion<D> {
    Quaternion(moving(q.0, quaternions::der_orientation(q, w).0))
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn from_t2_equals_the_rates_of_a_sequence(sequence in sequence(), angles in angles(), rates in vector()) {
        let expected = axes_rotations(sequence, angles, rates.into()).unwrap();
        let (t, der_t) = split(&matrices::axes_rotations(sequence, moving(angles, rates.into())).unwrap());
        same(&from_t2(t, &der_t), &expected, 1e-13);
        close(&matrices::angular_velocity1(&t, &der_t), &angular_velocity1(&expected), 1e-13);
        close(&matrices::der_orientation(&t, expected.w), &der_t, 1e-13);
        // The definition.
        close(&skew(expected.w), &(t * der_t.transpose()), 1e-13);
    }

    #[test]
    fn from_t2_equals_finite_differences(sequence in sequence(), angles in angles(), rates in vector()) {
        let step = 1e-5;
        let at = |time: f64| {
            matrices::axes_rotations(sequence, std::array::from_fn(|i| angles[i] + rates[i] * time)).unwrap()
        };
        let (before, t, after) = (at(-step), at(0.0), at(step));
        let der_t = (after - before) / (2.0 * step);
        // The small rotation during the step, over its time.
        let turn = matrices::small_rotation(&matrices::relative_rotation(&before, &after)) / (2.0 * step);
        let w = from_t2(t, &der_t).w;
        close(&w, &axes_rotations(sequence, angles, rates.into()).unwrap().w, 1e-6);
        close(&w, &turn, 1e-2);
    }

    #[test]
    fn planar_rotation_turns_at_its_rate(n in direction(), phi in angle(), w in -3.0..3.0) {
        let turning = Jet::along(phi, [w, 0.0, 0.0]);
        let (t, der_t) = split(&matrices::planar_rotation(constant(n), turning).unwrap());
        same(&from_t2(t, &der_t), &planar_rotation(n, phi, w).unwrap(), 1e-13);
    }

    #[test]
    fn quaternion_derivatives_equal_matrix_derivatives(q in quaternion(), w in vector(), v in vector()) {
        let q_t = quaternion_in_motion(&q, w);
        let (t, der_t) = split(&quaternions::to_t(&q_t));
        close(&matrices::angular_velocity2(&t, &der_t), &w, 1e-13);
        // der(resolve1(Q, v2)) = resolve1(Q, w x v2), der(resolve2(Q, v1)) = -w x resolve2(Q, v1), and from_T keeps derivatives.
        let (_, in_1) = split_vector(quaternions::resolve1(&q_t, constant(v)));
        close(&in_1, &quaternions::resolve1(&q, w.cross(&v)), 1e-12);
        let (v2, der_v2) = split_vector(quaternions::resolve2(&q_t, constant(v)));
        close(&der_v2, &-w.cross(&v2), 1e-12);
        let back = quaternions::from_t(&quaternions::to_t(&q_t), &q_t).unwrap();
        close(&back.0.map(|x| x.along[0]), &q_t.0.map(|x| x.along[0]), 1e-12);
    }

    /// The angular velocity of a chain of rotations equals that of its matrix.
    #[test]
    fn chains_have_the_angular_velocity_of_their_matrix(
        q1 in quaternion(), q2 in quaternion(), w1 in vector(), w2 in vector(),
    ) {
        let (a, b) = (quaternion_in_motion(&q1, w1), quaternion_in_motion(&q2, w2));
        let (r1, r2) = (from_q(&q1, w1), from_q(&q2, w2));
        let (a, b) = (quaternions::to_t(&a), quaternions::to_t(&b));
        let check = |t: Matrix3<D>, r: Orientation<f64>| {
            let (t, der_t) = split(&t);
            same(&from_t2(t, &der_t), &r, 1e-12);
        };
        check(matrices::absolute_rotation(&a, &b), absolute_rotation(&r1, &r2));
        check(matrices::relative_rotation(&a, &b), relative_rotation(&r1, &r2));
        check(matrices::inverse_rotation(&a), inverse_rotation(&r1));
    }

    /// The rates of the angles reproduce the angular velocity.
    #[test]
    fn rates_of_angles_give_the_angular_velocity(sequence in sequence(), q in quaternion(), w in vector()) {
        let t = quaternions::to_t(&quaternion_in_motion(&q, w));
        let found = matrices::axes_rotations_angles(&t, sequence, 0.0).unwrap();
        let (angles, rates) = (found.map(|x| x.value), found.map(|x| x.along[0]));
        let middle = if sequence[0] == sequence[2] { angles[1].sin() } else { angles[1].cos() };
        prop_assume!(middle.abs() > 0.05);
        close(&axes_rotations(sequence, angles, rates).unwrap().w, &w, 1e-10);
    }

    #[test]
    fn the_rate_of_a_planar_angle_is_the_rate_of_the_turn(n in direction(), v in direction(), phi in angle(), w in -3.0..3.0) {
        prop_assume!(n.cross(&v).norm() > 0.1);
        let r = planar_rotation(constant(n), Jet::along(phi, [w, 0.0, 0.0]), D::constant(0.0)).unwrap();
        let found = planar_rotation_angle(constant(n), constant(v), resolve2(&r, constant(v))).unwrap();
        prop_assert!((found.along[0] - w).abs() < 1e-9, "{found:?} {w}");
    }

    #[test]
    fn directions_that_turn_give_a_frame_that_turns(n_x in direction(), n_y in direction(), step in vector()) {
        prop_assume!(n_x.cross(&n_y).norm() > 0.1);
        let x = moving(n_x.into(), step.into());
        let (_, exact) = split(&matrices::from_nxy(Vector3::from(x), constant(n_y)).unwrap());
        let at = |time: f64| matrices::from_nxy(n_x + step * time, n_y).unwrap();
        let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
        close(&exact, &difference, 1e-6 * (1.0 + exact.norm()).powi(3));
    }
}

/// Where functions branch or are singular, derivatives stay finite.
#[test]
fn derivatives_are_finite_everywhere() {
    let w = Vector3::new(0.3, -1.0, 2.0);
    for e in [Vector3::x(), Vector3::y(), Vector3::z()] {
        for phi in [0.0, PI / 2.0, PI, -PI] {
            let q = quaternion_in_motion(&quaternions::planar_rotation_unit(e, phi), w);
            let t = quaternions::to_t(&q);
            assert!(quaternions::from_t(&t, &quaternions::null_rotation()).unwrap().0.iter().all(|x| x.is_finite()));
            for sequence in SEQUENCES {
                let found = matrices::axes_rotations_angles(&t, sequence, 0.0).unwrap();
                assert!(found.iter().all(|x| x.is_finite()), "{sequence:?} {found:?}");
            }
            let row = |i: usize| Vector3::from(t.row(i).transpose());
            for (n_x, n) in [(row(0), row(0)), (row(0), row(1)), (row(2), Vector3::zeros()), (Vector3::zeros(), row(1))]
            {
                for t in [matrices::from_nxy(n_x, n).unwrap(), matrices::from_nxz(n_x, n).unwrap()] {
                    assert!(t.iter().all(|x| x.is_finite()), "{t:?}");
                }
            }
        }
    }
}
