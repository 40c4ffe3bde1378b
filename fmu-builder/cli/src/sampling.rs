//! Which points of a run are kept, and of which variables.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::host::SimulationOptions;

use super::error::CommandError;
use super::{measure, run};

/// How far a run goes, and in which steps.
#[derive(Debug, Args)]
pub(crate) struct Steps {
    /// Stop time, s [default: the model's, or 1 s after the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub stop_time: Option<f64>,
    /// Time between two rows, s [default: the model's, or a 500th of the duration].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub step_size: Option<f64>,
}

/// The points of a run, and the variables that are recorded there.
#[derive(Debug, Args)]
pub(crate) struct Sampling {
    #[command(flatten)]
    pub steps: Steps,
    /// Variables to record, separated by commas [default: outputs, or states if there are none; all columns of a table].
    #[arg(long, value_name = "NAMES", conflicts_with = "variables_file")]
    pub variables: Vec<String>,
    /// File that names the variables to record, one a line.
    #[arg(long, value_name = "FILE")]
    pub variables_file: Option<PathBuf>,
}

impl Sampling {
    /// Names of the variables; none when the arguments name none.
    pub(crate) fn names(&self) -> Result<Option<Vec<String>>, CommandError> {
        run::names(&self.variables, self.variables_file.as_deref())
    }

    /// The options of a simulation with these points and variables.
    pub(crate) fn applied_to(&self, options: SimulationOptions) -> Result<SimulationOptions, CommandError> {
        let Steps { stop_time, step_size } = self.steps;
        Ok(SimulationOptions { stop_time, step_size, variables: self.names()?, ..options })
    }
}
