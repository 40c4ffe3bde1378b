//! What is set and what is read.

use super::*;

#[test]
fn inputs_and_tunable_parameters_act_from_the_next_step_on() {
    let mut instance = ready(0.0);
    instance.do_step(0.0, 0.3).unwrap();
    let (x, v) = oscillation(0.5, 0.0, 0.0, 8.0, 0.3);
    instance.set(&[vr::U], &[4.0]).unwrap();
    instance.set(&[vr::K], &[2.0]).unwrap();
    assert_near(real(&mut instance, vr::DER_V), (4.0 - 2.0 * x) / 2.0);
    assert_near(real(&mut instance, vr::X), x);
    instance.do_step(0.3, 0.4).unwrap();
    let (x, v) = oscillation(x, v, 4.0, 2.0, 0.4);
    assert_near(real(&mut instance, vr::X), x);
    assert_near(real(&mut instance, vr::V), v);
}

#[test]
fn what_was_set_shows_at_once() {
    let mut instance = initializing(0.0);
    instance.set(&[vr::U, vr::X, vr::K, vr::M], &[3.0, 0.25, 9.0, 4.0]).unwrap();
    assert_eq!(real(&mut instance, vr::Y), 3.5);
    assert_eq!(real(&mut instance, vr::OMEGA), 1.5);
    assert_eq!(real(&mut instance, vr::DER_V), (3.0 - 9.0 * 0.25) / 4.0);
    instance.set(&[vr::X], &[1.0]).unwrap();
    assert_eq!(real(&mut instance, vr::Y), 5.0);
    instance.exit_initialization_mode().unwrap();
    instance.set(&[vr::U], &[7.0]).unwrap();
    assert_eq!(real(&mut instance, vr::Y), 9.0);
    instance.set(&[vr::K], &[4.0]).unwrap();
    assert_eq!(real(&mut instance, vr::COMPLIANCE), 0.25);
}

#[test]
fn before_initialization_only_settings_can_be_read() {
    let mut instance = instantiated();
    let settings = [vr::M, vr::K, vr::X, vr::V, vr::U, vr::GUESS];
    let mut values = [f64::NAN; 6];
    instance.get(&settings, &mut values).unwrap();
    assert_eq!(values, [2.0, 8.0, 0.5, 0.0, 0.0, 0.25]);
    assert_eq!(get::<i32>(&mut instance, vr::FRAME), 1);
    for reference in [vr::OMEGA, vr::DER_X, vr::Y, vr::TIME] {
        let result = instance.get(&[reference], &mut [0.0]);
        assert!(matches!(result, Err(InstanceError::NotReadable { .. })), "{reference}");
    }
    instance.set(&[vr::U, vr::X], &[1.5, 2.5]).unwrap();
    assert_eq!((real(&mut instance, vr::U), real(&mut instance, vr::X)), (1.5, 2.5));
}

#[test]
fn a_call_that_refuses_one_value_sets_none() {
    type Check = fn(&InstanceError) -> bool;
    let cases: [(u32, f64, Check); 7] = [
        (vr::K, f64::NAN, |e| matches!(e, InstanceError::NotFinite { .. })),
        (vr::K, f64::INFINITY, |e| matches!(e, InstanceError::NotFinite { .. })),
        (vr::K, -1.0, |e| matches!(e, InstanceError::OutOfRange { min: 0.0, max: 1e6, .. })),
        (vr::K, 1.1e6, |e| matches!(e, InstanceError::OutOfRange { .. })),
        (vr::COUNT, 1.0, |e| matches!(e, InstanceError::UnknownReference { count: 20, .. })),
        (vr::GEAR, 1.0, |e| matches!(e, InstanceError::WrongType { declared: "Integer", used: "Real", .. })),
        (vr::Y, 1.0, |e| matches!(e, InstanceError::NotSettable { .. })),
    ];
    for mut instance in [instantiated(), initializing(0.0), ready(0.0)] {
        for (reference, value, expected) in cases {
            let error = instance.set(&[vr::U, reference, vr::U], &[1.0, value, 2.0]).unwrap_err();
            assert!(expected(&error), "{error}");
            assert_eq!(real(&mut instance, vr::U), 0.0);
            assert_eq!(real(&mut instance, vr::K), 8.0);
        }
    }
}

#[test]
fn enumerations_count_from_one() {
    let mut instance = ready(0.0);
    for legal in 1..=3 {
        instance.set(&[vr::SIDE], &[legal]).unwrap();
        assert_eq!(get::<i32>(&mut instance, vr::SIDE), legal);
    }
    for illegal in [0, 4, i32::MIN, i32::MAX] {
        let error = instance.set(&[vr::SIDE], &[illegal]).unwrap_err();
        assert_eq!(error.severity(), Severity::Discard, "{error}");
        assert_eq!(get::<i32>(&mut instance, vr::SIDE), 3);
    }
}

#[test]
fn what_may_be_set_depends_on_the_state() {
    // Rows: value reference; settable in instantiated, Initialization Mode, step complete.
    let table = [
        (vr::TIME, [false, false, false]),
        (vr::M, [true, true, false]),
        (vr::K, [true, true, true]),
        (vr::OMEGA, [false, false, false]),
        (vr::X, [true, true, false]),
        (vr::DER_X, [false, false, false]),
        (vr::U, [true, true, true]),
        (vr::Y, [false, false, false]),
        (vr::GUESS, [true, false, false]),
    ];
    for (reference, expected) in table {
        let modes = [instantiated(), initializing(0.0), ready(0.0)];
        for (mut instance, expected) in modes.into_iter().zip(expected) {
            let result = instance.set(&[reference], &[0.125]);
            assert_eq!(result.is_ok(), expected, "{reference} in {}", instance.mode());
            assert!(expected || result.unwrap_err().severity() == Severity::Error);
        }
    }
    let mut instance = instantiated();
    assert!(instance.set(&[vr::FRAME], &[2]).is_err(), "constants stay");
    instance.set(&[vr::GEAR], &[-7]).unwrap();
    instance.set(&[vr::LOCKED], &[true]).unwrap();
    assert_eq!((get::<i32>(&mut instance, vr::GEAR), get::<bool>(&mut instance, vr::LOCKED)), (-7, true));
}

#[test]
fn no_values_are_no_trouble() {
    for mut instance in [instantiated(), initializing(0.0), ready(0.0)] {
        instance.get::<f64>(&[], &mut []).unwrap();
        instance.set::<bool>(&[], &[]).unwrap();
        assert!(matches!(instance.get(&[0, 1], &mut [0.0]), Err(InstanceError::LengthMismatch { .. })));
    }
}
