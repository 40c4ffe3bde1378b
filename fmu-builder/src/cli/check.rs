//! `check`: all problems of a model file or an FMU.

use std::path::Path;

use fmu_builder::host::{Package, Simulation, SimulationError, SimulationOptions};
use fmu_core::assembly::Model;
use fmu_core::model_file::ModelFile;
use fmu_core::variables::{Catalogue, Causality};

use super::arguments::Check;
use super::error::CommandError;
use super::{CommandResult, console, input};

pub(crate) fn run(arguments: &Check) -> CommandResult {
    if input::is_fmu(&arguments.file) { check_fmu(&arguments.file) } else { check_model(&arguments.file) }
}

fn check_model(path: &Path) -> CommandResult {
    let (file, source) = ModelFile::from_path(path)?;
    let model = Model::compile(&file).map_err(|problems| CommandError::model(&source, &problems))?;
    console::line(&format!("{}: no problems; {}", path.display(), counts(&model.catalogue)));
    Ok(())
}

fn counts(catalogue: &Catalogue) -> String {
    let count = |causality| catalogue.variables.iter().filter(|variable| variable.causality == causality).count();
    format!(
        "{} variables: {} inputs, {} outputs, {} parameters, {} continuous states",
        catalogue.variables.len(),
        count(Causality::Input),
        count(Causality::Output),
        count(Causality::Parameter),
        catalogue.states.len()
    )
}

fn check_fmu(path: &Path) -> CommandResult {
    let package = Package::open(path)?;
    let mut problems = package.description().problems();
    if let Err(error) = initialize(&package) {
        problems.push(error.to_string());
    }
    if problems.is_empty() {
        let count = package.description().variables.len();
        console::line(&format!("{}: no problems; {count} variables", path.display()));
        return Ok(());
    }
    let lines: Vec<String> = problems.iter().map(|problem| format!("error: {problem}")).collect();
    Err(CommandError::Report(lines.join("\n")))
}

/// Loads the library, and takes an instance through initialization: GUID, resources and start values fit together.
fn initialize(package: &Package) -> Result<(), SimulationError> {
    let simulation = Simulation::new(package, &SimulationOptions::default())?;
    simulation.run_on_grid(&[simulation.start_time()], &mut |_, _| Ok(()))
}
