//! FMPy reads an SSP by the schemas of the standard and simulates it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::hosts;

use fmu_builder::command_for_program;
use hosts::python;
use support::command::example;

#[test]
fn fmpy_simulates_the_example() {
    let folder = tempfile::tempdir().unwrap();
    let (system, ssp) = (example("steered_arm/system.toml"), folder.path().join("arm.ssp"));
    let arguments = ["fmu-builder".into(), "ssp".into(), system.into_os_string(), "-o".into(), ssp.clone().into()];
    let (code, output) = command_for_program(arguments);
    assert_eq!(code, 0, "{output:?}");
    let Some(mut command) = python::script("fmpy_ssp.py") else { return };
    hosts::run(command.arg(ssp));
}
