//! Steps and events.

use super::*;

#[test]
fn the_free_oscillator_follows_its_solution() {
    let mut instance = ready(0.0);
    for k in 0..100 {
        let report = instance.do_step(f64::from(k) * 0.05, 0.05).unwrap();
        assert_eq!(report, StepReport { time: f64::from(k) * 0.05 + 0.05, time_events: 0, state_events: 0 });
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
