//! The Modelica Association's models as Modelica text, unchanged and with the library's text in place, against the published trajectories.
//!
//! `tests/reference_text_expected.txt` lists the models that build and stay in the tubes of all their signals; `run.py` beside the models
//! has the figures of all of them.

use std::fs::File;
use std::path::{Path, PathBuf};

use fmu_builder::host::{Package, RunOptions, Simulation, SimulationOptions};
use fmu_builder::{BuildOptions, Expose, Fmu, ModelicaOptions, build_options, read_modelica};
use serde_json::Value;
use support::shared_folder::shared;

use super::reference::comparison::{Comparison, compare};
use super::reference::trajectory::Trajectory;

/// Every so many listed models are tested at every change.
const DAILY: usize = 12;

/// The listed models.
fn listed() -> Vec<&'static str> {
    let lines = include_str!("../reference_text_expected.txt").lines();
    lines.map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn texts_agree_with_the_references() {
    let names = listed();
    assert!(names.len() > 200, "{} models", names.len());
    assert_in_tubes(names.iter().step_by(DAILY).copied());
}

#[test]
#[ignore = "night: all models of the second suite"]
fn all_texts_agree_with_the_references() {
    assert_in_tubes(listed().into_iter());
}

fn assert_in_tubes(names: impl Iterator<Item = &'static str>) {
    let Some(folder) = shared("reference_text") else { return };
    let text = std::fs::read_to_string(folder.join("models.json")).unwrap();
    let models: Value = serde_json::from_str(&text).unwrap();
    let mut wrong = Vec::new();
    for name in names {
        let model = models["models"].as_array().unwrap().iter().find(|model| model["name"] == name);
        let model = model.unwrap_or_else(|| panic!("{name} is listed, but there is no such model"));
        if let Err(why) = compared(&folder, name, model) {
            wrong.push(format!("{name}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "models of tests/reference_text_expected.txt differ:\n{}", wrong.join("\n"));
}

/// Builds as a user does, `build msl/Modelica/package.mo --class NAME --path msl`, simulates and compares.
fn compared(folder: &Path, name: &str, model: &Value) -> Result<(), String> {
    let msl = folder.join("msl");
    let root: PathBuf = msl.join(name.split('.').next().unwrap_or_default()).join("package.mo");
    let options = ModelicaOptions { class: Some(name.to_owned()), paths: vec![msl], shows_all: true };
    let read = read_modelica(&root, &options).map_err(|invalid| invalid.to_string())?;
    let options = BuildOptions { expose: Expose::All, ..build_options() };
    let fmu = Fmu::build(&read.file, &options).map_err(|error| error.to_string())?;
    let package = Package::from_bytes(fmu.bytes()).map_err(|error| error.to_string())?;
    let path = folder.join(model["reference"].as_str().ok_or("there is no trajectory")?);
    let file = File::open(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let reference = Trajectory::from_reader(flate2::read::GzDecoder::new(file)).map_err(|error| error.to_string())?;
    let tolerance = model["experiment"]["tolerance"].as_f64().unwrap_or(1e-6).min(1e-6);
    let comparison = simulated(&package, &reference, tolerance)?;
    match comparison.worst().filter(|_| !comparison.in_tube()) {
        None => Ok(()),
        Some(signal) => Err(format!("{signal:?}")),
    }
}

fn simulated(package: &Package, reference: &Trajectory, tolerance: f64) -> Result<Comparison, String> {
    // Names of arrays have a blank behind the comma in some references.
    let found = |name: &String| {
        let plain = name.replace(' ', "");
        let has = |name: &String| package.description().find(name).is_some();
        [name.clone(), plain].into_iter().find(has).ok_or_else(|| format!("the FMU lacks {name}"))
    };
    let names = reference.names.iter().map(found).collect::<Result<Vec<String>, String>>()?;
    let run = RunOptions { tolerance: Some(tolerance), ..RunOptions::default() };
    let options = SimulationOptions { run, variables: Some(names), ..SimulationOptions::default() };
    let mut result = Trajectory::new(reference.names.clone());
    let simulation = Simulation::new(package, &options).map_err(|error| error.to_string())?;
    simulation
        .run_on_grid(&reference.time, &mut |time, values| {
            result.push(time, values);
            Ok(())
        })
        .map_err(|error| error.to_string())?;
    Ok(compare(reference, &result, &[]))
}
