//! The files that a model is read from, and whether they have changed.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::reading::Reading;

/// Time between two looks at the files. Looking costs a few microseconds a file.
pub(crate) const PAUSE: Duration = Duration::from_millis(200);

/// State that tells whether a file has changed: its time and length; none if it does not exist.
type State = Option<(SystemTime, u64)>;

/// Files as they were.
pub(crate) struct Watched(Vec<(PathBuf, State)>);

impl Watched {
    /// The files that the model in `file` is read from.
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

    /// A file that has changed since, if any.
    pub(crate) fn changed(&self) -> Option<&Path> {
        self.0.iter().find(|(path, known)| state(path) != *known).map(|(path, _)| path.as_path())
    }
}

fn state(path: &Path) -> State {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}
