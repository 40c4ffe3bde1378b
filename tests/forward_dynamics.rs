//! Forward dynamics against other codes: the chain of the benchmark.
#![allow(clippy::unwrap_used)]

#[path = "common/chain.rs"]
mod chain;

use chain::{Axes, Chain, state};

/// Acceleration of the last joint at state 0, planar and spatial, on which Pinocchio 4.1, MuJoCo 4.0 and Drake 1.51 agree to 1e-11
/// (n <= 7), 4e-10 (n <= 300), 4e-9 (n = 1000); n = 10000 from one other program.
const LAST: [(usize, f64, f64, f64); 7] = [
    (1, -13.0924937688, -23.5664887839, 1e-11),
    (7, 4.2298272098, 23.8889205953, 1e-11),
    (32, 0.00192961417604, 0.00398479351609, 4e-10),
    (100, -0.00323581247943, -0.0824023305914, 4e-10),
    (300, 0.00327135581686, 0.0801233854905, 4e-10),
    (1000, 0.0010813451227, 0.0163014170568, 4e-9),
    (10_000, -0.003061478765, -0.012218382659, 4e-8),
];

fn last_acceleration(n: usize, axes: Axes) -> f64 {
    let (q, v) = state(n, 0);
    *Chain::new(n, axes).evaluate(&q, &v).unwrap().last().unwrap()
}

#[test]
fn chains_accelerate_as_in_other_codes() {
    for (n, planar, spatial, tolerance) in LAST {
        for (axes, expected) in [(Axes::Planar, planar), (Axes::Spatial, spatial)] {
            let found = last_acceleration(n, axes);
            let error = ((found - expected) / expected).abs();
            // The printed digits of the expected values: at least eleven, so 5e-11 relative at worst.
            assert!(
                error < tolerance + 5e-11,
                "n = {n}, {axes:?}: {found}, expected {expected}, relative error {error:e}"
            );
        }
    }
}
