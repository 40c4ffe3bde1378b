//! Many short calls instead of a long one: communication points, discontinuities, snapshots.

use super::problems::{EulerTop, ForcedOscillator, FreeBody, Kepler, Problem, Solved};
use super::{ExplicitRungeKutta, Statistics, Tolerance, distance, same_bits};

use proptest::prelude::*;

const TOLERANCE: Tolerance = Tolerance { relative: 1e-8, absolute: 1e-10 };

#[test]
fn pieces_give_the_result_of_the_whole() {
    for pieces in [1, 10, 1000] {
        let mut problem = EulerTop;
        let (mut t, mut x) = problem.start();
        let mut solver = ExplicitRungeKutta::new(3, TOLERANCE);
        for i in 1..=pieces {
            let t_end = 10.0 * f64::from(i) / f64::from(pieces);
            solver.integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
            assert_eq!(t, t_end);
        }
        let error = distance(&x, &problem.solution(10.0));
        assert!(error < 1e-7, "{pieces} pieces: {error:e}");
    }
}

#[test]
fn a_short_call_costs_one_step() {
    for (calls, h) in [(100_000u32, 1e-3), (100_000, 1e-5)] {
        let mut problem = ForcedOscillator::default();
        let (mut t, mut x) = problem.start();
        let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
        let mut total = Statistics::default();
        for i in 1..=calls {
            total += solver.integrate(&mut problem, &mut t, &mut x, f64::from(i) * h).unwrap();
        }
        assert_eq!(total.evaluations, problem.evaluations);
        // The first call also evaluates the first derivative and selects the step size.
        assert!(total.evaluations <= 8 * u64::from(calls) + 20, "{total:?}");
        let exact = problem.advance(&[1.0, 0.0], t);
        assert!(distance(&x, &exact) < 1e-8, "{x:?} {exact:?}");
    }
}

#[test]
fn a_short_call_costs_an_evaluation_more_when_the_input_jumps() {
    let mut problem = ForcedOscillator::default();
    let (mut t, mut x) = problem.start();
    let mut exact = x.clone();
    let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
    let (calls, h) = (10_000u32, 1e-3);
    for i in 1..=calls {
        problem.force = f64::from(i % 7) - 3.0;
        solver.discontinuity();
        let t_end = f64::from(i) * h;
        exact = problem.advance(&exact, t_end - t);
        solver.integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
    }
    assert!(problem.evaluations <= 9 * u64::from(calls) + 20, "{}", problem.evaluations);
    assert!(distance(&x, &exact) < 1e-8, "{x:?} {exact:?}");
}

#[test]
fn short_calls_keep_the_natural_step() {
    let mut problem = ForcedOscillator::default();
    let (mut t, mut x) = problem.start();
    let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
    solver.integrate(&mut problem, &mut t, &mut x, 10.0).unwrap();
    let natural = solver.memory.step_size;
    assert!(natural > 0.05 && natural < 1.0, "{natural}");
    for i in 1..=100_000 {
        solver.integrate(&mut problem, &mut t, &mut x, 10.0 + 1e-5 * f64::from(i)).unwrap();
    }
    let kept = solver.memory.step_size;
    assert!(kept == natural, "{natural} became {kept}");
    // The next long call starts with that step size, up to changes of the solution in between.
    let from = t;
    let statistics = solver.step(&mut problem, &mut t, &mut x, 21.0).unwrap();
    assert!(statistics.rejected <= 1, "{statistics:?}");
    assert!(t - from > 0.5 * natural && t - from < 1.01 * natural, "{natural} {}", t - from);
}

/// Calls of a fraction of the natural step leave the step size at its natural value.
#[test]
fn calls_of_any_length_leave_a_natural_step() {
    let natural = {
        let (mut problem, mut solver) = (ForcedOscillator::default(), ExplicitRungeKutta::new(2, TOLERANCE));
        let (mut t, mut x) = problem.start();
        solver.integrate(&mut problem, &mut t, &mut x, 10.0).unwrap();
        solver.memory.step_size
    };
    for part in [0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 1.1, 1.5, 1.9, 2.1] {
        let (mut problem, mut solver) = (ForcedOscillator::default(), ExplicitRungeKutta::new(2, TOLERANCE));
        let (mut t, mut x) = problem.start();
        for i in 1..=200 {
            solver.integrate(&mut problem, &mut t, &mut x, part * natural * f64::from(i)).unwrap();
        }
        let ratio = solver.memory.step_size / natural;
        assert!((0.5..2.0).contains(&ratio), "calls of {part} natural steps lead to {ratio} natural steps");
    }
}

#[test]
fn nothing_is_evaluated_beyond_the_end() {
    let mut problem = ForcedOscillator::default();
    let (mut t, mut x) = (1e4, vec![1.0, 0.0]);
    let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
    let mut t_end = t;
    for h in [1e-3, 1e-12, 0.1, 3.0, 1.0 / 3.0, 1e-9, 1e-11, 2e-12, 7.7, 1e-6].into_iter().cycle().take(1000) {
        t_end += h;
        solver.integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
        assert_eq!(t, t_end);
        assert!(problem.latest <= t_end, "{} > {t_end}", problem.latest);
    }
    let exact = ForcedOscillator::default().advance(&[1.0, 0.0], t - 1e4);
    assert!(distance(&x, &exact) < 1e-5, "{x:?} {exact:?}");
}

#[test]
fn an_interval_of_one_unit_in_the_last_place_is_a_step() {
    for start in [0.0f64, 1.0, 1e4, 1e9, -3.0] {
        let (mut problem, mut t, mut x) = (ForcedOscillator::default(), start, [1.0, 0.0]);
        let t_end = start.next_up();
        ExplicitRungeKutta::new(2, TOLERANCE).integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
        assert_eq!(t, t_end);
        assert!((x[0] - 1.0).abs() < 1e-6);
    }
}

#[test]
fn an_empty_interval_does_nothing() {
    let mut problem = ForcedOscillator::default();
    let (mut t, mut x) = problem.start();
    let statistics = ExplicitRungeKutta::new(2, TOLERANCE).integrate(&mut problem, &mut t, &mut x, 0.0).unwrap();
    assert_eq!((statistics, x), (Statistics::default(), vec![1.0, 0.0]));
}

/// The force jumps between calls; only the announced jump is integrated to the tolerance.
#[test]
fn an_announced_jump_is_integrated_exactly() {
    let run = |announce: bool| {
        let mut problem = ForcedOscillator::default();
        let (mut t, mut x) = problem.start();
        let mut exact = x.clone();
        let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
        for (i, force) in [0.0, 5.0, -2.0, 100.0, 0.0].into_iter().enumerate() {
            let t_end = 0.37 * (i + 1) as f64;
            problem.force = force;
            if announce {
                solver.discontinuity();
            }
            exact = problem.advance(&exact, t_end - t);
            solver.integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
        }
        distance(&x, &exact)
    };
    let announced = run(true);
    assert!(announced < 1e-6, "{announced:e}");
    assert!(run(false) > 10.0 * announced, "an unannounced jump should matter, or this test shows nothing");
}

#[test]
fn a_discontinuity_forgets_the_dense_output_and_keeps_the_step() {
    let mut problem = ForcedOscillator::default();
    let (mut t, mut x) = problem.start();
    let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
    solver.integrate(&mut problem, &mut t, &mut x, 5.0).unwrap();
    let natural = solver.memory.step_size;
    solver.extend(&mut problem, &mut Statistics::default());
    let has_dense_output = |solver: &ExplicitRungeKutta, time: f64| {
        let mut x = [f64::NAN; 2];
        solver.interpolate(time, &mut x);
        x.iter().all(|x| x.is_finite())
    };
    assert!(has_dense_output(&solver, t) && !has_dense_output(&solver, t + 1.0));
    solver.discontinuity();
    assert!(!has_dense_output(&solver, t));
    assert_eq!(solver.memory.step_size, natural);
    assert!(!solver.memory.derivative_valid);
    solver.restart();
    assert_eq!(solver.memory.step_size, 0.0);
}

#[test]
fn a_copy_of_the_memory_continues_bit_for_bit() {
    let mut problem = FreeBody::default();
    let (mut t, mut x) = problem.start();
    let mut solver = ExplicitRungeKutta::new(7, TOLERANCE);
    for i in 1..=20 {
        solver.integrate(&mut problem, &mut t, &mut x, 0.173 * f64::from(i)).unwrap();
    }
    let (saved_t, saved_x, saved) = (t, x.clone(), solver.memory.clone());
    let go_on = |solver: &mut ExplicitRungeKutta, mut t: f64, mut x: Vec<f64>| {
        let mut problem = FreeBody::default();
        let mut total = Statistics::default();
        for i in 1..=20 {
            total += solver.integrate(&mut problem, &mut t, &mut x, saved_t + 0.031 * f64::from(i * i)).unwrap();
        }
        (x, solver.memory.clone(), total)
    };
    let first = go_on(&mut solver, t, x);
    // Both into the used solver and into a new one with a different history.
    solver.restore(&saved).unwrap();
    let again = go_on(&mut solver, saved_t, saved_x.clone());
    let mut other = ExplicitRungeKutta::new(7, TOLERANCE);
    let (mut elsewhere, mut state) = problem.start();
    other.integrate(&mut problem, &mut elsewhere, &mut state, 1.0).unwrap();
    other.restore(&saved).unwrap();
    let elsewhere = go_on(&mut other, saved_t, saved_x);
    for copy in [again, elsewhere] {
        assert!(same_bits(&first.0, &copy.0));
        assert_eq!((&first.1, first.2), (&copy.1, copy.2));
    }
    assert!(solver.restore(&ExplicitRungeKutta::new(3, TOLERANCE).memory).is_err());
}

#[test]
fn equal_runs_give_equal_bits() {
    let run = || {
        let mut problem = Kepler { eccentricity: 0.7 };
        let (mut t, mut x) = problem.start();
        ExplicitRungeKutta::new(4, TOLERANCE).integrate(&mut problem, &mut t, &mut x, 20.0).unwrap();
        x
    };
    assert!(same_bits(&run(), &run()));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Calls of random lengths, from below the resolution of time up to many natural steps, with or without announced
    /// jumps of the force: each ends exactly at its end time, evaluates nothing beyond it, and agrees with the closed
    /// form.
    #[test]
    fn calls_of_random_lengths_follow_the_closed_form(
        start in prop_oneof![Just(0.0), -10.0..10.0, 1e3..1e4],
        calls in prop::collection::vec((-16.0..0.5, prop::option::of(-2.0..2.0)), 1..60),
    ) {
        let mut problem = ForcedOscillator { latest: start, ..ForcedOscillator::default() };
        let (mut t, mut x) = (start, vec![1.0, 0.0]);
        let mut exact = x.clone();
        let mut solver = ExplicitRungeKutta::new(2, TOLERANCE);
        for (exponent, force) in calls {
            if let Some(force) = force {
                problem.force = force;
                solver.discontinuity();
            }
            let t_end = t + 10f64.powf(exponent);
            exact = problem.advance(&exact, t_end - t);
            solver.integrate(&mut problem, &mut t, &mut x, t_end).unwrap();
            prop_assert_eq!(t, t_end);
            prop_assert!(problem.latest <= t_end);
            prop_assert!(solver.memory.step_size < 1e2);
        }
        prop_assert!(distance(&x, &exact) < 1e-6, "{:?} {:?}", x, exact);
    }
}
