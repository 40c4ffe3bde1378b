//! Behaviour of the integrators on problems with known solutions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod accuracy;
mod communication;
mod failures;
mod looking_ahead;
mod mechanics;
mod methods;
pub(super) mod problems;
mod projection;
mod stiff;

use super::{ExplicitRungeKutta, Statistics, Tolerance};
use problems::Problem;

/// Integrates a problem from its start to `t_end` in one call; the final state.
fn solve<P: Problem>(problem: &mut P, tolerance: Tolerance, t_end: f64) -> (Vec<f64>, Statistics) {
    let (mut t, mut x) = problem.start();
    let mut solver = ExplicitRungeKutta::new(x.len(), tolerance);
    let statistics = solver.integrate(problem, &mut t, &mut x, t_end).unwrap();
    assert_eq!(t, t_end);
    (x, statistics)
}

/// The largest distance of two states.
fn distance(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len());
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

/// Equal in every bit.
fn same_bits(x: &[f64], y: &[f64]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.to_bits() == y.to_bits())
}
