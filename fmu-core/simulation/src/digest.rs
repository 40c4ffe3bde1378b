//! A digest of bytes, to detect changes.

/// FNV prime.
const PRIME: u64 = 0x0100_0000_01b3;
/// The digest of an empty sequence.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// A fast digest of many bytes: like [`digest`], but in words of eight bytes.
pub fn of_words(bytes: &[u8]) -> u64 {
    Words::default().finish(bytes)
}

/// Digest of words of bytes that arrive piece by piece.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    digest: u64,
    count: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self { digest: EMPTY, count: 0 }
    }
}

impl Words {
    /// Adds whole words; the caller keeps the remaining bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        let words = bytes.as_chunks::<8>().0;
        self.digest =
            words.iter().fold(self.digest, |hash, word| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME));
        self.count += 8 * words.len();
    }

    /// The digest, including the bytes after the last word.
    pub fn finish(mut self, rest: &[u8]) -> u64 {
        let whole = rest.len() - rest.len() % 8;
        self.add(rest);
        digest(self.digest ^ (self.count + rest.len() - whole) as u64, &rest[whole..])
    }
}

/// Continues a digest: FNV-1a with 64 bits (Fowler, Noll, Vo). Every step is invertible, so that one changed byte
/// always changes the result.
pub fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
