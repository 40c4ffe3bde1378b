//! FMPy runs the FMUs of all examples by both interfaces, keeps their states as bytes and asks for directional derivatives; CasADi
//! imports them as functions, whose Jacobians are ours.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::hosts;

use compiler::model_file::ModelFile;
use fmu_builder::{Expose, Version};
use hosts::case::Case;
use hosts::{models, python};
use simulation::model::StateSet;

#[test]
fn both_interfaces_states_derivatives_and_jacobians() {
    let folder = tempfile::tempdir().unwrap();
    for example in models::examples() {
        Case::build(folder.path(), &example.name, &example.model, Expose::Interface);
    }
    for script in ["fmpy_interfaces.py", "casadi_jacobians.py"] {
        let Some(mut command) = python::script(script) else { return };
        hosts::run(command.arg(folder.path()));
    }
}

/// FMUs of both versions give the same results; those of FMI 3.0 are valid.
#[test]
fn fmi_3_is_as_fmi_2() {
    let folders = [Version::Fmi2, Version::Fmi3].map(|version| (version, tempfile::tempdir().unwrap()));
    for example in models::examples() {
        for (version, folder) in &folders {
            Case::build_version(folder.path(), &example.name, &example.model, *version);
        }
    }
    let Some(mut command) = python::script("fmpy_fmi3.py") else { return };
    hosts::run(command.args(folders.iter().map(|(_, folder)| folder.path())));
}

/// FMPy integrates minimal states to the results of co-simulation, and CasADi's Jacobians of them are those of differences.
#[test]
fn minimal_states() {
    let folder = tempfile::tempdir().unwrap();
    for (name, model) in with_minimal_states() {
        Case::build(folder.path(), name, &model, Expose::Interface);
    }
    for script in ["fmpy_interfaces.py", "casadi_jacobians.py"] {
        let Some(mut command) = python::script(script) else { return };
        hosts::run(command.arg(folder.path()));
    }
}

/// The same states in FMI 3.0: FMPy integrates them as it does those of FMI 2.0.
#[test]
fn minimal_states_of_fmi_3() {
    let folders = [Version::Fmi2, Version::Fmi3].map(|version| (version, tempfile::tempdir().unwrap()));
    for (name, model) in with_minimal_states() {
        for (version, folder) in &folders {
            Case::build_version(folder.path(), name, &model, *version);
        }
    }
    let Some(mut command) = python::script("fmpy_fmi3.py") else { return };
    hosts::run(command.args(folders.iter().map(|(_, folder)| folder.path())));
}

fn with_minimal_states() -> impl Iterator<Item = (&'static str, ModelFile)> {
    let names = ["four_bar", "wishbone", "stewart_platform", "quadrotor", "slider_crank", "car"];
    names.into_iter().map(|name| {
        let mut model = models::example(name);
        model.experiment.states = Some(StateSet::Minimal);
        (name, model)
    })
}
