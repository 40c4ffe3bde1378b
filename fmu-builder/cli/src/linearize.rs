//! `linearize`: the linearised system at a point in time.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::host::{Linearization, LinearizationError, Simulation};
use fmu_tool::{LinearFormat, Runtime, write_file};

use super::error::CommandError;
use super::progress::Progress;
use super::run::{self, Run, StatisticsSink};
use super::{CommandResult, input, measure, table};

const EXAMPLES: &str = "\
Examples:
  fmu-builder linearize pendulum.toml                 at the start; writes pendulum.linear.json
  fmu-builder linearize pendulum.fmu --at 2.5 -o pendulum.mat
  fmu-builder linearize pendulum.toml --set rev.phi=0 -o pendulum.csv

The matrices are exact up to rounding: each column is a directional derivative (fmi2GetDirectionalDerivative).

Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments, such as an unknown variable";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Linearize {
    /// Model file, which is built first, or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// File to write: .json, .csv or .mat (MATLAB level 5) [default: name of the file with extension linear.json, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Time of the linearisation, s; the model is simulated until then [default: the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub at: Option<f64>,
    #[command(flatten)]
    pub run: Run,
}

pub(crate) fn run(arguments: &Linearize, runtimes: &'static [Runtime]) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.file, "linear.json")?;
    arguments.run.given.keeps_inputs(&output)?;
    let extension = output.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = LinearFormat::of_extension(extension).ok_or_else(|| {
        CommandError::Usage(format!("{}: the extension .json, .csv or .mat is expected", output.display()))
    })?;
    let mut options = arguments.run.options(&StatisticsSink::default())?;
    // The run ends there, even if the experiment's stop time is earlier.
    options.run.stop_time = arguments.at.filter(|at| at.is_finite() && *at > 0.0).map(|at| at + at.abs().max(1.0));
    options.variables = Some(Vec::new());
    let package = run::open(&arguments.file, &arguments.run.reading, runtimes)?;
    let simulation = Simulation::new(&package, &options)?;
    let start = simulation.start_time();
    let mut progress = Progress::new(start, arguments.at.unwrap_or(start)).quiet(arguments.run.quiet);
    let system = simulation.linearize(arguments.at, &mut |time| progress.update(time))?;
    drop(progress);
    write_file(&output, &format.write(&system))?;
    arguments.run.say(&output.display().to_string());
    arguments.run.say(&summary(&system));
    Ok(())
}

fn summary(system: &Linearization) -> String {
    let names = |signals: &[fmu_tool::host::Signal]| {
        let names: Vec<&str> = signals.iter().map(|signal| signal.name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    table::facts(&[
        ("time", format!("{} s", system.time)),
        ("states", names(&system.states)),
        ("inputs", names(&system.inputs)),
        ("outputs", names(&system.outputs)),
    ])
}

impl From<LinearizationError> for CommandError {
    fn from(error: LinearizationError) -> Self {
        match error {
            LinearizationError::Simulation(error) => error.into(),
            LinearizationError::Time { .. } => Self::Usage(error.to_string()),
            error => Self::Problem(error.to_string()),
        }
    }
}
