//! `check`: all problems of a model file or an FMU.

use std::fs;
use std::path::Path;

use fmu_builder::check;
use fmu_builder::host::HostError;
use fmu_core::assembly::Model;
use fmu_core::model_file::ModelFile;
use fmu_core::variables::{Catalogue, Causality};

use super::arguments::Check;
use super::error::CommandError;
use super::{CommandResult, console, input, warnings};

pub(crate) fn run(arguments: &Check) -> CommandResult {
    if input::is_fmu(&arguments.file) { check_fmu(&arguments.file) } else { check_model(&arguments.file) }
}

fn check_model(path: &Path) -> CommandResult {
    let (file, source) = ModelFile::from_path(path)?;
    let model = Model::compile(&file).map_err(|problems| CommandError::model(&source, &problems))?;
    warnings(&source, &model.warnings);
    let found = match model.warnings.len() {
        0 => "no problems".to_owned(),
        1 => "no errors, 1 warning".to_owned(),
        count => format!("no errors, {count} warnings"),
    };
    console::line(&format!("{}: {found}; {}", path.display(), counts(&model.catalogue)));
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
    let bytes = fs::read(path).map_err(|error| HostError::Io { path: path.to_owned(), error })?;
    let report = check::fmu(&bytes);
    report.notes.iter().for_each(|note| console::note(&format!("note: {note}")));
    if report.problems.is_empty() {
        let platforms = report.platforms.join(", ");
        console::line(&format!("{}: no problems; {} variables, {platforms}", path.display(), report.variables));
        return Ok(());
    }
    let mut lines: Vec<String> = report.problems.iter().map(|problem| format!("error: {problem}")).collect();
    if lines.len() > 1 {
        lines.push(format!("\n{}: {} problems", path.display(), lines.len()));
    }
    Err(CommandError::Report(lines.join("\n")))
}
