//! How a command fails.

use std::process::ExitCode;

use fmu_builder::host::{HostError, SimulationError};
use fmu_builder::start::StartFault;
use fmu_builder::{BuildError, OutputError, Reporter};
use fmu_core::model_file::{Diagnostic, InvalidModelFile, ModelFile, SourceText};

use super::console;

/// Why a command failed: what to show, and with what exit code to end.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The model, the FMU, the simulation or a file has a problem.
    Problem(String),
    /// Several problems, already laid out.
    Report(String),
    /// The arguments do not fit.
    Usage(String),
}

impl CommandError {
    /// All problems of a model file with the lines they are about.
    pub(crate) fn model(source: &SourceText, diagnostics: &[Diagnostic]) -> Self {
        let report = Reporter::new(source, console::error_style()).render(diagnostics);
        Self::Report(match diagnostics.len() {
            0 | 1 => report,
            count => format!("{report}\n\n{}: {count} problems", source.name),
        })
    }

    /// A model that does not start, with the line that this comes from.
    pub(crate) fn start(file: &ModelFile, source: &SourceText, fault: &StartFault) -> Self {
        let reporter = Reporter::new(source, console::error_style());
        let help = "--no-init leaves the search for the initial state to the host".to_owned();
        Self::Report(reporter.render_error(&fault.to_string(), fault.span(file).as_ref(), Some(help)))
    }

    pub(crate) fn build(file: &ModelFile, source: &SourceText, error: &BuildError) -> Self {
        match error {
            BuildError::Model(errors) => Self::model(source, &errors.0),
            BuildError::Start(fault) => Self::start(file, source, fault),
            error => Self::Problem(error.to_string()),
        }
    }

    pub(crate) fn print(&self) {
        match self {
            Self::Problem(text) | Self::Usage(text) => console::note(&format!("error: {text}")),
            Self::Report(text) => console::note(text),
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Self::Problem(_) | Self::Report(_) => ExitCode::from(1),
            Self::Usage(_) => ExitCode::from(2),
        }
    }
}

impl From<InvalidModelFile> for CommandError {
    fn from(error: InvalidModelFile) -> Self {
        Self::model(&error.source, &error.diagnostics)
    }
}

impl From<OutputError> for CommandError {
    fn from(error: OutputError) -> Self {
        Self::Problem(error.to_string())
    }
}

impl From<HostError> for CommandError {
    fn from(error: HostError) -> Self {
        Self::Problem(error.to_string())
    }
}

impl From<SimulationError> for CommandError {
    fn from(error: SimulationError) -> Self {
        if error.is_usage() { Self::Usage(error.to_string()) } else { Self::Problem(error.to_string()) }
    }
}
