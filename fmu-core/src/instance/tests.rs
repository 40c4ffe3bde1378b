//! Behaviour of an instance, shown with a plant of known solution.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::oscillator::{Oscillator, vr};
use super::*;
use crate::dynamics::EvaluationError;

fn instantiated() -> Instance {
    Instance::with_plant(Box::new(Oscillator::new()), 1e-9)
}

fn initializing(start_time: f64) -> Instance {
    let mut instance = instantiated();
    instance.setup_experiment(Experiment { start_time, ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance
}

fn ready(start_time: f64) -> Instance {
    let mut instance = initializing(start_time);
    instance.exit_initialization_mode().unwrap();
    instance
}

fn get<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> T {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value).unwrap();
    value[0]
}

fn real(instance: &mut Instance, reference: u32) -> f64 {
    get(instance, reference)
}

/// Position and speed of the undamped oscillator under a constant force, `t` after it was at (x, v).
fn oscillation(x: f64, v: f64, force: f64, k: f64, t: f64) -> (f64, f64) {
    let (omega, rest) = ((k / 2.0_f64).sqrt(), force / k);
    let (sin, cos) = (omega * t).sin_cos();
    (rest + (x - rest) * cos + v / omega * sin, v * cos - (x - rest) * omega * sin)
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-7, "{found} instead of {expected}");
}

#[test]
fn the_free_oscillator_follows_its_solution() {
    let mut instance = ready(0.0);
    for k in 0..100 {
        let report = instance.do_step(f64::from(k) * 0.05, 0.05).unwrap();
        assert_eq!(report, StepReport { time: f64::from(k) * 0.05 + 0.05, time_events: 0 });
        let (x, v) = oscillation(0.5, 0.0, 0.0, 8.0, instance.time());
        assert_near(real(&mut instance, vr::X), x);
        assert_near(real(&mut instance, vr::V), v);
        assert_eq!(real(&mut instance, vr::TIME), instance.time());
    }
}

#[test]
fn steps_start_at_the_start_time() {
    for start in [-3.0, 0.0, 1e4] {
        let mut instance = ready(start);
        assert_eq!(real(&mut instance, vr::TIME), start);
        assert!(matches!(instance.do_step(start + 1.0, 0.1), Err(InstanceError::CommunicationPoint { .. })));
        instance.do_step(start, 0.1).unwrap();
        assert_near(real(&mut instance, vr::X), oscillation(0.5, 0.0, 0.0, 8.0, 0.1).0);
    }
}

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

/// Steps over, onto and around the push at 1 s; the solution is the same.
#[test]
fn time_events_are_hit_exactly() {
    for (push, step, count) in [(1.0, 0.3, 7), (1.0, 0.1, 21), (1.0, 2.1, 1), (0.1 + 0.2, 0.1, 21), (1.0, 0.7, 3)] {
        let mut instance = instantiated();
        instance.set(&[vr::T_PUSH], &[push]).unwrap();
        instance.setup_experiment(Experiment::default()).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        let mut events = 0;
        for k in 0..count {
            events += instance.do_step(f64::from(k) * step, step).unwrap().time_events;
            let now = instance.time();
            assert_eq!(get::<bool>(&mut instance, vr::PUSHED), now >= push, "{push} {step} {now}");
        }
        assert_eq!(events, 1);
        let (x, v) = oscillation(0.5, 0.0, 0.0, 8.0, push);
        let (x, v) = oscillation(x, v, 1.0, 8.0, instance.time() - push);
        assert_near(real(&mut instance, vr::X), x);
        assert_near(real(&mut instance, vr::V), v);
    }
}

#[test]
fn an_event_at_the_communication_point_belongs_to_the_step_before() {
    // Ten additions of 0.1 are less than 1, three are more than 0.3.
    for (push, count) in [(1.0, 10), (0.3, 3), (0.8, 8)] {
        let mut instance = instantiated();
        instance.set(&[vr::T_PUSH], &[push]).unwrap();
        instance.setup_experiment(Experiment::default()).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        let mut time = 0.0;
        for k in 1..=count {
            assert!(!get::<bool>(&mut instance, vr::PUSHED));
            let report = instance.do_step(time, 0.1).unwrap();
            assert_eq!(report.time_events, usize::from(k == count), "{push}");
            time += 0.1;
        }
        assert!(get::<bool>(&mut instance, vr::PUSHED));
        assert_eq!(instance.do_step(time, 0.1).unwrap().time_events, 0);
    }
}

#[test]
fn the_way_of_stepping_does_not_change_the_result() {
    let mut fine = ready(0.0);
    let mut coarse = ready(0.0);
    for k in 0..1000 {
        fine.do_step(f64::from(k) * 0.01, 0.01).unwrap();
    }
    coarse.do_step(0.0, 10.0).unwrap();
    assert_near(real(&mut fine, vr::X), real(&mut coarse, vr::X));
    assert_eq!(fine.time(), coarse.time());
}

#[test]
fn the_tolerance_of_the_experiment_is_used() {
    let error = |tolerance| {
        let mut instance = instantiated();
        instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        instance.do_step(0.0, 20.0).unwrap();
        (real(&mut instance, vr::X) - oscillation(0.5, 0.0, 0.0, 8.0, 20.0).0).abs()
    };
    assert!(error(1e-3) < 1e-1);
    assert!(error(1e-6) < error(1e-3) / 10.0);
    assert!(error(1e-11) < error(1e-6) / 100.0);
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
fn a_refused_step_changes_nothing() {
    let mut instance = instantiated();
    instance.setup_experiment(Experiment { stop_time: Some(1.0), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    instance.do_step(0.0, 0.25).unwrap();
    let x = real(&mut instance, vr::X);
    for (point, step) in
        [(0.25, 0.0), (0.25, -0.1), (0.25, f64::NAN), (f64::NAN, 0.1), (0.5, 0.1), (0.25, f64::INFINITY)]
    {
        let error = instance.do_step(point, step).unwrap_err();
        assert_eq!(error.severity(), Severity::Discard, "{error}");
        assert_eq!((instance.mode(), instance.time(), real(&mut instance, vr::X)), (Mode::StepComplete, 0.25, x));
    }
    let error = instance.do_step(0.25, 0.8).unwrap_err();
    assert_eq!(error, InstanceError::AfterStopTime { end: 1.05, stop: 1.0 });
    assert_eq!(error.severity(), Severity::Error);
    instance.do_step(0.25, 0.75).unwrap();
}

#[test]
fn a_failed_step_stays_at_the_last_successful_time() {
    let mut instance = ready(0.0);
    // x = 0.5 cos(2 t) comes back up through 0.4 at 2 t = 2 pi - acos(0.8).
    instance.do_step(0.0, 1.0).unwrap();
    instance.set(&[vr::LIMIT], &[0.4]).unwrap();
    let error = instance.do_step(1.0, 5.0).unwrap_err();
    assert_eq!((instance.mode(), error.severity()), (Mode::StepFailed, Severity::Discard));
    let wall = (2.0 * std::f64::consts::PI - 0.8_f64.acos()) / 2.0;
    let InstanceError::StepFailed { time, end, cause } = error else { panic!("{error}") };
    assert_eq!((time, end), (instance.time(), 6.0));
    assert!(time > 1.0 && time <= wall + 1e-6, "{time} {wall}");
    assert!(cause.contains("v is not finite"), "{cause}");
    assert_near(real(&mut instance, vr::X), oscillation(0.5, 0.0, 0.0, 8.0, time).0);
    assert!(matches!(instance.do_step(time, 0.1), Err(InstanceError::WrongMode { .. })));
    instance.terminate().unwrap();
}

#[test]
fn reset_is_as_good_as_new() {
    let record = |instance: &mut Instance| {
        let mut values = Vec::new();
        for reference in [vr::M, vr::K, vr::X, vr::V, vr::U, vr::T_PUSH, vr::GUESS, vr::LIMIT] {
            values.push(real(instance, reference));
        }
        values.push(f64::from(get::<i32>(instance, vr::GEAR)));
        values.push(f64::from(u8::from(get::<bool>(instance, vr::LOCKED))));
        assert!(instance.enter_initialization_mode().is_err(), "the experiment is set up anew");
        instance.setup_experiment(Experiment::default()).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        for k in 0..10 {
            instance.do_step(f64::from(k) * 0.1, 0.1).unwrap();
            values.extend([real(instance, vr::X), real(instance, vr::V), real(instance, vr::Y)]);
        }
        values
    };
    let fresh = record(&mut instantiated());
    let spoil: [fn(&mut Instance); 5] = [
        |_| {},
        |i| i.enter_initialization_mode().unwrap(),
        |i| {
            i.enter_initialization_mode().unwrap();
            i.exit_initialization_mode().unwrap();
            i.set(&[vr::LIMIT], &[0.05]).unwrap();
            i.do_step(7.0, 0.9).unwrap_err();
        },
        |i| {
            i.setup_experiment(Experiment::default()).unwrap();
            i.enter_initialization_mode().unwrap();
            i.exit_initialization_mode().unwrap();
            i.do_step(0.0, 0.5).unwrap();
            i.terminate().unwrap();
        },
        Instance::fail,
    ];
    let mut instance = instantiated();
    for spoil in spoil {
        instance.set(&[vr::M, vr::K, vr::X, vr::T_PUSH, vr::U], &[5.0, 3.0, 0.1, 7.2, 9.0]).unwrap();
        instance.set(&[vr::GEAR], &[9]).unwrap();
        let experiment = Experiment { tolerance: Some(1e-3), start_time: 7.0, stop_time: Some(8.0) };
        instance.setup_experiment(experiment).unwrap();
        spoil(&mut instance);
        instance.reset();
        assert_eq!((instance.mode(), instance.time()), (Mode::Instantiated, 0.0));
        assert_eq!(record(&mut instance), fresh);
        instance.reset();
    }
}

#[test]
fn experiments_that_make_no_sense_are_refused() {
    let mut instance = instantiated();
    let base = Experiment::default();
    for (experiment, name) in [
        (Experiment { start_time: f64::NAN, ..base }, "startTime"),
        (Experiment { start_time: f64::INFINITY, ..base }, "startTime"),
        (Experiment { start_time: 2.0, stop_time: Some(1.0), ..base }, "stopTime"),
        (Experiment { stop_time: Some(f64::NAN), ..base }, "stopTime"),
        (Experiment { tolerance: Some(0.0), ..base }, "tolerance"),
        (Experiment { tolerance: Some(f64::NAN), ..base }, "tolerance"),
    ] {
        let error = instance.setup_experiment(experiment).unwrap_err();
        assert!(matches!(error, InstanceError::Experiment { quantity, .. } if quantity == name), "{error}");
        assert_eq!(error.severity(), Severity::Discard);
    }
    assert_eq!(instance.enter_initialization_mode(), Err(InstanceError::ExperimentNotSetUp));
}

#[test]
fn parameters_without_a_mechanism_are_named_and_can_be_mended() {
    let mut instance = initializing(0.0);
    instance.set(&[vr::M], &[0.0]).unwrap();
    let error = instance.exit_initialization_mode().unwrap_err();
    let cause = EvaluationError::SingularJoint { joint: "rail".to_owned() };
    assert_eq!(error, InstanceError::Initialization { time: 0.0, cause });
    assert_eq!(instance.mode(), Mode::Initialization);
    instance.set(&[vr::M], &[1.0]).unwrap();
    instance.set(&[vr::LIMIT], &[0.4]).unwrap();
    let error = instance.exit_initialization_mode().unwrap_err();
    assert!(matches!(error, InstanceError::Initialization { .. }), "the derivatives are tried: {error}");
    instance.set(&[vr::X], &[0.3]).unwrap();
    instance.exit_initialization_mode().unwrap();
}

#[test]
fn a_value_that_is_not_finite_is_an_error() {
    let mut instance = ready(0.0);
    instance.set(&[vr::K], &[0.0]).unwrap();
    let error = instance.get(&[vr::COMPLIANCE], &mut [0.0]).unwrap_err();
    assert!(matches!(&error, InstanceError::Evaluation { variable, .. } if variable == "compliance"), "{error}");
}

#[test]
fn no_values_are_no_trouble() {
    for mut instance in [instantiated(), initializing(0.0), ready(0.0)] {
        instance.get::<f64>(&[], &mut []).unwrap();
        instance.set::<bool>(&[], &[]).unwrap();
        assert!(matches!(instance.get(&[0, 1], &mut [0.0]), Err(InstanceError::LengthMismatch { .. })));
    }
}

#[test]
fn instances_move_between_threads() {
    let mut instance = ready(0.0);
    let mut instance = std::thread::spawn(move || {
        instance.do_step(0.0, 0.5).unwrap();
        instance
    })
    .join()
    .unwrap();
    assert_near(real(&mut instance, vr::X), oscillation(0.5, 0.0, 0.0, 8.0, 0.5).0);
}

/// A million steps of a millisecond: the host's time, added up, drifts from the multiples, and the instance follows the host.
#[test]
fn many_small_steps_do_not_drift() {
    let steps = if cfg!(debug_assertions) { 100_000 } else { 1_000_000 };
    let mut instance = ready(0.0);
    let mut time = 0.0;
    for _ in 0..steps {
        instance.do_step(time, 1e-3).unwrap();
        time += 1e-3;
        assert_eq!(instance.time(), time);
    }
    // The phase of an oscillation of 2 rad/s tells how much time has passed.
    let phase = 2.0 * time;
    let (x, v) = (real(&mut instance, vr::X), real(&mut instance, vr::V));
    let error = (x - 0.5 * phase.cos()).hypot((v + phase.sin()) / 2.0);
    assert!(error < 1e-6 * time, "{error}");
}
