//! A digest of bytes, for what must be noticed when it changes by mistake.

/// FNV prime.
const PRIME: u64 = 0x0100_0000_01b3;
/// The digest of nothing.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// A digest of many bytes: as [`digest`], eight of them at a time.
pub fn of_words(bytes: &[u8]) -> u64 {
    Words::default().finish(bytes)
}

/// The same of bytes that come piece by piece.
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
    /// Goes on with whole words; what is left over is not looked at.
    pub fn add(&mut self, bytes: &[u8]) {
        let words = bytes.as_chunks::<8>().0;
        self.digest =
            words.iter().fold(self.digest, |hash, word| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME));
        self.count += 8 * words.len();
    }

    /// The digest, with bytes that follow the last word.
    pub fn finish(mut self, rest: &[u8]) -> u64 {
        let whole = rest.len() - rest.len() % 8;
        self.add(rest);
        digest(self.digest ^ (self.count + rest.len() - whole) as u64, &rest[whole..])
    }
}

/// Goes on with a digest: FNV-1a with 64 bits (Fowler, Noll, Vo). Every step is invertible, so that one changed byte always changes the
/// result.
pub fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
