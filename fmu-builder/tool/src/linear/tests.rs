//! Linear systems against the equations near them, which the projection brings back to the constraints.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use super::*;
use crate::scene::{Drawable, RunOptions};
use compiler::model_file::ModelFile;
use mechanism::frames::quaternions::{self, Quaternion};
use nalgebra::{DVector, RowDVector};
use std::path::Path;

/// Independent coordinates and their rates at a state near that of `point`; rotations relative to the undisturbed motion.
fn near(point: &mut OperatingPoint, tangent: &tangent::Tangent, x: &[f64]) -> [DVector<f64>; 2] {
    let (t, mut rates, mut origin) = (point.elapsed, vec![0.0; x.len()], vec![0.0; x.len()]);
    point.system.derivatives(t, x, &mut rates).unwrap();
    point.system.derivatives(t, &point.x, &mut origin).unwrap();
    let quaternion = |x: &[f64], first: usize| Quaternion(std::array::from_fn(|k| x[first + k]));
    let relative = |a: &[f64], b: &[f64], first: usize| {
        quaternions::relative_rotation(&quaternion(a, first), &quaternion(b, first)).0
    };
    let values = tangent.coordinates.iter().map(|own| match own.axis {
        None => [x[own.state] - point.x[own.state], rates[own.state]],
        Some(axis) => {
            let turn = 2.0 * relative(&point.x, x, own.state)[axis];
            let turning = relative(&origin, x, own.state)[axis] + relative(&point.x, &rates, own.state)[axis];
            [turn, 2.0 * turning]
        }
    });
    let pairs: Vec<[f64; 2]> = values.collect();
    [0, 1].map(|k| DVector::from_iterator(pairs.len(), pairs.iter().map(|pair| pair[k])))
}

/// Halved steps of a difference.
const STEPS: i32 = 7;

/// The rates are `f0 + A z` up to the square of z. Central differences of halved steps are extrapolated, and of all extrapolations that is
/// taken whose neighbours differ least from it (Ridders 1982): where the truncation ends and rounding does not yet begin.
fn agrees(name: &str, at: Option<f64>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples").join(name);
    let (file, _) = ModelFile::from_path(&path).unwrap();
    let drawable = Drawable::new(&file).unwrap();
    let options = RunOptions { stop_time: Some(10.0), ..RunOptions::default() };
    let mut point = OperatingPoint::new(&drawable, &options, at, &mut |_| ()).unwrap();
    let (linear, tangent) = point.linearize_with_tangent().unwrap();
    let (n, a) = (linear.states.len(), &linear.a);
    for column in 0..n {
        let mut off = |step: f64| -> DVector<f64> {
            let [plus, minus] = [step, -step].map(|step| {
                let mut x = point.x.clone();
                tangent.lift.column(column).iter().zip(&mut x).for_each(|(lift, x)| *x += step * lift);
                point.system.project(point.elapsed, &mut x);
                near(&mut point, &tangent, &x)
            });
            let [z, f] = [0, 1].map(|k| (&plus[k] - &minus[k]) / (2.0 * step));
            (a * &z - f) / (a.norm() * z.norm())
        };
        let (mut before, mut best): (Vec<DVector<f64>>, _) = (Vec::new(), [f64::INFINITY; 2]);
        for k in 0..STEPS {
            let mut row = vec![off(0.02 * 0.5_f64.powi(k))];
            for (j, coarse) in before.iter().enumerate() {
                let next = &row[j] + (&row[j] - coarse) / (4_f64.powi(j as i32 + 1) - 1.0);
                let uncertain = (&next - &row[j]).norm().max((&next - coarse).norm());
                if uncertain < best[0] {
                    best = [uncertain, next.norm()];
                }
                row.push(next);
            }
            before = row;
        }
        let [uncertain, error] = best;
        let state = &linear.states[column].name;
        assert!(error < 1e-8 && uncertain < 1e-8, "{name} at {at:?}, {state}: {error}, known to {uncertain}");
    }
}

#[test]
fn small_motions_of_closed_loops_agree_with_the_equations() {
    for name in ["four_bar.toml", "slider_crank.toml", "wishbone.toml", "stewart_platform.toml", "gripper.toml"] {
        agrees(name, None);
        agrees(name, Some(0.35));
    }
}

#[test]
fn small_motions_of_free_bodies_agree_with_the_equations() {
    for name in ["quadrotor.toml", "three_springs.toml", "spring_pendulum.toml"] {
        agrees(name, Some(0.4));
    }
}

fn at_start(text: &str) -> OperatingPoint {
    let drawable = Drawable::new(&ModelFile::from_toml(text).unwrap()).unwrap();
    OperatingPoint::new(&drawable, &RunOptions::default(), None, &mut |_| ()).unwrap()
}

fn names(signals: &[Signal]) -> Vec<&str> {
    signals.iter().map(|signal| signal.name.as_str()).collect()
}

/// Rotors that two clutches couple, before a spring: one rotor as long as they stick.
fn clutches(speed: f64) -> OperatingPoint {
    at_start(&format!(
        r#"
name = "Clutches"
connections = [["motor.flange", "one.flange_a"], ["one.flange_b", "clutch.flange_a"], ["clutch.flange_b", "two.flange_a"],
  ["one.flange_b", "other.flange_a"], ["other.flange_b", "two.flange_a"], ["two.flange_b", "spring.flange_a"], ["spring.flange_b", "ground.flange"]]
inputs.torque = "motor.tau"
inputs.press = {{ variable = "clutch.f_normalized", start = 1 }}
inputs.other_press = {{ variable = "other.f_normalized", start = 1 }}
components.motor = {{ class = "Rotational.Sources.Torque" }}
components.one = {{ class = "Rotational.Components.Inertia", J = 0.3, phi = {{ start = 0.1, fixed = true }}, w = {{ start = {speed}, fixed = true }} }}
components.clutch = {{ class = "Rotational.Components.Clutch", mu_pos = [[0, 0.5]], fn_max = 40 }}
components.other = {{ class = "Rotational.Components.Clutch", mu_pos = [[0, 0.5]], fn_max = 20 }}
components.two = {{ class = "Rotational.Components.Inertia", J = 0.2, phi = {{ start = 0.1, fixed = true }}, w = {{ start = 0, fixed = true }} }}
components.spring = {{ class = "Rotational.Components.SpringDamper", c = 8, d = 0.6 }}
components.ground = {{ class = "Rotational.Components.Fixed" }}
"#
    ))
}

#[test]
fn coordinates_that_sticking_contacts_hold_are_no_states() {
    let linear = clutches(0.0).linearize().unwrap();
    assert_eq!(linear.states.len(), 2, "{:?}", names(&linear.states));
    assert_eq!(linear.a.row(0), RowDVector::from_row_slice(&[0.0, 1.0]));
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found}, {expected} expected");
    near(linear.a[(1, 0)], -8.0 / 0.5);
    near(linear.a[(1, 1)], -0.6 / 0.5);
    assert_eq!(names(&linear.inputs), ["press", "torque", "other_press"]);
    [0.0, 1.0 / 0.5, 0.0].into_iter().enumerate().for_each(|(k, expected)| near(linear.b[(1, k)], expected));
    // While they slip each has its own.
    let linear = clutches(3.0).linearize().unwrap();
    assert_eq!(linear.states.len(), 4, "{:?}", names(&linear.states));
    let row = linear.states.iter().position(|state| state.name == "two.w").unwrap();
    near(linear.b[(row, 0)], 0.5 * 40.0 / 0.2);
}

/// Two links that hang: a brake makes them one pendulum, whose frequency is that of a compound one.
#[test]
fn a_joint_that_a_brake_holds_is_no_state() {
    let mut point = at_start(
        r#"
name = "Arm"
connections = [["world.frame_b", "first.frame_a"], ["first.frame_b", "upper.frame_a"], ["upper.frame_b", "second.frame_a"],
  ["second.frame_b", "lower.frame_a"], ["brake.flange_a", "second.axis"]]
inputs.press = { variable = "brake.f_normalized", start = 1 }
components.world = { class = "World", n = [1, 0, 0] }
components.first = { class = "Joints.Revolute", phi = { start = 0, fixed = true }, w = { start = 0, fixed = true } }
components.second = { class = "Joints.Revolute", useAxisFlange = true, phi = { start = 0, fixed = true }, w = { start = 0, fixed = true } }
components.upper = { class = "Parts.BodyShape", m = 2, r = [0.4, 0, 0], r_CM = [0.4, 0, 0] }
components.lower = { class = "Parts.Body", m = 1, r_CM = [0.5, 0, 0] }
components.brake = { class = "Rotational.Components.Brake", fn_max = 100 }
"#,
    );
    let linear = point.linearize().unwrap();
    assert_eq!(names(&linear.states), ["first.phi", "first.w"]);
    // Each body has I_33 = 0.001 kg.m2 by default.
    let expected = -9.80665 * (2.0 * 0.4 + 0.9) / (2.0 * 0.4 * 0.4 + 0.9 * 0.9 + 0.002);
    assert!((linear.a[(1, 0)] - expected).abs() < 1e-12, "{}, {expected} expected", linear.a[(1, 0)]);
}

/// A spring presses a block onto a stop that it does not touch at the start.
#[test]
fn contacts_change_at_the_points_that_trim_finds() {
    let text = r#"
name = "Stop"
connections = [["ground.flange", "spring.flange_a"], ["spring.flange_b", "block.flange_a"], ["block.flange_b", "stop.flange_a"], ["stop.flange_b", "wall.flange"]]
components.ground = { class = "Translational.Components.Fixed" }
components.spring = { class = "Translational.Components.Spring", c = 100, s_rel0 = 0.2 }
components.block = { class = "Translational.Components.Mass", m = 1, s = { start = 0, fixed = true }, v = { start = 0, fixed = true } }
components.stop = { class = "Translational.Components.ElastoGap", c = 400, d = 1 }
components.wall = { class = "Translational.Components.Fixed", s0 = 0.1 }
"#;
    let found = at_start(text).trim(&Trim::default()).unwrap();
    let s = found.settings.iter().find(|signal| signal.name == "block.s").unwrap().value;
    assert!((s - (100.0 * 0.2 + 400.0 * 0.1) / 500.0).abs() < 1e-12, "{s}");
}

/// The brake holds at the start; it cannot hold what is wanted of it.
#[test]
fn a_contact_that_does_not_hold_is_named() {
    let text = r#"
name = "Brake"
connections = [["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "brake.flange_a"]]
inputs.torque = "motor.tau"
inputs.press = { variable = "brake.f_normalized", start = 1 }
components.motor = { class = "Rotational.Sources.Torque" }
components.rotor = { class = "Rotational.Components.Inertia", J = 0.3, phi = { start = 0, fixed = true }, w = { start = 0, fixed = true } }
components.brake = { class = "Rotational.Components.Brake", mu_pos = [[0, 0.5]], fn_max = 40 }
"#;
    let want = |value: &str| Trim {
        free: vec![Free { name: "torque".to_owned(), limits: [-1e3, 1e3] }],
        wanted: vec![crate::settings::Setting { name: "torque".to_owned(), value: value.to_owned() }],
        ..Trim::default()
    };
    assert!(at_start(text).trim(&want("19")).is_ok());
    let fault = at_start(text).trim(&want("21")).unwrap_err().to_string();
    assert!(fault.contains("der(rotor.w)") && fault.contains("brake"), "{fault}");
}

/// The values are where the text has their places; comments and all else stay.
#[test]
fn a_copy_of_the_model_file_has_the_values() {
    let text = r#"name = "Copy" # of a model
connections = [["world.frame_b", "rev.frame_a"], ["rev.frame_b", "body.frame_a"], ["torque.flange", "rev.axis"], ["push.flange", "block.flange_a"]]
[parameters]
mass = { value = "1000 g", unit = "kg" }
[components.world]
class = "World"
[components.rev]
class = "Joints.Revolute" # a joint
useAxisFlange = true
phi = { start = "20 deg", fixed = true } # here it starts
w = { fixed = true }
[components]
body = { class = "Parts.Body", m = "mass", r_CM = [0.5, 0, 0] }
torque.class = "Rotational.Sources.Torque"
push = { class = "Translational.Sources.Force" }
block = { class = "Translational.Components.Mass", m = 2 }
[inputs]
tau = "torque.tau"
pull = { variable = "push.f" }
[outputs]
angle = "rev.phi"
"#;
    let file = ModelFile::from_toml(text).unwrap();
    let signal = |(name, value): (&str, f64)| Signal { name: name.to_owned(), unit: None, value };
    let settings = [
        ("rev.phi", 0.25),
        ("rev.w", 0.5),
        ("mass", 2.0),
        ("body.r_CM[1]", 0.75),
        ("tau", 1e-7),
        ("pull", -3.0),
        ("block.s", 4.0),
        ("nobody.s", 5.0),
    ];
    let (copy, missing) = at_start(text).rewritten(text, &file, &settings.map(signal));
    assert_eq!(missing, ["nobody.s"]);
    let (_, missing) = at_start(text).rewritten("", &file, &[signal(("block.s", 4.0))]);
    assert_eq!(missing, ["block.s"], "its class is in another text");
    let expected = text
        .replace("\"20 deg\"", "0.25")
        .replace("w = { fixed = true }", "w = { fixed = true, start = 0.5 }")
        .replace("\"1000 g\"", "2.0")
        .replace("[0.5, 0, 0]", "[0.75, 0, 0]")
        .replace("tau = \"torque.tau\"", "tau = { variable = \"torque.tau\", start = 1e-7 }")
        .replace("\"push.f\" }", "\"push.f\", start = -3.0 }")
        .replace("Mass\",", "Mass\", s = { start = 4.0 },");
    assert_eq!(copy, expected);
    at_start(&copy);
}
