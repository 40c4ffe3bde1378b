//! `trim`: the values that it finds put the model to rest, and what cannot be is said.

use crate::command::{Folder, example};
use serde_json::Value;
use std::fs;

const G: f64 = 9.80665;

/// The result of `trim`, and the linear system of all states when a run starts with the values.
fn trimmed(folder: &Folder, model: &str, arguments: &[&str]) -> (Value, Value) {
    let read = |name: &str| -> Value { serde_json::from_str(&fs::read_to_string(folder.path(name)).unwrap()).unwrap() };
    folder.run(["trim", model, "-o", "trim.json", "--quiet"].iter().chain(arguments)).succeeds();
    let found = read("trim.json");
    let settings = found["set"]
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(name, value)| ["--set".to_owned(), format!("{name}={value}")]);
    let arguments =
        ["linearize", model, "--full", "-o", "start.json", "--quiet"].map(str::to_owned).into_iter().chain(settings);
    folder.run(arguments).succeeds();
    (found, read("start.json"))
}

fn example_text(name: &str) -> String {
    example(name).to_str().unwrap().to_owned()
}

#[test]
fn mechanisms_start_at_rest_with_the_values_that_are_found() {
    let folder = Folder::new();
    for (model, arguments) in [
        ("pendulum.toml", &[][..]),
        ("quadrotor.toml", &["--free", "thrust"]),
        ("four_bar.toml", &[]),
        ("slider_crank.toml", &[]),
        ("wishbone.toml", &["--set", "road.force[3]=800"]),
        ("stewart_platform.toml", &[]),
        ("double_pendulum.toml", &[]),
    ] {
        // Settings of the command are those of the run, too.
        let (found, start) = trimmed(&folder, &example_text(model), arguments);
        let set: Vec<&str> = arguments.iter().copied().filter(|text| text.contains("force")).collect();
        if set.is_empty() {
            let rates = start["f0"].as_array().unwrap().iter().map(|rate| rate.as_f64().unwrap().abs());
            let largest = rates.fold(0.0, f64::max);
            assert!(largest < 1e-12, "{model}: {largest}");
        }
        assert!(found["largest_rate"].as_f64().unwrap() < 1e-12, "{model}: {found}");
    }
}

#[test]
fn inputs_and_parameters_give_outputs_their_values() {
    let folder = Folder::new();
    let pendulum = example_text("pendulum.toml");
    let (found, start) = trimmed(&folder, &pendulum, &["--free", "tau=0..10", "--want", "angle=0.3"]);
    // Weight 1 kg at 0.5 m.
    let tau = found["set"]["tau"].as_f64().unwrap();
    assert!((tau - 0.5 * G * 0.3_f64.cos()).abs() < 1e-13 && (start["y0"][0].as_f64().unwrap() - 0.3).abs() < 1e-14);
    let (found, _) = trimmed(
        &folder,
        &pendulum,
        &["--free", "body.m", "--fix", "rev.phi", "--set", "rev.phi=20 deg", "--set", "tau=2"],
    );
    let mass = found["set"]["body.m"].as_f64().unwrap();
    assert!((mass - 2.0 / (0.5 * G * 20_f64.to_radians().cos())).abs() < 1e-13, "{mass}");
}

/// A rotor with friction turns steadily: the torque is d w.
#[test]
fn a_steady_motion_keeps_its_speed() {
    let folder = Folder::new();
    folder.write("rotor.toml", r#"
name = "Rotor"
connections = [["motor.flange", "rotor.flange_a"], ["rotor.flange_b", "damper.flange_a"], ["damper.flange_b", "ground.flange"]]
[components.motor]
class = "Rotational.Sources.Torque"
[components.rotor]
class = "Rotational.Components.Inertia"
J = 0.4
phi = { start = 0, fixed = true }
w = { start = 0, fixed = true }
[components.damper]
class = "Rotational.Components.Damper"
d = 0.25
[components.ground]
class = "Rotational.Components.Fixed"
[inputs]
torque = "motor.tau"
[outputs]
speed = "rotor.w"
"#);
    let (found, start) = trimmed(&folder, "rotor.toml", &["--steady", "--free", "torque", "--want", "speed=12"]);
    assert!((found["set"]["torque"].as_f64().unwrap() - 3.0).abs() < 1e-13);
    assert_eq!(start["y0"][0].as_f64().unwrap(), 12.0);
    folder
        .run(["linearize", "rotor.toml", "--trim", "--steady", "--free", "torque", "--want", "speed=12"])
        .succeeds()
        .says(&["-0.625"]);
    let pendulum = example_text("pendulum.toml");
    folder.run(["trim", &pendulum, "--steady", "--want", "speed=2"]).exits(1).says(&["not steady", "der(rev.w)"]);
}

/// A copy of the model file starts at the point.
#[test]
fn a_copy_of_the_model_file_starts_there() {
    let folder = Folder::new();
    let models = [
        ("pendulum.toml", &["--free", "tau=0..10", "--want", "angle=0.3"][..]),
        ("quadrotor.toml", &["--free", "thrust"]),
    ];
    for (model, arguments) in models {
        folder.run(["trim", &example_text(model), "-o", "copy.toml", "--quiet"].iter().chain(arguments)).succeeds();
        folder.run(["linearize", "copy.toml", "--full", "-o", "copy.json", "--quiet"]).succeeds();
        let start: Value = serde_json::from_str(&fs::read_to_string(folder.path("copy.json")).unwrap()).unwrap();
        let rates = start["f0"].as_array().unwrap();
        assert!(rates.iter().all(|rate| rate.as_f64().unwrap().abs() < 1e-12), "{model}: {rates:?}");
        let comments = |text: String| text.lines().filter(|line| line.contains('#')).count();
        let [before, after] =
            [example(model), folder.path("copy.toml")].map(|path| comments(fs::read_to_string(path).unwrap()));
        assert_eq!(before, after, "{model}");
    }
    folder.write("robot.json", "{}");
    folder.run(["trim", "robot.json", "-o", "other.toml"]).exits(2).says(&["robot.json", ".json"]);
}

#[test]
fn what_is_left_over_or_means_nothing_is_named() {
    let folder = Folder::new();
    let pendulum = example_text("pendulum.toml");
    let run = |arguments: &[&str]| folder.run(["trim", &pendulum].iter().chain(arguments));
    run(&["--free", "tau=-1..1", "--want", "angle=0.3"]).exits(1).says(&["left over", "der(rev.w)", "angle - 0.3"]);
    folder.run(["trim", &example_text("quadrotor.toml")]).exits(1).says(&["der(hull.v_0[3]) = -9.80665"]);
    run(&["--free", "taw"]).exits(2).says(&["taw", "did you mean \"tau\"?"]);
    run(&["--free", "tau=2..1"]).exits(2).says(&["2..1"]);
    run(&["--free", "tau=1..2"]).exits(2).says(&["the value 0 of \"tau\" is not within its limits 1..2"]);
    run(&["--free", "angle"]).exits(2).says(&["\"angle\" cannot be free"]);
    run(&["--fix", "tau"]).exits(2).says(&["\"tau\" cannot be fixed", "rev.phi"]);
    run(&["--want", "angle=1 kg"]).exits(2).says(&["\"angle\" cannot be \"1 kg\""]);
    folder.run(["linearize", &pendulum, "--free", "tau"]).exits(2).says(&["--free", "--trim"]);
    assert!(folder.files().is_empty());
}
