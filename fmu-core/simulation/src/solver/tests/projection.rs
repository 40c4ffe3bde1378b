//! States on a manifold.

use super::problems::{FreeBody, Problem};
use super::{ExplicitRungeKutta, Statistics, Tolerance, distance, solve};
use crate::solver::OrdinaryDifferentialEquations;
use std::convert::Infallible;

#[test]
fn every_accepted_point_is_projected() {
    let mut body = FreeBody::default();
    let (mut t, mut x) = body.start();
    let mut solver = ExplicitRungeKutta::new(7, Tolerance::from_relative(1e-4));
    let mut inside = vec![0.0; 7];
    while t < 10.0 {
        solver.step(&mut body, &mut t, &mut x, 10.0).unwrap();
        let length = x[..4].iter().map(|q| q * q).sum::<f64>().sqrt();
        assert!((length - 1.0).abs() < 1e-15, "{length}");
        solver.extend(&mut body, &mut Statistics::default());
        solver.interpolate(t, &mut inside);
        assert_eq!(x, inside);
    }
}

/// The drift of a quaternion is below the tolerance, so its correction needs no evaluation.
#[test]
fn normalising_a_quaternion_costs_no_evaluation() {
    let mut body = FreeBody::default();
    let (_, statistics) = solve(&mut body, Tolerance::from_relative(1e-6), 10.0);
    assert_eq!(statistics.evaluations, body.evaluations);
    assert_eq!(statistics.evaluations, 2 + 8 * (statistics.accepted + statistics.rejected));
}

#[test]
fn a_tumbling_body_keeps_to_the_tolerance() {
    let end = |tolerance| solve(&mut FreeBody::default(), Tolerance::from_relative(tolerance), 20.0).0;
    assert!(distance(&end(1e-6), &end(1e-12)) < 1e-4);
}

/// A point on the unit circle with speed 1. The derivative is the tangent plus a large radial component, which makes
/// the solution leave the circle unless it is projected.
struct Circle {
    outwards: f64,
    evaluations: u64,
}
impl OrdinaryDifferentialEquations for Circle {
    type Error = Infallible;
    fn derivatives(&mut self, _t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), Infallible> {
        self.evaluations += 1;
        // The angular rate depends on the radius, so off the circle the derivative is wrong.
        let rate = 1.0 / (x[0] * x[0] + x[1] * x[1]);
        dx[0] = -rate * x[1] + self.outwards * x[0];
        dx[1] = rate * x[0] + self.outwards * x[1];
        Ok(())
    }
    fn project(&mut self, _t: f64, x: &mut [f64]) -> bool {
        let radius = x[0].hypot(x[1]);
        x.iter_mut().for_each(|x| *x /= radius);
        radius != 1.0
    }
}

#[test]
fn a_large_correction_refreshes_the_derivative() {
    let mut circle = Circle { outwards: 1.0, evaluations: 0 };
    let (mut t, mut x) = (0.0, [1.0, 0.0]);
    let mut solver = ExplicitRungeKutta::new(2, Tolerance::from_relative(1e-6));
    let mut total = Statistics::default();
    for i in 1..=1000 {
        total += solver.integrate(&mut circle, &mut t, &mut x, 1e-3 * f64::from(i)).unwrap();
        let mut expected = [0.0; 2];
        circle.derivatives(t, &x, &mut expected).unwrap();
        assert!(solver.memory.derivative == expected, "the derivative at {t} s is not that of the projected state");
    }
    assert_eq!(total.evaluations + 1000, circle.evaluations);
    assert_eq!(total.evaluations, 2 + 8 * (total.accepted + total.rejected) + total.accepted);
}
