//! Detection of changes in the files of a model.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, SystemTime};

use super::reading::Reading;

/// Time between checks of the files. A check takes a few microseconds per file.
const PAUSE: Duration = Duration::from_millis(200);

/// Time of modification and length of a file; none if it does not exist.
type State = Option<(SystemTime, u64)>;

/// Files, with their states at one time.
pub(crate) struct Watched(Vec<(PathBuf, State)>);

impl Watched {
    /// All files from which the model in `file` is read.
    pub(crate) fn of(file: &Path, reading: &Reading) -> Self {
        let mut paths = vec![file.to_path_buf()];
        let read = reading.check_kind(file).ok().map(|()| reading.read(file));
        let sources = read.map(|read| read.map_or_else(|invalid| invalid.sources, |read| read.sources));
        for name in sources.iter().flat_map(|sources| sources.names()) {
            let path = PathBuf::from(name);
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        Self(paths.into_iter().map(|path| (path.clone(), state(&path))).collect())
    }

    /// Waits until one of the files has changed.
    pub(crate) fn next_change(&self) -> &Path {
        loop {
            thread::sleep(PAUSE);
            if let Some((path, _)) = self.0.iter().find(|(path, known)| state(path) != *known) {
                return path;
            }
        }
    }
}

fn state(path: &Path) -> State {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
