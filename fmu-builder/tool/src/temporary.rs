//! Temporary files and folders: removed when they are no longer needed, and before a signal ends the process.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{NamedTempFile, TempPath};

/// Paths of those that there are. Whoever makes, names or removes one holds the lock, so that none appears while all are removed.
static PATHS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn paths() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PATHS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file or folder, which `T` removes when it is dropped.
#[derive(Debug)]
pub(crate) struct Temporary<T: AsRef<Path>> {
    /// None when it is no longer temporary.
    content: Option<T>,
    path: PathBuf,
}

impl<T: AsRef<Path>> Temporary<T> {
    /// Makes one and fills it.
    pub(crate) fn make<E>(make: impl FnOnce() -> Result<T, E>) -> Result<Self, E> {
        let mut paths = paths();
        Ok(Self::listed(make()?, &mut paths))
    }

    fn listed(content: T, paths: &mut BTreeSet<PathBuf>) -> Self {
        let path = content.as_ref().to_owned();
        paths.insert(path.clone());
        Self { content: Some(content), path }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

impl Temporary<TempPath> {
    /// Makes a file to be written.
    pub(crate) fn file(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<(File, Self)> {
        let mut paths = paths();
        let (file, path) = make()?.into_parts();
        Ok((file, Self::listed(path, &mut paths)))
    }

    /// Gives the file a name for good; a file of that name is replaced.
    pub(crate) fn persist(mut self, name: &Path) -> io::Result<()> {
        let _paths = paths();
        self.content.take().map_or(Ok(()), |path| path.persist(name).map_err(|error| error.error))
    }
}

impl<T: AsRef<Path>> Drop for Temporary<T> {
    fn drop(&mut self) {
        let mut paths = paths();
        drop(self.content.take());
        paths.remove(&self.path);
    }
}

/// Removes all of them. As long as the result lives none can be made, and nothing that is left can get its name.
#[cfg(unix)]
pub(crate) fn remove_all() -> impl Sized {
    let paths = paths();
    for path in paths.iter() {
        // Nobody is left to tell when this fails.
        let _ = if path.is_dir() { std::fs::remove_dir_all(path) } else { std::fs::remove_file(path) };
    }
    paths
}
