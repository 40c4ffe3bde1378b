//! Steps by a chosen method.

use super::distance;
use super::problems::{HarmonicOscillator, Problem, Solved};
use crate::solver::{Budget, Horizon, Method, OrdinaryDifferentialEquations, Solution, Statistics, Tolerance};
use std::convert::Infallible;

/// A ball that leaves the ground at 1 m/s under a gravity of 2 m/s2, with an event at its height zero.
struct Ball;

impl OrdinaryDifferentialEquations for Ball {
    type Error = Infallible;

    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        dx.copy_from_slice(&[x[1], -2.0]);
        Ok(())
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }

    fn indicator_count(&self) -> usize {
        1
    }

    fn indicators(&mut self, _t: f64, x: &[f64], indicators: &mut [f64]) -> Result<(), Infallible> {
        indicators[0] = x[0] + 0.25;
        Ok(())
    }
}

/// A fast decay towards a slow sine: `x' = -1e4 (x - cos t) - sin t`.
struct Stiff;

impl OrdinaryDifferentialEquations for Stiff {
    type Error = Infallible;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        dx[0] = -1e4 * (x[0] - t.cos()) - t.sin();
        Ok(())
    }

    fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
        false
    }

    fn jacobian(
        &mut self,
        t: f64,
        _x: &[f64],
        _t_end: f64,
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), Infallible> {
        (by_state[0], by_time[0]) = (-1e4, -1e4 * t.sin() - t.cos());
        Ok(())
    }
}

/// Reads a solution every `step`, s, up to `steps` times; the last state and the cost.
fn run<S: OrdinaryDifferentialEquations<Error: std::fmt::Debug>>(
    system: &mut S,
    x: &[f64],
    (method, fixed_step): (Method, Option<f64>),
    (step, steps): (f64, u32),
) -> (Vec<f64>, Statistics) {
    let mut solution = Solution::new(x.len(), 0, Tolerance::from_relative(1e-7));
    solution.set_method(method, fixed_step);
    solution.restart();
    let (mut t, mut x) = (0.0, x.to_vec());
    for k in 1..=steps {
        let mut budget = Budget::new(u64::MAX, 0.0, f64::INFINITY);
        let end = step * f64::from(k);
        solution.advance(system, &mut t, &mut x, end, &Horizon::NONE, &mut budget).unwrap();
        assert_eq!(t, end);
    }
    (x, solution.statistics())
}

/// Exactly four evaluations per step, and an error of fourth order.
#[test]
fn fixed_steps_have_a_fixed_cost_and_order_four() {
    let mut problem = HarmonicOscillator { omega: 2.0 };
    let (_, start) = problem.start();
    let mut errors = Vec::new();
    for substeps in [1_u32, 2, 4, 8] {
        let choice = (Method::Fixed, Some(0.1 / f64::from(substeps)));
        let (x, cost) = run(&mut problem, &start, choice, (0.1, 30));
        assert_eq!(
            (cost.evaluations, cost.accepted, cost.rejected),
            (120 * u64::from(substeps), 30 * u64::from(substeps), 0)
        );
        errors.push(distance(&x, &problem.solution(3.0)));
    }
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((3.7..4.3).contains(&order), "{errors:?}");
    }
}

/// A communication step that is not a multiple of the fixed step is divided into equal steps of at most that size.
#[test]
fn fixed_steps_divide_any_communication_step() {
    let mut problem = HarmonicOscillator { omega: 2.0 };
    let (_, start) = problem.start();
    for (step, steps) in [(0.1, 1), (0.25, 3), (0.3, 3), (0.301, 4), (0.03, 1)] {
        let (_, cost) = run(&mut problem, &start, (Method::Fixed, Some(0.1)), (step, 1));
        assert_eq!(cost.accepted, steps, "{step}");
    }
}

/// An event inside a fixed step is located exactly, since the method integrates the parabola exactly.
#[test]
fn events_divide_fixed_steps() {
    let mut solution = Solution::new(2, 1, Tolerance::from_relative(1e-7));
    solution.set_method(Method::Fixed, Some(0.5));
    let (mut t, mut x) = (0.0, [0.0, 1.0]);
    let mut budget = Budget::new(1000, 0.0, 2.0);
    let event = solution.advance(&mut Ball, &mut t, &mut x, 2.0, &Horizon::NONE, &mut budget).unwrap();
    // -0.25 = t - t^2
    let expected = 0.5 + 0.5_f64.sqrt();
    assert!((t - expected).abs() < 1e-12 && event.is_some_and(|event| event.time == t), "{t} {event:?}");
    assert!((x[1] - (1.0 - 2.0 * t)).abs() < 1e-12);
}

/// Event location costs one more evaluation per step.
#[test]
fn fixed_steps_with_events_cost_five_evaluations() {
    let mut solution = Solution::new(2, 1, Tolerance::from_relative(1e-7));
    solution.set_method(Method::Fixed, Some(0.1));
    let (mut t, mut x) = (0.0, [0.0, 1.0]);
    let mut budget = Budget::new(1000, 0.0, 0.5);
    let event = solution.advance(&mut Ball, &mut t, &mut x, 0.5, &Horizon::NONE, &mut budget).unwrap();
    assert_eq!((event, solution.statistics().accepted, solution.statistics().evaluations), (None, 5, 25));
}

/// A chosen explicit method is kept even where it is expensive, and a chosen implicit one is used from the first step.
#[test]
fn a_method_of_choice_makes_all_steps() {
    let mut costs = Vec::new();
    for method in [Method::Automatic, Method::Verner, Method::DormandPrince, Method::Rodas] {
        let (x, cost) = run(&mut Stiff, &[1.0], (method, None), (0.5, 2));
        assert!((x[0] - 1.0_f64.cos()).abs() < 1e-6, "{method:?} {x:?}");
        costs.push(cost);
    }
    let [automatic, verner, dop853, rodas] = [0, 1, 2, 3].map(|k| costs[k]);
    assert!(automatic.implicit > 0 && automatic.implicit < automatic.accepted, "{automatic:?}");
    assert_eq!([verner.implicit, dop853.implicit, rodas.implicit], [0, 0, rodas.accepted]);
    // Steps at the stability limit: 1 s times 1e4 rad/s over 4.9 and 6.4.
    assert!(
        (1500..4000).contains(&verner.accepted) && (1200..4000).contains(&dop853.accepted),
        "{verner:?} {dop853:?}"
    );
    assert!(rodas.accepted < 200, "{rodas:?}");
}
