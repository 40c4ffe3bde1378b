//! Order of the method with fixed steps, and step size control.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::kernel::{Estimate, Kernel, Pair, Weights};
use super::{DOP853, Memory, OrdinaryDifferentialEquations, Statistics, VERNER};
use crate::solver::controller::{Attempt, Control};
use crate::solver::tests::problems::{EulerTop, Gaussian, HarmonicOscillator, Kepler, Solved};
use crate::solver::{Integration, evaluate};

#[test]
fn every_row_of_the_tableaus_is_consistent() {
    let sum = |row: Weights| row.iter().map(|(_, weight)| weight).sum::<f64>();
    let size = |row: Weights| row.iter().map(|(_, weight)| weight.abs()).sum::<f64>();
    for pair in [&VERNER, &DOP853] {
        let ends = [1.0, 1.0];
        let nodes = pair.nodes.iter().chain(&ends).chain(pair.inner_nodes);
        for (row, node) in pair.rows.iter().chain(pair.inner_rows).zip(nodes) {
            assert!((sum(row) - node).abs() < 1e-15 * size(row).max(1.0), "{row:?} {node}");
        }
        let estimates = match pair.estimate {
            Estimate::One(one) => vec![one],
            Estimate::Two(one, other) => vec![one, other],
        };
        for row in estimates.iter().chain(pair.dense) {
            assert!(sum(row).abs() < 1e-15 * size(row).max(1.0), "{row:?} {}", sum(row));
        }
    }
}

/// Error at 2 s of `steps` equal steps, and the largest error of the dense output along the way.
fn fixed_steps<P: Solved>(pair: &'static Pair, problem: &mut P, steps: u32) -> (f64, f64)
where
    P::Error: PartialEq,
{
    let distance = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    let mut statistics = Statistics::default();
    let (_, mut x) = problem.start();
    let (mut kernel, mut end) = (Kernel::new(pair, x.len()), x.clone());
    let mut dense = 0f64;
    evaluate(problem, 0.0, &x, &mut kernel.stages[0], &mut statistics).unwrap();
    for i in 0..steps {
        let time = |i: u32| 2.0 * f64::from(i) / f64::from(steps);
        let attempt = Attempt { start: time(i), end: time(i + 1), step_size: time(i + 1) - time(i), shortened: false };
        let (mut t, statistics) = (attempt.start, &mut statistics);
        let run = &mut Integration { system: &mut *problem, time: &mut t, state: &mut x, end: attempt.end, statistics };
        kernel.step(run, &attempt, &mut end).unwrap();
        kernel.extend(problem, &attempt, [&x, &end], statistics);
        let mut inside = x.clone();
        for theta in [0.2, 0.4, 0.6, 0.8] {
            kernel.interpolate(theta, &x, &mut inside);
            let exact = problem.solution(attempt.start + theta * attempt.step_size);
            dense = dense.max(distance(&inside, &exact));
        }
        x.clone_from(&end);
        kernel.stages[0] = kernel.stages[kernel.end_stage()].clone();
    }
    let cost = pair.cost as u64 + pair.inner_rows.len() as u64;
    assert_eq!(statistics.evaluations, 1 + cost * u64::from(steps));
    (distance(&x, &problem.solution(2.0)), dense)
}

fn check_order<P: Solved>(name: &str, mut problem: P, steps: u32)
where
    P::Error: PartialEq,
{
    for (pair, steps, dense_least) in [(&VERNER, 2 * steps, 4.8), (&DOP853, steps, 6.7)] {
        let (coarse, coarse_dense) = fixed_steps(pair, &mut problem, steps);
        let (fine, fine_dense) = fixed_steps(pair, &mut problem, 2 * steps);
        let (order, dense_order) = ((coarse / fine).log2(), (coarse_dense / fine_dense).log2());
        let range = pair.order - 0.6..pair.order + 2.5;
        assert!(range.contains(&order), "{name}: order {order} of {}, errors {coarse:e}, {fine:e}", pair.order);
        assert!(
            dense_order > dense_least,
            "{name}: dense output has order {dense_order}, errors {coarse_dense:e}, {fine_dense:e}"
        );
    }
}

#[test]
fn fixed_steps_converge_with_their_order() {
    check_order("oscillator", HarmonicOscillator { omega: 3.0 }, 8);
    check_order("time dependent", Gaussian, 8);
    check_order("ellipse", Kepler { eccentricity: 0.3 }, 8);
    check_order("top", EulerTop, 3);
}

/// The error estimates of `x' = x` fall with the order of the coarser formula: 6, and of two estimates 8 (the square of 6 over 4).
#[test]
fn the_error_estimates_have_their_order() {
    struct Growth;
    impl OrdinaryDifferentialEquations for Growth {
        type Error = std::convert::Infallible;
        fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Self::Error> {
            dx[0] = x[0];
            Ok(())
        }
        fn project(&mut self, _t: f64, _x: &mut [f64]) -> bool {
            false
        }
    }
    let estimate = |pair: &'static Pair, h: f64| {
        let mut kernel = Kernel::new(pair, 1);
        kernel.stages[0][0] = 1.0;
        let attempt = Attempt { start: 0.0, end: h, step_size: h, shortened: false };
        let mut end = [0.0];
        let statistics = &mut Statistics::default();
        let run =
            &mut Integration { system: &mut Growth, time: &mut 0.0, state: &mut [1.0], end: attempt.end, statistics };
        kernel.step(run, &attempt, &mut end).unwrap();
        let tolerance = crate::solver::Tolerance { relative: 0.0, absolute: 1.0 };
        kernel.error_norm(&tolerance, &[1.0], &end)
    };
    for pair in [&VERNER, &DOP853] {
        let order = (estimate(pair, 0.4) / estimate(pair, 0.2)).log2();
        assert!((order - 1.0 / pair.control.exponent).abs() < 0.4, "{order}");
    }
}

#[test]
fn attempts_end_exactly_at_the_end() {
    let whole = Attempt::new(1.0, 1.5, 0.7);
    assert_eq!((whole.end, whole.shortened), (1.5, true));
    let stretched = Attempt::new(1.0, 1.5, 0.499);
    assert_eq!((stretched.end, stretched.shortened), (1.5, false));
    let half = Attempt::new(1.0, 1.5, 0.4);
    assert_eq!((half.end, half.shortened), (1.25, true));
    let natural = Attempt::new(1.0, 1.5, 0.2);
    assert_eq!((natural.end, natural.shortened), (1.2, false));
}

#[test]
fn the_elementary_factor_is_continuous() {
    for control in [Control::ORDER_5, Control::ORDER_6, Control::ORDER_8] {
        let negligible = 0.09_f64.powf(1.0 / control.exponent);
        let (below, above) = (control.elementary_factor(negligible), control.elementary_factor(1.000_001 * negligible));
        // One of the ten digits that a factor has.
        assert!((below - above).abs() <= below / 1024.0, "{below} {above}");
        assert_eq!((control.elementary_factor(0.0), control.elementary_factor(f64::INFINITY)), (10.0, 0.2));
    }
}

#[test]
fn rounding_of_the_error_does_not_reach_the_step_size() {
    for control in [Control::ORDER_5, Control::ORDER_6, Control::ORDER_8] {
        for error in [1e-3, 0.02, 0.3, 0.7, 1.5, 40.0] {
            let [low, factor, high] = [1.0 - 1e-8, 1.0, 1.0 + 1e-8].map(|part| control.elementary_factor(part * error));
            assert!(low == factor && factor == high, "{error}: {low} {factor} {high}");
            let exact = 0.9 * error.powf(-control.exponent);
            assert!((exact - factor) / exact < 1.0 / 1024.0 && factor <= exact, "{factor} instead of {exact}");
        }
    }
}

#[test]
fn a_shortened_step_neither_shrinks_nor_explodes_the_natural_one() {
    let step = |step_size| Attempt { start: 0.0, end: step_size, step_size, shortened: true };
    let mut memory = Memory { step_size: 1.0, ..Memory::new(1) };
    for part in [1e-9, 1e-3, 0.07, 0.09] {
        memory.accept(&Control::ORDER_6, &step(part), 0.0, false);
        assert_eq!(memory.step_size, 1.0, "{part}");
    }
    // A step of half the natural size is long enough to judge. The step size grows to at most ten times the step made.
    memory.accept(&Control::ORDER_6, &step(0.5), 0.0, false);
    assert_eq!(memory.step_size, 5.0);
    memory.accept(&Control::ORDER_6, &step(0.5), 0.0, false);
    assert_eq!(memory.step_size, 5.0);
    // A rough piece of the solution reduces the step.
    memory.accept(&Control::ORDER_6, &step(0.5), 1.0, false);
    assert!((memory.step_size - 0.45).abs() < 0.45 / 1024.0);
}
