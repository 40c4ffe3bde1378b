//! A digest of bytes, for what must be noticed when it changes by mistake.

/// What it multiplies with.
const PRIME: u64 = 0x0100_0000_01b3;
/// The digest of nothing.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// A digest of many bytes: as [`digest`], eight of them at a time.
pub(crate) fn of_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().fold(EMPTY, |hash, word| (hash ^ u64::from_le_bytes(*word)).wrapping_mul(PRIME));
    digest(words ^ bytes.len() as u64, rest)
}

/// Goes on with a digest: FNV-1a with 64 bits (Fowler, Noll, Vo). Every step is invertible, so that one changed byte always changes the
/// result.
pub(crate) fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}
