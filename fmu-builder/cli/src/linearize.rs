//! `linearize`: the linearised system at a point in time.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::host::Simulation;
use fmu_tool::linear::{LinearFormat, Linearization, Signal};
use fmu_tool::{Runtime, write_file};

use super::error::CommandError;
use super::help::{ANY_PROBLEM, UNKNOWN_VARIABLE, help};
use super::point::{self, TrimArguments};
use super::progress::Progress;
use super::run::{self, Run, StatisticsSink};
use super::{CommandResult, console, input, kind, measure, table};

const EXAMPLES: &str = "\
Examples:
  fmu-builder linearize pendulum.toml                 at the start; writes pendulum.linear.json
  fmu-builder linearize pendulum.fmu --at 2.5 -o pendulum.mat
  fmu-builder linearize pendulum.toml --set rev.phi=0 -o pendulum.csv
  fmu-builder linearize foreign.fmu --full

The matrices are exact up to rounding. States are independent of each other: constraints are eliminated, and a quaternion is three small \
rotations. With --full they are those of the FMU, and each column is a directional derivative (fmi2GetDirectionalDerivative).";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, ANY_PROBLEM) + UNKNOWN_VARIABLE)]
pub(crate) struct Linearize {
    /// Model file, which is built first, or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// File to write: .json, .csv, .mat (MATLAB level 5) or .npz (numpy) [default: name of the file with extension linear.json, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Time of the linearisation, s; the model is simulated until then [default: the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub at: Option<f64>,
    /// Keep all states of the FMU, also those that depend on each other.
    #[arg(long)]
    pub full: bool,
    /// Go to the operating point near there first; --free, --fix, --want and --steady are those of `trim`.
    #[arg(long, conflicts_with = "full")]
    pub trim: bool,
    #[command(flatten)]
    pub point: TrimArguments,
    #[command(flatten)]
    pub run: Run,
}

pub(crate) fn run(arguments: &Linearize, runtimes: &'static [Runtime]) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.file, "linear.json")?;
    arguments.run.given.keeps_inputs(&output)?;
    let format = LinearFormat::of_extension(&kind::extension(&output))
        .ok_or_else(|| input::wrong_extension(&output, ".json, .csv, .mat or .npz"))?;
    arguments.point.only_with(arguments.trim)?;
    let system = if arguments.full { full(arguments, runtimes)? } else { minimal(arguments, runtimes)? };
    write_file(&output, &format.write(&system))?;
    arguments.run.say(&output.display().to_string());
    arguments.run.say(&summary(&system));
    let modes = if arguments.full { None } else { system.modes() };
    if let Some(modes) = modes.filter(|modes| !modes.is_empty()) {
        arguments.run.say(&point::table_of(&modes));
    }
    Ok(())
}

/// In independent coordinates; with all states where an FMU does not have its model in it.
fn minimal(arguments: &Linearize, runtimes: &'static [Runtime]) -> Result<Linearization, CommandError> {
    let Run { given, quiet, reading, .. } = &arguments.run;
    let drawable = match point::open(&arguments.file, reading)? {
        Ok(drawable) => drawable,
        Err(reason) if !arguments.trim => {
            console::note(&format!("note: {reason}; the matrices have all states of the FMU, as with --full"));
            return full(arguments, runtimes);
        }
        Err(reason) => return Err(CommandError::Problem(reason)),
    };
    if arguments.run.log {
        return Err(CommandError::usage("--log is for FMUs that are loaded: linearize logs with --full only"));
    }
    let mut here = point::reach(&drawable, arguments.at, given, *quiet)?;
    if arguments.trim {
        here.trim(&arguments.point.trim())?;
    }
    Ok(here.linearize()?)
}

/// With all states, through the C interface of the FMU.
fn full(arguments: &Linearize, runtimes: &'static [Runtime]) -> Result<Linearization, CommandError> {
    let mut options = arguments.run.options(&StatisticsSink::default())?;
    options.run.stop_time = point::stop_time(arguments.at);
    options.variables = Some(Vec::new());
    let package = run::open(&arguments.file, &arguments.run.reading, runtimes)?;
    let simulation = Simulation::new(&package, &options)?;
    let start = simulation.start_time();
    let mut progress = Progress::new(start, arguments.at.unwrap_or(start), arguments.run.quiet);
    Ok(simulation.linearize(arguments.at, &mut |time| progress.update(time))?)
}

fn summary(system: &Linearization) -> String {
    let names = |signals: &[Signal]| {
        let names: Vec<&str> = signals.iter().map(|signal| signal.name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    };
    table::facts([
        ("time", format!("{} s", system.time)),
        ("states", names(&system.states)),
        ("inputs", names(&system.inputs)),
        ("outputs", names(&system.outputs)),
    ])
}
