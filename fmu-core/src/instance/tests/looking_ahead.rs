//! Steps of the integrator beyond the communication point: nobody sees them but by the time that they save.

use super::*;

/// A host that lets 1/1024 s be the unit of its steps, so that times add up without rounding.
const TICK: f64 = 1.0 / 1024.0;

fn state(instance: &mut Instance) -> [u64; 2] {
    [vr::X, vr::V].map(|reference| real(instance, reference).to_bits())
}

fn evaluations(instance: &Instance) -> u64 {
    instance.work().unwrap().statistics.evaluations
}

/// Steps of a tick each.
fn steps(instance: &mut Instance, ticks: std::ops::Range<u32>) {
    for k in ticks {
        instance.do_step(f64::from(k) * TICK, TICK).unwrap();
    }
}

/// Steps of so many ticks in turn, up to `end`; the states at multiples of 0.25 s.
fn run(instance: &mut Instance, ticks: &[u32], end: f64) -> Vec<[u64; 2]> {
    let mut states = Vec::new();
    for ticks in ticks.iter().cycle() {
        let time = instance.time();
        if time >= end {
            break;
        }
        instance.do_step(time, f64::from(*ticks) * TICK).unwrap();
        if instance.time() % 0.25 == 0.0 {
            states.push(state(instance));
        }
    }
    states
}

#[test]
fn results_and_work_do_not_depend_on_the_steps_of_the_host() {
    for push in [1e9, 1.0, 0.3] {
        let start = || {
            let mut instance = initializing(0.0);
            instance.set(&[vr::T_PUSH], &[push]).unwrap();
            instance.exit_initialization_mode().unwrap();
            instance
        };
        let mut whole = start();
        let expected = run(&mut whole, &[256], 4.0);
        let steps = |instance: &Instance| instance.work().unwrap().statistics.accepted;
        for pattern in [vec![1], vec![8], vec![128, 3, 17, 108], vec![1024]] {
            let mut instance = start();
            let states = run(&mut instance, &pattern, 4.0);
            let every = expected.len() / states.len();
            assert!(states.iter().eq(expected.iter().skip(every - 1).step_by(every)), "{push} {pattern:?}");
            assert_eq!(steps(&instance), steps(&whole), "{push} {pattern:?}");
        }
    }
}

#[test]
fn a_step_of_a_millisecond_costs_less_than_an_evaluation() {
    let mut instance = ready(0.0);
    run(&mut instance, &[1], 10.0);
    let evaluations = evaluations(&instance);
    assert!(evaluations < 10 * 1024 / 3, "{evaluations}");
}

/// The input jumps once, at any point of a step of the integrator; a run that is cut there knows nothing of what was beyond.
#[test]
fn a_change_goes_back_to_the_communication_point() {
    for tick in 1..200_u32 {
        let mut instance = ready(0.0);
        let (mut x, mut v) = (0.5, 0.0);
        for (first, last, force) in [(0, tick, 0.0), (tick, 400, 3.0)] {
            if force != 0.0 {
                instance.set(&[vr::U], &[force]).unwrap();
            }
            steps(&mut instance, first..last);
            (x, v) = oscillation(x, v, force, 8.0, f64::from(last - first) * TICK);
        }
        assert_near(real(&mut instance, vr::X), x);
        assert_near(real(&mut instance, vr::V), v);
    }
}

/// An input that changes at every, every second, ... step: the work adapts to the rhythm, the error keeps to the tolerance.
#[test]
fn the_rhythm_of_changes_is_followed() {
    let run = |tolerance: f64, every: u32| {
        let mut instance = instantiated();
        instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        let (mut x, mut v, mut force) = (0.5, 0.0, 0.0);
        let (mut error, steps) = (0.0_f64, 4000_u32);
        for k in 0..steps {
            if k % every == 0 {
                force = f64::from(k / every % 7) - 3.0;
                instance.set(&[vr::U], &[force]).unwrap();
            }
            instance.do_step(f64::from(k) * TICK, TICK).unwrap();
            (x, v) = oscillation(x, v, force, 8.0, TICK);
            error = error.max((real(&mut instance, vr::X) - x).abs()).max((real(&mut instance, vr::V) - v).abs());
        }
        (evaluations(&instance) as f64 / f64::from(steps), error / tolerance)
    };
    for (tolerance, limits) in
        [(1e-6, [(1, 3.1), (2, 5.1), (5, 2.1), (20, 0.6)]), (1e-9, [(1, 4.5), (2, 8.1), (5, 3.3), (20, 0.9)])]
    {
        for (every, most) in limits {
            let (cost, error) = run(tolerance, every);
            assert!(cost < most, "every {every}: {cost} evaluations a step");
            assert!(error < 3.0, "every {every}: {error} tolerances");
        }
    }
}

#[test]
fn nothing_is_evaluated_beyond_the_stop_time() {
    let mut instance = instantiated();
    // The derivatives panic right after it.
    instance.set(&[vr::T_PANIC], &[2.0_f64.next_up()]).unwrap();
    instance.setup_experiment(Experiment { stop_time: Some(2.0), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    steps(&mut instance, 0..2048);
    assert_near(real(&mut instance, vr::X), oscillation(0.5, 0.0, 0.0, 8.0, 2.0).0);
}

/// The derivatives exist up to a position only, which is passed at a known time: every step before succeeds, the one across fails.
#[test]
fn a_failure_beyond_the_point_is_no_failure_of_the_step() {
    let limit = 0.3;
    let mut instance = initializing(0.0);
    instance.set(&[vr::X], &[-0.5]).unwrap();
    instance.set(&[vr::LIMIT], &[limit]).unwrap();
    instance.exit_initialization_mode().unwrap();
    let failure = (-limit / 0.5_f64).acos() / 2.0;
    let end = (0..).map(f64::from).find_map(|k| instance.do_step(k * TICK, TICK).err().map(|_| k * TICK)).unwrap();
    assert!(end <= failure && failure <= end + TICK, "{end} instead of {failure}");
    assert!((instance.time() - failure).abs() < TICK);
}

#[test]
fn a_snapshot_holds_the_running_step() {
    for tick in (1..300).step_by(7) {
        let mut original = ready(0.0);
        steps(&mut original, 0..tick);
        let snapshot = original.snapshot();
        assert!(snapshot.serialized_size() <= original.snapshot_size());
        for force in [0.0, 2.0] {
            let mut copy = instantiated();
            let mut results = Vec::new();
            for instance in [&mut original, &mut copy] {
                instance.restore(&snapshot).unwrap();
                instance.set(&[vr::U], &[force]).unwrap();
                let time = instance.time();
                instance.do_step(time, TICK).unwrap();
                let near = state(instance);
                instance.do_step(instance.time(), 0.5).unwrap();
                results.push((near, state(instance)));
            }
            assert_eq!(results[0], results[1], "{tick} {force}");
        }
    }
}
