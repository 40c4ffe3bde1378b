//! `schema`: a JSON schema of the model file, for editors.

use std::io::Write;

use fmu_tool::{OutputFile, schema};

use super::arguments::Schema;
use super::error::CommandError;
use super::{CommandResult, console};

pub(crate) fn run(arguments: &Schema) -> CommandResult {
    let text = format!("{:#}", schema::model_file());
    let Some(output) = arguments.output.as_deref() else {
        console::line(&text);
        return Ok(());
    };
    let mut file = OutputFile::create(output)?;
    writeln!(file, "{text}")
        .map_err(|error| CommandError::Problem(format!("cannot write {}: {error}", output.display())))?;
    file.finish()?;
    console::line(&output.display().to_string());
    Ok(())
}
