//! `schema`: a JSON schema of the model file, for editors.

use fmu_tool::{schema, write_file};

use super::arguments::Schema;
use super::{CommandResult, console};

pub(crate) fn run(arguments: &Schema) -> CommandResult {
    let text = format!("{:#}", schema::model_file());
    let Some(output) = arguments.output.as_deref() else {
        console::line(&text);
        return Ok(());
    };
    write_file(output, format!("{text}\n").as_bytes())?;
    console::line(&output.display().to_string());
    Ok(())
}
