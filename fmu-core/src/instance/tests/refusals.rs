//! What is refused, what fails, and how an instance goes on.

use super::*;

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
    assert!(cause.contains("der(v) is not finite"), "{cause}");
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
    let cause = EvaluationFault::SingularJoint { joint: "rail".to_owned() }.into();
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
