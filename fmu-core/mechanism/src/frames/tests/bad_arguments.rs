//! Invalid axes, sequences, directions and numbers give an error that names the argument.

use super::super::*;
use super::*;

const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

#[track_caller]
fn not_finite<T: std::fmt::Debug>(result: Result<T, FramesError>, expected: &str) {
    match result {
        Err(FramesError::NonFinite { argument, found }) => {
            assert_eq!(argument, expected);
            assert!(!found.is_finite());
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn axes_are_1_to_3() {
    for found in [0, 4, -1, i32::MAX, i32::MIN] {
        let error = FramesError::AxisNumber { found };
        assert_eq!(axis::<f64>(found), Err(error.clone()));
        assert_eq!(axis_rotation(found, 1.0, 0.0), Err(error.clone()));
        assert_eq!(matrices::axis_rotation(found, 1.0), Err(error.clone()));
        assert!(error.to_string().contains(&found.to_string()));
    }
    for number in 1..=3 {
        assert_eq!(Axis::try_from(number).map(Axis::number), Ok(number));
    }
}

/// Of all 125 triples of 0 to 4, twelve are sequences.
#[test]
fn twelve_sequences_exist() {
    let mut accepted = vec![];
    for i in 0..125 {
        let numbers = [i / 25, i / 5 % 5, i % 5];
        match axes_rotations(numbers, [0.1, 0.2, 0.3], [0.0; 3]) {
            Ok(_) => accepted.push(numbers),
            Err(error) => {
                let found = numbers;
                assert_eq!(error, FramesError::RotationSequence { found });
                assert_eq!(matrices::axes_rotations(numbers, [0.0; 3]), Err(error.clone()));
                assert_eq!(axes_rotations_angles(&null_rotation::<f64>(), numbers, 0.0), Err(error.clone()));
                assert_eq!(Sequence::try_from(numbers), Err(error));
            }
        }
    }
    let mut expected = SEQUENCES.to_vec();
    expected.sort_unstable();
    assert_eq!(accepted, expected);
}

#[test]
fn messages_say_what_was_found_and_what_is_expected() {
    let error = Sequence::try_from([1, 1, 3]).unwrap_err();
    assert!(error.to_string().starts_with("rotation sequence {1, 1, 3}: expected"), "{error}");
    let error = normalize(Vector3::<f64>::zeros()).unwrap_err();
    assert!(error.to_string().contains("`v` is the zero vector"), "{error}");
}

#[test]
fn zero_vectors_have_no_direction() {
    let (zero, x, y) = (Vector3::zeros(), Vector3::x(), Vector3::y());
    let error = |argument| FramesError::ZeroVector { argument };
    assert_eq!(normalize(zero), Err(error("v")));
    assert_eq!(planar_rotation(zero, 1.0, 1.0), Err(error("e")));
    assert_eq!(matrices::planar_rotation(zero, 1.0), Err(error("e")));
    assert_eq!(quaternions::planar_rotation(zero, 1.0), Err(error("e")));
    assert_eq!(planar_rotation_angle(zero, x, y), Err(error("e")));
    assert_eq!(planar_rotation_angle(x, zero, y), Err(error("v1")));
    assert_eq!(planar_rotation_angle(x, y, zero), Err(error("v2")));
    let zero = Quaternion([0.0; 4]);
    assert_eq!(quaternions::normalize(&zero), Err(FramesError::ZeroQuaternion { argument: "Q" }));
}

#[test]
fn a_vector_along_the_axis_shows_no_angle() {
    let (z, tilted) = (Vector3::z() * 3.0, Vector3::new(0.0, 0.1, 1.0));
    for along in [z, -z, z + Vector3::x() * 1e-11] {
        for (v1, v2, name) in [(along, tilted, "v1"), (tilted, along, "v2")] {
            let error = planar_rotation_angle(Vector3::z(), v1, v2).unwrap_err();
            assert_eq!(error, FramesError::ParallelVectors { argument: name, found: along.into(), to: "e" });
        }
    }
}

#[test]
fn numbers_that_are_not_finite_are_named() {
    let (x, y) = (Vector3::x(), Vector3::y());
    let null = quaternions::null_rotation();
    for bad in BAD {
        let v = Vector3::new(0.0, bad, 1.0);
        not_finite(normalize(v), "v[2]");
        not_finite(planar_rotation(v, 0.0, 0.0), "e[2]");
        not_finite(planar_rotation(x, bad, 0.0), "angle");
        not_finite(planar_rotation(x, 0.0, bad), "der_angle");
        not_finite(matrices::planar_rotation(x, bad), "angle");
        not_finite(quaternions::planar_rotation(x, bad), "angle");
        not_finite(planar_rotation_angle(x, v, y), "v1[2]");
        not_finite(planar_rotation_angle(x, y, v), "v2[2]");
        not_finite(axis_rotation(1, bad, 0.0), "angle");
        not_finite(axis_rotation(1, 0.0, bad), "der_angle");
        not_finite(axes_rotations([1, 2, 3], [0.0, 0.0, bad], [0.0; 3]), "angles[3]");
        not_finite(axes_rotations([1, 2, 3], [0.0; 3], [bad, 0.0, 0.0]), "der_angles[1]");
        not_finite(from_nxy(v, y), "n_x[2]");
        not_finite(from_nxy(x, v), "n_y[2]");
        not_finite(from_nxz(v, y), "n_x[2]");
        not_finite(from_nxz(x, v), "n_z[2]");
        let mut r = null_rotation();
        r.t[(1, 2)] = bad;
        not_finite(axes_rotations_angles(&r, [1, 2, 3], 0.0), "T[2,3]");
        not_finite(axes_rotations_angles(&null_rotation::<f64>(), [1, 2, 3], bad), "guessAngle1");
        not_finite(to_q(&r, &null), "T[2,3]");
        not_finite(quaternions::from_t_inv(&r.t, &null), "T_inv[2,3]");
        not_finite(quaternions::from_t(&Matrix3::identity(), &Quaternion([bad, 0.0, 0.0, 1.0])), "Q_guess[1]");
        not_finite(quaternions::normalize(&Quaternion([0.0, 0.0, bad, 1.0])), "Q[3]");
    }
}

/// A derivative that is not finite is an error even where the value is finite.
#[test]
fn derivatives_have_to_be_finite_too() {
    let angle = Jet::along(1.0, [f64::NAN, 0.0, 0.0]);
    let error = axis_rotation(1, angle, D::constant(0.0)).unwrap_err();
    assert_eq!(error, FramesError::NonFinite { argument: "angle".to_owned(), found: 1.0 });
}
