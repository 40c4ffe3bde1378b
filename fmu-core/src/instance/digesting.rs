//! Bytes on their way to a file, piece by piece, with the digest of all of them.

use binary::Sink;
use simulation::digest::Words;
use std::io::{self, Write};

/// Bytes that are handed on together, in whole words, of which the digest is made.
const PIECE: usize = 1 << 16;
const WORD: usize = size_of::<u64>();

/// Hands on what is written to it. A large model is not held as a whole.
#[derive(Debug)]
pub(super) struct Digesting<W> {
    sink: W,
    digest: Words,
    piece: Vec<u8>,
    /// Why the sink takes nothing more; it is told at the end.
    fault: Option<io::Error>,
}

impl<W: Write> Digesting<W> {
    pub fn new(sink: W) -> Self {
        Self { sink, digest: Words::default(), piece: Vec::with_capacity(2 * PIECE), fault: None }
    }

    /// Hands on the whole words that are there.
    fn hand_on(&mut self) {
        let words = &self.piece[..self.piece.len() - self.piece.len() % WORD];
        self.digest.add(words);
        if self.fault.is_none() {
            self.fault = self.sink.write_all(words).err();
        }
        self.piece.drain(..words.len());
    }

    /// Hands on the rest, and the digest behind it.
    ///
    /// # Errors
    /// The first of the sink.
    pub fn finish(mut self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)?;
        let digest = self.digest.finish(&self.piece);
        self.sink.write_all(&self.piece)?;
        self.sink.write_all(&digest.to_le_bytes())
    }
}

impl<W: Write> Sink for Digesting<W> {
    fn take(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(PIECE) {
            self.piece.extend_from_slice(bytes);
            if self.piece.len() >= PIECE {
                self.hand_on();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use simulation::digest;

    #[test]
    fn the_digest_is_that_of_all_bytes_at_once() {
        for length in [0, 1, 7, 8, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE + 5] {
            let bytes: Vec<u8> = (0..length).map(|k| (k * 31 % 251) as u8).collect();
            let mut file = Vec::new();
            let mut writer = Digesting::new(&mut file);
            let (front, back) = bytes.split_at(length / 3);
            front.iter().for_each(|byte| writer.take(&[*byte]));
            back.chunks(PIECE + 3).for_each(|bytes| writer.take(bytes));
            writer.finish().unwrap();
            assert_eq!(file, [&bytes[..], &digest::of_words(&bytes).to_le_bytes()].concat(), "{length}");
        }
    }

    #[test]
    fn what_the_sink_says_is_known() {
        let mut room = [0_u8; 16];
        let mut writer = Digesting::new(&mut room[..]);
        writer.take(&vec![1; PIECE]);
        assert_eq!(writer.finish().unwrap_err().kind(), io::ErrorKind::WriteZero);
    }
}
