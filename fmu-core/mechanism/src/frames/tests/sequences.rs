//! Rotation sequences and their angles.

use super::super::*;
use super::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

/// Middle angle at which the third axis is parallel to the first.
fn singular_angles(sequence: [i32; 3]) -> [f64; 2] {
    if sequence[0] == sequence[2] { [0.0, PI] } else { [FRAC_PI_2, -FRAC_PI_2] }
}

#[track_caller]
fn in_range(angles: &[f64]) {
    assert!(angles.iter().all(|x| *x > -PI && *x <= PI), "{angles:?}");
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn angles_give_back_the_orientation(r in orientation(), sequence in sequence(), guess in -3.0..3.0) {
        let found = axes_rotations_angles(&r, sequence, guess).unwrap();
        in_range(&found);
        close(&axes_rotations(sequence, found, [0.0; 3]).unwrap().t, &r.t, 1e-12);
        close(&matrices::axes_rotations(sequence, found).unwrap(), &r.t, 1e-12);
    }

    /// Middle angle exactly at the singularity, rounded around it, and near it.
    #[test]
    fn angles_give_back_the_orientation_near_singularities(
        sequence in sequence(), angles in angles(), which in 0..2_usize, guess in -3.0..3.0,
        off in prop::sample::select(vec![0.0, 1e-15, -3e-13, 1e-12, 2e-12, -1e-11, 1e-9, -1e-6, 1e-3]),
    ) {
        let middle = singular_angles(sequence)[which] + off;
        let t = matrices::axes_rotations(sequence, [angles[0], middle, angles[2]]).unwrap();
        let found = matrices::axes_rotations_angles(&t, sequence, guess).unwrap();
        in_range(&found);
        close(&matrices::axes_rotations(sequence, found).unwrap(), &t, 5e-12);
    }

    #[test]
    fn the_first_angle_is_the_one_nearer_to_the_guess(r in orientation(), sequence in sequence(), guess in -3.0..3.0) {
        let found = axes_rotations_angles(&r, sequence, guess).unwrap();
        // The other solution has its first angle half a turn away.
        let other = if found[0] > 0.0 { found[0] - PI } else { found[0] + PI };
        prop_assert!((found[0] - guess).abs() <= (other - guess).abs());
        let at_other = axes_rotations_angles(&r, sequence, other).unwrap();
        prop_assert!((at_other[0] - other).abs() < 1e-9);
    }

    /// Angles of the main range come back themselves.
    #[test]
    fn angles_near_the_guess_are_found(sequence in sequence(), a in angle(), b in 0.1..1.4, c in angle()) {
        // Both bounds keep off the singularities at 0 and pi/2.
        let r = axes_rotations(sequence, [a, b, c], [0.0; 3]).unwrap();
        close(&axes_rotations_angles(&r, sequence, a).unwrap(), &[a, b, c], 1e-11);
    }

    #[test]
    fn the_quaternion_of_a_sequence_is_its_orientation(numbers in sequence(), angles in angles()) {
        let sequence = Sequence::try_from(numbers).unwrap();
        close(&quaternions::to_t(&sequence.quaternion(angles)), &sequence.matrix(angles), 1e-13);
    }

    #[test]
    fn sequences_are_chains_of_axis_rotations(sequence in sequence(), angles in angles(), rates in vector()) {
        let chain = (0..3).fold(null_rotation(), |r, i| {
            absolute_rotation(&r, &axis_rotation(sequence[i], angles[i], rates[i]).unwrap())
        });
        let at_once = axes_rotations(sequence, angles, rates.into()).unwrap();
        same(&at_once, &chain, 1e-13);
        is_rotation(&at_once.t, 1e-14);
        close(&matrices::axes_rotations(sequence, angles).unwrap(), &chain.t, 1e-14);
    }
}

/// The documented rule of the singular set: the guess is the first angle, even beyond pi.
#[test]
fn at_a_singularity_the_first_angle_is_the_guess() {
    for sequence in SEQUENCES {
        for middle in singular_angles(sequence) {
            let t = matrices::axes_rotations(sequence, [0.4, middle, -1.1]).unwrap();
            for guess in [0.0, 0.7, -2.0, 9.0] {
                let found = matrices::axes_rotations_angles(&t, sequence, guess).unwrap();
                assert_eq!(found[0], guess, "{sequence:?} {middle}");
                close(&matrices::axes_rotations(sequence, found).unwrap(), &t, 1e-11);
            }
        }
    }
}

/// First angles +-pi/2 are equally far from the guess 0: the library takes atan2(A, -B), whose sign is that of A, the part of the
/// third axis along the second axis.
#[test]
fn a_tie_takes_the_first_solution() {
    // e3 in the x-y plane: B, its part along z, is zero.
    for a in [0.8, -0.8] {
        let e3 = Vector3::new(0.6, a, 0.0);
        let t = Matrix3::from_rows(&[Vector3::z().transpose(), e3.cross(&Vector3::z()).transpose(), e3.transpose()]);
        is_rotation(&t, 1e-15);
        let found = matrices::axes_rotations_angles(&t, [1, 2, 3], 0.0).unwrap();
        assert_eq!(found[0], FRAC_PI_2.copysign(a));
        close(&matrices::axes_rotations([1, 2, 3], found).unwrap(), &t, 1e-15);
    }
}

#[test]
fn no_rotation_has_zero_angles() {
    for sequence in SEQUENCES {
        let found = axes_rotations_angles(&null_rotation::<f64>(), sequence, 0.0).unwrap();
        close(&found, &[0.0; 3], 0.0);
    }
}

/// Half turns about the coordinate axes have entries -0.0, where atan2 alone gives -pi.
#[test]
fn half_turns_are_never_minus_pi() {
    for t in [[1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]] {
        let mut t = Matrix3::from_diagonal(&Vector3::from(t));
        for signed_zero in [0.0, -0.0] {
            t = t.map(|x| if x == 0.0 { signed_zero } else { x });
            for sequence in SEQUENCES {
                for guess in [0.0, 3.0, -3.0] {
                    let found = matrices::axes_rotations_angles(&t, sequence, guess).unwrap();
                    // A guess that is the first angle at a singularity is kept; these are all within range.
                    in_range(&found);
                    close(&matrices::axes_rotations(sequence, found).unwrap(), &t, 1e-15);
                }
            }
        }
    }
}

#[test]
fn the_default_sequence_is_123() {
    assert_eq!(Sequence::default().numbers(), [1, 2, 3]);
    assert_eq!(Sequence::default().to_string(), "{1, 2, 3}");
    let r = Sequence::default().rotation([FRAC_PI_4, 0.0, 0.0], [1.0, 0.0, 0.0]);
    same(&r, &axis_rotation(1, FRAC_PI_4, 1.0).unwrap(), 1e-16);
}
