//! A model at an operating point, for the commands about small motions.

use std::path::{Path, PathBuf};

use clap::Args;
use fmu_tool::host::Setting;
use fmu_tool::linear::{Free, LinearError, Mode, OperatingPoint, Trim, TrimFault};
use fmu_tool::scene::{Drawable, RunOptions, SceneError};
use mechanism::digits::four_digits;

use super::error::CommandError;
use super::progress::Progress;
use super::reading::Reading;
use super::run::Given;
use super::{console, first_given, table, warnings};

/// The model in a file: a model file of any kind, or an FMU of this tool; for other FMUs the reason why there is none.
pub(crate) fn open(path: &Path, reading: &Reading) -> Result<Result<Drawable, String>, CommandError> {
    if reading.takes_fmu(path)? {
        return match Drawable::from_fmu(path) {
            Err(SceneError::NoModel(reason)) => Ok(Err(reason)),
            drawable => Ok(Ok(drawable?)),
        };
    }
    let (model, source) = reading.model(path)?;
    let (drawable, remarks) =
        Drawable::with_warnings(&model).map_err(|errors| CommandError::compile(&model, &source, &errors.0))?;
    warnings(&source, &remarks);
    Ok(Ok(drawable))
}

/// Arguments of commands that look at a model at one point.
#[derive(Debug, Args)]
pub(crate) struct At {
    /// Model file, or FMU of this tool.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// Time, s; the model is simulated until then [default: the start].
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = super::measure::seconds)]
    pub at: Option<f64>,
    /// Go to the operating point near there first; --free, --fix, --want and --steady are those of `trim`.
    #[arg(long)]
    pub trim: bool,
    #[command(flatten)]
    pub point: TrimArguments,
    #[command(flatten)]
    pub given: Given,
    /// Show errors and warnings only.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub reading: Reading,
}

impl At {
    /// The model, and its operating point.
    pub(crate) fn reach(&self) -> Result<(Drawable, OperatingPoint), CommandError> {
        self.point.only_with(self.trim)?;
        let drawable = open(&self.file, &self.reading)?.map_err(CommandError::Problem)?;
        let mut here = reach(&drawable, self.at, &self.given, self.quiet)?;
        if self.trim {
            here.trim(&self.point.trim())?;
        }
        Ok((drawable, here))
    }

    /// Prints a result, unless `--quiet` is given.
    pub(crate) fn say(&self, text: &str) {
        if !self.quiet {
            console::line(text);
        }
    }
}

/// Runs the model until `at`.
pub(crate) fn reach(
    drawable: &Drawable,
    at: Option<f64>,
    given: &Given,
    quiet: bool,
) -> Result<OperatingPoint, CommandError> {
    let options = RunOptions { stop_time: stop_time(at), ..given.options()? };
    let [start, _] = drawable.span(&options)?;
    let mut progress = Progress::new(start, at.unwrap_or(start), quiet);
    let here = OperatingPoint::new(drawable, &options, at, &mut |time| progress.update(time))?;
    if here.has_delays() {
        console::note("note: what a delay shows is constant here, since no finite number of states has a delay");
    }
    Ok(here)
}

/// A trimmed operating point.
#[derive(Debug, Args)]
pub(crate) struct TrimArguments {
    /// Input, parameter or speed that may change, with its limits as NAME=MIN..MAX; may be given many times. Positions are free anyway.
    #[arg(long, value_name = "NAME", value_parser = free)]
    pub free: Vec<Free>,
    /// Position, or state of another component, that keeps its start value; may be given many times.
    #[arg(long, value_name = "NAME")]
    pub fix: Vec<String>,
    /// Variable with the value that it shall have; may be given many times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::run::setting)]
    pub want: Vec<Setting>,
    /// Speeds are constant, and need not be zero.
    #[arg(long)]
    pub steady: bool,
}

impl TrimArguments {
    pub(crate) fn trim(&self) -> Trim {
        Trim { free: self.free.clone(), fixed: self.fix.clone(), wanted: self.want.clone(), steady: self.steady }
    }

    /// Refuses options that say what to look for where nothing is looked for.
    pub(crate) fn only_with(&self, trims: bool) -> Result<(), CommandError> {
        let given = first_given(&[
            ("--free", !self.free.is_empty()),
            ("--fix", !self.fix.is_empty()),
            ("--want", !self.want.is_empty()),
            ("--steady", self.steady),
        ]);
        given.filter(|_| !trims).map_or(Ok(()), |option| {
            Err(CommandError::Usage(format!("{option} says what --trim looks for: give --trim, too")))
        })
    }
}

/// Reads NAME or NAME=MIN..MAX; either limit may be left out.
fn free(text: &str) -> Result<Free, String> {
    let limit = |text: &str, open: f64| match text.trim() {
        "" => Ok(open),
        number => {
            number.parse().map_err(|_| format!("{number:?} is not a number; expected NAME=MIN..MAX, as in tau=-2..2"))
        }
    };
    let (name, limits) = match text.split_once('=') {
        None => (text, [f64::NEG_INFINITY, f64::INFINITY]),
        Some((name, range)) => {
            let (min, max) = range.split_once("..").ok_or("expected NAME or NAME=MIN..MAX, as in tau=-2..2")?;
            (name, [limit(min, f64::NEG_INFINITY)?, limit(max, f64::INFINITY)?])
        }
    };
    match limits {
        [min, max] if min < max => Ok(Free { name: name.trim().to_owned(), limits }),
        [min, max] => Err(format!("the limits {min}..{max} leave nothing between them")),
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
    let header = ["eigenvalue, 1/s", "natural frequency, Hz", "damping ratio", "coordinates"];
    table::rows(&header, modes.iter().map(row))
}

impl From<LinearError> for CommandError {
    fn from(error: LinearError) -> Self {
        match error {
            LinearError::Run(error) => error.into(),
            LinearError::Simulation(error) => error.into(),
            LinearError::Trim(
                TrimFault::NotFound { .. } | TrimFault::Unsettled { .. } | TrimFault::NotSteady { .. },
            ) => Self::problem(error),
            LinearError::Time { .. } | LinearError::Trim(_) => Self::usage(error),
            error => Self::problem(error),
        }
    }
}
