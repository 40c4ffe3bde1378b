//! The crate fmi-rs validates the FMUs of all examples, and simulates them with the results that our own host gets: at night.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::hosts;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use fmu_builder::Expose;
use hosts::{case, simulations};
use tempfile::tempdir;

/// Builds the host of the package `host-tests`, alone and once, and runs it. It brings a zip library with all its codecs in C, so that it is
/// not built with the builder; FMPy says the same of the same FMUs on every day.
fn fmi_rs(task: &str, folder: &Path) {
    static HOST: LazyLock<PathBuf> = LazyLock::new(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CARGO_BUILD_TARGET");
        cargo
            .args(["build", "--quiet", "--package", "host-tests", "--example", "fmi_rs_host", "--target-dir"])
            .arg(target);
        hosts::run(&mut cargo);
        target.join("debug/examples").join(format!("fmi_rs_host{}", std::env::consts::EXE_SUFFIX))
    });
    hosts::run(Command::new(&*HOST).arg(task).arg(folder));
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks the same"]
fn examples_are_valid_in_all_build_options() {
    let folder = tempdir().unwrap();
    let cases = simulations::examples_in_all_options(folder.path());
    fmi_rs("validate", folder.path());
    case::assert_valid(&cases);
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks the same"]
fn a_fault_is_found() {
    let folder = tempdir().unwrap();
    let (case, name) = simulations::faulty(folder.path());
    fmi_rs("validate", folder.path());
    assert!(case.problems().contains(name), "{}", case.problems());
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks a third of the same"]
fn reference_models_are_valid() {
    let folder = tempdir().unwrap();
    let Some(cases) = simulations::reference_models(folder.path(), 1, &[Expose::All]) else { return };
    fmi_rs("validate", folder.path());
    case::assert_valid(&cases);
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks the same"]
fn examples_run_as_in_our_host() {
    let folder = tempdir().unwrap();
    let cases = simulations::examples(folder.path());
    fmi_rs("simulate", folder.path());
    simulations::assert_results(&cases);
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks the same"]
fn start_values_and_signals_are_as_in_our_host() {
    let folder = tempdir().unwrap();
    let cases = simulations::with_start_values_and_signals(folder.path());
    fmi_rs("simulate", folder.path());
    simulations::assert_results(&cases);
    simulations::assert_effects(&cases);
}

#[test]
#[ignore = "night: builds the host fmi-rs; FMPy checks the same"]
fn examples_of_fmi_3_are_valid_and_run_as_in_our_host() {
    let folder = tempdir().unwrap();
    let cases = simulations::examples_of_fmi_3(folder.path());
    fmi_rs("validate", folder.path());
    case::assert_valid(&cases);
    fmi_rs("simulate", folder.path());
    simulations::assert_results(&cases);
}
