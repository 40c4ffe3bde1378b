//! Parameters that no mechanism has are refused by name, in the model file and when they come through FMI; what looks odd and is legal is not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::common;

use common::compile;
use compiler::model_file::ModelFile;
use fmu_core::instance::{Experiment, Instance, InstanceError, Mode, Severity};
use std::sync::Arc;

fn model(components: &str) -> String {
    format!(
        r#"
name = "Impossible"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"]]
components.world = {{ class = "World" }}
components.joint = {{ class = "Joints.Spherical" }}
{components}
"#
    )
}

/// A body whose inertia has these elements 11, 22, 33, 21, 31, 32.
fn body([i11, i22, i33, i21, i31, i32]: [f64; 6]) -> String {
    model(&format!(
        "components.body = {{ class = \"Parts.Body\", m = 1, r_CM = [0.3, 0, 0], I_11 = {i11:?}, I_22 = {i22:?}, I_33 = {i33:?}, \
         I_21 = {i21:?}, I_31 = {i31:?}, I_32 = {i32:?} }}"
    ))
}

fn instance(text: &str) -> Instance {
    let mut instance = Instance::new(Arc::new(compile(text)));
    instance.setup_experiment(Experiment::default()).unwrap();
    instance.enter_initialization_mode().unwrap();
    instance
}

fn set(instance: &mut Instance, name: &str, value: f64) {
    let reference = instance.catalogue().variables.iter().position(|v| v.name == name).unwrap() as u32;
    instance.set(&[reference], &[value]).unwrap();
}

/// The message at the end of the initialisation; nothing has changed, so that the parameter can be mended.
#[track_caller]
fn refusal(instance: &mut Instance) -> String {
    let error = instance.exit_initialization_mode().unwrap_err();
    assert!(matches!(error, InstanceError::Initialization { .. }), "{error}");
    assert_eq!((error.severity(), instance.mode()), (Severity::Error, Mode::Initialization));
    assert_eq!(instance.exit_initialization_mode().unwrap_err(), error, "it is refused as long as it is wrong");
    error.to_string()
}

const GOOD: [f64; 6] = [0.3, 0.4, 0.5, 0.02, -0.03, 0.01];

#[test]
fn an_indefinite_inertia_is_refused() {
    let bad = [[0.3, 0.4, 0.5, 0.4, 0.0, 0.0], [0.3, 0.4, 0.5, 0.2, 0.3, -0.3], [0.0, 0.4, 0.5, 0.0, 1e-3, 0.0]];
    for elements in bad {
        // In the file.
        let problems = compiler::compile(&ModelFile::from_toml(&body(elements)).unwrap()).unwrap_err();
        let message = problems[0].problem.to_string();
        assert!(problems.len() == 1 && problems[0].span.is_some(), "{problems:?}");
        assert!(message.contains("`body`") && message.contains("principal moment -"), "{message}");
        assert!(message.contains(&elements[3].to_string()), "{message}");
        // Through FMI.
        let mut instance = instance(&body(GOOD));
        for (name, value) in ["I_11", "I_22", "I_33", "I_21", "I_31", "I_32"].iter().zip(elements) {
            set(&mut instance, &format!("body.{name}"), value);
        }
        let message = refusal(&mut instance);
        assert!(message.contains("body: the inertia tensor") && message.contains("principal moment -"), "{message}");
        for (name, value) in ["I_21", "I_31", "I_32"].iter().zip([0.01; 3]) {
            set(&mut instance, &format!("body.{name}"), value);
        }
        set(&mut instance, "body.I_11", 0.3);
        instance.exit_initialization_mode().unwrap();
    }
}

#[test]
fn what_only_looks_impossible_is_legal() {
    let rod = [0.0, 2.0, 2.0, 0.0, 0.0, 0.0];
    // A rod along {1, 1, 1}: one principal moment is zero but for rounding.
    let skew = [2.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0, -1.0 / 3.0];
    let noisy = skew.map(|x| x * (1.0 + 1e-12));
    // A rotor lumped into a link.
    let lumped = [0.001, 0.001, 1.16, 0.0, 0.0, 0.0];
    for elements in [GOOD, rod, skew, noisy, lumped, skew.map(|x| 1e200 * x), skew.map(|x| 1e-200 * x), [0.0; 6]] {
        compiler::compile(&ModelFile::from_toml(&body(elements)).unwrap()).unwrap();
    }
    // A body without mass and inertia, and dampers that drive.
    let text = model(
        r#"components.body = { class = "Parts.Body", m = 1, r_CM = [0.3, 0, 0] }
components.frame = { class = "Parts.Body", m = 0, r_CM = [0, 0, 0], I_11 = 0, I_22 = 0, I_33 = 0 }"#,
    )
    .replace("connections = [", "connections = [[\"frame.frame_a\", \"joint.frame_b\"], ");
    instance(&text).exit_initialization_mode().unwrap();
}

/// Bounds hold for what follows from a parameter, too.
#[test]
fn what_follows_from_a_parameter_is_checked() {
    let text = model(
        "parameters.load = 3\ncomponents.body = { class = \"Parts.Body\", m = \"load - 1\", r_CM = [0.3, 0, 0] }",
    );
    let mut instance = instance(&text);
    set(&mut instance, "load", 0.5);
    let message = refusal(&mut instance);
    assert!(message.contains("body.m is -0.5 (it follows from other parameters), and must be 0 or more"), "{message}");
    set(&mut instance, "load", 1.5);
    instance.exit_initialization_mode().unwrap();
}

/// A box with more hole than box.
#[test]
fn a_hollow_body_keeps_some_material() {
    let text =
        model("components.body = { class = \"Parts.BodyBox\", r = [0.5, 0, 0], width = 0.1, innerWidth = 0.05 }");
    let mut instance = instance(&text);
    set(&mut instance, "body.innerWidth", 0.2);
    let message = refusal(&mut instance);
    assert!(message.contains("body.body.m is -"), "{message}");
    set(&mut instance, "body.innerWidth", 0.1);
    set(&mut instance, "body.width", 0.2);
    instance.exit_initialization_mode().unwrap();
}

/// In flight.
#[test]
fn a_tunable_parameter_is_checked_before_the_next_step() {
    let text = r#"
name = "Damped"
connections = [["world.frame_b", "joint.frame_a"], ["joint.frame_b", "body.frame_a"], ["joint.axis", "damper.flange_b"], ["joint.support", "damper.flange_a"]]
parameters.loss = 2
components.world = { class = "World" }
components.joint = { class = "Joints.Revolute", useAxisFlange = true }
components.body = { class = "Parts.Body", m = 1, r_CM = [0.3, 0, 0] }
components.damper = { class = "Rotational.Components.Damper", d = "loss - 1" }
"#;
    let mut instance = instance(text);
    instance.exit_initialization_mode().unwrap();
    instance.do_step(0.0, 0.1).unwrap();
    let before = instance.snapshot();
    set(&mut instance, "loss", 0.5);
    let error = instance.do_step(0.1, 0.1).unwrap_err();
    assert_eq!((error.severity(), instance.mode(), instance.time()), (Severity::Discard, Mode::StepFailed, 0.1));
    assert!(error.to_string().contains("damper.d is -0.5"), "{error}");
    instance.restore(&before).unwrap();
    set(&mut instance, "loss", 1.5);
    instance.do_step(0.1, 0.1).unwrap();
}

#[test]
fn directions_without_length_are_refused() {
    let text = model("components.body = { class = \"Parts.Body\", m = 1, r_CM = [0.3, 0, 0] }")
        .replace("Joints.Spherical\"", "Joints.Revolute\", n = [0, 0, 1]");
    let mut instance = instance(&text);
    set(&mut instance, "joint.n[3]", 0.0);
    let message = refusal(&mut instance);
    assert!(message.contains("joint"), "{message}");
}
