//! `plot`: curves over time as an HTML page or an SVG picture.

use std::path::{Path, PathBuf};

use clap::Args;
use compiler::model_file::nearest;
use fmu_tool::csv::{Table, TableColumn};
use fmu_tool::host::{DisplayUnit, ScalarVariable, Simulation};
use fmu_tool::{Curve, Plot, Runtime, did_you_mean, write_file};

use super::error::CommandError;
use super::help::{UNKNOWN_VARIABLE, help};
use super::progress::Progress;
use super::run::{self, Run, Sampling, StatisticsSink};
use super::{CommandResult, first_given, input, kind};

const EXAMPLES: &str = "\
Examples:
  fmu-builder plot pendulum.toml                        simulates, and writes pendulum.html
  fmu-builder plot pendulum.fmu --variables rev.phi,rev.w --stop-time 5 -o swing.svg
  fmu-builder plot swing.csv

Curves with the same unit share a panel. Results of a model or an FMU are shown in display units. A CSV file has its units in a second file
(swing.units.csv, written by simulate), or in a second row (simulate --units).";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the file, the model or the simulation has a problem") + UNKNOWN_VARIABLE)]
pub(crate) struct PlotArguments {
    /// Table with the time in its first column, or model file or FMU, which is simulated first.
    #[arg(value_name = "CSV|MODEL|FMU")]
    pub file: PathBuf,
    /// File to write: .html or .svg [default: name of the file with extension html, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub sampling: Sampling,
    #[command(flatten)]
    pub run: Run,
}

pub(crate) fn run(arguments: &PlotArguments, runtimes: &'static [Runtime]) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.file, "html")?;
    arguments.run.given.keeps_inputs(&output)?;
    let as_text = match output.extension().and_then(|extension| extension.to_str()) {
        Some("html" | "htm") => Plot::to_html,
        Some("svg") => Plot::to_svg,
        _ => return Err(input::wrong_extension(&output, ".html or .svg")),
    };
    let is_table = kind::extension(&arguments.file) == "csv";
    let plot = if is_table { of_table(arguments)? } else { of_run(arguments, runtimes)? };
    if plot.curves.is_empty() {
        return Err(CommandError::Problem(format!("{}: there is nothing to plot", arguments.file.display())));
    }
    write_file(&output, as_text(&plot).as_bytes())?;
    let (curves, rows) = (plot.curves.len(), plot.times.len());
    arguments.run.say(&format!("{}: {curves} curves of {rows} points", output.display()));
    Ok(())
}

/// The columns of a file.
fn of_table(arguments: &PlotArguments) -> Result<Plot, CommandError> {
    nothing_to_simulate(arguments)?;
    let table = run::read_table(&arguments.file)?;
    let name = arguments.file.display();
    if !table.times.is_sorted() {
        return Err(CommandError::Problem(format!("{name}: the times in the first column do not increase")));
    }
    let chosen: Vec<&TableColumn> = match &arguments.sampling.names()? {
        None => table.columns.iter().collect(),
        Some(names) => names.iter().map(|wanted| column(&table, wanted)).collect::<Result<_, _>>()?,
    };
    let curve = |column: &TableColumn| Curve {
        name: column.name.clone(),
        unit: column.unit.clone(),
        description: None,
        values: column.values.clone(),
    };
    Ok(Plot { title: title(&arguments.file), curves: chosen.into_iter().map(curve).collect(), times: table.times })
}

fn column<'a>(table: &'a Table, name: &str) -> Result<&'a TableColumn, CommandError> {
    table.columns.iter().find(|column| column.name == name).ok_or_else(|| {
        let nearest = nearest(name, table.columns.iter().map(|column| column.name.as_str()));
        CommandError::Usage(format!("the table has no column \"{name}\"{}", did_you_mean(nearest)))
    })
}

/// Refuses arguments that do not apply to a table.
fn nothing_to_simulate(arguments: &PlotArguments) -> Result<(), CommandError> {
    let run = &arguments.run;
    let given = first_given(&[
        ("--start-time", run.given.start_time.is_some()),
        ("--stop-time", arguments.sampling.steps.stop_time.is_some()),
        ("--step-size", arguments.sampling.steps.step_size.is_some()),
        ("--tolerance", run.given.tolerance.is_some()),
        ("--set", !run.given.settings.is_empty()),
        ("--inputs", run.given.inputs.is_some()),
        ("--log", run.log),
    ]);
    given.map_or(Ok(()), |argument| {
        let name = arguments.file.display();
        Err(CommandError::Usage(format!("{argument}: {name} is a table, and nothing is simulated")))
    })
}

/// A simulation, in display units.
fn of_run(arguments: &PlotArguments, runtimes: &'static [Runtime]) -> Result<Plot, CommandError> {
    let options = arguments.sampling.applied_to(arguments.run.options(&StatisticsSink::default())?)?;
    let package = run::open(&arguments.file, &arguments.run.reading, runtimes)?;
    let simulation = Simulation::new(&package, &options)?;
    let mut progress = Progress::new(simulation.start_time(), simulation.stop_time(), arguments.run.quiet);
    let columns = simulation.columns().iter();
    let shown = || columns.clone().map(|variable| (*variable, package.description().display_unit(variable)));
    let mut plot = Plot {
        title: package.description().model_name.clone(),
        times: Vec::new(),
        curves: shown().map(|(variable, display)| curve(variable, display)).collect(),
    };
    let scale = |display: Option<&DisplayUnit>| display.map_or([1.0, 0.0], |unit| [unit.factor, unit.offset]);
    let scales: Vec<[f64; 2]> = shown().map(|(_, display)| scale(display)).collect();
    simulation.run(&mut |time, values| {
        progress.update(time);
        plot.times.push(time);
        let shown = values.iter().zip(&scales).map(|(value, [factor, offset])| factor * value + offset);
        plot.curves.iter_mut().zip(shown).for_each(|(curve, value)| curve.values.push(value));
        Ok(())
    })?;
    Ok(plot)
}

fn curve(variable: &ScalarVariable, display: Option<&DisplayUnit>) -> Curve {
    let unit = display.map(|display| display.name.clone()).or_else(|| variable.unit.clone());
    Curve { name: variable.name.clone(), unit, description: variable.description.clone(), values: Vec::new() }
}

fn title(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
