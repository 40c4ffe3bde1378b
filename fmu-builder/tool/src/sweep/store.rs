//! Finished runs in a folder beside the result, so that an interrupted sweep can continue.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::SweepError;
use super::record::Record;
use crate::output::OutputFile;
use crate::temporary;

/// Suffix that is appended to the name of the result.
const SUFFIX: &str = ".part";
/// File that says which sweep the folder is of.
const PLAN: &str = "plan";
/// File that is locked as long as somebody writes here. It is never replaced.
const LOCK: &str = "lock";
/// Bytes of the digest at the end of a piece.
const DIGEST: usize = 16;

/// The folder. Runs are in it in pieces, a file each, which is there as a whole or not at all.
#[derive(Debug)]
pub(super) struct Store {
    pub folder: PathBuf,
    plan: Uuid,
    lock: File,
}

impl Store {
    /// The folder for the result at `output`, made where there is none. `plan` tells sweeps apart; runs of another one are thrown away with
    /// `restart`.
    pub(super) fn open(output: &Path, plan: Uuid, restart: bool) -> Result<Self, SweepError> {
        let mut name = output.as_os_str().to_owned();
        name.push(SUFFIX);
        let folder = PathBuf::from(name);
        let Some(lock) = lock(&folder).map_err(in_folder(&folder))? else { return Err(SweepError::Busy(folder)) };
        if prepare(&folder, plan, restart).map_err(in_folder(&folder))? {
            Ok(Self { folder, plan, lock })
        } else {
            Err(SweepError::Other(folder))
        }
    }

    /// Writes a piece.
    pub(super) fn put(&self, piece: u64, records: &[Record]) -> Result<(), SweepError> {
        let mut bytes = Vec::new();
        binary::Writer::new(&mut bytes).list(records.iter());
        let digest = self.digest(piece, &bytes);
        bytes.extend(digest);
        write(&self.folder, &name(piece), &bytes).map_err(in_folder(&self.folder))
    }

    /// Reads a piece of this many runs; none if it is missing or damaged, as after a crash of the machine.
    pub(super) fn get(&self, piece: u64, count: u64) -> Option<Vec<Record>> {
        let bytes = fs::read(self.folder.join(name(piece))).ok()?;
        let (rest, digest) = bytes.split_last_chunk::<DIGEST>()?;
        let is_whole = *digest == self.digest(piece, rest);
        let records: Vec<Record> = is_whole.then(|| binary::from_bytes(rest)).flatten()?;
        (records.len() as u64 == count).then_some(records)
    }

    /// Tells a piece from another one, from that of another sweep, and from one that is damaged.
    fn digest(&self, piece: u64, records: &[u8]) -> [u8; DIGEST] {
        Uuid::new_v5(&Uuid::new_v5(&self.plan, &piece.to_le_bytes()), records).into_bytes()
    }

    /// Removes the folder, unless somebody else has put something there.
    pub(super) fn remove(self) -> Result<(), SweepError> {
        let Self { folder, lock, .. } = self;
        let removed = clear(&folder).and_then(|()| fs::remove_file(folder.join(LOCK)));
        removed.map_err(in_folder(&folder))?;
        // Some systems remove no folder with a file that is open.
        drop(lock);
        match fs::remove_dir(&folder) {
            // A link to a folder is somebody else's, too.
            Err(error) if !matches!(error.kind(), ErrorKind::DirectoryNotEmpty | ErrorKind::NotADirectory) => {
                Err(in_folder(&folder)(error))
            }
            _ => Ok(()),
        }
    }
}

/// An error of the operating system in the folder.
fn in_folder(folder: &Path) -> impl FnOnce(io::Error) -> SweepError {
    move |error| SweepError::Store { path: folder.to_owned(), error }
}

/// Makes the folder where it is not there, and locks it; none where another process holds the lock.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    if !folder.is_dir() {
        fs::create_dir(folder)?;
    }
    let file = File::options().write(true).create(true).truncate(false).open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Writes the plan where there is none, as after a crash of the machine, or with `restart`; `false` where there is another one.
fn prepare(folder: &Path, plan: Uuid, restart: bool) -> io::Result<bool> {
    if restart {
        clear(folder)?;
    }
    match fs::read_to_string(folder.join(PLAN)) {
        Ok(found) if !found.is_empty() => Ok(found == plan.to_string()),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => write(folder, PLAN, plan.to_string().as_bytes()).map(|()| true),
    }
}

/// Removes the plan, the pieces, and what a killed attempt has left.
fn clear(folder: &Path) -> io::Result<()> {
    temporary::remove_left(folder);
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let is_piece = name.to_str().is_some_and(|name| name.len() >= 8 && name.bytes().all(|b| b.is_ascii_digit()));
        if (is_piece || name == PLAN) && !entry.file_type()?.is_dir() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(&folder.join(name)).map_err(io::Error::other)?;
    file.write_all(bytes)?;
    file.finish().map_err(io::Error::other)
}

fn name(piece: u64) -> String {
    format!("{piece:08}")
}
