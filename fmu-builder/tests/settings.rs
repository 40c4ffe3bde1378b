//! `--set` means the same to every command that takes it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "common/command.rs"]
mod command;

use command::{Folder, example};
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
