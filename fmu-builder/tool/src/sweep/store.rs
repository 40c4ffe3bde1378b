//! Runs that are over, in a folder beside the result, so that a sweep that is interrupted goes on where it was.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::record::Record;
use crate::output::OutputFile;

/// What the folder is called: the result's name with this behind it.
const SUFFIX: &str = ".part";
/// File that says which sweep the folder is of.
const PLAN: &str = "plan";

/// The folder. Runs are in it in pieces, a file each, which is there as a whole or not at all.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    /// The plan, locked as long as somebody writes here.
    plan: File,
}

/// Why there is no folder.
#[derive(Debug)]
pub(super) enum StoreFault {
    /// It has runs of another sweep.
    Other(PathBuf),
    /// Another process writes there.
    Busy(PathBuf),
    /// The operating system says no.
    Io(PathBuf, io::Error),
}

impl Store {
    /// The folder for the result at `output`, made where there is none. `plan` tells sweeps apart; runs of another one are thrown away with
    /// `restart`.
    pub(super) fn open(output: &Path, plan: &str, restart: bool) -> Result<Self, StoreFault> {
        let mut name = output.as_os_str().to_owned();
        name.push(SUFFIX);
        let folder = PathBuf::from(name);
        match prepare(&folder, plan, restart) {
            Err(error) => Err(StoreFault::Io(folder, error)),
            Ok(None) => Err(StoreFault::Busy(folder)),
            Ok(Some(_)) if fs::read_to_string(folder.join(PLAN)).ok().as_deref() != Some(plan) => {
                Err(StoreFault::Other(folder))
            }
            Ok(Some(plan)) => Ok(Self { folder, plan }),
        }
    }

    /// Where it is.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a piece.
    pub(super) fn put(&self, piece: u64, records: &[Record]) -> io::Result<()> {
        let mut bytes = Vec::new();
        records.iter().for_each(|record| record.encode(&mut bytes));
        self.write(&name(piece), &bytes)
    }

    /// Reads a piece of so many runs; none where it is not there as a whole, as after a crash of the machine.
    pub(super) fn get(&self, piece: u64, count: u64) -> Option<Vec<Record>> {
        let bytes = fs::read(self.folder.join(name(piece))).ok()?;
        let mut rest = bytes.as_slice();
        let records: Option<Vec<Record>> = (0..count).map(|_| Record::decode(&mut rest)).collect();
        records.filter(|_| rest.is_empty())
    }

    /// Removes the folder.
    pub(super) fn remove(self) -> io::Result<()> {
        let Self { folder, plan } = self;
        // Some systems remove no file that is open.
        drop(plan);
        clear(&folder)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        write(&self.folder, name, bytes)
    }
}

/// Makes the folder with its plan where it is not there, and locks the plan; none where another process holds it.
fn prepare(folder: &Path, plan: &str, restart: bool) -> io::Result<Option<File>> {
    if !folder.exists() {
        fs::create_dir(folder)?;
    }
    if !folder.join(PLAN).exists() {
        // Without a plan there is nothing else that could be used: it is the first file.
        write(folder, PLAN, plan.as_bytes())?;
    }
    let file = lock(folder)?;
    if restart && file.is_some() {
        drop(file);
        clear(folder)?;
        return prepare(folder, plan, false);
    }
    Ok(file)
}

fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file = File::open(folder.join(PLAN))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Removes the folder with its files: no folder is expected in it.
fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        fs::remove_file(entry?.path())?;
    }
    fs::remove_dir(folder)
}

fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut file = OutputFile::create(&folder.join(name)).map_err(io::Error::other)?;
    file.write_all(bytes)?;
    file.finish().map_err(io::Error::other)
}

fn name(piece: u64) -> String {
    format!("{piece:08}")
}
