//! `--set` means the same to every command that takes it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;

use command::{Folder, example};
use compiler::model_file::ModelFile;
use fmu_builder::csv::Table;
use fmu_builder::host::{Inputs, Interpolation, Package, Simulation, SimulationOptions};
use fmu_builder::scene::{Drawable, RunOptions, Scene, SceneOptions};
use fmu_builder::{Fmu, build_options};
use std::fs;

/// Commands that take settings, with a file to write.
const COMMANDS: [[&str; 3]; 3] =
    [["simulate", "-o", "out.csv"], ["animate", "-o", "out.glb"], ["linearize", "-o", "out.json"]];

#[test]
fn numbers_may_have_units() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let model = model.to_str().unwrap();
    let written = |[command, option, output]: [&str; 3], setting: &str| {
        let arguments = [command, model, option, output, "--set", setting, "--set", "tau=0.001 kN.m", "--quiet"];
        folder.run(arguments).succeeds();
        fs::read(folder.path(output)).unwrap()
    };
    for command in COMMANDS {
        let in_degrees = written(command, "rev.phi=30 deg");
        assert_eq!(in_degrees, written(command, "rev.phi=0.5235987755982988"), "{command:?}");
        assert_ne!(in_degrees, written(command, "rev.phi=31 deg"), "{command:?}");
    }
}

#[test]
fn values_that_do_not_fit_are_refused_with_the_same_words() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let model = model.to_str().unwrap();
    for (setting, expected) in [
        ("rev.phi=30 kg", "\"rev.phi\" cannot be \"30 kg\": a number, alone or with a unit that fits rad, is expected"),
        ("rev.ph=1", "there is no variable \"rev.ph\"; did you mean \"rev.phi\"?"),
        ("rev.a=1", "\"rev.a\" cannot be set: it is calculated by the model"),
        ("time=1", "\"time\" cannot be set: it is the time; use --start-time"),
        ("world.gravityType=PointGravity", "\"world.gravityType\" cannot be set: it is a constant"),
    ] {
        for [command, option, output] in COMMANDS {
            folder.run([command, model, option, output, "--set", setting]).exits(2).says(&[expected]);
        }
    }
    assert_eq!(folder.files(), Vec::<String>::new());
}

/// A table of inputs moves a model in this process as it moves an FMU, through its jump and along its slopes.
#[test]
fn inputs_over_time_drive_an_animation_as_they_drive_a_simulation() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    folder.write("torque.csv", "time,tau\ns,N.m\n0,0\n0.4,3\n0.4,-2\n0.8,1\n");
    let file = ModelFile::from_path(&model).unwrap().0;
    let table = Table::read(&fs::read_to_string(folder.path("torque.csv")).unwrap()).unwrap();
    for interpolation in [Interpolation::Linear, Interpolation::Hold] {
        let inputs = Some(Inputs { table: table.clone(), interpolation });
        let fmu = Fmu::build(&file, &build_options()).unwrap();
        let package = Package::from_bytes(fmu.bytes()).unwrap();
        let run = RunOptions { stop_time: Some(1.0), step_size: Some(0.1), inputs, ..RunOptions::default() };
        let options = SimulationOptions {
            run: run.clone(),
            variables: Some(vec!["rev.phi".to_owned()]),
            ..SimulationOptions::default()
        };
        let mut simulated = Vec::new();
        let simulation = Simulation::new(&package, &options).unwrap();
        let mut keep = |_, values: &[f64]| {
            simulated.push(values[0]);
            Ok(())
        };
        simulation.run(&mut keep).unwrap();
        let options = SceneOptions { run, ..SceneOptions::default() };
        let scene = Scene::new(&Drawable::new(&file).unwrap(), &options, &mut |_| ()).unwrap();
        let animated = scene.curve("rev.phi").expect("the curve of a state");
        assert_eq!(animated.len(), simulated.len());
        let off = animated.iter().zip(&simulated).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-9, "{interpolation:?}: {off}");
    }
    let animate = |more: &[&str]| {
        let arguments = [&["animate", model.to_str().unwrap(), "-o", "out.glb", "--quiet", "--inputs"], more].concat();
        folder.run(arguments)
    };
    animate(&["torque.csv"]).succeeds();
    let driven = fs::read(folder.path("out.glb")).unwrap();
    animate(&["torque.csv", "--interpolation", "hold"]).succeeds();
    assert_ne!(driven, fs::read(folder.path("out.glb")).unwrap());
    animate(&["torque.csv", "--set", "tau=1"]).exits(2).says(&["tau", "set to a constant as well"]);
    folder.write("wrong.csv", "time,rev.w\n0,0\n");
    animate(&["wrong.csv"]).exits(2).says(&["rev.w", "its inputs are tau"]);
    folder.write("unit.csv", "time,tau\ns,kg\n0,0\n");
    animate(&["unit.csv"]).exits(2).says(&["\"kg\", which cannot be converted to \"N.m\""]);
}

#[test]
fn an_axis_that_is_set_to_zero_is_named() {
    let folder = Folder::new();
    let model = example("pendulum.toml");
    let words = "rev: `n` is the zero vector: expected a vector of nonzero length";
    folder.run(["simulate", model.to_str().unwrap(), "-o", "x.csv", "--set", "rev.n[3]=0"]).exits(1).says(&[words]);
}
