//! Derivatives by jets equal differences: of accelerations, flows and sensors with respect to states, inputs and parameters.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::Rig;
use mechanism::scalar::{Jet, Scalar};
use mechanism::{Parameters, Source, Stage};
use simulation::dynamics::Evaluation;
use simulation::model::Model;
use simulation::variables::{DataType, Target};

/// Arguments of the evaluation.
#[derive(Clone, Debug)]
struct Arguments {
    time: f64,
    q: Vec<f64>,
    v: Vec<f64>,
    parameters: Vec<f64>,
    inputs: Vec<f64>,
}

/// One of the arguments.
#[derive(Clone, Debug, PartialEq)]
enum Direction {
    Time,
    Position(usize),
    Speed(usize),
    Parameter(usize),
    Input(usize),
}

impl Arguments {
    fn get_mut(&mut self, direction: &Direction) -> &mut f64 {
        match direction {
            Direction::Time => &mut self.time,
            Direction::Position(i) => &mut self.q[*i],
            Direction::Speed(i) => &mut self.v[*i],
            Direction::Parameter(i) => &mut self.parameters[*i],
            Direction::Input(i) => &mut self.inputs[*i],
        }
    }
}

/// All stages over any scalar; the values of `sources`.
fn evaluate<T: Scalar>(
    model: &Model,
    modes: &[i32],
    arguments: &Arguments,
    seed: impl Fn(Direction, f64) -> T,
    sources: &[Source],
) -> Vec<T> {
    let number = |values: &[f64], direction: fn(usize) -> Direction| -> Vec<T> {
        values.iter().enumerate().map(|(i, value)| seed(direction(i), *value)).collect()
    };
    let mut evaluation = Evaluation::new(model, number(&arguments.parameters, Direction::Parameter)).unwrap();
    evaluation.prepare(model).unwrap();
    evaluation.modes.copy_from_slice(modes);
    evaluation.elapsed = seed(Direction::Time, arguments.time);
    evaluation.q = number(&arguments.q, Direction::Position);
    evaluation.v = number(&arguments.v, Direction::Speed);
    evaluation.signals[model.first_input_signal..].copy_from_slice(&number(&arguments.inputs, Direction::Input));
    evaluation.reach_outputs(model, Stage::Reaction).unwrap();
    sources.iter().map(|source| evaluation.value(model, source)).collect()
}

const LANES: usize = Jet::DIRECTIONS;

/// Sources of all real variables that are neither time nor parameters.
fn sources(rig: &Rig) -> (Vec<String>, Vec<Source>) {
    let is_result = |source: &Source| !matches!(source, Source::Time | Source::Constant(_) | Source::Parameter(_));
    let variables = rig.model.catalogue.variables.iter();
    let results = variables.filter(|v| matches!(v.data_type, DataType::Real { .. }) && is_result(v.source));
    results.map(|v| (v.name.to_owned(), v.source.clone())).unzip()
}

fn arguments(rig: &mut Rig) -> Arguments {
    // Coordinates from the states; speeds that are prescribed are found by the laws.
    let model = std::sync::Arc::clone(&rig.model);
    let tree = &model.mechanism.tree;
    let q = (0..tree.nq).map(|i| rig.source(&Source::Coordinate(i))).collect();
    let v = (0..tree.nv).map(|i| rig.source(&Source::Speed(i))).collect();
    let parameters = (0..model.parameters.slots.len()).map(|i| rig.system.parameter(i)).collect();
    let inputs = (0..model.catalogue.inputs.len()).map(|i| rig.system.input(i)).collect();
    Arguments { time: rig.t, q, v, parameters, inputs }
}

/// Independent parameters (no start values, which do not act), states, inputs and time.
fn directions(rig: &Rig, arguments: &Arguments) -> Vec<Direction> {
    let mut all = vec![Direction::Time];
    all.extend((0..arguments.q.len()).map(Direction::Position));
    all.extend((0..arguments.v.len()).map(Direction::Speed));
    all.extend((0..arguments.inputs.len()).map(Direction::Input));
    let parameters = rig.model.catalogue.variables.iter().filter_map(|v| match v.target {
        Some(Target::Parameter(i)) => Some(Direction::Parameter(i)),
        _ => None,
    });
    all.extend(parameters);
    all
}

#[test]
fn derivatives_equal_central_differences() {
    let mut rig = common::zoo::zoo();
    let model = std::sync::Arc::clone(&rig.model);
    let (names, sources) = sources(&rig);
    let arguments = arguments(&mut rig);
    let directions = directions(&rig, &arguments);
    assert!(directions.len() > 200 && sources.len() > 600, "{} {}", directions.len(), sources.len());
    // After the events of the sources, before the corner of the ramp.
    let modes: Vec<i32> =
        model.laws.iter().map(|law| law.mode(Parameters::new(&arguments.parameters), arguments.time)).collect();
    // The values are those of the system.
    let values = evaluate(&model, &modes, &arguments, |_, value| value, &sources);
    for (name, value) in names.iter().zip(&values) {
        assert_eq!(rig.get(name).to_bits(), value.to_bits(), "{name}");
    }
    let mut not_zero = 0;
    for lanes in directions.chunks(LANES) {
        let seed = |direction: Direction, value: f64| {
            lanes.iter().position(|d| *d == direction).map_or(Jet::constant(value), |lane| Jet::variable(value, lane))
        };
        let jets = evaluate(&model, &modes, &arguments, seed, &sources);
        for (lane, direction) in lanes.iter().enumerate() {
            let h = 1e-5 * arguments.clone().get_mut(direction).abs().max(0.1);
            let shifted = |by: f64| {
                let mut arguments = arguments.clone();
                *arguments.get_mut(direction) += by;
                evaluate(&model, &modes, &arguments, |_, value| value, &sources)
            };
            // Order 4.
            let [a, b, c, d] = [2.0 * h, h, -h, -2.0 * h].map(shifted);
            for k in 0..sources.len() {
                let difference = (8.0 * (b[k] - c[k]) - (a[k] - d[k])) / (12.0 * h);
                let exact = jets[k].along[lane];
                common::near(jets[k].value, values[k], 1e-11 * (1.0 + values[k].abs()), &names[k]);
                let scale = 1.0 + exact.abs() + values[k].abs() / h * 1e-5;
                let off = (exact - difference).abs();
                assert!(off < 1e-6 * scale, "{} by {direction:?}: {exact} {difference}, off by {off:e}", names[k]);
                not_zero += usize::from(exact != 0.0);
            }
        }
    }
    assert!(not_zero > 20_000, "{not_zero}");
}

/// At the kinks (springs and dampers of length zero, distances of zero, orientations where angles are singular, parameters of zero)
/// derivatives are finite.
#[test]
fn derivatives_are_finite_at_the_kinks() {
    let text = r#"
name = "Kinks"
connections = [
  ["world.frame_b", "spring.frame_a"], ["spring.frame_b", "body.frame_a"], ["world.frame_b", "damper.frame_a"], ["damper.frame_b", "body.frame_a"],
  ["world.frame_b", "both.frame_a"], ["both.frame_b", "body.frame_a"], ["gap.frame_a", "world.frame_b"], ["gap.frame_b", "body.frame_a"],
  ["pose.frame_a", "body.frame_a"], ["euler.frame_a", "body.frame_a"], ["world.frame_b", "joint.frame_a"], ["joint.frame_b", "load.frame_a"],
  ["loss.flange_a", "joint.axis"], ["loss.flange_b", "joint.support"], ["follow.flange", "slide.axis"], ["world.frame_b", "slide.frame_a"], ["slide.frame_b", "cart.frame_a"],
  ["cart.frame_a", "thread.frame_a"], ["thread.frame_b", "world.frame_b"],
]
components.world = { class = "World" }
components.spring = { class = "Forces.Spring", c = 40, s_unstretched = 0 }
components.damper = { class = "Forces.Damper", d = 0 }
components.both = { class = "Forces.SpringDamperParallel", c = 30, d = 3, s_unstretched = 0.2 }
components.thread = { class = "Forces.Spring", c = 0 }
components.body = { class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }
components.gap = { class = "Sensors.Distance" }
components.pose = { class = "Sensors.AbsoluteSensor", get_angles = true, get_r = true }
components.euler = { class = "Sensors.AbsoluteSensor", get_angles = true, sequence = [3, 1, 3] }
components.joint = { class = "Joints.Revolute", useAxisFlange = true }
components.load = { class = "Parts.BodyBox", r = [0.3, 0, 0], innerWidth = 0 }
components.loss = { class = "Rotational.Components.Damper", d = 0 }
components.slide = { class = "Joints.Prismatic", useAxisFlange = true }
components.cart = { class = "Parts.BodyCylinder", r = [0, 0.2, 0], diameter = 0.1, innerDiameter = 0 }
components.follow = { class = "Translational.Sources.Position" }
"#;
    let mut rig = Rig::new(text);
    let model = std::sync::Arc::clone(&rig.model);
    let (names, sources) = sources(&rig);
    let arguments = arguments(&mut rig);
    let directions = directions(&rig, &arguments);
    let modes = vec![0; model.laws.len()];
    for lanes in directions.chunks(LANES) {
        let seed = |direction: Direction, value: f64| {
            lanes.iter().position(|d| *d == direction).map_or(Jet::constant(value), |lane| Jet::variable(value, lane))
        };
        let jets = evaluate(&model, &modes, &arguments, seed, &sources);
        for (name, jet) in names.iter().zip(&jets) {
            assert!(jet.is_finite(), "{name} by {lanes:?}: {jet:?}");
        }
    }
}
