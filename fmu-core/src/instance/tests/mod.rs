//! Behaviour of an instance, shown with a model of known solution.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod looking_ahead;
mod refusals;
mod steps;
mod values;

use super::oscillator::{oscillator, vr};
use super::*;
use simulation::dynamics::EvaluationFault;

fn instantiated() -> Instance {
    Instance::new(oscillator(1e-9))
}

fn initializing(start_time: f64) -> Instance {
    let mut instance = instantiated();
    instance.setup_experiment(Experiment { start_time, ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance
}

fn ready(start_time: f64) -> Instance {
    let mut instance = initializing(start_time);
    instance.exit_initialization_mode().unwrap();
    instance
}

fn get<T: FmiValue + Default>(instance: &mut Instance, reference: u32) -> T {
    let mut value = [T::default()];
    instance.get(&[reference], &mut value).unwrap();
    value[0]
}

fn real(instance: &mut Instance, reference: u32) -> f64 {
    get(instance, reference)
}

/// Position and speed of the undamped oscillator under a constant force, `t` after it was at (x, v).
fn oscillation(x: f64, v: f64, force: f64, k: f64, t: f64) -> (f64, f64) {
    let (omega, rest) = ((k / 2.0_f64).sqrt(), force / k);
    let (sin, cos) = (omega * t).sin_cos();
    (rest + (x - rest) * cos + v / omega * sin, v * cos - (x - rest) * omega * sin)
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-7, "{found} instead of {expected}");
}
