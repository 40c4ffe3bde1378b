//! Files that are compressed while they are written, so that a large one is not held as a whole.

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use zip::ZipArchive;
use zip::result::ZipResult;

use crate::archive::{Archive, LARGE};

/// Bytes that one thread hands to another together.
const PIECE: usize = 1 << 16;
/// Pieces that may wait.
const AHEAD: usize = 16;

/// A file that has been compressed: an archive with nothing else.
#[derive(Debug)]
pub(crate) struct Packed(Vec<u8>);

impl Packed {
    /// The archive whose only entry it is, to be copied without compressing it again.
    pub(crate) fn archive(&self) -> ZipResult<ZipArchive<io::Cursor<&[u8]>>> {
        ZipArchive::new(io::Cursor::new(&self.0))
    }
}

/// A file that is being compressed.
pub(crate) struct Packing {
    name: String,
    archive: Archive,
    /// Data buffered until it is known whether the file is large.
    first: Option<Vec<u8>>,
}

impl Packing {
    /// A file that will have this name in the archive of an FMU.
    pub(crate) fn new(name: String) -> Self {
        Self { name, archive: Archive::default(), first: Some(Vec::new()) }
    }

    /// The whole file.
    pub(crate) fn finish(mut self) -> ZipResult<Packed> {
        if let Some(first) = self.first.take() {
            self.archive.file(&self.name, &first)?;
        }
        Ok(Packed(self.archive.finish()?))
    }
}

impl Write for Packing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(first) = &mut self.first else { return self.archive.write(bytes) };
        first.extend_from_slice(bytes);
        if first.len() > LARGE {
            self.archive.file(&self.name, first)?;
            self.first = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file that another thread writes, which is ahead by no more than [`AHEAD`] pieces.
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
    /// The whole file, when the other end is gone.
    pub(crate) fn packed(self) -> ZipResult<Packed> {
        let mut packing = Packing::new(self.name);
        for piece in self.pieces {
            packing.write_all(&piece)?;
        }
        packing.finish()
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
            let mut packing = Packing::new("resources/a.bin".to_owned());
            bytes.chunks(70_001).for_each(|piece| packing.write_all(piece).unwrap());
            check(&packing.finish().unwrap(), &bytes);
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
