//! The zip archive of an FMU (FMI 2.0.5, 2.3): deflated or stored entries, ASCII names, fixed dates, no data descriptors.

use std::io::{Cursor, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::runtime::Runtime;

const LICENSE: &str = include_str!("../../modelDescription-templates/license.txt");

/// Everything in the archive but the library.
pub(crate) struct Entries<'a> {
    /// modelDescription.xml.
    pub description: String,
    /// resources/model.json.
    pub model: String,
    /// documentation/index.html.
    pub documentation: String,
    /// model.png.
    pub picture: Vec<u8>,
    /// modelIdentifier, base name of the library.
    pub identifier: &'a str,
}

/// The archive's bytes; the same for the same entries.
pub(crate) fn write(entries: &Entries<'_>, runtime: &Runtime) -> ZipResult<Vec<u8>> {
    let mut archive = Archive::new();
    archive.file("modelDescription.xml", entries.description.as_bytes())?;
    archive.stored("model.png", &entries.picture)?;
    archive.file("documentation/index.html", entries.documentation.as_bytes())?;
    archive.file("documentation/licenses/license.txt", LICENSE.as_bytes())?;
    archive.file("resources/model.json", entries.model.as_bytes())?;
    for folder in runtime.folders() {
        archive.library(&format!("binaries/{folder}/{}.{}", entries.identifier, runtime.extension), runtime)?;
    }
    archive.finish()
}

struct Archive {
    writer: ZipWriter<Cursor<Vec<u8>>>,
}

impl Archive {
    fn new() -> Self {
        Self { writer: ZipWriter::new(Cursor::new(Vec::new())) }
    }

    fn file(&mut self, name: &str, bytes: &[u8]) -> ZipResult<()> {
        self.add(name, bytes, CompressionMethod::Deflated)
    }

    fn stored(&mut self, name: &str, bytes: &[u8]) -> ZipResult<()> {
        self.add(name, bytes, CompressionMethod::Stored)
    }

    fn add(&mut self, name: &str, bytes: &[u8], method: CompressionMethod) -> ZipResult<()> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .unix_permissions(0o644);
        self.writer.start_file(name, options)?;
        self.writer.write_all(bytes)?;
        Ok(())
    }

    /// Copies the library as it is compressed.
    fn library(&mut self, name: &str, runtime: &Runtime) -> ZipResult<()> {
        let mut source = runtime.archive()?;
        self.writer.raw_copy_file_rename(source.by_index_raw(0)?, name)
    }

    fn finish(self) -> ZipResult<Vec<u8>> {
        Ok(self.writer.finish()?.into_inner())
    }
}
