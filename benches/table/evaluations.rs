//! Evaluations of the equations in communication steps, and the cost of accuracy. Counts, which no other load of the machine changes.

use super::cases;
use super::report::{Section, number};
use fmu_core::instance::Instance;
use simulation::model::Model;
use std::sync::Arc;

const TOLERANCE: f64 = 1e-6;
/// The runs that others are compared with.
const EXACT: f64 = 1e-13;

/// A run: the states at every 10 ms, and what it has cost.
struct Run {
    states: Vec<Vec<f64>>,
    evaluations: u64,
    steps: u32,
}

impl Run {
    fn new(model: &Arc<Model>, tolerance: f64, seconds: f64, milliseconds: u32, input: Option<fn(u32) -> f64>) -> Self {
        let [inputs, references, _] = cases::references(model);
        let mut instance = cases::ready(model, Some(tolerance));
        let (mut states, mut x) = (Vec::new(), vec![0.0; references.len()]);
        let steps = (1000.0 * seconds / f64::from(milliseconds)).round() as u32;
        for k in 0..steps {
            if let Some(input) = input {
                instance.set(&inputs, &vec![input(k * milliseconds); inputs.len()]).unwrap();
            }
            instance.do_step(f64::from(k * milliseconds) * 1e-3, f64::from(milliseconds) * 1e-3).unwrap();
            if ((k + 1) * milliseconds).is_multiple_of(10) {
                instance.get(&references, &mut x).unwrap();
                states.push(x.clone());
            }
        }
        Self { states, evaluations: evaluations(&instance), steps }
    }

    /// The largest difference from another run, relative to what is larger of the state and 1.
    fn error(&self, exact: &Self) -> f64 {
        let points = self.states.iter().zip(&exact.states);
        points.map(|(x, y)| difference(x, y)).fold(0.0, f64::max)
    }

    fn cost(&self) -> f64 {
        self.evaluations as f64 / f64::from(self.steps)
    }
}

fn evaluations(instance: &Instance) -> u64 {
    instance.work().unwrap().statistics.evaluations
}

fn difference(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y).abs() / y.abs().max(1.0)).fold(0.0, f64::max)
}

/// Evaluations of a communication step.
pub fn steps() -> Section {
    let notes = "Evaluations of the derivatives for a communication step over 5 s at a tolerance of 1e-6; the error is the largest one of a state at any \
         multiple of 10 ms, over the tolerance, without new inputs in steps of 10 ms and with new inputs at every 1 ms. The double pendulum is chaotic: it amplifies \
         what it starts with by a hundred in this time. Before: 6 to 7 everywhere.";
    let columns = [
        "model",
        "1 ms (goal 0.1 to 0.7)",
        "10 ms (goal 1 to 7)",
        "error",
        "new inputs every 1 ms (goal 2 to 4)",
        "error",
    ];
    let mut section = Section::new("Evaluations of a communication step", notes, &columns);
    let wave: fn(u32) -> f64 = |milliseconds| 0.01 * (f64::from(milliseconds) * 5e-3).sin();
    for name in ["pendulum", "double_pendulum", "spring_pendulum", "quadrotor"] {
        let model = cases::compiled(&cases::example(name));
        let run = |tolerance, milliseconds, input| Run::new(&model, tolerance, 5.0, milliseconds, input);
        let exact = run(EXACT, 10, None);
        let [one, ten] = [1, 10].map(|milliseconds| run(TOLERANCE, milliseconds, None));
        let mut cells =
            vec![name.replace('_', " "), number(one.cost()), number(ten.cost()), number(ten.error(&exact) / TOLERANCE)];
        if model.catalogue.inputs.is_empty() {
            cells.extend(["no inputs".to_owned(), "-".to_owned()]);
        } else {
            let driven = run(TOLERANCE, 1, Some(wave));
            cells.extend([number(driven.cost()), number(driven.error(&run(EXACT, 1, Some(wave))) / TOLERANCE)]);
        }
        section.row(cells);
    }
    section
}

/// Evaluations for a final error.
pub fn accuracy() -> Section {
    let notes = "Evaluations for a largest error of 1e-6, 1e-8 and 1e-10 at any multiple of 10 ms, interpolated (logarithms) between runs at tolerances \
         that differ by a factor of 3; errors are those from a run at 1e-13.";
    let columns = ["model", "1e-6", "1e-8", "1e-10", "goal for 1e-10", "before, 1e-10"];
    let mut section = Section::new("Evaluations for an accuracy", notes, &columns);
    let rows = [
        ("pendulum, 10 s", cases::example("pendulum"), 10.0, "2700", "8126"),
        ("spring pendulum, 5 s", cases::example("spring_pendulum"), 5.0, "1600", "7211"),
        ("chain of 20, 1 s", cases::benchmark_chain(20), 1.0, "2200", "8072"),
    ];
    for (name, file, seconds, goal, before) in rows {
        let model = cases::compiled(&file);
        let exact = Run::new(&model, EXACT, seconds, 10, None);
        let points: Vec<(f64, f64)> = (0..15)
            .map(|k| {
                let run = Run::new(&model, 1e-5 * 10_f64.powf(-0.5 * f64::from(k)), seconds, 10, None);
                (run.error(&exact).ln(), (run.evaluations as f64).ln())
            })
            .collect();
        let cost =
            |error: f64| interpolated(&points, error.ln()).map_or_else(|| "-".to_owned(), |cost| number(cost.exp()));
        section.row(vec![name.to_owned(), cost(1e-6), cost(1e-8), cost(1e-10), goal.to_owned(), before.to_owned()]);
    }
    section
}

/// Logarithm of the cost from which on the curve through the points, from large errors to small ones, stays below `error`.
fn interpolated(points: &[(f64, f64)], error: f64) -> Option<f64> {
    let crossing = points.windows(2).rev().find(|pair| pair[0].0 > error && pair[1].0 <= error)?;
    let [(e0, c0), (e1, c1)] = [crossing[0], crossing[1]];
    Some(c0 + (c1 - c0) * (e0 - error) / (e0 - e1))
}

/// States at `end` and evaluations, of one run without communication points inside.
pub fn at_end(model: &Arc<Model>, tolerance: f64, end: f64) -> (Vec<f64>, u64) {
    let [_, references, _] = cases::references(model);
    let mut instance = cases::ready(model, Some(tolerance));
    instance.do_step(0.0, end).unwrap();
    let mut x = vec![0.0; references.len()];
    instance.get(&references, &mut x).unwrap();
    (x, evaluations(&instance))
}

/// The states at `end` as exactly as they can be had.
pub fn exact_end(model: &Arc<Model>, end: f64) -> Vec<f64> {
    at_end(model, EXACT, end).0
}

/// The largest difference of two states.
pub fn error(x: &[f64], exact: &[f64]) -> f64 {
    difference(x, exact)
}
