//! FMPy validates the FMUs of all examples, and simulates them with the results that our own host gets.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::hosts;

use std::fs;
use std::path::Path;

use fmu_builder::Expose;
use hosts::case::Case;
use hosts::table::Table;
use hosts::{case, models, python, simulations};
use tempfile::tempdir;

/// Runs fmpy_host.py; `false` if there is no Python.
fn fmpy(task: &str, folder: &Path) -> bool {
    let Some(mut command) = python::script("fmpy_host.py") else { return false };
    hosts::run(command.arg(task).arg(folder));
    true
}

#[test]
fn examples_are_valid_in_all_build_options() {
    let folder = tempdir().unwrap();
    let cases = simulations::examples_in_all_options(folder.path());
    if fmpy("validate", folder.path()) {
        case::assert_valid(&cases);
    }
}

#[test]
fn a_fault_is_found() {
    let folder = tempdir().unwrap();
    let (case, name) = simulations::faulty(folder.path());
    if fmpy("validate", folder.path()) {
        assert!(case.problems().contains(name), "{}", case.problems());
    }
}

#[test]
fn some_reference_models_are_valid() {
    assert_reference_models_are_valid(3, &[Expose::All]);
}

#[test]
#[ignore = "night: all of them, and their interfaces; a third, with all variables, is validated every day"]
fn reference_models_are_valid() {
    assert_reference_models_are_valid(1, &[Expose::All, Expose::Interface]);
}

/// Of every `step`th model.
fn assert_reference_models_are_valid(step: usize, shown: &[Expose]) {
    let folder = tempdir().unwrap();
    let Some(cases) = simulations::reference_models(folder.path(), step, shown) else { return };
    if fmpy("validate", folder.path()) {
        case::assert_valid(&cases);
    }
}

#[test]
fn examples_run_as_in_our_host() {
    let folder = tempdir().unwrap();
    let cases = simulations::examples(folder.path());
    if fmpy("simulate", folder.path()) {
        simulations::assert_results(&cases);
    }
}

#[test]
fn start_values_and_signals_are_as_in_our_host() {
    let folder = tempdir().unwrap();
    let cases = simulations::with_start_values_and_signals(folder.path());
    if fmpy("simulate", folder.path()) {
        simulations::assert_results(&cases);
        simulations::assert_effects(&cases);
    }
}

#[test]
fn instances_are_independent_and_start_again_after_a_reset() {
    let folder = tempdir().unwrap();
    let case = Case::build(folder.path(), "pendulum", &models::example("pendulum"), Expose::Interface);
    let Some(mut command) = python::script("fmpy_instances.py") else { return };
    hosts::run(command.arg(case.fmu()).args(["tau", "angle"]));
}

/// The commands that users type: `fmpy validate` and `fmpy simulate`.
#[test]
fn the_command_line_accepts_the_spring_pendulum() {
    let folder = tempdir().unwrap();
    let case = Case::build(folder.path(), "spring_pendulum", &models::example("spring_pendulum"), Expose::Auto);
    let Some(mut validate) = python::interpreter() else { return };
    hosts::run(validate.args(["-m", "fmpy", "validate"]).arg(case.fmu()));

    let file = folder.path().join("result.csv");
    let mut simulate = python::interpreter().unwrap();
    hosts::run(simulate.args(["-m", "fmpy", "simulate", "--validate", "--output-file"]).arg(&file).arg(case.fmu()));
    let header = fs::read_to_string(&file).unwrap();
    assert!(header.starts_with("\"time\""), "{}", header.lines().next().unwrap());
    let result = Table::read(&file);
    assert_eq!(result.times().last(), Some(&5.0));
    assert!(result.column("height").iter().all(|height| height.is_finite()));
}
