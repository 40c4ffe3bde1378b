//! An unpacked FMU.

use compiler::compile;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use compiler::model_file::ModelFile;
use fmu_core::instance::Version;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use zip::result::ZipResult;
use zip::{ZipArchive, ZipWriter};

use super::description::{ModelDescription, ReadError};
use super::error::HostError;
use super::library::Library;
use crate::archive::{BINARIES, DESCRIPTION, MAXIMUM_SIZE, unpacked_size};
use crate::binary::{self, Platform};
use crate::naming::flatten;
use crate::options::MODEL_FILE;
use crate::settings::SettingError;
use crate::temporary::TemporaryFolder;

/// Folders of binaries/ that this platform looks into, best first (FMI 2.0.5, 2.3; FMI 3.0.2, 2.5.1): those of an FMU are of its version.
const FOLDERS: &[&str] = if cfg!(target_os = "windows") {
    if cfg!(target_pointer_width = "64") { &["win64", "x86_64-windows"] } else { &["win32", "x86-windows"] }
} else if cfg!(target_os = "macos") {
    if cfg!(target_arch = "aarch64") { &["darwin64", "aarch64-darwin"] } else { &["darwin64", "x86_64-darwin"] }
} else if cfg!(target_arch = "aarch64") {
    &["aarch64-linux", "linux64"]
} else if cfg!(target_pointer_width = "64") {
    &["linux64", "x86_64-linux"]
} else {
    &["linux32", "x86-linux"]
};

/// Folder of what the FMU reads while it runs.
const RESOURCES: &str = "resources";

/// An FMU of which all that running it needs is unpacked into a temporary folder, which is removed at the end.
#[derive(Debug)]
pub struct Package {
    description: ModelDescription,
    /// Files in binaries/, of all platforms.
    binaries: Vec<String>,
    folder: TemporaryFolder,
}

impl Package {
    /// Unpacks the FMU at `path`.
    ///
    /// # Errors
    /// When the file is not an archive or unpacks to more than 2 GB, or has no readable modelDescription.xml.
    pub fn open(path: &Path) -> Result<Self, HostError> {
        Self::unpack(archive(open(path)?)?)
    }

    /// Unpacks an FMU in memory.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, HostError> {
        Self::unpack(archive(Cursor::new(bytes))?)
    }

    /// Reads modelDescription.xml of the FMU at `path` without unpacking the rest.
    pub fn read_description(path: &Path) -> Result<ModelDescription, HostError> {
        read_description(&mut archive(open(path)?)?)
    }

    fn unpack<R: Read + Seek>(mut archive: ZipArchive<R>) -> Result<Self, HostError> {
        let description = read_description(&mut archive)?;
        let binaries = binaries(&archive);
        let fill =
            |folder: &Path| needed(&mut archive).and_then(|mut part| part.extract(folder)).map_err(HostError::Unpack);
        let folder = TemporaryFolder::make(fill, HostError::TemporaryFolder)?;
        Ok(Self { description, binaries, folder })
    }

    /// Content of modelDescription.xml.
    pub fn description(&self) -> &ModelDescription {
        &self.description
    }

    /// The shared library for this platform.
    ///
    /// # Errors
    /// When the FMU is not for co-simulation, or has no library for this platform.
    pub fn library_path(&self) -> Result<PathBuf, HostError> {
        self.library().map(|(_, name)| self.folder.path().join(name))
    }

    /// Loads the shared library for this platform, after a look at what it is: the loaders of some systems end the process when a
    /// library is cut off.
    ///
    /// # Errors
    /// As [`Self::library_path`], and when the library is damaged or cannot be loaded.
    pub fn load_library(&self) -> Result<Library, HostError> {
        let (folder, name) = self.library()?;
        let path = self.folder.path().join(&name);
        let bytes = fs::read(&path).map_err(|error| HostError::Io { path: path.clone(), error })?;
        // Which functions there are the loading finds out.
        let fault = Platform::of_folder(folder).and_then(|platform| binary::faults(&bytes, platform, &[]).pop());
        match fault {
            Some(fault) => Err(HostError::Binary { path: name, fault }),
            None => Library::load(&path, self.description.version),
        }
    }

    /// The folder and the name in the archive of the library for this platform.
    fn library(&self) -> Result<(&'static str, String), HostError> {
        let co_simulation = self.description.co_simulation.as_ref().ok_or(HostError::NoCoSimulation)?;
        let file = format!("{}{}", co_simulation.model_identifier, std::env::consts::DLL_SUFFIX);
        let wanted = FOLDERS.iter().map(|&folder| (folder, format!("{BINARIES}{folder}/{file}")));
        let found = wanted.clone().find(|(_, name)| self.folder.path().join(name).is_file());
        found.ok_or_else(|| {
            let (wanted, available) = (wanted.map(|(_, name)| name).collect(), self.binaries.clone());
            HostError::NoBinary { wanted, available }
        })
    }

    /// The error with what the model inside, if this tool has built the FMU, tells of an unknown variable. One that has only another name in
    /// the FMU, by its naming, is told with that name.
    pub(super) fn explained(&self, error: SettingError) -> SettingError {
        match error {
            SettingError::Unknown { name, nearest: Some(nearest) } if nearest == flatten(&name) => {
                SettingError::Unknown { name, nearest: Some(nearest) }
            }
            SettingError::Unknown { name, .. } if self.model_has(&name) => SettingError::Hidden { name },
            error => error,
        }
    }

    fn model_has(&self, name: &str) -> bool {
        let text = fs::read_to_string(self.folder.path().join(MODEL_FILE)).ok();
        let package = text.and_then(|text| compiler::package::Package::read(&text).ok());
        let file = package.and_then(|package| ModelFile::from_json(&package.model_text).ok());
        let model = file.and_then(|file| compile(&file).ok());
        model.is_some_and(|model| model.catalogue.find(name).is_some())
    }

    /// The URI of the resources folder, for fmi2Instantiate.
    pub fn resource_uri(&self) -> String {
        file_uri(&self.resource_folder())
    }

    /// Location of the resources in the form of the FMU's version: a URI, or in FMI 3.0 a path with a separator at its end.
    pub fn resources(&self) -> String {
        match self.description.version {
            Version::Fmi2 => self.resource_uri(),
            Version::Fmi3 => self.resource_folder().join("").to_string_lossy().into_owned(),
        }
    }

    fn resource_folder(&self) -> PathBuf {
        let path = self.folder.path().join(RESOURCES);
        // The temporary folder is absolute but for odd values of TMPDIR.
        std::path::absolute(&path).unwrap_or(path)
    }
}

/// Names of the files in binaries/, sorted.
fn binaries<R: Read + Seek>(archive: &ZipArchive<R>) -> Vec<String> {
    let names = archive.file_names().flatten();
    let mut names: Vec<String> =
        names.filter(|name| name.starts_with(BINARIES) && !name.ends_with('/')).map(Cow::into_owned).collect();
    names.sort();
    names
}

/// The part of an archive that running the FMU needs, still packed, in a file without a name.
fn needed<R: Read + Seek>(archive: &mut ZipArchive<R>) -> ZipResult<ZipArchive<File>> {
    let mut part = ZipWriter::new(tempfile::tempfile()?);
    for index in 0..archive.len() {
        let is_needed = archive.name_for_index(index).is_some_and(|name| name.is_ok_and(|name| is_needed(&name)));
        if is_needed {
            part.raw_copy_file(archive.by_index_raw(index)?)?;
        }
    }
    part.finish_into_readable()
}

/// Libraries of this platform with what lies beside them, resources, and modelDescription.xml, which a library may look for beside them.
fn is_needed(name: &str) -> bool {
    let name = name.replace('\\', "/");
    match name.split_once('/') {
        Some((RESOURCES, _)) => true,
        Some(_) => {
            let platform = name.strip_prefix(BINARIES).and_then(|path| path.split_once('/'));
            platform.is_some_and(|(folder, _)| FOLDERS.contains(&folder))
        }
        None => name == DESCRIPTION,
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
    let mut file = archive.by_name(DESCRIPTION).map_err(|_| ReadError::Missing)?;
    file.read_to_string(&mut text).map_err(ReadError::NotText)?;
    Ok(ModelDescription::parse(&text)?)
}

/// All but unreserved characters (RFC 3986, 2.3), and what separates folders and follows a drive.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/').remove(b':');

/// `path` as a `file:///` URI (RFC 8089); reserved characters are percent-encoded. `path` must be absolute.
pub(super) fn file_uri(path: &Path) -> String {
    let bytes = slashes(path.as_os_str().as_encoded_bytes());
    let start = if bytes.first() == Some(&b'/') { "file://" } else { "file:///" };
    format!("{start}{}", percent_encode(&bytes, ENCODED))
}

/// Windows separates folders by backslashes, URIs by slashes; `\\?\` only marks an absolute path.
fn slashes(path: &[u8]) -> Vec<u8> {
    if !cfg!(windows) {
        return path.to_owned();
    }
    let path = path.strip_prefix(br"\\?\").unwrap_or(path);
    path.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect()
}

#[cfg(all(test, unix))]
mod uri_tests {
    use std::path::Path;

    use super::file_uri;

    #[test]
    fn reserved_characters_are_encoded() {
        assert_eq!(file_uri(Path::new("/tmp/a b/ä#1%")), "file:///tmp/a%20b/%C3%A4%231%25");
    }

    #[test]
    fn bytes_that_are_no_text_are_encoded() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/\xff"));
        assert_eq!(file_uri(path), "file:///%FF");
    }
}
