//! An unpacked FMU.

use std::fs::{self, File};
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use tempfile::TempDir;
use zip::ZipArchive;

use super::description::{ModelDescription, ReadError};
use super::error::HostError;
use super::resource_uri::file_uri;
use crate::archive::{MAXIMUM_SIZE, unpacked_size};

/// Folders of binaries/ that this platform looks into, best first (FMI 2.0.5, 2.3; tuples as in FMI 3.0 for other platforms).
const FOLDERS: &[&str] = if cfg!(target_os = "windows") {
    if cfg!(target_pointer_width = "64") { &["win64"] } else { &["win32"] }
} else if cfg!(target_os = "macos") {
    &["darwin64"]
} else if cfg!(target_arch = "aarch64") {
    &["aarch64-linux", "linux64"]
} else if cfg!(target_pointer_width = "64") {
    &["linux64"]
} else {
    &["linux32"]
};

/// An FMU unpacked into a temporary folder, which is removed at the end.
#[derive(Debug)]
pub struct Package {
    description: ModelDescription,
    folder: TempDir,
}

impl Package {
    /// Unpacks the FMU at `path`.
    ///
    /// # Errors
    /// When the file is no archive or unpacks to more than 2 GB, or has no readable modelDescription.xml.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        Self::unpack(archive(open(path)?)?)
    }

    /// Unpacks an FMU in memory.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, HostError> {
        Self::unpack(archive(Cursor::new(bytes))?)
    }

    /// Reads modelDescription.xml of the FMU at `path` without unpacking the rest.
    ///
    /// # Errors
    /// As [`Self::open`].
    pub fn read_description(path: &Path) -> Result<ModelDescription, HostError> {
        read_description(&mut archive(open(path)?)?)
    }

    fn unpack<R: Read + Seek>(mut archive: ZipArchive<R>) -> Result<Self, HostError> {
        let description = read_description(&mut archive)?;
        let folder = tempfile::Builder::new().prefix("fmu-").tempdir().map_err(HostError::TemporaryFolder)?;
        archive.extract(folder.path()).map_err(HostError::Unpack)?;
        Ok(Self { description, folder })
    }

    /// What modelDescription.xml says.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// The shared library for this platform.
    ///
    /// # Errors
    /// When the FMU is not for co-simulation, or has no library for this platform.
    pub fn library_path(&self) -> Result<PathBuf, HostError> {
        let co_simulation = self.description.co_simulation.as_ref().ok_or(HostError::NoCoSimulation)?;
        let file = format!("{}{}", co_simulation.model_identifier, std::env::consts::DLL_SUFFIX);
        let wanted: Vec<String> = FOLDERS.iter().map(|folder| format!("binaries/{folder}/{file}")).collect();
        let found = wanted.iter().map(|name| self.folder.path().join(name)).find(|path| path.is_file());
        found.ok_or_else(|| HostError::NoBinary { wanted, available: self.binaries() })
    }

    /// The URI of the resources folder, for fmi2Instantiate.
    pub fn resource_uri(&self) -> String {
        let path = self.folder.path().join("resources");
        // The temporary folder is absolute but for odd values of TMPDIR.
        file_uri(&std::path::absolute(&path).unwrap_or(path))
    }

    fn binaries(&self) -> Vec<String> {
        let list = |folder: PathBuf| fs::read_dir(folder).into_iter().flatten().flatten();
        let mut names: Vec<String> = list(self.folder.path().join("binaries"))
            .flat_map(|platform| list(platform.path()))
            .filter_map(|file| {
                let path = file.path();
                path.strip_prefix(self.folder.path()).ok().map(|path| path.display().to_string())
            })
            .collect();
        names.sort();
        names
    }
}

fn open(path: &Path) -> Result<File, HostError> {
    File::open(path).map_err(|error| HostError::Io { path: path.to_owned(), error })
}

/// An archive that is not too large to be unpacked.
fn archive<R: Read + Seek>(reader: R) -> Result<ZipArchive<R>, HostError> {
    let archive = ZipArchive::new(reader)?;
    let size = unpacked_size(&archive)?;
    if size > MAXIMUM_SIZE { Err(HostError::TooLarge(size)) } else { Ok(archive) }
}

fn read_description<R: Read + Seek>(archive: &mut ZipArchive<R>) -> Result<ModelDescription, HostError> {
    let mut text = String::new();
    let mut file = archive.by_name("modelDescription.xml").map_err(|_| ReadError::Missing)?;
    file.read_to_string(&mut text).map_err(ReadError::NotText)?;
    Ok(ModelDescription::parse(&text)?)
}
