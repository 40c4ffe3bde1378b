//! A long text that is written and read piece by piece.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::{DeflateDecoder, DeflateEncoder};

/// Bytes that are kept together.
const PIECE: usize = 1 << 18;
/// Bytes that are kept as they are. What goes beyond is compressed, since a large model has many times as much.
const PLAIN: usize = 10_000_000;

/// A text in pieces, of which the later ones are kept compressed.
#[derive(Debug, Default)]
pub(crate) struct Text {
    plain: Vec<Vec<u8>>,
    compressed: Vec<Vec<u8>>,
    /// The last piece, to which more is added.
    last: Vec<u8>,
    length: usize,
}

impl Text {
    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// Hands all bytes to `sink`, one piece after the other.
    ///
    /// # Errors
    /// Errors of the sink.
    pub(crate) fn read(&self, mut sink: impl Write) -> io::Result<()> {
        self.plain.iter().try_for_each(|piece| sink.write_all(piece))?;
        for piece in &self.compressed {
            let mut decoder = DeflateDecoder::new(&mut sink);
            decoder.write_all(piece)?;
            decoder.finish()?;
        }
        sink.write_all(&self.last)
    }

    /// Replaces the first place of `old` in the first piece by `new`, which is as long.
    pub(crate) fn replace(&mut self, old: &str, new: &str) {
        let first = self.plain.first_mut().unwrap_or(&mut self.last);
        let place = first.windows(old.len()).position(|bytes| bytes == old.as_bytes());
        if let Some(place) = place.and_then(|place| first.get_mut(place..place + new.len())) {
            place.copy_from_slice(new.as_bytes());
        }
    }

    fn close(&mut self) -> io::Result<()> {
        let piece = std::mem::replace(&mut self.last, Vec::with_capacity(PIECE));
        if self.length <= PLAIN {
            self.plain.push(piece);
            return Ok(());
        }
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&piece)?;
        self.compressed.push(encoder.finish()?);
        Ok(())
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.last.extend_from_slice(bytes);
        self.length += bytes.len();
        if self.last.len() >= PIECE {
            self.close()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for length in [0, 10, PIECE, PLAIN + 5 * PIECE + 7] {
            let mut bytes: Vec<u8> = (0..length).map(|k| b"a <b c=\"1\"/>"[k % 12]).collect();
            let mut text = Text::default();
            bytes.chunks(50_001).for_each(|piece| text.write_all(piece).unwrap());
            assert_eq!(text.len(), length);
            if length > 0 {
                text.replace(" <b", " <d");
                let place = bytes.windows(3).position(|bytes| bytes == b" <b").unwrap();
                bytes[place + 2] = b'd';
            }
            let mut read = Vec::new();
            text.read(&mut read).unwrap();
            assert!(read == bytes, "{length}");
        }
    }
}
