//! Errors of commands.

use std::fmt::Display;

use compiler::authoring::with_origins;
use compiler::model_file::{Diagnostic, ModelFile};
use fmu_tool::host::{HostError, SimulationError};
use fmu_tool::start::StartFault;
use fmu_tool::{BuildError, InvalidModel, OutputError, Reporter, Sources};

use super::console;

/// Reasons why a command failed, with text and exit code.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// A problem of the model, the FMU, the simulation or a file.
    Problem(String),
    /// Several problems, already formatted.
    Report(String),
    /// Invalid arguments.
    Usage(String),
    /// Problems that have already been printed.
    Told,
}

impl CommandError {
    pub(crate) fn problem(text: impl Display) -> Self {
        Self::Problem(text.to_string())
    }

    pub(crate) fn usage(text: impl Display) -> Self {
        Self::Usage(text.to_string())
    }

    /// All problems of a model file with the lines they refer to.
    pub(crate) fn model(sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        let report = Reporter::new(sources, console::error_style()).render(diagnostics);
        let name = sources.main().map_or("", |source| source.name.as_str());
        Self::Report(match diagnostics.len() {
            0 | 1 => report,
            count => format!("{report}\n\n{name}: {count} problems"),
        })
    }

    /// All problems of a model in its assembly, with the settings that led to the values.
    pub(crate) fn compile(file: &ModelFile, sources: &Sources, diagnostics: &[Diagnostic]) -> Self {
        Self::model(sources, &with_origins(file, sources, diagnostics))
    }

    /// The error of a model that does not initialise, with the line that caused it.
    pub(crate) fn start(file: &ModelFile, sources: &Sources, fault: &StartFault) -> Self {
        let help = "--no-init leaves the search for the initial state to the host".to_owned();
        let reporter = Reporter::new(sources, console::error_style());
        Self::Report(reporter.render_error(&fault.to_string(), fault.span(file).as_ref(), Some(help)))
    }

    pub(crate) fn build(file: &ModelFile, sources: &Sources, error: &BuildError) -> Self {
        match error {
            BuildError::Model(errors) => Self::compile(file, sources, &errors.0),
            BuildError::Start(fault) => Self::start(file, sources, fault),
            error => Self::problem(error),
        }
    }

    pub(crate) fn print(&self) {
        match self {
            Self::Problem(text) | Self::Usage(text) => console::note(&format!("error: {}", fmu_tool::plain(text))),
            Self::Report(text) => console::note(text),
            Self::Told => {}
        }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Problem(_) | Self::Report(_) | Self::Told => 1,
            Self::Usage(_) => 2,
        }
    }
}

impl From<InvalidModel> for CommandError {
    fn from(error: InvalidModel) -> Self {
        Self::model(&error.sources, &error.diagnostics)
    }
}

impl From<OutputError> for CommandError {
    fn from(error: OutputError) -> Self {
        Self::problem(error)
    }
}

impl From<HostError> for CommandError {
    fn from(error: HostError) -> Self {
        Self::problem(error)
    }
}

impl From<SimulationError> for CommandError {
    fn from(error: SimulationError) -> Self {
        if error.is_usage() { Self::usage(error) } else { Self::problem(error) }
    }
}
