//! The zip archive of an FMU (FMI 2.0.5, 2.3): deflated or stored entries, ASCII names, fixed dates, no data descriptors.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Seek, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::Runtime;
use crate::packed::Packed;
use crate::text::Text;

/// Name of the file that comes first, so that hosts find it soon.
pub(crate) const DESCRIPTION: &str = "modelDescription.xml";
/// Folder of what the model brings along, with its slash.
pub(crate) const RESOURCES: &str = "resources/";
/// Folder of the libraries, with its slash.
pub(crate) const BINARIES: &str = "binaries/";

/// Files of more bytes are large, and compressed at the level [`FAST`]: of a compiled model that takes a fifth of the time, and 7 % more room.
pub(crate) const LARGE: usize = 1_000_000;
const FAST: i64 = 2;

/// Most bytes that the files of an FMU that is read may have, so that a small archive cannot fill memory or disk.
pub(crate) const MAXIMUM_SIZE: u64 = 2_000_000_000;

/// Bytes of all entries when they are unpacked, as the central directory says; reading an entry ends with an error where it has more.
pub(crate) fn unpacked_size<R: Read + Seek>(archive: &ZipArchive<R>) -> ZipResult<u64> {
    let sizes = (0..archive.len()).map(|index| archive.by_index_data(index).map(|entry| entry.size()));
    sizes.reduce(|sum, size| Ok(sum?.saturating_add(size?))).unwrap_or(Ok(0))
}

/// Bytes as gigabytes, to be shown.
pub(crate) fn gigabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e9
}

/// Content of an archive entry.
#[derive(Debug)]
pub(crate) enum Entry {
    /// A file.
    File(Vec<u8>),
    /// The embedded runtime, which is compressed already.
    Runtime(Runtime),
    /// A file that has been compressed while it was written.
    Packed(Packed),
}

/// The entries of an archive by their names.
#[derive(Debug, Default)]
pub(crate) struct Entries(BTreeMap<String, Entry>);

impl Entries {
    /// Adds a file, in place of one of that name.
    pub(crate) fn file(&mut self, name: impl Into<String>, content: impl Into<Vec<u8>>) {
        self.0.insert(name.into(), Entry::File(content.into()));
    }

    /// Adds the embedded runtime under a name.
    pub(crate) fn runtime(&mut self, name: String, runtime: Runtime) {
        self.0.insert(name, Entry::Runtime(runtime));
    }

    /// Adds a file that has been compressed, under the name that it was given then.
    pub(crate) fn packed(&mut self, name: String, packed: Packed) {
        self.0.insert(name, Entry::Packed(packed));
    }

    /// Folders of binaries/ that hold a library, sorted.
    pub(crate) fn platforms(&self) -> Vec<String> {
        let folders = self.0.keys().filter_map(|name| name.strip_prefix(BINARIES)?.split_once('/'));
        let mut folders: Vec<String> = folders.map(|(folder, _)| folder.to_owned()).collect();
        folders.dedup();
        folders
    }

    /// The archive's bytes, the same for the same entries: modelDescription.xml, then everything else in the order of the names.
    pub(crate) fn write(&self) -> ZipResult<Vec<u8>> {
        let mut archive = Archive::default();
        if let Some((name, entry)) = self.0.get_key_value(DESCRIPTION) {
            archive.add(name, entry)?;
        }
        self.write_after(archive)
    }

    /// The bytes of an archive that begins with what has been written already, and has all entries but modelDescription.xml after that.
    pub(crate) fn write_after(&self, mut archive: Archive) -> ZipResult<Vec<u8>> {
        for (name, entry) in self.0.iter().filter(|(name, _)| *name != DESCRIPTION) {
            archive.add(name, entry)?;
        }
        archive.finish()
    }
}

/// An archive that is being written.
pub(crate) struct Archive(ZipWriter<Cursor<Vec<u8>>>);

impl Default for Archive {
    fn default() -> Self {
        Self(ZipWriter::new(Cursor::new(Vec::new())))
    }
}

impl Archive {
    /// An archive with modelDescription.xml.
    pub(crate) fn of_description(description: &Text) -> ZipResult<Self> {
        let mut archive = Self::default();
        archive.begin(DESCRIPTION, description.len())?;
        description.read(&mut archive)?;
        Ok(archive)
    }

    fn add(&mut self, name: &str, entry: &Entry) -> ZipResult<()> {
        match entry {
            Entry::File(content) => self.file(name, content),
            Entry::Runtime(runtime) => self.0.raw_copy_file_rename(runtime.archive()?.by_index_raw(0)?, name),
            Entry::Packed(packed) => self.0.raw_copy_file(packed.archive()?.by_index_raw(0)?),
        }
    }

    /// Begins a file with these bytes, whose number decides how it is compressed.
    pub(crate) fn file(&mut self, name: &str, content: &[u8]) -> ZipResult<()> {
        self.begin(name, content.len())?;
        Ok(self.0.write_all(content)?)
    }

    /// Begins a file of about so many bytes.
    fn begin(&mut self, name: &str, size: usize) -> ZipResult<()> {
        self.0.start_file(name, options(name, size))
    }

    /// The archive's bytes.
    pub(crate) fn finish(self) -> ZipResult<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}

/// Goes on with the file that was begun last.
impl Write for Archive {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Pictures are compressed already; libraries may be executed. What else is large is compressed faster.
fn options(name: &str, size: usize) -> SimpleFileOptions {
    let (is_picture, is_library) = (name.ends_with(".png"), name.starts_with(BINARIES));
    SimpleFileOptions::default()
        .compression_level((!is_picture && !is_library && size > LARGE).then_some(FAST))
        .compression_method(if is_picture { CompressionMethod::Stored } else { CompressionMethod::Deflated })
        .last_modified_time(DateTime::default())
        .unix_permissions(if is_library { 0o755 } else { 0o644 })
}
