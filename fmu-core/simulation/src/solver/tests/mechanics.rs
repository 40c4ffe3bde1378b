//! Conserved quantities of mechanisms over long simulations.

use super::problems::{DoublePendulum, FreeBody, Problem};
use super::{ExplicitRungeKutta, Tolerance};

/// Integrates to 100 s in communication steps of `h`; the largest value of `deviation`.
fn largest_deviation<P: Problem>(
    mut problem: P,
    relative: f64,
    h: f64,
    deviation: impl Fn(&[f64], &[f64]) -> f64,
) -> f64 {
    let (mut t, mut x) = problem.start();
    let start = x.clone();
    let mut solver = ExplicitRungeKutta::new(x.len(), Tolerance::from_relative(relative));
    let (mut largest, calls) = (0f64, (100.0 / h).round() as u32);
    for i in 1..=calls {
        solver.integrate(&mut problem, &mut t, &mut x, f64::from(i) * h).unwrap();
        largest = largest.max(deviation(&start, &x));
    }
    largest
}

#[test]
fn a_double_pendulum_keeps_its_energy() {
    for h in [0.01, 1.0, 100.0] {
        let drift = largest_deviation(DoublePendulum, 1e-8, h, |start, x| {
            (DoublePendulum::energy(x) - DoublePendulum::energy(start)).abs() / (6.0 * 9.81)
        });
        assert!(drift < 1e-5, "communication step {h} s: {drift:e} of the potential swing");
    }
}

#[test]
fn a_free_body_keeps_its_angular_momentum() {
    for h in [0.01, 1.0, 100.0] {
        let drift = largest_deviation(FreeBody::default(), 1e-10, h, |start, x| {
            let (start, now) = (FreeBody::angular_momentum(start), FreeBody::angular_momentum(x));
            let size = start.iter().map(|l| l * l).sum::<f64>().sqrt();
            super::distance(&start, &now) / size
        });
        assert!(drift < 1e-7, "communication step {h} s: {drift:e}");
    }
}
