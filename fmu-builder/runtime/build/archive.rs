//! A zip archive with one deflated entry, which the builder copies as it is into each FMU.
//!
//! Deflated by zopfli, which looks for the shortest of all encodings: a library is packed once and then in every FMU, so that some
//! seconds for four percent are well spent. The zip crate would leave the number of blocks at zopfli's default, which is meant for
//! small files, so the few fields of an archive are written here (PKWARE's APPNOTE.TXT, 4.3.7, 4.3.12 and 4.3.16).

use std::io;
use std::num::NonZeroU64;

/// Name of the entry.
const ENTRY: &str = "runtime";
/// Passes over each block; more find next to nothing.
const PASSES: NonZeroU64 = NonZeroU64::new(3).unwrap();
/// Blocks in each megabyte, at most.
const BLOCKS: u16 = 60;

const LOCAL_HEADER: u32 = 0x0403_4b50;
const CENTRAL_HEADER: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// Version that reads deflated entries.
const VERSION: u16 = 20;
const UNIX: u16 = 3 << 8;
const DEFLATED: u16 = 8;
/// The first day that an archive can name, 1980-01-01, at midnight.
const DATE: u16 = 0x21;
/// A file that may be run.
const MODE: u32 = 0o100_755 << 16;

/// Archive of a file's bytes.
pub fn of(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = zopfli::Options { iteration_count: PASSES, maximum_block_splits: BLOCKS, ..Default::default() };
    let mut deflated = Vec::new();
    zopfli::compress(options, zopfli::Format::Deflate, bytes, &mut deflated)?;
    let about = about(length(bytes)?, length(&deflated)?, crc32fast::hash(bytes));
    let mut archive = Vec::with_capacity(deflated.len() + 1024);
    archive.extend(LOCAL_HEADER.to_le_bytes());
    archive.extend(&about);
    archive.extend(ENTRY.as_bytes());
    archive.extend(deflated);
    let directory = length(&archive)?;
    archive.extend(CENTRAL_HEADER.to_le_bytes());
    archive.extend((UNIX | VERSION).to_le_bytes());
    archive.extend(about);
    // No comment, the first disk, no text; the mode; the local header is at the beginning.
    archive.extend([0; 6]);
    archive.extend(MODE.to_le_bytes());
    archive.extend([0; 4]);
    archive.extend(ENTRY.as_bytes());
    let end = length(&archive)?;
    archive.extend(END.to_le_bytes());
    // One disk, one entry.
    archive.extend([0, 0, 0, 0, 1, 0, 1, 0]);
    archive.extend((end - directory).to_le_bytes());
    archive.extend(directory.to_le_bytes());
    // No comment.
    archive.extend([0; 2]);
    Ok(archive)
}

/// The fields that both headers share.
fn about(size: u32, deflated: u32, checksum: u32) -> Vec<u8> {
    let mut fields = Vec::new();
    // No flags, and midnight.
    for field in [VERSION, 0, DEFLATED, 0, DATE] {
        fields.extend(field.to_le_bytes());
    }
    for field in [checksum, deflated, size] {
        fields.extend(field.to_le_bytes());
    }
    // Length of the name, and no extra fields.
    fields.extend([ENTRY.len() as u8, 0, 0, 0]);
    fields
}

fn length(bytes: &[u8]) -> io::Result<u32> {
    u32::try_from(bytes.len()).map_err(io::Error::other)
}
