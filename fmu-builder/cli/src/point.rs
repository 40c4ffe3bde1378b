//! A model at an operating point, for the commands about small motions.

use std::path::Path;

use fmu_tool::linear::{LinearError, Mode, OperatingPoint};
use fmu_tool::scene::{Drawable, RunOptions, SceneError};
use mechanism::digits::four_digits;

use super::error::CommandError;
use super::progress::Progress;
use super::reading::Reading;
use super::run::Given;
use super::{kind, table, warnings};

/// Why a file has no model to look at.
pub(crate) enum OpenFault {
    /// An FMU without its model, or of another version.
    NoModel(String),
    Command(CommandError),
}

impl From<OpenFault> for CommandError {
    fn from(fault: OpenFault) -> Self {
        match fault {
            OpenFault::NoModel(reason) => Self::Problem(reason),
            OpenFault::Command(error) => error,
        }
    }
}

impl From<CommandError> for OpenFault {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

/// The model in a file: a model file of any kind, or an FMU of this tool.
pub(crate) fn open(path: &Path, reading: &Reading) -> Result<Drawable, OpenFault> {
    if kind::is_fmu(path) {
        kind::refuse_foreign(path)?;
        reading.is_for_no_fmu()?;
        return Drawable::from_fmu(path).map_err(|error| match error {
            SceneError::NoModel(reason) => OpenFault::NoModel(reason),
            error => OpenFault::Command(error.into()),
        });
    }
    let (model, source) = reading.model(path)?;
    let (drawable, remarks) =
        Drawable::with_warnings(&model).map_err(|errors| CommandError::compile(&model, &source, &errors.0))?;
    warnings(&source, &remarks);
    Ok(drawable)
}

/// A point of a run.
pub(crate) struct Place<'a> {
    pub at: Option<f64>,
    pub given: &'a Given,
    pub quiet: bool,
}

impl Place<'_> {
    /// Runs the model until there.
    pub(crate) fn reach(&self, drawable: &Drawable) -> Result<OperatingPoint, CommandError> {
        let options = RunOptions { stop_time: stop_time(self.at), ..self.given.options()? };
        let [start, _] = drawable.span(&options)?;
        let mut progress = Progress::new(start, self.at.unwrap_or(start)).quiet(self.quiet);
        Ok(OperatingPoint::new(drawable, &options, self.at, &mut |time| progress.update(time))?)
    }
}

/// Stop time of a run to `at`: the run ends there, even if the experiment's stop time is earlier.
pub(crate) fn stop_time(at: Option<f64>) -> Option<f64> {
    at.filter(|at| at.is_finite() && *at > 0.0).map(|at| at + at.abs().max(1.0))
}

/// A table of modes.
pub(crate) fn table_of(modes: &[Mode]) -> String {
    let row = |mode: &Mode| {
        let eigenvalue = match (four_digits(mode.real), mode.imaginary) {
            (real, 0.0) => real,
            (real, imaginary) => format!("{real} +- {}i", four_digits(imaginary)),
        };
        let parts = mode.parts.iter().map(|part| format!("{} {:.0} %", part.name, 100.0 * part.share));
        let damping = mode.damping().map_or_else(|| "-".to_owned(), four_digits);
        vec![
            eigenvalue,
            four_digits(mode.natural() / std::f64::consts::TAU),
            damping,
            parts.collect::<Vec<_>>().join(", "),
        ]
    };
    let rows: Vec<Vec<String>> = modes.iter().map(row).collect();
    table::rows(&["eigenvalue, 1/s", "natural frequency, Hz", "damping ratio", "coordinates"], &rows)
}

impl From<LinearError> for CommandError {
    fn from(error: LinearError) -> Self {
        match error {
            LinearError::Run(error) => error.into(),
            LinearError::Time { .. } => Self::Usage(error.to_string()),
            error => Self::Problem(error.to_string()),
        }
    }
}
