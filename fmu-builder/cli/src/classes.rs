//! `classes`: the classes of the component library by package.

use fmu_tool::reference;

use super::arguments::Classes;
use super::error::CommandError;
use super::{CommandResult, console, table};

pub(crate) fn run(arguments: &Classes) -> CommandResult {
    let filter = arguments.filter.as_deref().unwrap_or_default();
    let packages = reference::matching(filter);
    if packages.is_empty() {
        return Err(CommandError::Problem(format!(
            "no class has `{filter}` in its name or description; `fmu-builder classes` lists all of them"
        )));
    }
    if arguments.count {
        let count: usize = packages.iter().map(|(_, classes)| classes.len()).sum();
        console::line(&count.to_string());
        return Ok(());
    }
    for (number, (package, classes)) in packages.iter().enumerate() {
        let separator = if number > 0 { "\n" } else { "" };
        console::line(&format!("{separator}{package}"));
        let entries = classes.iter().map(|class| (library::short_name(class), class.description.to_owned()));
        console::line(&table::facts(entries));
    }
    Ok(())
}
