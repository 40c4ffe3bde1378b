//! Temporary files and folders: removed when they are no longer needed, and before a signal ends the process. A process that is ended
//! without a word leaves them to the next one that makes some in the same place.
//!
//! Each is a file that its process keeps locked, a folder has one beside it. Files that are not locked are not in use.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, TempPath};

const PREFIX: &str = ".fmu-builder-";
/// The name of a folder is that of its file without this.
const SUFFIX: &str = ".tmp";
/// Number of random letters and digits between the two, enough to be unique.
const LETTERS: usize = 16;

static MADE: Mutex<Made> = Mutex::new(Made { files: BTreeSet::new(), seen: BTreeSet::new() });

/// Locked to create, rename or remove temporary files, so that no file appears while all are removed.
struct Made {
    files: BTreeSet<PathBuf>,
    /// Folders in which nothing is left of processes that are gone.
    seen: BTreeSet<PathBuf>,
}

fn made() -> MutexGuard<'static, Made> {
    MADE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file, which is removed when it is dropped, the folder of its name first.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    /// To be written; locked.
    pub file: File,
    /// None when it is no longer temporary.
    path: Option<TempPath>,
}

impl TemporaryFile {
    /// Makes a file in `folder`, readable by others as any file is where it `is_shared`.
    pub(crate) fn make(folder: &Path, is_shared: bool) -> io::Result<Self> {
        Self::listed(folder, is_shared, &mut made())
    }

    fn listed(folder: &Path, is_shared: bool, made: &mut Made) -> io::Result<Self> {
        // The list has names that hold whatever becomes of the present folder.
        let folder = std::path::absolute(folder)?;
        if !made.seen.contains(&folder) {
            remove_left(&folder);
            made.seen.insert(folder.clone());
        }
        let (file, path) = locked(&folder, is_shared)?;
        made.files.insert(path.to_path_buf());
        Ok(Self { file, path: Some(path) })
    }

    /// Gives the file its final name; a file of that name is replaced.
    pub(crate) fn persist(mut self, name: &Path) -> io::Result<()> {
        let mut made = made();
        let Some(path) = self.path.take() else { return Ok(()) };
        made.files.remove(&*path);
        path.persist(name).map_err(|error| error.error)
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let Some(path) = self.path.take() else { return };
        let mut made = made();
        made.files.remove(&*path);
        // A later process removes what cannot be removed now.
        if remove(&path).is_err() {
            let _ = path.keep();
        }
    }
}

/// A temporary folder, which is removed with what is in it when it is dropped.
#[derive(Debug)]
pub(crate) struct TemporaryFolder {
    path: PathBuf,
    _file: TemporaryFile,
}

impl TemporaryFolder {
    /// Makes a folder, in the system's one for such, and fills it. `failed` says what it means that there is none.
    pub(crate) fn make<E>(
        fill: impl FnOnce(&Path) -> Result<(), E>,
        failed: impl Fn(io::Error) -> E,
    ) -> Result<Self, E> {
        let mut made = made();
        let file = TemporaryFile::listed(&std::env::temp_dir(), false, &mut made).map_err(&failed)?;
        let path = file.path.as_deref().map(of_file).unwrap_or_default();
        #[cfg_attr(not(unix), allow(unused_mut))]
        let mut builder = DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let filled = builder.create(&path).map_err(failed).and_then(|()| fill(&path));
        // Removing it takes the lock.
        drop(made);
        filled.map(|()| Self { path, _file: file })
    }

    /// Path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

/// A new file that is locked.
fn locked(
    folder: &Path,
    #[cfg_attr(not(unix), allow(unused_variables))] is_shared: bool,
) -> io::Result<(File, TempPath)> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX).rand_bytes(LETTERS);
    // The umask still applies.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(if is_shared { 0o666 } else { 0o600 }));
    loop {
        let (file, path) = builder.tempfile_in(folder)?.into_parts();
        // On a file system without locks, leftovers stay.
        let _ = file.lock();
        // Another process may have removed it before it was locked.
        if path.exists() {
            return Ok((file, path));
        }
    }
}

/// Removes from a folder what processes that are gone have left. What cannot be removed is somebody else's.
pub(crate) fn remove_left(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_name(&entry.file_name().to_string_lossy())) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let path = entry.path();
        if let Some(file) = is_file.then(|| open(&path).ok()).flatten()
            && file.try_lock().is_ok()
        {
            // Before the lock is released, so that no other process takes the file as a new one.
            let _ = remove(&path);
        }
    }
}

/// Opens a file, and nothing else that has been put in its place: no link, no pipe that waits.
fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW | libc::O_NONBLOCK);
    options.open(path)
}

fn is_name(name: &str) -> bool {
    let letters = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    letters.is_some_and(|letters| letters.len() == LETTERS && letters.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// The folder of a temporary file.
fn of_file(file: &Path) -> PathBuf {
    file.with_extension("")
}

/// Removes a temporary file. It goes last: as long as it is there, what is left of its folder can be found.
fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_dir_all(of_file(file)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => fs::remove_file(file),
    }
}

/// Removes everything. As long as the result lives nothing can be made, and nothing that is left can get its name.
#[cfg(unix)]
pub(crate) fn remove_all() -> impl Sized {
    let made = made();
    for path in &made.files {
        // An error here cannot be reported.
        let _ = remove(path);
    }
    made
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    const LEFT: &str = ".fmu-builder-0123456789abcDEF.tmp";

    #[test]
    fn what_nobody_has_locked_is_removed_with_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let (file, tree) = (folder.path().join(LEFT), folder.path().join(".fmu-builder-0123456789abcDEF"));
        fs::write(&file, "half of a result").unwrap();
        fs::create_dir_all(tree.join("resources")).unwrap();
        fs::write(tree.join("resources/model.bin"), "").unwrap();
        let made = TemporaryFile::make(folder.path(), true).unwrap();
        assert!(!file.exists() && !tree.exists());
        // The own folder exists and is kept.
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        remove_left(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(made);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_is_locked_or_has_another_name_stays() {
        let folder = tempfile::tempdir().unwrap();
        let needed = folder.path().join(LEFT);
        let lock = File::create(&needed).unwrap();
        lock.lock().unwrap();
        let others = [
            ".fmu-builder-",
            ".fmu-builder-notes.tmp",
            ".fmu-builder-BBBBBBBBBBBBBBBB",
            ".fmu-builder-0123456789abcDE_.tmp",
        ];
        others.iter().for_each(|name| fs::write(folder.path().join(name), "").unwrap());
        fs::create_dir(folder.path().join(".fmu-builder-AAAAAAAAAAAAAAAA.tmp")).unwrap();
        remove_left(folder.path());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), others.len() + 2);
        drop(lock);
        remove_left(folder.path());
        assert!(!needed.exists());
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_in_the_place_of_a_file_stay() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("target");
        fs::write(&target, "").unwrap();
        std::os::unix::fs::symlink(&target, folder.path().join(LEFT)).unwrap();
        remove_left(folder.path());
        assert!(target.exists() && folder.path().join(LEFT).exists());
        assert!(open(&folder.path().join(LEFT)).is_err());
    }
}
