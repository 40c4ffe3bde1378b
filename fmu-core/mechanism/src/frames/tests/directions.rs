//! Orientations from two directions.

use super::super::*;
use super::*;

/// Numbers of every size, with zeros and repetitions.
fn any_component() -> impl Strategy<Value = f64> {
    prop_oneof![
        -2.0..2.0,
        prop::sample::select(vec![
            0.0, -0.0, 1.0, -1.0, 1e-4, 1e-5, 2e-6, -1e-7, 1e-11, 1e-160, 5e-324, 1e9, -1e160, 1e300
        ]),
    ]
}

fn any_vector() -> impl Strategy<Value = Vector3<f64>> {
    [any_component(), any_component(), any_component()].prop_map(Vector3::from)
}

/// A vector that is nearly a multiple of `n`.
fn nearly_parallel(n: Vector3<f64>) -> impl Strategy<Value = Vector3<f64>> {
    let off = prop::sample::select(vec![0.0, 1e-15, 1e-9, 1e-6, 1e-3]);
    let size = prop::sample::select(vec![-1.0, 1e-3, 3.0, -1e8]);
    (off, size, vector()).prop_map(move |(off, size, v)| (n + v * off) * size)
}

/// Angle-free form of "z lies in the half plane of x and y": y has a positive part along `n_y`, and `n_y` none along the third axis.
#[track_caller]
fn spans(
    first: Vector3<f64>,
    second: Vector3<f64>,
    third: Vector3<f64>,
    n_first: Vector3<f64>,
    n_second: Vector3<f64>,
) {
    close(&first, &n_first.normalize(), 1e-14);
    assert!(second.dot(&n_second) > 0.0);
    assert!(third.dot(&n_second).abs() < 1e-12 * n_second.norm());
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn every_pair_of_vectors_gives_a_right_handed_triad(n_x in any_vector(), n in any_vector()) {
        is_rotation(&from_nxy(n_x, n).unwrap().t, 1e-14);
        is_rotation(&from_nxz(n_x, n).unwrap().t, 1e-14);
    }

    #[test]
    fn nearly_parallel_vectors_give_a_right_handed_triad((n_x, n) in direction().prop_flat_map(|n| (Just(n), nearly_parallel(n)))) {
        for t in [from_nxy(n_x, n).unwrap().t, from_nxz(n_x, n).unwrap().t] {
            is_rotation(&t, 1e-14);
            close(&t.row(0).transpose(), &n_x.normalize(), 1e-14);
        }
    }

    #[test]
    fn the_axes_lie_where_the_directions_say(n_x in direction(), n in direction()) {
        prop_assume!(n_x.cross(&n).norm() > 1e-2 * n_x.norm());
        let rows = |t: Matrix3<f64>| [0, 1, 2].map(|i| Vector3::from(t.row(i).transpose()));
        let [x, y, z] = rows(from_nxy(n_x, n).unwrap().t);
        spans(x, y, z, n_x, n);
        let [x, y, z] = rows(from_nxz(n_x, n).unwrap().t);
        spans(x, z, y, n_x, n);
    }

    #[test]
    fn the_axes_of_an_orientation_give_it_back(t in matrix()) {
        let [x, y, z] = [0, 1, 2].map(|i| Vector3::from(t.row(i).transpose()));
        let r = from_t(t, Vector3::zeros());
        same(&from_nxy(x, y).unwrap(), &r, 1e-13);
        same(&from_nxz(x, z).unwrap(), &r, 1e-13);
    }
}

proptest! {
    #![proptest_config(cases(64))]

    /// The cross product of parallel vectors is only rounding error, which must not be taken for a direction at any
    /// length.
    #[test]
    fn parallel_vectors_count_as_parallel_at_any_length(n in direction(), exponent in -20..20) {
        let parallel = n * 10.0_f64.powi(exponent);
        close(&from_nxy(n, parallel).unwrap().t, &from_nxy(n, Vector3::zeros()).unwrap().t, 0.0);
        close(&from_nxz(n, -parallel).unwrap().t, &from_nxz(n, Vector3::zeros()).unwrap().t, 0.0);
    }
}

/// MSL's substitutes for missing directions.
#[test]
fn missing_directions_are_replaced_by_axes_of_frame_1() {
    let (x, y, z, none) = (Vector3::x(), Vector3::y(), Vector3::z(), Vector3::zeros());
    let identity = Matrix3::identity();
    for parallel in [none, x, -x, x * 1e5, y * 1e-4] {
        close(&from_nxy(x, parallel).unwrap().t, &identity, 0.0);
        close(&from_nxz(x, parallel).unwrap().t, &identity, 0.0);
    }
    close(&from_nxy(none, y).unwrap().t, &identity, 0.0);
    close(&from_nxz(none, z).unwrap().t, &identity, 0.0);
    close(&from_nxy(none, none).unwrap().t, &identity, 0.0);
    close(&from_nxy(z * 1e-11, y).unwrap().t, &identity, 0.0);
    // y and z have no component along x, so the x-axis is the substitute.
    close(to_exy(&from_nxy(y, y).unwrap()).column(1), &x, 0.0);
    close(to_exy(&from_nxy(z, z).unwrap()).column(1), &x, 0.0);
    close(from_nxz(y, y).unwrap().t.row(2), &x, 0.0);
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn normalising_keeps_the_direction(v in direction(), exponent in -300..300) {
        let e = normalize(v * 10.0_f64.powi(exponent)).unwrap();
        close(&e, &v.normalize(), 1e-14);
        prop_assert!((length(&v) - v.norm()).abs() < 1e-14 * v.norm());
    }

    #[test]
    fn skew_is_the_cross_product(a in vector(), b in vector()) {
        close(&(skew(a) * b), &a.cross(&b), 1e-13);
    }
}
