//! The runtime libraries inside the builder: `build.rs` compiled fmu-core for the builder's own platform, was given those for other
//! platforms (released builders hold all), and compressed them.

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

/// That of the builder's own platform first.
const ALL: &[Runtime] = include!(concat!(env!("OUT_DIR"), "/runtimes.rs"));

impl Runtime {
    /// The library for the platform that the builder runs on.
    pub const fn native() -> Self {
        ALL[0]
    }

    /// The libraries for all platforms that the builder knows, that of its own first.
    pub const fn all() -> &'static [Self] {
        ALL
    }

    /// Folders of binaries/ that it belongs into (FMI 2.0.5, 2.3).
    pub fn folders(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.folders.iter().copied()
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
