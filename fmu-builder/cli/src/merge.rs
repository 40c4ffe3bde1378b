//! `merge`: combines FMUs of one model for different platforms.

use std::path::Path;

use fmu_tool::{MergeInput, merge, write_file};

use super::arguments::Merge;
use super::error::CommandError;
use super::{CommandResult, console, input, kind, table};

pub(crate) fn run(arguments: &Merge) -> CommandResult {
    for fmu in &arguments.fmus {
        input::output(Some(&arguments.output), fmu, "fmu")?;
    }
    let inputs = arguments.fmus.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
    let merged = merge(&inputs).map_err(CommandError::problem)?;
    write_file(&arguments.output, &merged.bytes)?;
    console::line(&arguments.output.display().to_string());
    console::line(&table::facts([
        ("platforms", merged.platforms.join(", ")),
        ("size", format!("{:.1} kB", merged.bytes.len() as f64 / 1e3)),
    ]));
    Ok(())
}

fn read(path: &Path) -> Result<MergeInput, CommandError> {
    kind::expect_fmu(path)?;
    let name = path.display().to_string();
    Ok(MergeInput { name, bytes: input::bytes(path)? })
}
