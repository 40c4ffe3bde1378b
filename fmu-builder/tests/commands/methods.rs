//! `[experiment] method`: which integrator makes the steps, from the model file to the statistics of a run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::command;
use compiler::compile;

use command::{Folder, example};
use compiler::model_file::ModelFile;
use fmu_builder::start::{FixedSteps, FixedStepsFault};
use fmu_core::instance::{Experiment, Instance};
use simulation::model::Model;
use std::fs;
use std::sync::Arc;

/// An example with lines added to its `[experiment]`.
fn with_experiment(name: &str, lines: &str) -> String {
    let text = fs::read_to_string(example(name)).unwrap();
    assert!(text.contains("[experiment]\n"));
    text.replacen("[experiment]\n", &format!("[experiment]\n{lines}\n"), 1)
}

fn compiled(text: &str) -> Arc<Model> {
    Arc::new(compile(&ModelFile::from_toml(text).unwrap()).unwrap())
}

/// A mass on a spring, 100 rad/s, with steps of 10 ms.
fn oscillator(experiment: &str) -> String {
    format!(
        r#"
name = "Oscillator"
connections = [
  ["world.frame_b", "slide.frame_a"],
  ["slide.frame_b", "mass.frame_a"],
  ["slide.support", "spring.flange_a"],
  ["slide.axis", "spring.flange_b"],
]

[experiment]
stop_time = 1
step_size = 0.01
{experiment}

[components]
world = {{ class = "World", gravityType = "NoGravity" }}
mass = {{ class = "Parts.Body", m = 1, r_CM = [0, 0, 0] }}
spring = {{ class = "Translational.Components.Spring", c = 10000 }}

[components.slide]
class = "Joints.Prismatic"
useAxisFlange = true
s = {{ start = 0.1, fixed = true }}
v = {{ start = 0, fixed = true }}
"#
    )
}

#[test]
fn a_run_says_what_has_made_its_steps() {
    let folder = Folder::new();
    for (lines, expected) in [
        ("", "Verner65"),
        ("method = \"DOP853\"", "DOP853"),
        ("method = \"RODAS\"", "RODAS"),
        ("method = \"fixed\"\nsubsteps = 4", "fixed steps of order 4"),
    ] {
        let model = folder.path("pendulum.toml");
        fs::write(&model, with_experiment("pendulum.toml", lines)).unwrap();
        let run = folder.run(["simulate", model.to_str().unwrap(), "-o", folder.path("out.csv").to_str().unwrap()]);
        run.succeeds().says(&["method", expected]);
    }
}

/// All methods follow the same motion: that of a harmonic oscillator.
#[test]
fn all_methods_find_the_same_motion() {
    for (method, tolerance) in
        [("automatic", 1e-6), ("Verner65", 1e-6), ("DOP853", 1e-6), ("RODAS", 1e-4), ("fixed", 1e-4)]
    {
        let substeps = if method == "fixed" { "substeps = 16" } else { "" };
        let model = compiled(&oscillator(&format!("method = \"{method}\"\n{substeps}")));
        let mut instance = Instance::new(Arc::clone(&model));
        instance.setup_experiment(Experiment::default()).unwrap();
        instance.enter_initialization_mode().unwrap();
        instance.exit_initialization_mode().unwrap();
        let s = u32::try_from(model.catalogue.find("slide.s").unwrap()).unwrap();
        for k in 1..=100 {
            instance.do_step(f64::from(k - 1) * 0.01, 0.01).unwrap();
            let mut value = [0.0];
            instance.get(&[s], &mut value).unwrap();
            let expected = 0.1 * f64::from(k).cos();
            assert!((value[0] - expected).abs() < tolerance, "{method} {k}: {} {expected}", value[0]);
        }
        if method == "fixed" {
            assert_eq!(instance.work().unwrap().statistics.evaluations, 6400);
        }
    }
}

/// The fastest motion is that of the spring: 100 rad/s, of which a step of 10 ms is one radian.
#[test]
fn what_fixed_steps_do_is_told() {
    let fixed = |substeps: u64| {
        let lines = format!("method = \"fixed\"\nsubsteps = {substeps}");
        FixedSteps::of(&compiled(&oscillator(&lines))).map(|steps| steps.expect("fixed steps"))
    };
    let steps = fixed(1).unwrap();
    assert!((steps.fastest.unwrap().magnitude - 100.0).abs() < 1e-9);
    assert_eq!((steps.evaluations(), steps.accurate()), (4, 4));
    let changes = [2, 4, 8].map(|substeps| fixed(substeps).unwrap().change.unwrap().size);
    assert!(changes[0] > 10.0 * changes[1] && changes[1] > 10.0 * changes[2] && changes[2] > 0.0, "{changes:?}");
    // Ten times as long steps are ten radians.
    let slow = oscillator("method = \"fixed\"\nsubsteps = 3").replace("step_size = 0.01", "step_size = 0.1");
    let fault = FixedSteps::of(&compiled(&slow)).unwrap_err();
    let FixedStepsFault::Unstable { needed, accurate, .. } = fault else { panic!("{fault}") };
    assert_eq!((needed, accurate), (4, 40));
    assert!(FixedSteps::of(&compiled(&slow.replace("substeps = 3", "substeps = 4"))).is_ok());
}

#[test]
fn unstable_steps_are_refused_by_build_and_check() {
    let folder = Folder::new();
    let model = folder.path("oscillator.toml");
    let slow = oscillator("method = \"fixed\"").replace("step_size = 0.01", "step_size = 0.1");
    fs::write(&model, &slow).unwrap();
    for command in ["check", "build"] {
        let run = folder.run([command, model.to_str().unwrap()]);
        run.exits(1).says(&["fixed steps of 0.1 s are unstable: the fastest motion has 100 rad/s", "`substeps = 4`"]);
    }
    fs::write(&model, slow.replace("\"fixed\"", "\"fixed\"\nsubsteps = 8")).unwrap();
    let expected = ["32 evaluations in a communication step of 0.1 s", "slide.", "`substeps = 40` follow"];
    for command in ["check", "build"] {
        folder.run([command, model.to_str().unwrap()]).succeeds().says(&expected);
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    for (lines, expected) in [
        ("method = \"Euler\"", "`experiment.method` is the string `Euler`: expected \"automatic\""),
        ("substeps = 3", "`substeps` is a setting of the method \"fixed\""),
        ("method = \"fixed\"\nsubsteps = 0", "`experiment.substeps` is 0: expected a whole number from 1"),
    ] {
        let problems = ModelFile::from_toml(&oscillator(lines)).unwrap_err();
        let text: Vec<String> = problems.iter().map(|problem| problem.problem.to_string()).collect();
        assert!(text.iter().any(|problem| problem.contains(expected)), "{text:?}");
    }
    let without = oscillator("method = \"fixed\"").replace("step_size = 0.01\n", "");
    let problems = ModelFile::from_toml(&without).unwrap_err();
    assert!(problems[0].problem.to_string().contains("needs `step_size`"), "{problems:?}");
}

/// The version of FMI: the model's own, unless the command says another; or both, side by side.
#[test]
fn the_version_of_fmi_is_that_of_the_experiment_or_the_command() {
    let folder = Folder::new();
    let versions = |arguments: &[&str], expected: &[(&str, &str)]| {
        folder.run(["build", "model.toml"].iter().chain(arguments)).succeeds();
        for (file, version) in expected {
            folder.run(["inspect", file]).succeeds().says(&[version]);
            folder.run(["check", file]).succeeds();
            fs::remove_file(folder.path(file)).unwrap();
        }
        assert_eq!(folder.files(), ["model.toml"]);
    };
    for (line, own) in [("", "FMI 2.0"), ("fmi = 2", "FMI 2.0"), ("fmi = 3", "FMI 3.0")] {
        folder.write("model.toml", &with_experiment("pendulum.toml", line));
        versions(&[], &[("model.fmu", own)]);
        versions(&["--fmi", "2"], &[("model.fmu", "FMI 2.0")]);
        versions(&["--fmi", "3"], &[("model.fmu", "FMI 3.0")]);
        let both = [("out.fmu", "FMI 2.0"), ("out_fmi3.fmu", "FMI 3.0")];
        versions(&["--fmi", "both", "--arrays", "-o", "out.fmu"], &both);
    }
    folder.write("model.toml", &with_experiment("pendulum.toml", "fmi = 1"));
    folder.run(["build", "model.toml"]).exits(1).says(&["`experiment.fmi` is 1: expected a whole number from 2 to 3"]);
    folder.write("model.toml", &with_experiment("pendulum.toml", ""));
    folder.run(["build", "model.toml", "--arrays"]).exits(2).says(&["--arrays needs --fmi 3"]);
    folder.write("system.toml", "name = \"S\"\ncomponents.a.source = \"model.toml\"\n");
    folder.run(["ssp", "system.toml", "--fmi", "both"]).exits(2).says(&["--fmi both is for `build`"]);
}

/// The states of model exchange: `states` of the experiment, or the option.
#[test]
fn states_are_those_of_the_file_or_the_option() {
    let folder = Folder::new();
    for (line, count) in [("", 8), ("states = \"all\"", 8), ("states = \"minimal\"", 2)] {
        folder.write("model.toml", &with_experiment("four_bar.toml", line));
        folder.run(["check", "model.toml"]).succeeds().says(&[&format!("{count} continuous states")]);
    }
    folder
        .run(["build", "model.toml", "--no-init"])
        .exits(2)
        .says(&["follows from the initial state; leave --no-init out"]);
    folder.run(["build", "model.toml", "--states", "all", "--no-init"]).succeeds();
    folder.run(["build", "model.toml"]).succeeds();
    folder.run(["check", "model.fmu"]).succeeds();
    folder.run(["simulate", "model.fmu", "--quiet"]).succeeds();
    folder.write("model.toml", &with_experiment("pendulum.toml", "states = \"few\""));
    folder.run(["check", "model.toml"]).exits(1).says(&["`experiment.states`", "\"all\" or \"minimal\""]);
}
