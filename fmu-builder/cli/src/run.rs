//! Options and steps shared by all commands that simulate.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clap::Args;
use fmu_tool::csv::{self, Table};
use fmu_tool::host::{
    Inputs, Interpolation, Listener, LogMessage, MessageHandler, Package, RunOptions, Setting, SimulationOptions,
    Status,
};
use fmu_tool::{BuildOptions, Expose, Fmu, Runtime};

use super::error::CommandError;
use super::help::{Words, one_of};
use super::reading::Reading;
use super::{console, input, measure, warnings};

/// Start, tolerance, settings and inputs of a run.
#[derive(Debug, Args)]
pub(crate) struct Given {
    /// Start time, s [default: the model's, or 0].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub start_time: Option<f64>,
    /// Relative tolerance of the solver [default: the model's].
    #[arg(long, value_name = "TOL", allow_negative_numbers = true)]
    pub tolerance: Option<f64>,
    /// Value of a parameter, start value or input; may be given many times.
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = setting)]
    pub settings: Vec<Setting>,
    /// CSV file with inputs over time: the first column is the time, the others are named after inputs; two rows with the same time are a jump.
    #[arg(long, value_name = "CSV")]
    pub inputs: Option<PathBuf>,
    /// Interpolation of real inputs between two rows of the file.
    #[arg(long, value_parser = one_of(INTERPOLATION), default_value = "linear")]
    pub interpolation: Interpolation,
}

/// Stop time and step size of a run.
#[derive(Debug, Args)]
pub(crate) struct Steps {
    /// Stop time, s [default: the model's, or 1 s after the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub stop_time: Option<f64>,
    /// Time between two rows, s [default: the model's, or a 500th of the duration].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = measure::seconds)]
    pub step_size: Option<f64>,
}

/// The points of a run, and the recorded variables.
#[derive(Debug, Args)]
pub(crate) struct Sampling {
    #[command(flatten)]
    pub steps: Steps,
    /// Variables to record, separated by commas [default: outputs, or states if there are none; all columns of a table].
    #[arg(long, value_name = "NAMES", conflicts_with = "variables_file")]
    pub variables: Vec<String>,
    /// File with the names of variables to record, one per line.
    #[arg(long, value_name = "FILE")]
    pub variables_file: Option<PathBuf>,
}

impl Sampling {
    /// Names of the variables, without repetitions; none if the arguments give none.
    pub(crate) fn names(&self) -> Result<Option<Vec<String>>, CommandError> {
        let names: Vec<String> = match &self.variables_file {
            Some(path) => {
                let text = input::text(path)?;
                let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
                lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
            }
            None if self.variables.is_empty() => return Ok(None),
            None => self.variables.iter().flat_map(|list| split(list)).map(str::to_owned).collect(),
        };
        let mut unique: Vec<String> = Vec::with_capacity(names.len());
        for name in names {
            // The first column is already the time.
            if name != "time" && !unique.contains(&name) {
                unique.push(name);
            }
        }
        Ok(Some(unique))
    }

    /// The options of a simulation with these points and variables.
    pub(crate) fn applied_to(&self, options: SimulationOptions) -> Result<SimulationOptions, CommandError> {
        let Steps { stop_time, step_size } = self.steps;
        let run = RunOptions { stop_time, step_size, ..options.run };
        Ok(SimulationOptions { run, variables: self.names()?, ..options })
    }
}

/// Arguments of all commands that simulate an FMU.
#[derive(Debug, Args)]
pub(crate) struct Run {
    #[command(flatten)]
    pub given: Given,
    /// Show all log messages of the FMU, not only problems.
    #[arg(long)]
    pub log: bool,
    /// Show errors and warnings only.
    #[arg(short, long, conflicts_with = "log")]
    pub quiet: bool,
    #[command(flatten)]
    pub reading: Reading,
}

const INTERPOLATION: &Words<Interpolation> = &[
    ("linear", "Linear", Interpolation::Linear),
    ("hold", "Constant, with the values of the earlier row", Interpolation::Hold),
];

/// Reads NAME=VALUE.
pub(crate) fn setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as in body.m=2.5")?;
    let (name, value) = (name.trim(), value.trim());
    if name.is_empty() || value.is_empty() {
        return Err("expected NAME=VALUE, as in body.m=2.5".to_owned());
    }
    Ok(Setting { name: name.to_owned(), value: value.to_owned() })
}

/// Receives the statistics that the FMU logs: names and values.
pub(crate) type StatisticsSink = Arc<Mutex<Vec<(String, String)>>>;

impl Given {
    /// The options of a run, with the default stop time and step size.
    pub(crate) fn options(&self) -> Result<RunOptions, CommandError> {
        let (settings, inputs) = (self.settings()?, self.inputs()?);
        let (start_time, tolerance) = (self.start_time, self.tolerance);
        Ok(RunOptions { start_time, tolerance, settings, inputs, ..RunOptions::default() })
    }

    /// The settings, each variable once.
    fn settings(&self) -> Result<Vec<Setting>, CommandError> {
        let mut names = HashSet::new();
        match self.settings.iter().find(|setting| !names.insert(setting.name.as_str())) {
            Some(twice) => Err(CommandError::Usage(format!("--set names \"{}\" twice", twice.name))),
            None => Ok(self.settings.clone()),
        }
    }

    /// The table of inputs, if one is given.
    fn inputs(&self) -> Result<Option<Inputs>, CommandError> {
        let Some(path) = &self.inputs else { return Ok(None) };
        Ok(Some(Inputs { table: read_table(path)?, interpolation: self.interpolation }))
    }

    /// Refuses an output that is the file of the inputs.
    pub(crate) fn keeps_inputs(&self, output: &Path) -> Result<(), CommandError> {
        match self.inputs.as_deref().filter(|inputs| input::is_same(output, inputs)) {
            Some(_) => {
                let output = output.display();
                Err(CommandError::Usage(format!("{output} is the file of the inputs; choose another output with -o")))
            }
            None => Ok(()),
        }
    }
}

impl Run {
    /// Options of the simulation; the FMU's statistics go to `statistics`.
    pub(crate) fn options(&self, statistics: &StatisticsSink) -> Result<SimulationOptions, CommandError> {
        Ok(SimulationOptions {
            run: self.given.options()?,
            listener: Listener {
                messages: Some(message_printer(self.log, Arc::clone(statistics))),
                calls: None,
                // Otherwise FMUs do not log warnings.
                logging_on: true,
            },
            ..SimulationOptions::default()
        })
    }

    /// Prints a result, unless `--quiet` is given.
    pub(crate) fn say(&self, text: &str) {
        if !self.quiet {
            console::line(text);
        }
    }
}

/// Reads a table over time, with the units of the file beside it if there is one.
pub(crate) fn read_table(path: &Path) -> Result<Table, CommandError> {
    let name = path.display();
    let mut table =
        Table::read(&input::text(path)?).map_err(|error| CommandError::Problem(format!("{name}: {error}")))?;
    let beside = csv::units_beside(path);
    let problem = |error: &dyn Display| {
        CommandError::Problem(format!("{}, which has the units of {name}: {error}", beside.display()))
    };
    match fs::read_to_string(&beside) {
        Ok(units) => table.add_units(&units).map_err(|error| problem(&error))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(problem(&error)),
    }
    Ok(table)
}

/// The FMU; it is built first if the file is a model.
pub(crate) fn open(path: &Path, reading: &Reading, runtimes: &'static [Runtime]) -> Result<Package, CommandError> {
    if reading.takes_fmu(path)? {
        return Ok(Package::open(path)?);
    }
    let (model, source) = reading.model(path)?;
    let options = BuildOptions { expose: Expose::All, ..BuildOptions::new(runtimes) };
    let fmu = Fmu::build(&model, &options).map_err(|error| CommandError::build(&model, &source, &error))?;
    warnings(&source, &fmu.facts().warnings);
    Ok(Package::from_bytes(fmu.bytes())?)
}

/// Splits at commas outside of brackets: `I[1,2],m` has two names.
fn split(list: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let at_comma = move |c: char| {
        depth += match c {
            '[' | '(' => 1,
            ']' | ')' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    };
    list.split(at_comma).map(str::trim).filter(|name| !name.is_empty())
}

/// Prints warnings, discards and errors immediately, so that they are not lost if the FMU crashes; other messages only
/// if `all`.
fn message_printer(all: bool, statistics: StatisticsSink) -> MessageHandler {
    Arc::new(move |message: &LogMessage| {
        if let Some(found) = message.statistics() {
            *statistics.lock().unwrap_or_else(PoisonError::into_inner) = found;
        }
        if all || !matches!(message.status, Status::Ok | Status::Pending) {
            console::note(&format!("{} [{}]: {}", message.status, message.category, fmu_tool::plain(&message.text)));
        }
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn commas_in_brackets_do_not_separate() {
        let names: Vec<&str> = split("body.I[1,2], m ,der(x,2),,a").collect();
        assert_eq!(names, ["body.I[1,2]", "m", "der(x,2)", "a"]);
    }
}
