//! `export`: a model of any format becomes Modelica text.

use std::path::PathBuf;

use clap::Args;
use fmu_tool::write_file;
use modelica::modelica_text;

use super::error::CommandError;
use super::help::help;
use super::reading::Reading;
use super::{CommandResult, console, input, kind};

const EXAMPLES: &str = "\
Examples:
  fmu-builder export pendulum.toml                    writes pendulum.mo
  fmu-builder export robot.urdf -o Robot.mo --base floating";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the model has a problem or cannot be written as Modelica text"))]
pub(crate) struct Export {
    /// Model file in TOML or JSON, robot description (URDF), or Modelica text, which becomes one flat model.
    pub model: PathBuf,
    /// Modelica text to write [default: name of the model with extension mo, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

pub(crate) fn run(arguments: &Export) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.model, "mo")?;
    if kind::extension(&output) != "mo" {
        return Err(input::wrong_extension(&output, ".mo"));
    }
    let (model, source) = arguments.reading.model(&arguments.model)?;
    let text = modelica_text(&model).map_err(|problems| CommandError::compile(&model, &source, &problems))?;
    write_file(&output, text.as_bytes())?;
    console::line(&output.display().to_string());
    Ok(())
}
