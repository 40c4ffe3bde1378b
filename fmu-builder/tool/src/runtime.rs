//! Runtime libraries for FMUs.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipResult;

/// A runtime library, already deflated.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    folders: &'static [&'static str],
    /// File name extension of shared libraries, without dot.
    pub extension: &'static str,
    archive: &'static [u8],
}

impl Runtime {
    /// The library for some folders of binaries/, whose files have that extension: the only entry of a zip archive.
    pub const fn new(folders: &'static [&'static str], extension: &'static str, archive: &'static [u8]) -> Self {
        Self { folders, extension, archive }
    }

    /// Folders of binaries/ that it belongs into (FMI 2.0.5, 2.3).
    pub fn folders(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.folders.iter().copied()
    }

    /// The archive whose first and only entry is the library, to be copied without compressing it again.
    pub fn archive(&self) -> ZipResult<ZipArchive<Cursor<&'static [u8]>>> {
        ZipArchive::new(Cursor::new(self.archive))
    }

    /// The bytes of that archive.
    pub fn packed(&self) -> &'static [u8] {
        self.archive
    }

    /// The library's bytes.
    pub fn bytes(&self) -> ZipResult<Vec<u8>> {
        let mut archive = self.archive()?;
        let mut entry = archive.by_index(0)?;
        let mut bytes = Vec::with_capacity(usize::try_from(entry.size()).unwrap_or_default());
        entry.read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
