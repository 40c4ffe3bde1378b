//! Cost and accuracy of communication steps: on the examples, against runs at a small tolerance.

use crate::common::compile;
use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use std::path::Path;
use std::sync::Arc;

const TOLERANCE: f64 = 1e-6;
const SECONDS: u32 = 5;

fn example(name: &str) -> Arc<Model> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name).with_extension("toml");
    Arc::new(compile(&std::fs::read_to_string(path).unwrap()))
}

/// Results of a run: states every 10 ms, and evaluations for each communication step.
struct Run {
    states: Vec<Vec<f64>>,
    cost: f64,
}

/// Steps of so many milliseconds; every input follows `inputs` of the number of the step.
fn run(model: &Arc<Model>, tolerance: f64, milliseconds: u32, input: Option<fn(u32) -> f64>) -> Run {
    let mut instance = Instance::new(Arc::clone(model));
    instance.setup_experiment(Experiment { tolerance: Some(tolerance), ..Experiment::default() }).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance.exit_initialization_mode().unwrap();
    let catalogue = &model.catalogue;
    let [inputs, states] = [&catalogue.inputs, &catalogue.states].map(|list| list.iter().map(|&r| r as u32).collect());
    let (inputs, references): (Vec<u32>, Vec<u32>) = (inputs, states);
    let (mut states, mut x) = (Vec::new(), vec![0.0; references.len()]);
    let steps = SECONDS * 1000 / milliseconds;
    for k in 0..steps {
        if let Some(input) = input {
            let value = input(k * milliseconds);
            instance.set(&inputs, &vec![value; inputs.len()]).unwrap();
        }
        instance.do_step(f64::from(k * milliseconds) * 1e-3, f64::from(milliseconds) * 1e-3).unwrap();
        if ((k + 1) * milliseconds).is_multiple_of(10) {
            instance.get(&references, &mut x).unwrap();
            states.push(x.clone());
        }
    }
    let evaluations = instance.work().unwrap().statistics.evaluations;
    Run { states, cost: evaluations as f64 / f64::from(steps) }
}

/// The largest difference of two runs over the tolerance.
fn error(run: &Run, exact: &Run) -> f64 {
    let points = run.states.iter().zip(&exact.states);
    let errors = points.flat_map(|(x, y)| x.iter().zip(y)).map(|(x, y)| (x - y).abs() / y.abs().max(1.0));
    errors.fold(0.0, f64::max) / TOLERANCE
}

/// Without new inputs a step of a millisecond costs less than an evaluation. The double pendulum turns over several times in this time and is
/// chaotic: what differs by a tolerance after half a second differs by a hundred of them in the end.
#[test]
fn without_new_inputs_short_steps_cost_next_to_nothing() {
    for (name, millisecond, ten, most) in [
        ("pendulum", 0.17, 1.7, 0.5),
        ("double_pendulum", 1.0, 9.0, 200.0),
        ("spring_pendulum", 0.25, 2.4, 0.1),
        ("quadrotor", 0.02, 0.2, 0.1),
    ] {
        let model = example(name);
        let exact = run(&model, 1e-12, 10, None);
        for (milliseconds, limit) in [(1, millisecond), (10, ten)] {
            let run = run(&model, TOLERANCE, milliseconds, None);
            let error = error(&run, &exact);
            println!("{name}, {milliseconds} ms: {:.3} evaluations a step, error {error:.3} tolerances", run.cost);
            assert!(run.cost < limit, "{name}, {milliseconds} ms: {} evaluations a step", run.cost);
            assert!(error < most, "{name}, {milliseconds} ms: {error} tolerances");
        }
    }
}

/// Inputs that are held for a millisecond each, as a controller sets them.
#[test]
fn with_new_inputs_at_every_step_low_orders_are_accurate_enough() {
    let torque = |milliseconds: u32| 0.01 * (f64::from(milliseconds) * 5e-3).sin();
    for (name, limit, most) in [("pendulum", 3.5, 2.0), ("quadrotor", 4.1, 2.0)] {
        let model = example(name);
        let (run, exact) = (run(&model, TOLERANCE, 1, Some(torque)), run(&model, 1e-12, 1, Some(torque)));
        let error = error(&run, &exact);
        println!("{name}: {:.3} evaluations a step, error {error:.3} tolerances", run.cost);
        assert!(run.cost < limit, "{name}: {} evaluations a step", run.cost);
        assert!(error < most, "{name}: {error} tolerances");
    }
}
