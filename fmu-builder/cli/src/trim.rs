//! `trim`: an operating point.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::linear::{OperatingPoint, Signal, Trimmed};
use fmu_tool::write_file;

use super::error::CommandError;
use super::help::{UNKNOWN_VARIABLE, help};
use super::point::{self, TrimArguments};
use super::reading::Reading;
use super::run::Given;
use super::{CommandResult, console, input, kind, table};

const EXAMPLES: &str = "\
Examples:
  fmu-builder trim pendulum.toml                                  where it rests
  fmu-builder trim quadrotor.toml --free thrust                   the thrust with which it hovers
  fmu-builder trim arm.toml --free tau1 --free tau2=-5..5 --want tool.r[3]=\"80 cm\"
  fmu-builder trim car.toml --steady --want speed=20 --free torque -o trim.json
  fmu-builder trim pendulum.toml -o hanging.toml                  a copy of the model that starts there";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "there is no such operating point, the model has a problem") + UNKNOWN_VARIABLE)]
pub(crate) struct TrimCommand {
    /// Model file, or FMU of this tool.
    #[arg(value_name = "MODEL|FMU")]
    pub file: PathBuf,
    /// JSON file to write the values to, or, for a name that ends in .toml, a copy of the model file with them.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub trim: TrimArguments,
    #[command(flatten)]
    pub given: Given,
    /// Show errors and warnings only.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub reading: Reading,
}

pub(crate) fn run(arguments: &TrimCommand) -> CommandResult {
    let output =
        arguments.output.as_deref().map(|asked| input::output(Some(asked), &arguments.file, "json")).transpose()?;
    output.as_deref().map_or(Ok(()), |output| arguments.given.keeps_inputs(output))?;
    let is_copy = output.as_deref().is_some_and(|output| kind::extension(output) == "toml");
    if is_copy && kind::extension(&arguments.file) != "toml" {
        return Err(CommandError::Usage(format!(
            "-o: a copy with the values is made of a model file in TOML; {} is none, choose a name that ends in .json",
            arguments.file.display()
        )));
    }
    let drawable = point::open(&arguments.file, &arguments.reading)?.map_err(CommandError::Problem)?;
    let mut here = point::reach(&drawable, None, &arguments.given, arguments.quiet)?;
    let trimmed = here.trim(&arguments.trim.trim())?;
    if let Some(output) = output {
        let text = if is_copy { copy(arguments, &here, &trimmed)? } else { json(&trimmed) };
        write_file(&output, text.as_bytes())?;
    }
    if !arguments.quiet {
        console::line(&summary(&trimmed));
    }
    if !trimmed.not_settable.is_empty() {
        let names = trimmed.not_settable.join(", ");
        console::note(&format!(
            "warning: no start value of the model gives {names}; `linearize --trim` goes there by itself"
        ));
    }
    Ok(())
}

/// The model file with the values.
fn copy(arguments: &TrimCommand, here: &OperatingPoint, trimmed: &Trimmed) -> Result<String, CommandError> {
    let read = arguments.reading.read(&arguments.file)?;
    let text = read.sources.main().map_or("", |source| &source.text);
    let (text, missing) = here.rewritten(text, &read.file, &trimmed.settings);
    if !missing.is_empty() {
        console::note(&format!("warning: the model file has no place for {}; set them with --set", missing.join(", ")));
    }
    Ok(text)
}

fn summary(trimmed: &Trimmed) -> String {
    let row = |signal: &Signal| {
        vec![signal.name.clone(), format!("{:?}", signal.value), signal.unit.clone().unwrap_or_default()]
    };
    let settings = trimmed.settings.iter().map(|signal| format!("--set \"{}={:?}\"", signal.name, signal.value));
    let mut facts = vec![("largest rate left", format!("{:e}", trimmed.largest_rate))];
    if !trimmed.undetermined.is_empty() {
        facts.push(("not determined", format!("{} (near their start values)", trimmed.undetermined.join(", "))));
    }
    format!(
        "{}\n{}\n{}",
        table::rows(&["name", "value", "unit"], trimmed.settings.iter().map(row)),
        table::facts(facts),
        settings.collect::<Vec<_>>().join(" ")
    )
}

fn json(trimmed: &Trimmed) -> String {
    let settings: serde_json::Map<String, serde_json::Value> =
        trimmed.settings.iter().map(|signal| (signal.name.clone(), signal.value.into())).collect();
    let object = serde_json::json!({
        "set": settings,
        "largest_rate": trimmed.largest_rate,
        "not_determined": trimmed.undetermined,
        "not_settable": trimmed.not_settable,
    });
    format!("{object:#}\n")
}
