//! One reference model: built, simulated through the C API, compared.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use compiler::model_file::{Diagnostic, ModelFile};
use fmu_builder::host::{Package, RunOptions, Simulation, SimulationOptions};
use fmu_builder::{BuildError, BuildOptions, Expose, Fmu, build_options};
use serde_json::Value;
use support::local_laws::replaced;

use super::comparison::{Comparison, compare};
use super::trajectory::Trajectory;

/// Tolerance of the run that shows whether a result has converged.
pub const FINE_TOLERANCE: f64 = 1e-9;

/// A model and its reference result.
#[derive(Clone, Debug)]
pub struct Case {
    /// Full name of the model.
    pub name: String,
    /// The model file.
    pub model: PathBuf,
    /// The CSV file of the reference result.
    pub result: PathBuf,
}

/// Outcome of a case.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The model is refused: the first problem.
    Refused(String),
    /// The model is accepted, but does not run to the end, or its files cannot be read.
    Failed(String),
    /// Compared with the reference.
    Ran(Box<Run>),
}

/// A simulated case.
#[derive(Clone, Debug)]
pub struct Run {
    pub reference: Trajectory,
    /// Patterns of the signals that do not count.
    pub ignore: Vec<String>,
    /// On the time grid of the reference, with those of its signals that the FMU has.
    pub result: Trajectory,
    pub comparison: Comparison,
    /// For a result that misses the norm: a run with [`FINE_TOLERANCE`].
    pub fine: Option<Fine>,
}

/// Results of a run with a fine tolerance.
#[derive(Clone, Debug)]
pub struct Fine {
    pub result: Trajectory,
    /// The result against that of the fine run.
    pub against_result: Comparison,
    /// The fine run against the reference.
    pub against_reference: Comparison,
}

impl Case {
    /// All cases of a folder with `models/` and `results/`, by name.
    pub fn all(folder: &Path) -> Vec<Self> {
        let mut cases: Vec<Self> = fs::read_dir(folder.join("models"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
            .map(|path| Self::new(folder, path.file_stem().unwrap().to_str().unwrap()))
            .collect();
        cases.sort_by(|a, b| a.name.cmp(&b.name));
        cases
    }

    /// The case of that name.
    pub fn new(folder: &Path, name: &str) -> Self {
        Self {
            name: name.to_owned(),
            model: folder.join(format!("models/{name}.json")),
            result: folder.join(format!("results/{name}.csv")),
        }
    }

    /// Builds, simulates and compares.
    pub fn run(&self) -> Outcome {
        match self.try_run() {
            Ok(outcome) => outcome,
            Err(error) => Outcome::Failed(error.to_string()),
        }
    }

    fn try_run(&self) -> Result<Outcome, Box<dyn Error>> {
        let text = replaced(&fs::read_to_string(&self.model)?);
        let options = BuildOptions { expose: Expose::All, ..build_options() };
        let built = ModelFile::from_json(&text).map_err(|problems| first(&problems)).and_then(|file| {
            Fmu::build(&file, &options).map_err(|error| match error {
                BuildError::Model(errors) => first(&errors.0),
                error => error.to_string(),
            })
        });
        let package = match built {
            Ok(fmu) => Package::from_bytes(fmu.bytes())?,
            Err(problem) => return Ok(Outcome::Refused(problem)),
        };
        let reference =
            Trajectory::read(&self.result).map_err(|error| format!("{}: {error}", self.result.display()))?;
        let ignore = ignored(&text)?;
        let result = simulate(&package, &reference, None)?;
        let comparison = compare(&reference, &result, &ignore);
        let fine =
            if comparison.in_norm() { None } else { Some(simulate(&package, &reference, Some(FINE_TOLERANCE))?) };
        let fine = fine.map(|fine| Fine {
            against_result: compare(&fine, &result, &ignore),
            against_reference: compare(&reference, &fine, &ignore),
            result: fine,
        });
        Ok(Outcome::Ran(Box::new(Run { reference, ignore, result, comparison, fine })))
    }
}

fn first(problems: &[Diagnostic]) -> String {
    problems.first().map(|diagnostic| diagnostic.problem.to_string()).unwrap_or_default()
}

/// `reference.ignore` of a model.
fn ignored(text: &str) -> Result<Vec<String>, serde_json::Error> {
    let model: Value = serde_json::from_str(text)?;
    let patterns = model["reference"]["ignore"].as_array().into_iter().flatten();
    Ok(patterns.filter_map(|pattern| pattern.as_str().map(str::to_owned)).collect())
}

/// Simulates on the time grid of the reference; with the tolerance of the experiment, if none is given.
fn simulate(package: &Package, reference: &Trajectory, tolerance: Option<f64>) -> Result<Trajectory, Box<dyn Error>> {
    let has = |name: &&String| package.description().find(name).is_some();
    let names: Vec<String> = reference.names.iter().filter(has).cloned().collect();
    let run = RunOptions { tolerance, ..RunOptions::default() };
    let options = SimulationOptions { run, variables: Some(names.clone()), ..SimulationOptions::default() };
    let mut result = Trajectory::new(names);
    Simulation::new(package, &options)?.run_on_grid(&reference.time, &mut |time, values| {
        result.push(time, values);
        Ok(())
    })?;
    Ok(result)
}
