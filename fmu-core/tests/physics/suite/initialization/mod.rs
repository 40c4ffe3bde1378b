//! Initial conditions: closed forms, redundancy, contradiction, the choice where conditions are too few, values set by the host.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod choice;
mod conditions;
mod host;
mod parameters;
mod positions;
mod random;
mod reference;

use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance, InstanceError};
use simulation::dynamics::{EvaluationError, EvaluationFault};
use simulation::model::{Model, Unknown};
use simulation::variables::{Causality, Initial, Value};
use std::f64::consts::{FRAC_PI_2, PI};
use std::sync::Arc;

/// A model with its instance.
struct Run {
    model: Arc<Model>,
    instance: Instance,
}

fn compile(parameters: &str, components: &str, connections: &str) -> Result<Model, String> {
    let text = format!(
        r#"{{"name": "Test", "parameters": {{{parameters}}}, "components": {{{components}}}, "connections": [{connections}]}}"#
    );
    let words = |problems: Vec<compiler::model_file::Diagnostic>| {
        problems.iter().map(|d| d.problem.to_string()).collect::<Vec<_>>().join("\n")
    };
    compiler::compile(&ModelFile::from_json(&text).map_err(words)?).map_err(words)
}

impl Run {
    /// In Initialization Mode.
    fn begin(parameters: &str, components: &str, connections: &str) -> Self {
        let model = Arc::new(compile(parameters, components, connections).unwrap());
        let mut run = Self { instance: Instance::new(Arc::clone(&model)), model };
        run.enter();
        run
    }

    /// After initialization.
    fn new(components: &str, connections: &str) -> Self {
        let mut run = Self::begin("", components, connections);
        run.instance.exit_initialization_mode().unwrap();
        run
    }

    fn enter(&mut self) {
        self.instance.setup_experiment(Experiment { tolerance: Some(1e-10), ..Experiment::default() }).unwrap();
        self.instance.enter_initialization_mode().unwrap();
    }

    fn reference(&self, name: &str) -> u32 {
        let index = self.model.catalogue.find(name).unwrap_or_else(|| panic!("no variable {name}"));
        u32::try_from(index).unwrap()
    }

    fn get(&mut self, name: &str) -> f64 {
        let (reference, mut value) = (self.reference(name), [f64::NAN]);
        self.instance.get(&[reference], &mut value).unwrap_or_else(|error| panic!("{name}: {error}"));
        value[0]
    }

    fn get3(&mut self, name: &str) -> [f64; 3] {
        [1, 2, 3].map(|k| self.get(&format!("{name}[{k}]")))
    }

    fn set(&mut self, name: &str, value: f64) -> Result<(), InstanceError> {
        self.instance.set(&[self.reference(name)], &[value])
    }

    fn error(&mut self) -> EvaluationError {
        match self.instance.exit_initialization_mode() {
            Err(InstanceError::Initialization { cause, .. }) => cause,
            other => panic!("{other:?}"),
        }
    }
}

#[track_caller]
fn close(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
}

#[track_caller]
fn close3(found: [f64; 3], expected: [f64; 3], tolerance: f64) {
    for k in 0..3 {
        close(found[k], expected[k], tolerance);
    }
}

const DOUBLE_PENDULUM: &str = r#"["world.frame_b", "rev1.frame_a"], ["rev1.frame_b", "arm1.frame_a"],
    ["arm1.frame_b", "rev2.frame_a"], ["rev2.frame_b", "arm2.frame_a"],
    ["world.frame_b", "tip.frame_a"], ["arm2.frame_b", "tip.frame_b"]"#;

/// Two arms of 0.5 m and 0.4 m, with the tip at (x, y).
fn double_pendulum(phi1: f64, phi2: f64, tip: &str) -> String {
    format!(
        r#""world": {{"class": "World"}},
           "rev1": {{"class": "Joints.Revolute", "phi": {{"start": {phi1}}}}},
           "arm1": {{"class": "Parts.BodyBox", "r": [0.5, 0, 0]}},
           "rev2": {{"class": "Joints.Revolute", "phi": {{"start": {phi2}}}}},
           "arm2": {{"class": "Parts.BodyBox", "r": [0.4, 0, 0]}},
           "tip": {{"class": "Joints.FreeMotionScalarInit", "use_r": true, "use_v": true, {tip}}}"#
    )
}

/// Angles of the double pendulum from the law of cosines, elbow up or down.
fn elbow(x: f64, y: f64, sign: f64) -> [f64; 2] {
    let cosine = (x * x + y * y - 0.25 - 0.16) / (2.0 * 0.5 * 0.4);
    let phi2 = sign * cosine.acos();
    [y.atan2(x) - (0.4 * phi2.sin()).atan2(0.5 + 0.4 * phi2.cos()), phi2]
}

/// A chain of random joints, each with a body behind it. `attribute` gives what the model says of a variable of a component.
fn chain(kinds: &[(usize, [f64; 3])], attribute: impl Fn(&str, &str) -> String) -> (String, String) {
    let mut components = vec![r#""world": {"class": "World"}"#.to_owned()];
    let mut connections = Vec::new();
    let mut last = "world.frame_b".to_owned();
    for (i, (kind, [x, y, z])) in kinds.iter().enumerate() {
        let (class, [position, speed]) =
            if *kind == 0 { ("Prismatic", ["s", "v"]) } else { ("Revolute", ["phi", "w"]) };
        let joint = format!("j{i}");
        components.push(format!(
            r#""{joint}": {{"class": "Joints.{class}", "n": [{y}, {z}, {x}], "{position}": {}, "{speed}": {}, "a": {}}}"#,
            attribute(&joint, position),
            attribute(&joint, speed),
            attribute(&joint, "a")
        ));
        components.push(format!(
            r#""b{i}": {{"class": "Parts.BodyShape", "r": [{x}, {y}, {z}], "r_CM": [{z}, {x}, {y}], "m": 1, "I_11": 0.1,
                        "I_22": 0.2, "I_33": 0.15, "r_0": {}, "v_0": {}, "a_0": {}, "frame_b": {{"r_0": {}}}}}"#,
            attribute(&format!("b{i}"), "r_0"),
            attribute(&format!("b{i}"), "v_0"),
            attribute(&format!("b{i}"), "a_0"),
            attribute(&format!("b{i}"), "frame_b.r_0")
        ));
        connections.push(format!(r#"["{last}", "{joint}.frame_a"], ["{joint}.frame_b", "b{i}.frame_a"]"#));
        last = format!("b{i}.frame_b");
    }
    (components.join(",\n"), connections.join(",\n"))
}
