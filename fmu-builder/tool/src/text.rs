//! A long text that is written and read piece by piece.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::{DeflateDecoder, DeflateEncoder};

/// Bytes from which on a text is compressed, since that of a large model has many times as much.
const PLAIN: usize = 10_000_000;

/// A text of which what goes beyond a beginning is kept compressed.
#[derive(Debug)]
pub(crate) struct Text {
    beginning: Vec<u8>,
    rest: DeflateEncoder<Vec<u8>>,
}

impl Text {
    pub(crate) fn new() -> Self {
        Self { beginning: Vec::new(), rest: DeflateEncoder::new(Vec::new(), Compression::fast()) }
    }

    /// Number of bytes.
    pub(crate) fn len(&self) -> usize {
        self.beginning.len() + self.rest.total_in() as usize
    }

    /// Hands all bytes to `sink`; nothing is written after that.
    pub(crate) fn read(&mut self, mut sink: impl Write) -> io::Result<()> {
        sink.write_all(&self.beginning)?;
        self.rest.try_finish()?;
        let mut decoder = DeflateDecoder::new(sink);
        decoder.write_all(self.rest.get_ref())?;
        decoder.finish().map(drop)
    }

    /// Replaces the first place of `old` in the beginning by `new`, which is as long.
    pub(crate) fn replace(&mut self, old: &str, new: &str) {
        let place = self.beginning.windows(old.len()).position(|bytes| bytes == old.as_bytes());
        if let Some(place) = place.and_then(|place| self.beginning.get_mut(place..place + new.len())) {
            place.copy_from_slice(new.as_bytes());
        }
    }
}

impl Write for Text {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.beginning.len() < PLAIN { self.beginning.write(bytes) } else { self.rest.write(bytes) }
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
        for length in [0, 10, PLAIN / 2, PLAIN + 1_000_007] {
            let mut bytes: Vec<u8> = (0..length).map(|k| b"a <b c=\"1\"/>"[k % 12]).collect();
            let mut text = Text::new();
            bytes.chunks(50_001).for_each(|piece| text.write_all(piece).unwrap());
            assert_eq!(text.len(), length);
            if length > 0 {
                text.replace(" <b", " <d");
                let place = bytes.windows(3).position(|bytes| bytes == b" <b").unwrap();
                bytes[place + 2] = b'd';
            }
            for _ in 0..2 {
                let mut read = Vec::new();
                text.read(&mut read).unwrap();
                assert!(read == bytes, "{length}");
            }
        }
    }
}
