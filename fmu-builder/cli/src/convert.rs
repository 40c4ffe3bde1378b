//! `convert`: a model of any format becomes a model file.

use compiler::compile;
use std::path::PathBuf;

use clap::Args;
use fmu_tool::{model_toml, write_file};

use super::error::CommandError;
use super::help::help;
use super::reading::Reading;
use super::{CommandResult, console, input, kind};

const EXAMPLES: &str = "\
Examples:
  fmu-builder convert robot.urdf                      writes robot.toml
  fmu-builder convert robot.urdf -o floating.toml --base floating";

#[derive(Debug, Args)]
#[command(after_help = help(EXAMPLES, "the model has a problem"))]
pub(crate) struct Convert {
    /// Robot description (URDF), Modelica text, or model file in JSON or TOML, which loses its comments.
    pub model: PathBuf,
    /// Model file to write, TOML or JSON (by its extension) [default: name of the model with extension toml, in the current folder].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub reading: Reading,
}

pub(crate) fn run(arguments: &Convert) -> CommandResult {
    let output = input::output(arguments.output.as_deref(), &arguments.model, "toml")?;
    let write = match kind::extension(&output).as_str() {
        "toml" => model_toml,
        "json" => compiler::model_file::ModelFile::to_json,
        _ => return Err(input::wrong_extension(&output, ".toml or .json")),
    };
    let (model, source) = arguments.reading.model(&arguments.model)?;
    // Only a model without errors is written.
    compile(&model).map_err(|problems| CommandError::compile(&model, &source, &problems))?;
    write_file(&output, write(&model).as_bytes())?;
    console::line(&output.display().to_string());
    Ok(())
}
