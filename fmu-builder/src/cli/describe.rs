//! `describe`: what there is to know of a class.

use fmu_builder::reference;
use fmu_core::library;

use super::arguments::Describe;
use super::error::CommandError;
use super::{CommandResult, console, table};

pub(crate) fn run(arguments: &Describe) -> CommandResult {
    let class = reference::look_up(&arguments.class).map_err(|error| CommandError::Problem(error.to_string()))?;
    if arguments.example {
        console::line(class.documentation.example().trim_end());
        return Ok(());
    }
    console::line(&format!("{}\n{}\n\n{}", class.name, class.description, class.documentation.text()));
    for table in reference::tables(class) {
        console::line(&format!("\n{}\n{}", table.title, table::rows(&table.header, &table.rows)));
    }
    let name = library::short_name(class);
    console::line(&format!("\nExample (fmu-builder describe {name} --example > example.toml)\n"));
    console::line(class.documentation.example().trim_end());
    Ok(())
}
