//! `simulate`: runs an FMU and writes a CSV file.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use clap::Args;
use fmu_tool::host::{CallHandler, Simulation, SimulationError};
use fmu_tool::{OutputError, OutputFile, Runtime, csv, write_file};

use super::error::CommandError;
use super::progress::Progress;
use super::run::{self, Run, Sampling, StatisticsSink};
use super::{CommandResult, console, input, table};

const EXAMPLES: &str = "\
Examples:
  fmu-builder simulate pendulum.toml
  fmu-builder simulate pendulum.fmu -o swing.csv --stop-time 10 --step-size 0.01 --units
  fmu-builder simulate pendulum.toml --set body.m=2.5 --set damping=0.2 --variables rev.phi,rev.w
  fmu-builder simulate pendulum.toml --inputs torque.csv --interpolation hold
  fmu-builder simulate pendulum.toml -o - | head
  fmu-builder simulate pendulum.fmu --fmi-log=calls.txt

Exit codes:
  0  success
  1  the model, the FMU or the simulation has a problem, or a file cannot be read or written
  2  wrong arguments, such as an unknown variable

A run that fails keeps the rows up to the failure, and exits with 1.
A signal (Ctrl-C, kill) removes the temporary files and does not touch an existing result.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Simulate {
    /// Model file, which is built first, or FMU.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// CSV file to write, - for standard output [default: name of the file with extension csv, in the current folder].
    #[arg(short, long, value_name = "CSV")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub sampling: Sampling,
    /// Write the units of the columns as a second row, not into a separate file (NAME.units.csv).
    #[arg(long)]
    pub units: bool,
    /// Log every call of an FMI function with arguments and result, to standard error or to FILE.
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    pub fmi_log: Option<PathBuf>,
    #[command(flatten)]
    pub run: Run,
}

pub(crate) fn run(arguments: &Simulate, runtimes: &'static [Runtime]) -> CommandResult {
    let output = output(arguments)?;
    let log = call_log(arguments, output.as_deref())?;
    let statistics = StatisticsSink::default();
    let mut options = arguments.sampling.applied_to(arguments.run.options(&statistics)?)?;
    let package = run::open(&arguments.file, &arguments.run.reading, runtimes)?;
    options.listener.calls = log.map(call_printer).transpose()?;
    let simulation = Simulation::new(&package, &options)?;
    let Some(output) = output else { return to_stdout(&simulation, arguments.units) };
    let mut file = OutputFile::create(&output)?;
    let mut progress = Progress::new(simulation.start_time(), simulation.stop_time(), arguments.run.quiet);
    let written = write_csv(&simulation, arguments.units, &mut file, &mut progress).map_err(|error| match error {
        SimulationError::Row(error) => OutputError { path: output.clone(), reason: error.into() }.into(),
        error => CommandError::from(error),
    })?;
    let elapsed = progress.elapsed();
    drop(progress);
    if !arguments.units && file.is_regular() {
        write_units(&simulation, &output)?;
    }
    file.finish()?;
    arguments.run.say(&format!(
        "{}: {} rows, {} variables, {} s to {} s in {:.3} s{}",
        output.display(),
        written.rows,
        simulation.columns().len(),
        simulation.start_time(),
        written.last,
        elapsed.as_secs_f64(),
        if written.failure.is_some() { "; the run ended early" } else { "" }
    ));
    if let Some(failure) = written.failure {
        return Err(failure.into());
    }
    let statistics = statistics.lock().unwrap_or_else(PoisonError::into_inner);
    if !statistics.is_empty() {
        arguments.run.say(&table::facts(statistics.iter().map(|(name, value)| (name.as_str(), value.clone()))));
    }
    Ok(())
}

/// The file for the rows; none for standard output.
fn output(arguments: &Simulate) -> Result<Option<PathBuf>, CommandError> {
    if arguments.output.as_deref() == Some(Path::new("-")) {
        return Ok(None);
    }
    let output = input::output(arguments.output.as_deref(), &arguments.file, "csv")?;
    arguments.run.given.keeps_inputs(&output)?;
    if !arguments.units {
        arguments.run.given.keeps_inputs(&csv::units_beside(&output))?;
    }
    match arguments.sampling.variables_file.as_deref() {
        Some(list) if input::is_same(&output, list) => Err(CommandError::Usage(format!(
            "{} is the list of variables; choose another output with -o",
            output.display()
        ))),
        _ => Ok(Some(output)),
    }
}

/// Destination of the call log; it must differ from all files that are read or written.
fn call_log<'a>(arguments: &'a Simulate, output: Option<&Path>) -> Result<Option<&'a Path>, CommandError> {
    let Some(log) = arguments.fmi_log.as_deref().filter(|&log| log != Path::new("-")) else {
        return Ok(arguments.fmi_log.as_deref());
    };
    let inputs = [
        Some(arguments.file.as_path()),
        arguments.sampling.variables_file.as_deref(),
        arguments.run.given.inputs.as_deref(),
    ];
    let taken = if inputs.into_iter().flatten().any(|input| input::is_same(log, input)) {
        "an input"
    } else if output.is_some_and(|output| input::is_same(log, output)) {
        "the output"
    } else {
        return Ok(Some(log));
    };
    Err(CommandError::Usage(format!("{} is {taken}; name another file with --fmi-log", log.display())))
}

/// Prints calls to standard error or to a file, line by line, so that nothing is lost in a crash.
fn call_printer(path: &Path) -> Result<CallHandler, CommandError> {
    if path == Path::new("-") {
        return Ok(Arc::new(console::note));
    }
    let file = File::create(path)
        .map_err(|error| CommandError::Problem(format!("cannot write {}: {error}", path.display())))?;
    // An error of the log cannot be reported.
    Ok(Arc::new(move |line| drop(writeln!(&file, "{line}"))))
}

/// Writes the units of the columns to a separate file: many readers of CSV refuse a second header row.
fn write_units(simulation: &Simulation<'_>, output: &Path) -> CommandResult {
    let path = csv::units_beside(output);
    let mut text = Vec::new();
    // Writing to a list of bytes never fails.
    let _ = write_header(simulation, true, &mut text);
    Ok(write_file(&path, &text)?)
}

/// Without a progress bar, which would be drawn between the rows; the reader may close the pipe early.
fn to_stdout(simulation: &Simulation<'_>, units: bool) -> CommandResult {
    let mut silent = Progress::new(0.0, 1.0, true);
    match write_csv(simulation, units, &mut io::stdout().lock(), &mut silent) {
        Err(SimulationError::Row(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?.failure.map_or(Ok(()), Err)?),
    }
}

/// The rows of a run.
struct Written {
    rows: u64,
    /// Time of the last row, s.
    last: f64,
    /// Error that ended the run early.
    failure: Option<SimulationError>,
}

/// Writes the rows, also those of a run that fails after its start.
fn write_csv(
    simulation: &Simulation<'_>,
    units: bool,
    output: &mut impl Write,
    progress: &mut Progress,
) -> Result<Written, SimulationError> {
    let mut output = BufWriter::new(output);
    write_header(simulation, units, &mut output).map_err(SimulationError::Row)?;
    let mut written = Written { rows: 0, last: simulation.start_time(), failure: None };
    let result = simulation.run(&mut |time, values| {
        progress.update(time);
        csv::write_row(&mut output, time, values)?;
        written.rows += 1;
        written.last = time;
        Ok(())
    });
    match result {
        Err(error) if written.rows == 0 || matches!(error, SimulationError::Row(_)) => return Err(error),
        result => written.failure = result.err(),
    }
    output.flush().map_err(SimulationError::Row)?;
    Ok(written)
}

fn write_header(simulation: &Simulation<'_>, units: bool, output: &mut impl Write) -> io::Result<()> {
    csv::write_header(output, simulation.columns().iter().map(|column| column.name.as_str()))?;
    if units {
        let units = simulation.columns().iter().map(|column| column.unit.as_deref().unwrap_or_default());
        csv::write_units(output, units)?;
    }
    Ok(())
}
