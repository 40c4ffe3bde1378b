//! The headers of a zip archive as they are in the file, which libraries that unpack archives tidy up (PKWARE, APPNOTE.TXT 6.3.10).

/// Signature of the end of central directory record (4.3.16), and its length without comment.
const END: [u8; 4] = *b"PK\x05\x06";
const END_LENGTH: usize = 22;
/// Signature of a central directory header (4.3.12), and its length without names.
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const CENTRAL_LENGTH: usize = 46;
/// Signature of a local file header (4.3.7).
const LOCAL: [u8; 4] = *b"PK\x03\x04";
/// Bits of the file type in the attributes that Unix keeps in the upper half, and that of links.
const UNIX_TYPE: u32 = 0xf000_0000;
const UNIX_LINK: u32 = 0xa000_0000;

/// An entry as the headers say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// Name; bytes that are not UTF-8 become U+FFFD.
    pub name: String,
    /// Version of the format that is needed to unpack it, times ten.
    pub version_needed: u16,
    /// General purpose flags of both headers.
    pub flags: u16,
    /// Compression method.
    pub method: u16,
    /// True for a symbolic link.
    pub is_link: bool,
}

/// The entries in the order of the central directory.
///
/// # Errors
/// Describes the part that cannot be read.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Header>, String> {
    let end = end_record(bytes).ok_or("it has no end of central directory record")?;
    let count = word(bytes, end + 10).ok_or("the end of central directory record is cut off")?;
    let start = long(bytes, end + 16).ok_or("the end of central directory record is cut off")?;
    let mut at = usize::try_from(start).map_err(|error| error.to_string())?;
    let mut headers = Vec::with_capacity(usize::from(count));
    for number in 1..=count {
        let (header, next) = header(bytes, at).ok_or_else(|| format!("header {number} of {count} cannot be read"))?;
        headers.push(header);
        at = next;
    }
    Ok(headers)
}

/// Offset of the end record: the last one whose comment extends to the end of the file.
fn end_record(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END_LENGTH)?;
    (0..=last).rev().take(usize::from(u16::MAX) + 1).find(|&at| {
        let comment = word(bytes, at + 20).map(usize::from);
        bytes.get(at..at + 4) == Some(&END) && comment == Some(last - at)
    })
}

/// The central header at `at`, and where the next one begins.
fn header(bytes: &[u8], at: usize) -> Option<(Header, usize)> {
    if bytes.get(at..at + 4)? != CENTRAL {
        return None;
    }
    let length = |offset| word(bytes, at + offset).map(usize::from);
    let name_end = at + CENTRAL_LENGTH + length(28)?;
    let name = String::from_utf8_lossy(bytes.get(at + CENTRAL_LENGTH..name_end)?).into_owned();
    let local = usize::try_from(long(bytes, at + 42)?).ok()?;
    if bytes.get(local..local.checked_add(4)?)? != LOCAL {
        return None;
    }
    let header = Header {
        name,
        version_needed: word(bytes, at + 6)?.max(word(bytes, local + 4)?),
        flags: word(bytes, at + 8)? | word(bytes, local + 6)?,
        method: word(bytes, at + 10)?,
        is_link: long(bytes, at + 38)? & UNIX_TYPE == UNIX_LINK,
    };
    Some((header, name_end + length(30)? + length(32)?))
}

/// Two bytes, little-endian.
fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// Four bytes, little-endian.
fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}
