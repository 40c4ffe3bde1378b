//! The method itself: its order with fixed steps, and the control of the step size.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::kernel::Kernel;
use super::tableau::{A2, A3, A4, A5, A6, B, C, D, E};
use super::{Memory, OrdinaryDifferentialEquations, Statistics};
use crate::solver::controller::{Attempt, Control};
use crate::solver::evaluation::evaluate;
use crate::solver::tests::problems::{EulerTop, Gaussian, HarmonicOscillator, Kepler, Solved};

#[test]
fn every_row_of_the_tableau_is_consistent() {
    let sum = |row: &[f64]| row.iter().sum::<f64>();
    for (row, node) in [(sum(&A2), C[0]), (sum(&A3), C[1]), (sum(&A4), C[2]), (sum(&A5), C[3]), (sum(&A6), 1.0)] {
        assert!((row - node).abs() < 1e-14, "{row} {node}");
    }
    assert!((sum(&B) - 1.0).abs() < 1e-15);
    assert!(sum(&E).abs() < 1e-15);
    assert!(sum(&D).abs() < 1e-14);
}

/// Error at 2 s of `steps` equal steps, and the largest error of the dense output along the way.
fn fixed_steps<P: Solved>(problem: &mut P, steps: u32) -> (f64, f64)
where
    P::Error: PartialEq,
{
    let distance = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max);
    let mut statistics = Statistics::default();
    let (_, mut x) = problem.start();
    let (mut kernel, mut k1, mut end) = (Kernel::new(x.len()), x.clone(), x.clone());
    let mut dense = 0f64;
    evaluate(problem, 0.0, &x, &mut k1, &mut statistics).unwrap();
    for i in 0..steps {
        let time = |i: u32| 2.0 * f64::from(i) / f64::from(steps);
        let attempt = Attempt { start: time(i), end: time(i + 1), step_size: time(i + 1) - time(i), shortened: false };
        kernel.step(problem, &attempt, &x, &k1, &mut end, &mut statistics).unwrap();
        let (k7, mut inside) = (kernel.stages[5].clone(), x.clone());
        for theta in [0.2, 0.4, 0.6, 0.8] {
            kernel.interpolate(theta, attempt.step_size, [&x, &end], [&k1, &k7], &mut inside);
            let exact = problem.solution(attempt.start + theta * attempt.step_size);
            dense = dense.max(distance(&inside, &exact));
        }
        x.clone_from(&end);
        k1 = k7;
    }
    assert_eq!(statistics.evaluations, 1 + 6 * u64::from(steps));
    (distance(&x, &problem.solution(2.0)), dense)
}

fn check_order<P: Solved>(name: &str, mut problem: P)
where
    P::Error: PartialEq,
{
    let ((coarse, coarse_dense), (fine, fine_dense)) = (fixed_steps(&mut problem, 80), fixed_steps(&mut problem, 160));
    let (order, dense_order) = ((coarse / fine).log2(), (coarse_dense / fine_dense).log2());
    assert!((4.8..6.5).contains(&order), "{name}: order {order}, errors {coarse:e}, {fine:e}");
    assert!(dense_order > 3.9, "{name}: dense output has order {dense_order}, errors {coarse_dense:e}, {fine_dense:e}");
}

#[test]
fn fixed_steps_converge_with_order_five() {
    check_order("oscillator", HarmonicOscillator { omega: 3.0 });
    check_order("time dependent", Gaussian);
    check_order("ellipse", Kepler { eccentricity: 0.3 });
    check_order("top", EulerTop);
}

/// The error estimate has the size of the error of order 4, whose constant is known for `x' = x`: the embedded formula's.
#[test]
fn the_error_estimate_is_of_order_five() {
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
    let estimate = |h: f64| {
        let mut kernel = Kernel::new(1);
        let attempt = Attempt { start: 0.0, end: h, step_size: h, shortened: false };
        kernel.step(&mut Growth, &attempt, &[1.0], &[1.0], &mut [0.0], &mut Statistics::default()).unwrap();
        kernel.error[0].abs()
    };
    let order = (estimate(0.1) / estimate(0.05)).log2();
    assert!((order - 5.0).abs() < 0.2, "{order}");
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
    let below = Control::EXPLICIT.elementary_factor(5.9049e-6);
    let above = Control::EXPLICIT.elementary_factor(5.904_900_1e-6);
    assert!((below - above).abs() < 1e-6, "{below} {above}");
    assert_eq!(
        (Control::EXPLICIT.elementary_factor(0.0), Control::EXPLICIT.elementary_factor(f64::INFINITY)),
        (10.0, 0.2)
    );
}

#[test]
fn a_shortened_step_neither_shrinks_nor_explodes_the_natural_one() {
    let step = |step_size| Attempt { start: 0.0, end: step_size, step_size, shortened: true };
    let mut memory = Memory { step_size: 1.0, ..Memory::new(1) };
    for part in [1e-9, 1e-3, 0.04, 0.06, 0.09] {
        memory.accept(&step(part), 0.0, false);
        assert_eq!(memory.step_size, 1.0, "{part}");
    }
    // Long enough to tell: at most ten times the step made.
    memory.accept(&step(0.5), 0.0, false);
    assert_eq!(memory.step_size, 5.0);
    memory.accept(&step(0.5), 0.0, false);
    assert_eq!(memory.step_size, 5.0);
    // And a rough piece of the solution is noticed.
    memory.accept(&step(0.5), 1.0, false);
    assert!((memory.step_size - 0.45).abs() < 1e-12);
}
