//! Functions of matrices and of orientations, checked and unchecked, give the same numbers.

use super::super::*;
use super::*;

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn a_tensor_is_turned_from_both_sides(r in orientation(), d in dyade(), v in vector()) {
        let (one, two) = (matrices::resolve_dyade1(&r.t, &d), matrices::resolve_dyade2(&r.t, &d));
        close(&one, &resolve_dyade1(&r, &d), 0.0);
        close(&two, &resolve_dyade2(&r, &d), 0.0);
        // A tensor maps vectors: the map of the turned vector is the turned one.
        close(&(two * (r.t * v)), &(r.t * (d * v)), 1e-12);
        close(&matrices::resolve_dyade1(&r.t, &two), &d, 1e-13);
        prop_assert!((two.trace() - d.trace()).abs() < 1e-13);
    }

    #[test]
    fn planar_rotations_turn_about_their_axis(e in direction(), angle in angle(), v in vector()) {
        let unit = e.normalize();
        let t = matrices::planar_rotation_unit(unit, angle);
        close(&t, &matrices::planar_rotation(e, angle).unwrap(), 1e-15);
        close(&t, &planar_rotation_unit(unit, angle, 0.3).t, 1e-15);
        // Rodrigues' formula for the vector as frame 2 sees it: it turns the other way.
        let turned = v * angle.cos() - unit.cross(&v) * angle.sin() + unit * (unit.dot(&v) * (1.0 - angle.cos()));
        close(&(t * v), &turned, 1e-14);
        close(&quaternions::to_t(&quaternions::planar_rotation_unit(unit, angle)), &t, 1e-14);
    }

    #[test]
    fn a_vector_seen_twice_tells_the_angle(e in direction(), angle in -3.1..3.1, v in direction()) {
        let unit = e.normalize();
        prop_assume!(unit.cross(&v).norm() > 0.1);
        let turned = matrices::planar_rotation_unit(unit, angle) * v;
        for found in [
            matrices::planar_rotation_angle(e, v, turned * 3.0).unwrap(),
            matrices::planar_rotation_angle_unit(unit, v, turned),
            planar_rotation_angle(e, v, turned).unwrap(),
        ] {
            prop_assert!((found - angle).abs() < 1e-12, "{} instead of {}", found, angle);
        }
    }

    #[test]
    fn a_matrix_is_its_rows_and_frame_2_the_first_two(r in orientation()) {
        let rows = matrices::to_vector(&r.t);
        close(&rows, r.t.transpose().as_slice(), 0.0);
        close(&rows, &to_vector(&r), 0.0);
        let axes = matrices::to_exy(&r.t);
        close(&axes, &to_exy(&r), 0.0);
        close(axes.column(0), &(r.t.transpose() * Vector3::x()), 0.0);
        close(axes.column(1), &(r.t.transpose() * Vector3::y()), 0.0);
        // Two axes determine the orientation.
        close(&matrices::from_nxy(axes.column(0).into(), axes.column(1).into()).unwrap(), &r.t, 1e-14);
    }

    #[test]
    fn the_quaternion_of_finite_numbers_is_the_checked_one(t in matrix(), guess in quaternion()) {
        let q = quaternions::from_t_finite(&t, &guess);
        prop_assert_eq!(q, quaternions::from_t(&t, &guess).unwrap());
        // The other elements are quotients by the first one, which is at least 0.1: rounding grows tenfold.
        close(&quaternions::to_t(&q), &t, 1e-13);
        prop_assert!(q.dot(&guess) >= 0.0);
    }
}
