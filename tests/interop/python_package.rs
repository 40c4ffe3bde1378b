//! The Python package: its wheel is made with the library that these tests are linked from, and passes its own tests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::hosts;

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::process::Command;

use hosts::python;
use tempfile::tempdir;

/// Requirements of Dask and Ray, beside those of all scripts and tests in Python.
const CLUSTERS: &str = concat!(
    include_str!("../python/requirements.txt"),
    include_str!("../../python/tests/requirements.txt"),
    include_str!("../../python/tests/requirements-clusters.txt")
);

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("python")
}

/// The shared library of this package, which cargo links together with the one that this test has.
fn library() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let library = test.with_file_name(format!("{DLL_PREFIX}multibody_fmu{DLL_SUFFIX}"));
    assert!(library.is_file(), "{} is not there", library.display());
    library
}

fn pip(mut interpreter: Command) -> Command {
    interpreter.args(["-m", "pip", "--quiet", "--no-input", "--disable-pip-version-check"]);
    interpreter
}

/// Makes the wheel, installs it and runs its tests with these marks.
fn run_tests(requirements: &'static str, marks: &str) {
    let interpreter = || python::interpreter_with(requirements);
    let Some(build) = interpreter() else { return };
    let folder = tempdir().unwrap();
    let (wheels, site) = (folder.path().join("wheels"), folder.path().join("site"));
    let mut build = pip(build);
    build.args(["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir"]).arg(&wheels).arg(package());
    hosts::run(build.env("MULTIBODY_LIBRARY", library()));
    let wheel = std::fs::read_dir(&wheels).unwrap().next().unwrap().unwrap().path();

    let mut install = pip(interpreter().unwrap());
    hosts::run(install.args(["install", "--no-deps", "--target"]).arg(&site).arg(wheel));

    let mut tests = interpreter().unwrap();
    tests.args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", marks]).arg(package().join("tests"));
    // The folder takes the files that killed workers, Dask and Ray leave, and is then removed. Paths of Ray's sockets have to be short.
    tests.env("TMPDIR", folder.path()).env("RAY_TMPDIR", folder.path());
    // Of the package that was installed, whatever the environment names.
    hosts::run(tests.current_dir(folder.path()).env("PYTHONPATH", &site).env_remove("MULTIBODY_LIBRARY"));
}

#[test]
fn the_wheel_passes_its_tests() {
    run_tests(python::REQUIREMENTS, "not clusters");
}

#[test]
#[ignore = "night: installs Dask and Ray, 250 MB, and starts their workers"]
fn the_wheel_passes_its_tests_on_clusters() {
    run_tests(CLUSTERS, "clusters");
}
