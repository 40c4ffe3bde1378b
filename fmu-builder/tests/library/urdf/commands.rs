//! Robots on the command line.

use std::fs;

use crate::command::Folder;
use crate::urdf::text::{empty, joint, link, robot};

fn arm() -> String {
    robot(&[
        empty("ground"),
        link("arm", 1.0, "0.3 0 0", [0.01, 0.02, 0.02]),
        joint(
            "turn",
            "revolute",
            "ground",
            "arm",
            r#"<axis xyz="0 1 0"/><dynamics friction="0.1"/><limit effort="1" velocity="2"/>"#,
        ),
    ])
}

#[test]
fn commands_that_take_models_take_robots() {
    let folder = Folder::new();
    folder.write("arm.urdf", &arm());
    let warning = "warning: arm.urdf
  - limits are not enforced (--limits adds stops at the position limits): joint turn
  - dry friction is left out (--friction adds it): joint turn
";
    folder.run(["check", "arm.urdf"]).succeeds().says(&[warning, "1 inputs, 2 outputs", "2 continuous states"]);
    folder.run(["build", "arm.urdf"]).succeeds().says(&["arm.fmu", warning]);
    folder
        .run(["build", "arm.urdf", "-o", "free.fmu", "--base", "floating", "--gravity", "1.62", "--lock", "turn"])
        .succeeds();
    folder.run(["check", "arm.fmu"]).succeeds();
    folder.run(["inspect", "arm.fmu"]).succeeds().says(&["turn.effort", "turn.position", "turn.velocity"]);
    folder
        .run(["check", "arm.urdf", "--friction", "--limits"])
        .succeeds()
        .says(&["warning: arm.urdf\n  - limits of speed and effort are not enforced: joint turn\n"]);
    // With an effort against gravity, m g l, it stays where it is.
    folder
        .run(["simulate", "arm.urdf", "--set", "turn.effort=-2.943", "--stop-time", "1", "-o", "held.csv"])
        .succeeds();
    let rows = fs::read_to_string(folder.path("held.csv")).unwrap();
    assert!(rows.starts_with("time,\"turn.position\",\"turn.velocity\"\n"), "{rows}");
    let last: Vec<f64> = rows.lines().last().unwrap().split(',').map(|number| number.parse().unwrap()).collect();
    assert!((last[0] - 1.0).abs() < 1e-12 && last[1].abs() < 1e-9 && last[2].abs() < 1e-9, "{last:?}");
}

#[test]
fn options_of_robots_are_refused_for_other_files() {
    let folder = Folder::new();
    folder.write("arm.urdf", &arm());
    folder.write("m.toml", "name = \"M\"\n[components.world]\nclass = \"World\"\n");
    folder.run(["check", "m.toml"]).succeeds();
    folder.run(["check", "m.toml", "--base", "floating"]).exits(2).says(&["--base is for robot descriptions"]);
    folder.run(["build", "m.toml", "--lock", "a"]).exits(2).says(&["--lock is for robot descriptions"]);
    folder.run(["check", "m.toml", "--friction"]).exits(2).says(&["--friction is for robot descriptions"]);
    folder.run(["check", "m.toml", "--limits"]).exits(2).says(&["--limits is for robot descriptions"]);
    folder.run(["check", "arm.urdf", "--gravity", "-9.81"]).exits(2).says(&["acts along -z"]);
    folder.run(["check", "arm.urdf", "--mimic", "rope"]).exits(2).says(&["gear", "free", "lock"]);
    folder.run(["check", "arm.urdf", "--lock", "trun"]).exits(1).says(&["--lock trun", "did you mean `turn`?"]);
    folder.run(["check", "absent.urdf"]).exits(1).says(&["absent.urdf", "error"]);
}

#[test]
fn mistakes_are_shown_with_their_lines() {
    let folder = Folder::new();
    folder.write("bad.urdf", &arm().replace("value=\"1\"", "value=\"1 kg\""));
    for command in ["check", "build", "simulate"] {
        folder.run([command, "bad.urdf"]).exits(1).says(&["bad.urdf:4:", "expected a number", "1 kg"]);
    }
    assert_eq!(folder.files(), ["bad.urdf"]);
}

#[test]
fn a_robot_becomes_a_model_file() {
    let folder = Folder::new();
    folder.write("arm.urdf", &arm());
    folder.run(["convert", "arm.urdf"]).succeeds().says(&["arm.toml"]);
    folder.run(["convert", "arm.toml", "-o", "again.json"]).succeeds();
    folder.run(["convert", "arm.urdf", "-o", "direct.json"]).succeeds();
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    assert_eq!(read("again.json"), read("direct.json"));
    folder.run(["convert", "arm.urdf", "-o", "arm.fmu"]).exits(2).says(&["extension .toml or .json"]);
    folder.run(["convert", "arm.toml"]).exits(2).says(&["is the input"]);
}

#[test]
fn the_example_is_a_robot_without_mistakes() {
    let folder = Folder::new();
    let arm = crate::command::example("arm.urdf");
    folder.run(["check".as_ref(), arm.as_os_str()]).succeeds().says(&["4 inputs, 10 outputs", "10 continuous states"]);
}
