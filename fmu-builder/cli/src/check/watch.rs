//! Checking whenever a file has changed.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::super::arguments::{Check, FormatArgument};
use super::super::error::CommandError;
use super::super::{CommandResult, console};

/// Time between two checks of the files, which take a few microseconds per file.
const PAUSE: Duration = Duration::from_millis(200);

/// State of a file: its time and length; none if it does not exist.
type State = Option<(SystemTime, u64)>;

/// Calls `check` now and after each change, until a signal ends the process.
pub(super) fn again_and_again(arguments: &Check, check: fn(&Check) -> CommandResult) -> CommandResult {
    loop {
        // Before the check, so that a change during the check is noticed.
        let before = states(arguments);
        match check(arguments) {
            Err(error @ CommandError::Usage(_)) => return Err(error),
            Err(error) => error.print(),
            Ok(()) => {}
        }
        let changed = loop {
            std::thread::sleep(PAUSE);
            if let Some((path, _)) = before.iter().find(|(path, known)| state(path) != *known) {
                break path;
            }
        };
        if arguments.format == FormatArgument::Text {
            console::note(&format!("\n{} has changed", changed.display()));
        }
    }
}

/// The files of the model.
fn states(arguments: &Check) -> Vec<(PathBuf, State)> {
    let mut paths = vec![arguments.file.clone()];
    let read = arguments.reading.check_kind(&arguments.file).ok().map(|()| arguments.reading.read(&arguments.file));
    let sources = read.map(|read| read.map_or_else(|invalid| invalid.sources, |read| read.sources));
    for name in sources.iter().flat_map(|sources| sources.names()) {
        let path = PathBuf::from(name);
        if !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths.into_iter().map(|path| (path.clone(), state(&path))).collect()
}

fn state(path: &Path) -> State {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
