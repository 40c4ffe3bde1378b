//! Checking whenever a file has changed.

use super::super::arguments::{Check, FormatArgument};
use super::super::error::CommandError;
use super::super::watched::{PAUSE, Watched};
use super::super::{CommandResult, console};

/// Calls `check` now and after each change, until a signal ends the process.
pub(super) fn again_and_again(arguments: &Check, check: fn(&Check) -> CommandResult) -> CommandResult {
    loop {
        // Before the check, so that a change during the check is noticed.
        let before = Watched::of(&arguments.file, &arguments.reading);
        match check(arguments) {
            Err(error @ CommandError::Usage(_)) => return Err(error),
            Err(error) => error.print(),
            Ok(()) => {}
        }
        let changed = loop {
            std::thread::sleep(PAUSE);
            if let Some(path) = before.changed() {
                break path;
            }
        };
        if arguments.format == FormatArgument::Text {
            console::note(&format!("\n{} has changed", changed.display()));
        }
    }
}
