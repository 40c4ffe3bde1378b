//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::temporary::TemporaryFile;

/// Most links that are followed from one to the next, as on Linux.
const LINKS: usize = 40;

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {reason}", path.display())]
pub struct OutputError {
    /// The file asked for.
    pub path: PathBuf,
    /// Reason of the failure.
    pub reason: OutputProblem,
}

/// Reasons why a file cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum OutputProblem {
    /// The path names a folder.
    #[error("it is a folder; name a file in it")]
    Folder,
    /// The folder does not exist.
    #[error("the folder {} does not exist; create it first", .0.display())]
    NoFolder(PathBuf),
    /// The operating system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file being written: it gets its name when [`OutputFile::finish`] is called, and is removed when it is dropped before. What is
/// not a regular file (a device, a pipe) is written directly.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    sink: Sink,
}

#[derive(Debug)]
enum Sink {
    Temporary(TemporaryFile),
    Direct(File),
}

impl OutputFile {
    /// Opens a temporary file beside `path`.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        open(path).map_err(|reason| OutputError { path: path.to_owned(), reason })
    }

    /// True for a regular file, false for a device or pipe.
    pub fn is_regular(&self) -> bool {
        matches!(self.sink, Sink::Temporary { .. })
    }

    /// Gives the file its name; a file of that name is replaced.
    pub fn finish(mut self) -> Result<(), OutputError> {
        let result = self.flush().and_then(|()| match self.sink {
            Sink::Temporary(file) => file.persist(&self.path),
            Sink::Direct(_) => Ok(()),
        });
        result.map_err(|error| OutputError { path: self.path, reason: error.into() })
    }
}

/// Writes a file, which appears whole or not at all.
///
/// # Errors
/// When the folder does not exist, or the file cannot be written.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
    let mut file = OutputFile::create(path)?;
    file.write_all(bytes).map_err(|error| OutputError { path: path.to_owned(), reason: error.into() })?;
    file.finish()
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Temporary(file) => file.file.write(bytes),
            Sink::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Temporary(file) => file.file.flush(),
            Sink::Direct(file) => file.flush(),
        }
    }
}

fn open(path: &Path) -> Result<OutputFile, OutputProblem> {
    // A link stays a link: what it points to is replaced.
    let path = destination(path)?;
    match fs::metadata(&path) {
        Ok(metadata) if metadata.is_dir() => return Err(OutputProblem::Folder),
        Ok(metadata) if !metadata.is_file() => {
            let sink = Sink::Direct(File::options().write(true).open(&path)?);
            return Ok(OutputFile { path, sink });
        }
        _ => {}
    }
    if path.file_name().is_none() {
        return Err(OutputProblem::Folder);
    }
    check_folder(&path)?;
    let sink = Sink::Temporary(TemporaryFile::make(folder(&path), true)?);
    Ok(OutputFile { path, sink })
}

/// Looks whether the folder of `path` exists.
pub(crate) fn check_folder(path: &Path) -> Result<(), OutputProblem> {
    let folder = folder(path);
    if folder.is_dir() { Ok(()) } else { Err(OutputProblem::NoFolder(folder.to_owned())) }
}

/// The path that a file written to `path` has: links are followed, also one whose target is not there yet.
///
/// # Errors
/// When symbolic links form a cycle.
pub fn destination(path: &Path) -> io::Result<PathBuf> {
    let error = match fs::canonicalize(path) {
        Ok(path) => return Ok(path),
        Err(error) => error,
    };
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder(&path).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(error)
}

/// The folder that a file is in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn the_file_appears_at_the_end_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        let mut file = OutputFile::create(&path).unwrap();
        file.write_all(b"text").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"text");
        assert_eq!(entries(folder.path()), 1);
    }

    #[test]
    fn nothing_is_left_of_a_file_that_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let mut file = OutputFile::create(&folder.path().join("a.txt")).unwrap();
        file.write_all(b"text").unwrap();
        drop(file);
        assert_eq!(entries(folder.path()), 0);
    }

    #[test]
    fn folders_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let error = OutputFile::create(folder.path()).unwrap_err();
        assert!(matches!(error.reason, OutputProblem::Folder), "{error}");
        let error = OutputFile::create(&folder.path().join("no/such.txt")).unwrap_err();
        assert!(matches!(error.reason, OutputProblem::NoFolder(_)), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_and_not_replaced() {
        let mut file = OutputFile::create(Path::new("/dev/null")).unwrap();
        file.write_all(b"text").unwrap();
        file.finish().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        let mut file = OutputFile::create(&link).unwrap();
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_yet_stays_a_link() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        let (target, first, second) = (inner.join("target"), inner.join("first"), folder.path().join("second"));
        symlink("target", &first).unwrap();
        symlink("inner/first", &second).unwrap();
        let mut file = OutputFile::create(&second).unwrap();
        assert_eq!((entries(&inner), entries(folder.path())), (2, 2), "the temporary file is beside the target");
        file.write_all(b"new").unwrap();
        file.finish().unwrap();
        assert!(
            fs::symlink_metadata(&first).unwrap().is_symlink() && fs::symlink_metadata(&second).unwrap().is_symlink()
        );
        assert_eq!(fs::read(&target).unwrap(), b"new");
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_nowhere_are_refused() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        symlink(&b, &a).unwrap();
        symlink(&a, &b).unwrap();
        let error = OutputFile::create(&a).unwrap_err();
        assert!(matches!(error.reason, OutputProblem::Io(_)), "{error}");
        let absent = folder.path().join("absent");
        symlink("no/such/file", &absent).unwrap();
        let error = OutputFile::create(&absent).unwrap_err();
        assert!(matches!(error.reason, OutputProblem::NoFolder(_)), "{error}");
    }
}
