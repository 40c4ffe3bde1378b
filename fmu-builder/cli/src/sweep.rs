//! `sweep`: simulates many times with different parameters, and writes a row for each run.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use fmu_tool::Runtime;
use fmu_tool::host::{Simulation, SimulationOptions};
use fmu_tool::sweep::{
    Distribution, MOST_VALUES, Method, Samples, Sweep, SweepError, SweepFiles, SweepOptions, TextTable,
};

use super::error::CommandError;
use super::help::{Words, one_of};
use super::progress::Progress;
use super::run::{self, Run, Sampling, StatisticsSink};
use super::{CommandResult, input};

const EXAMPLES: &str = "\
Examples:
  fmu-builder sweep pendulum.toml --set body.m=1:0.1:2 --set 'damping=log(0.01,1,7)'
  fmu-builder sweep pendulum.fmu --table runs.csv -o results.parquet --variables rev.phi,rev.w
  fmu-builder sweep pendulum.fmu --samples 10000 --normal body.m=2,0.1 --uniform damping=0,0.2 --seed 1 -o results.parquet

Values after --set:
  1:0.1:2          from, step, to
  lin(0,1,11)      11 values at equal distances
  log(10,1000,7)   7 values at equal ratios
  500 g,1 kg       these values; a single value holds for all runs

The values of all --set are combined with each other, and with the rows of the table or the samples.

Columns: run, the parameters, end_time, error (empty where there was none), and of each variable final, min, t_min, max, t_max, rms \
(root mean square over time). Finished runs are kept beside the result (OUTPUT.part) until all are done, so that the same command \
continues an interrupted sweep. The result does not depend on the number of threads.

Exit codes:
  0  success, even if runs failed: see the column error
  1  the model or the FMU has a problem, or a file cannot be read or written
  2  wrong arguments, such as an unknown variable";

#[derive(Debug, Args)]
#[command(
    after_help = EXAMPLES,
    mut_arg("settings", |set| set.value_name("NAME=VALUES").help("Values of a parameter, start value or input; may be given many times"))
)]
pub(crate) struct SweepArguments {
    /// Model file, which is built first, or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// Table to write, .csv or .parquet [default: name of the file with extension sweep.csv, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// CSV file with a run in each row: names of parameters in the first line, values below.
    #[arg(long, value_name = "CSV", conflicts_with_all = ["samples", "normal", "uniform"])]
    pub table: Option<PathBuf>,
    /// Number of samples of the parameters that --normal and --uniform name.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_VALUES)))]
    pub samples: Option<u32>,
    /// Normally distributed parameter; may be given many times.
    #[arg(long, value_name = "NAME=MEAN,SD", value_parser = normal, requires = "samples")]
    pub normal: Vec<Uncertain>,
    /// Uniformly distributed parameter; may be given many times.
    #[arg(long, value_name = "NAME=FROM,TO", value_parser = uniform, requires = "samples")]
    pub uniform: Vec<Uncertain>,
    /// Sampling method.
    #[arg(long, value_parser = one_of(METHOD), default_value = "lhs")]
    pub method: Method,
    /// Seed of the samples.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Also write the trajectories of all runs, .csv or .parquet: run, time, variables.
    #[arg(long, value_name = "FILE")]
    pub trajectories: Option<PathBuf>,
    /// Number of threads [default: one for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Start again, and discard the runs of an interrupted sweep.
    #[arg(long)]
    pub restart: bool,
    #[command(flatten)]
    pub sampling: Sampling,
    #[command(flatten)]
    pub run: Run,
}

const METHOD: &Words<Method> = &[
    ("lhs", "Latin hypercube", Method::LatinHypercube),
    ("sobol", "Sobol' sequence, shifted by the seed", Method::Sobol),
    ("random", "Independent of each other", Method::Random),
];

/// A parameter and its distribution.
type Uncertain = (String, Distribution);

fn normal(text: &str) -> Result<Uncertain, String> {
    uncertain(text, "NAME=MEAN,SD, as in mass=2,0.1", Distribution::normal)
}

fn uniform(text: &str) -> Result<Uncertain, String> {
    uncertain(text, "NAME=FROM,TO, as in mass=1.9,2.1", Distribution::uniform)
}

/// Reads the name of a parameter and the two numbers of its distribution.
fn uncertain(
    text: &str,
    expected: &str,
    make: fn(f64, f64) -> Result<Distribution, String>,
) -> Result<Uncertain, String> {
    let parts = text.split_once('=').and_then(|(name, numbers)| Some((name.trim(), numbers.split_once(',')?)));
    let numbers = parts.and_then(|(name, (a, b))| Some((name, a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match numbers {
        Some((name, a, b)) if !name.is_empty() => Ok((name.to_owned(), make(a, b)?)),
        _ => Err(format!("expected {expected}")),
    }
}

impl SweepArguments {
    /// The runs of the sweep.
    fn sweep(&self) -> Result<SweepOptions, CommandError> {
        Ok(SweepOptions {
            axes: self.run.given.settings.clone(),
            table: self.table()?,
            samples: self.samples()?,
            threads: self.threads.map(usize::from),
        })
    }

    fn table(&self) -> Result<Option<TextTable>, CommandError> {
        let Some(path) = &self.table else { return Ok(None) };
        let problem = |error| CommandError::Problem(format!("{}: {error}", path.display()));
        TextTable::read(&input::text(path)?).map(Some).map_err(problem)
    }

    fn samples(&self) -> Result<Option<Samples>, CommandError> {
        let Some(count) = self.samples else { return Ok(None) };
        let distributions: Vec<Uncertain> = self.normal.iter().chain(&self.uniform).cloned().collect();
        if distributions.is_empty() {
            let text = "--samples needs parameters to sample: --normal NAME=MEAN,SD or --uniform NAME=FROM,TO";
            return Err(CommandError::usage(text));
        }
        Ok(Some(Samples { count, method: self.method, seed: self.seed, distributions }))
    }

    /// The options of each run, without the values of the sweep.
    fn simulation(&self) -> Result<SimulationOptions, CommandError> {
        let mut options = self.sampling.applied_to(self.run.options(&StatisticsSink::default())?)?;
        options.run.settings.clear();
        // Failures are in the result; warnings of thousands of runs are only shown with --log.
        if !self.run.log {
            options.listener = Default::default();
        }
        Ok(options)
    }

    /// The file of results; it must differ from all other files that are read or written.
    fn output(&self) -> Result<PathBuf, CommandError> {
        let output = input::output(self.output.as_deref(), &self.file, "sweep.csv")?;
        let trajectories = self.trajectories.as_deref();
        let variables = self.sampling.variables_file.as_deref();
        for written in [Some(output.as_path()), trajectories].into_iter().flatten() {
            self.run.given.keeps_inputs(written)?;
            let read = [Some(self.file.as_path()), self.table.as_deref(), variables];
            if read.into_iter().flatten().any(|read| input::is_same(written, read)) {
                return Err(CommandError::Usage(format!("{} is an input; name another output", written.display())));
            }
        }
        match trajectories.filter(|trajectories| input::is_same(trajectories, &output)) {
            Some(_) => Err(CommandError::usage("--output and --trajectories name the same file")),
            None => Ok(output),
        }
    }
}

pub(crate) fn run(arguments: &SweepArguments, runtimes: &'static [Runtime]) -> CommandResult {
    let output = arguments.output()?;
    let (options, simulation) = (arguments.sweep()?, arguments.simulation()?);
    let package = run::open(&arguments.file, &arguments.run.reading, runtimes)?;
    let simulation = Simulation::new(&package, &simulation)?;
    let sweep = Sweep::new(&simulation, &options)?;
    let files =
        SweepFiles { results: &output, trajectories: arguments.trajectories.as_deref(), restart: arguments.restart };
    let progress = Mutex::new(Progress::of_runs(sweep.runs(), arguments.run.quiet));
    let outcome = sweep.run(&files, &|done| {
        // If another thread is updating it, no update is needed.
        if let Ok(mut progress) = progress.try_lock() {
            progress.update(done as f64);
        }
    })?;
    let progress = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
    let elapsed = progress.elapsed().as_secs_f64();
    drop(progress);
    let resumed = if outcome.resumed > 0 { format!(", {} of them before", outcome.resumed) } else { String::new() };
    let failed = if outcome.failed > 0 { format!("; {} failed", outcome.failed) } else { String::new() };
    arguments.run.say(&format!("{}: {} runs{resumed} in {elapsed:.3} s{failed}", output.display(), outcome.runs));
    Ok(())
}

impl From<SweepError> for CommandError {
    fn from(error: SweepError) -> Self {
        if error.is_usage() { Self::usage(error) } else { Self::problem(error) }
    }
}
