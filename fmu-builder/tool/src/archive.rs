//! The zip archive of an FMU (FMI 2.0.5, 2.3): deflated or stored entries, ASCII names, fixed dates, no data descriptors. Large files are
//! compressed while they are written ([`Arriving`]), so that they are never in memory as a whole.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Cursor, Read, Seek, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

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
/// Level of all others: a description of 590 kB takes 7 % less room than at the usual level, 6, and some 4 ms more time.
const THOROUGH: i64 = 9;

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
enum Entry {
    File(Vec<u8>),
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

    /// Adds a file that is compressed already.
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
    pub(crate) fn of_description(mut description: Text) -> ZipResult<Self> {
        let mut archive = Self::default();
        archive.begin(DESCRIPTION, description.len())?;
        description.read(&mut archive.0)?;
        Ok(archive)
    }

    fn add(&mut self, name: &str, entry: &Entry) -> ZipResult<()> {
        match entry {
            Entry::File(content) => self.file(name, content),
            Entry::Packed(packed) => self.0.raw_copy_file_rename(packed.archive()?.by_index_raw(0)?, name),
        }
    }

    /// Begins a file with these bytes, whose number decides how it is compressed.
    pub(crate) fn file(&mut self, name: &str, content: &[u8]) -> ZipResult<()> {
        self.begin(name, content.len())?;
        Ok(self.0.write_all(content)?)
    }

    /// Begins a file of about `size` bytes.
    fn begin(&mut self, name: &str, size: usize) -> ZipResult<()> {
        self.0.start_file(name, options(name, size))
    }

    /// The archive's bytes.
    pub(crate) fn finish(self) -> ZipResult<Vec<u8>> {
        Ok(self.0.finish()?.into_inner())
    }
}

/// Pictures are compressed already; libraries may be executed. What else is large is compressed faster.
fn options(name: &str, size: usize) -> SimpleFileOptions {
    let (is_picture, is_library) = (name.ends_with(".png"), name.starts_with(BINARIES));
    let level = if size > LARGE && !is_library { FAST } else { THOROUGH };
    SimpleFileOptions::default()
        .compression_level((!is_picture).then_some(level))
        .compression_method(if is_picture { CompressionMethod::Stored } else { CompressionMethod::Deflated })
        .last_modified_time(DateTime::default())
        .unix_permissions(if is_library { 0o755 } else { 0o644 })
}

/// Size of the pieces that one thread hands to another, bytes.
const PIECE: usize = 1 << 16;
/// Pieces in the queue: without threads the whole file, of a gigabyte at most.
const AHEAD: usize = if cfg!(target_family = "wasm") { 1 << 14 } else { 16 };

/// A file that has been compressed, the embedded runtime or one that was compressed while it was written: an archive with nothing else.
#[derive(Debug)]
pub(crate) struct Packed(pub Cow<'static, [u8]>);

impl Packed {
    /// The archive whose only entry it is, to be copied without compressing it again.
    pub(crate) fn archive(&self) -> ZipResult<ZipArchive<Cursor<&[u8]>>> {
        ZipArchive::new(Cursor::new(&self.0))
    }
}

/// A file that another thread writes; at most [`AHEAD`] pieces wait.
pub(crate) struct Arriving {
    name: String,
    pieces: Receiver<Vec<u8>>,
}

/// Sending end, for the thread that writes the file.
pub(crate) struct Pieces(SyncSender<Vec<u8>>);

/// Both ends of a file that will have this name in the archive of an FMU.
pub(crate) fn arriving(name: String) -> (Arriving, Pieces) {
    let (sender, pieces) = sync_channel(AHEAD);
    (Arriving { name, pieces }, Pieces(sender))
}

impl Arriving {
    /// The whole file, once the other end is dropped.
    pub(crate) fn packed(self) -> ZipResult<Packed> {
        // The size decides how it is compressed.
        let (mut first, mut pieces) = (Vec::new(), self.pieces.into_iter());
        while first.len() <= LARGE
            && let Some(piece) = pieces.next()
        {
            first.extend(piece);
        }
        let mut archive = Archive::default();
        archive.file(&self.name, &first)?;
        pieces.try_for_each(|piece| archive.0.write_all(&piece))?;
        Ok(Packed(archive.finish()?.into()))
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(PIECE)];
        self.0.send(piece.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::Read;
    use std::thread;

    use super::*;

    #[test]
    fn what_is_written_in_pieces_is_read() {
        for length in [0, 10, LARGE, LARGE + 1, 3 * LARGE] {
            let bytes: Vec<u8> = (0..length).map(|k| (k * k % 251) as u8).collect();
            let (arriving, mut pieces) = arriving("resources/a.bin".to_owned());
            let packed = thread::scope(|scope| {
                let packed = scope.spawn(|| arriving.packed().unwrap());
                bytes.chunks(70_001).for_each(|piece| pieces.write_all(piece).unwrap());
                drop(pieces);
                packed.join().unwrap()
            });
            check(&packed, &bytes);
        }
    }

    #[test]
    fn nothing_is_written_to_nobody() {
        let (arriving, mut pieces) = arriving("a".to_owned());
        drop(arriving);
        assert_eq!(pieces.write(&[1]).unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }

    fn check(packed: &Packed, bytes: &[u8]) {
        let mut archive = packed.archive().unwrap();
        assert_eq!(archive.len(), 1);
        let (mut entry, mut read) = (archive.by_index(0).unwrap(), Vec::new());
        entry.read_to_end(&mut read).unwrap();
        assert_eq!((entry.name().unwrap().as_ref(), read == bytes), ("resources/a.bin", true), "{}", bytes.len());
    }
}
