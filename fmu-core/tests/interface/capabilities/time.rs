//! Time: many small steps, steps cut into parts, other start times.

use super::cases::{cases, get};
use fmu_core::instance::{Experiment, Interface};

/// A step cut into ten gives the same result within the tolerance.
#[test]
fn the_length_of_the_steps_does_not_matter() {
    for case in cases() {
        let observed = [case.unknowns(), case.states()].concat();
        let mut coarse = case.ready(Interface::CoSimulation, 1e-9);
        let mut fine = case.ready(Interface::CoSimulation, 1e-9);
        for k in 0..5 {
            coarse.do_step(f64::from(k) * 0.1, 0.1).unwrap();
        }
        for k in 0..50 {
            fine.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        }
        let (found, expected) = (get(&mut fine, &observed), get(&mut coarse, &observed));
        for ((reference, found), expected) in observed.iter().zip(found).zip(expected) {
            let name = case.variables().at(*reference as usize).name;
            assert!(
                (found - expected).abs() < 1e-5 * expected.abs().max(1.0),
                "{} {name} {found} {expected}",
                case.name
            );
        }
    }
}

/// A model without sources moves the same from whatever start time, and its outputs are right there at once.
#[test]
fn models_start_at_any_time() {
    for case in cases() {
        if case.variables().iter().any(|v| v.name.ends_with("startTime")) {
            continue;
        }
        let observed = [case.unknowns(), case.states()].concat();
        let run = |start_time: f64| {
            let mut instance = case.instance(Interface::CoSimulation);
            let experiment = Experiment { start_time, tolerance: Some(1e-9), ..Experiment::default() };
            instance.setup_experiment(experiment).unwrap();
            instance.enter_initialization_mode().unwrap();
            assert_eq!(get(&mut instance, &[0]), [start_time], "{}", case.name);
            let initial = get(&mut instance, &observed);
            instance.exit_initialization_mode().unwrap();
            // Exact in binary, so that the steps are equal.
            for k in 0..4 {
                instance.do_step(start_time + 0.125 * f64::from(k), 0.125).unwrap();
            }
            (initial, get(&mut instance, &observed))
        };
        let (initial, reached) = run(0.0);
        for start in [-64.0, 1024.0] {
            let (other_initial, other) = run(start);
            assert_eq!(other_initial, initial, "{}", case.name);
            for (found, expected) in other.iter().zip(&reached) {
                assert!((found - expected).abs() < 1e-6 * expected.abs().max(1.0), "{}: {found} {expected}", case.name);
            }
        }
    }
}
