//! Reading of numbers from bytes.

use flate2::read::ZlibDecoder;
use std::io::Read;

/// Bytes that are read sequentially, in one byte order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a> {
    pub rest: &'a [u8],
    pub is_big_endian: bool,
}

/// Storage type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Storage {
    Signed(usize),
    Unsigned(usize),
    Float(usize),
}

impl Storage {
    pub fn bytes(self) -> usize {
        let (Self::Signed(bytes) | Self::Unsigned(bytes) | Self::Float(bytes)) = self;
        bytes
    }
}

/// Undoes the compression by zlib, up to `limit` bytes.
pub(super) fn inflated(content: &[u8], limit: u64) -> Option<Vec<u8>> {
    let mut inflated = Vec::new();
    ZlibDecoder::new(content).take(limit).read_to_end(&mut inflated).ok()?;
    Some(inflated)
}

impl<'a> Bytes<'a> {
    pub fn little(rest: &'a [u8]) -> Self {
        Self { rest, is_big_endian: false }
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<Bytes<'a>> {
        let (first, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(Bytes { rest: first, ..*self })
    }

    /// An unsigned integer of up to eight bytes.
    pub fn unsigned(&mut self, bytes: usize) -> Option<u64> {
        let taken = self.take(bytes)?.rest;
        let add = |sum: u64, byte: &u8| (sum << 8) | u64::from(*byte);
        Some(if self.is_big_endian { taken.iter().fold(0, add) } else { taken.iter().rev().fold(0, add) })
    }

    /// The same, as a size or a position.
    pub fn size(&mut self, bytes: usize) -> Option<usize> {
        usize::try_from(self.unsigned(bytes)?).ok()
    }

    pub fn number(&mut self, storage: Storage) -> Option<f64> {
        let bits = self.unsigned(storage.bytes())?;
        Some(match storage {
            Storage::Unsigned(_) => bits as f64,
            Storage::Signed(bytes) => {
                let unused = 64 - 8 * bytes as u32;
                ((bits << unused) as i64 >> unused) as f64
            }
            Storage::Float(4) => f64::from(f32::from_bits(bits as u32)),
            Storage::Float(_) => f64::from_bits(bits),
        })
    }

    /// The next `count` numbers.
    pub fn numbers(&mut self, count: usize, storage: Storage) -> Option<Vec<f64>> {
        (0..count).map(|_| self.number(storage)).collect()
    }

    /// Text up to the first zero byte.
    pub fn text(&self) -> String {
        let end = self.rest.iter().position(|byte| *byte == 0).unwrap_or(self.rest.len());
        String::from_utf8_lossy(&self.rest[..end]).into_owned()
    }
}
