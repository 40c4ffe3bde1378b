//! A digest of bytes, for what must be noticed when it changes by mistake.

/// The digest of nothing.
pub(crate) const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Goes on with a digest: FNV-1a with 64 bits (Fowler, Noll, Vo). Every step is invertible, so that one changed byte always changes the
/// result.
pub(crate) fn digest(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
