//! FMPy runs the FMUs of all examples by both interfaces, keeps their states as bytes and asks for directional derivatives.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod hosts;

use fmu_builder::Expose;
use hosts::case::Case;
use hosts::{models, python};

#[test]
fn both_interfaces_states_and_derivatives() {
    let folder = tempfile::tempdir().unwrap();
    for example in models::examples() {
        Case::build(folder.path(), &example.name, &example.model, Expose::Interface);
    }
    let Some(mut command) = python::script("fmpy_interfaces.py") else { return };
    hosts::run(command.arg(folder.path()));
}
