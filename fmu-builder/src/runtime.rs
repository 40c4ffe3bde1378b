//! The runtime library inside the builder: `build.rs` compiled fmu-core for the builder's own platform and compressed it.

use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipResult;

/// A runtime library, already deflated.
#[derive(Clone, Copy, Debug)]
pub struct Runtime {
    /// Comma separated.
    folders: &'static str,
    /// File name extension of shared libraries, without dot.
    pub extension: &'static str,
    archive: &'static [u8],
}

impl Runtime {
    /// The library for the platform that the builder runs on.
    pub const fn native() -> Self {
        Self {
            folders: env!("RUNTIME_FOLDERS"),
            extension: env!("RUNTIME_EXTENSION"),
            archive: include_bytes!(concat!(env!("OUT_DIR"), "/runtime.zip")),
        }
    }

    /// Folders of binaries/ that it belongs into (FMI 2.0.5, 2.3).
    pub fn folders(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.folders.split(',')
    }

    /// The archive whose first and only entry is the library, to be copied without compressing it again.
    pub fn archive(&self) -> ZipResult<ZipArchive<Cursor<&'static [u8]>>> {
        ZipArchive::new(Cursor::new(self.archive))
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
