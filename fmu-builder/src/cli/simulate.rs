//! `simulate`: runs an FMU as a host does, and writes a CSV file.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fmu_builder::host::{
    CallHandler, Listener, LogMessage, MessageHandler, Package, Simulation, SimulationError, SimulationOptions, Status,
};
use fmu_builder::{BuildOptions, Expose, Fmu, OutputFile, csv};
use fmu_core::model_file::ModelFile;

use super::arguments::Simulate;
use super::error::CommandError;
use super::progress::Progress;
use super::{CommandResult, console, input};

pub(crate) fn run(arguments: &Simulate) -> CommandResult {
    let output = output(arguments)?;
    let log = call_log(arguments, output.as_deref())?;
    let mut options = options(arguments)?;
    let package = open(&arguments.file)?;
    options.listener.calls = log.map(call_printer).transpose()?;
    let simulation = Simulation::new(&package, &options)?;
    let Some(output) = output else { return to_stdout(&simulation) };
    let mut file = OutputFile::create(&output)?;
    let mut progress = Progress::new(simulation.start_time(), simulation.stop_time());
    let rows = write_csv(&simulation, &mut file, &mut progress)?;
    let elapsed = progress.elapsed();
    drop(progress);
    file.finish()?;
    console::line(&format!(
        "{}: {rows} rows, {} variables, {} s to {} s in {:.3} s",
        output.display(),
        simulation.columns().len(),
        simulation.start_time(),
        simulation.stop_time(),
        elapsed.as_secs_f64()
    ));
    Ok(())
}

/// The file for the rows; none for standard output.
fn output(arguments: &Simulate) -> Result<Option<PathBuf>, CommandError> {
    if arguments.output.as_deref() == Some(Path::new("-")) {
        return Ok(None);
    }
    let output = input::output(arguments.output.as_deref(), &arguments.file, "csv")?;
    match arguments.variables_file.as_deref() {
        Some(list) if input::is_same(&output, list) => Err(CommandError::Usage(format!(
            "{} is the list of variables; name another output with -o",
            output.display()
        ))),
        _ => Ok(Some(output)),
    }
}

/// Where calls are to be printed, which is neither a file that is read nor that of the rows.
fn call_log<'a>(arguments: &'a Simulate, output: Option<&Path>) -> Result<Option<&'a Path>, CommandError> {
    let Some(log) = arguments.fmi_log.as_deref().filter(|&log| log != Path::new("-")) else {
        return Ok(arguments.fmi_log.as_deref());
    };
    let inputs = [Some(arguments.file.as_path()), arguments.variables_file.as_deref()];
    let taken = if inputs.into_iter().flatten().any(|input| input::is_same(log, input)) {
        "an input"
    } else if output.is_some_and(|output| input::is_same(log, output)) {
        "the output"
    } else {
        return Ok(Some(log));
    };
    Err(CommandError::Usage(format!("{} is {taken}; name another file with --fmi-log", log.display())))
}

/// The FMU, built first if the file is a model.
fn open(path: &Path) -> Result<Package, CommandError> {
    if input::is_fmu(path) {
        return Ok(Package::open(path)?);
    }
    let (model, source) = ModelFile::from_path(path)?;
    let options = BuildOptions { expose: Expose::All, ..BuildOptions::default() };
    let fmu = Fmu::build(&model, &options).map_err(|error| CommandError::build(&model, &source, &error))?;
    Ok(Package::from_bytes(fmu.bytes())?)
}

fn options(arguments: &Simulate) -> Result<SimulationOptions, CommandError> {
    Ok(SimulationOptions {
        start_time: arguments.start_time,
        stop_time: arguments.stop_time,
        step_size: arguments.step_size,
        tolerance: arguments.tolerance,
        settings: arguments.settings.clone(),
        variables: variables(arguments)?,
        listener: Listener {
            messages: Some(message_printer(arguments.log)),
            calls: None,
            // Without it FMUs keep warnings to themselves.
            logging_on: true,
        },
    })
}

/// Names to record, without repetitions; none when the arguments name none.
fn variables(arguments: &Simulate) -> Result<Option<Vec<String>>, CommandError> {
    let names: Vec<String> = match &arguments.variables_file {
        Some(path) => {
            let text = fs::read_to_string(path)
                .map_err(|error| CommandError::Problem(format!("cannot read {}: {error}", path.display())))?;
            let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
            lines.filter(|line| !line.is_empty()).map(str::to_owned).collect()
        }
        None if arguments.variables.is_empty() => return Ok(None),
        None => arguments.variables.iter().flat_map(|list| split(list)).map(str::to_owned).collect(),
    };
    let mut unique: Vec<String> = Vec::with_capacity(names.len());
    for name in names {
        // The first column is the time already.
        if name != "time" && !unique.contains(&name) {
            unique.push(name);
        }
    }
    Ok(Some(unique))
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

/// Prints warnings, discards and errors at once, lest an FMU that crashes takes them along; the rest only when it is asked for.
fn message_printer(all: bool) -> MessageHandler {
    Arc::new(move |message: &LogMessage| {
        if all || !matches!(message.status, Status::Ok | Status::Pending) {
            console::note(&format!("{} [{}]: {}", message.status, message.category, message.text));
        }
    })
}

/// Prints calls to standard error, or to a file of their own, which is written line by line: so it is whole whatever happens.
fn call_printer(path: &Path) -> Result<CallHandler, CommandError> {
    if path == Path::new("-") {
        return Ok(Arc::new(console::note));
    }
    let file = File::create(path)
        .map_err(|error| CommandError::Problem(format!("cannot write {}: {error}", path.display())))?;
    // Nobody is left to tell when a line cannot be written.
    Ok(Arc::new(move |line| drop(writeln!(&file, "{line}"))))
}

/// Without a progress bar, which would be drawn into the rows; the reader may go away early.
fn to_stdout(simulation: &Simulation<'_>) -> CommandResult {
    let mut progress = Progress::silent();
    match write_csv(simulation, &mut io::stdout().lock(), &mut progress) {
        Err(SimulationError::Row(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result.map(drop)?),
    }
}

/// Number of rows written.
fn write_csv(
    simulation: &Simulation<'_>,
    output: &mut impl Write,
    progress: &mut Progress,
) -> Result<u64, SimulationError> {
    let mut output = BufWriter::new(output);
    let names = simulation.columns().iter().map(|column| column.name.as_str());
    csv::write_header(&mut output, names).map_err(SimulationError::Row)?;
    let mut rows = 0;
    simulation.run(&mut |time, values| {
        rows += 1;
        progress.update(time);
        csv::write_row(&mut output, time, values)
    })?;
    output.flush().map_err(SimulationError::Row)?;
    Ok(rows)
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
