//! The `fmuResourceLocation` of fmi2Instantiate and the `resourcePath` of FMI 3.0: what hosts write, and the folders that it may mean.
//!
//! The standard wants a URI (RFC 3986; `file:/` and `file:///` are mandatory, FMI 2.0.5, 2.1.5). Hosts also write four slashes, no
//! percent-encoding, UNC shares as authority, plain paths, with and without a slash at the end.

use percent_encoding::percent_decode;
use std::path::PathBuf;

/// Style of the paths of a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStyle {
    /// `/home/x`.
    Posix,
    /// `C:\x` and `\\host\share\x`.
    Windows,
}

impl PathStyle {
    /// Style of this platform.
    pub const NATIVE: Self = if cfg!(windows) { Self::Windows } else { Self::Posix };
}

/// The folders that `location` may mean, the likeliest first; none when it is no file at all.
///
/// An encoded location is decoded first and taken literally second, since some hosts do not encode and a folder may be called `50%25`.
pub fn folders(location: &[u8]) -> Vec<PathBuf> {
    candidates(location, PathStyle::NATIVE).into_iter().filter_map(native_path).collect()
}

/// [`folders`] as bytes, for any platform.
pub fn candidates(location: &[u8], style: PathStyle) -> Vec<Vec<u8>> {
    let (raw, encoded) = match split_scheme(location) {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case(b"file") => (without_authority(rest, style), true),
        // Another scheme, `http://…`; a colon without the slashes may be part of a file name.
        Some((_, rest)) if rest.starts_with(b"//") => return Vec::new(),
        _ => (location.to_vec(), false),
    };
    let decoded = percent_decoded(&raw);
    let ordered = if encoded { [decoded, raw] } else { [raw, decoded] };
    let mut paths: Vec<Vec<u8>> = Vec::new();
    for path in ordered.iter().map(|path| normalized(path, style)) {
        if !path.is_empty() && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Splits `scheme:rest`. One letter is a drive and no scheme.
fn split_scheme(location: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = location.iter().position(|&c| c == b':')?;
    let (scheme, rest) = (&location[..colon], &location[colon + 1..]);
    let legal = |&c: &u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.');
    (scheme.len() > 1 && scheme.iter().all(legal)).then_some((scheme, rest))
}

/// The path after `file:`, with the host of `//host/share` kept in front, unless it is this machine.
fn without_authority(rest: &[u8], style: PathStyle) -> Vec<u8> {
    let Some(after) = rest.strip_prefix(b"//") else {
        return rest.to_vec();
    };
    let end = after.iter().position(|&c| c == b'/').unwrap_or(after.len());
    let (authority, path) = after.split_at(end);
    if authority.is_empty() || authority.eq_ignore_ascii_case(b"localhost") {
        return path.to_vec();
    }
    if style == PathStyle::Windows && starts_with_drive(authority) {
        return after.to_vec();
    }
    rest.to_vec()
}

/// Bytes with `%41` replaced; what is no such sequence stays, and so does all of a text that would then hold NUL, which is no part of a path.
fn percent_decoded(text: &[u8]) -> Vec<u8> {
    let decoded: Vec<u8> = percent_decode(text).collect();
    if decoded.contains(&0) { text.to_vec() } else { decoded }
}

fn normalized(path: &[u8], style: PathStyle) -> Vec<u8> {
    match style {
        PathStyle::Posix => normalized_posix(path),
        PathStyle::Windows => normalized_windows(path),
    }
}

/// One slash at the beginning, none at the end.
fn normalized_posix(path: &[u8]) -> Vec<u8> {
    let slashes = path.iter().take_while(|&&c| c == b'/').count();
    let path = &path[slashes.saturating_sub(1)..];
    let end = path.iter().rposition(|&c| c != b'/').map_or(1, |last| last + 1);
    path[..end.min(path.len())].to_vec()
}

/// Backslashes; `C:` without slashes in front; two backslashes before a host; none at the end but after a drive.
fn normalized_windows(path: &[u8]) -> Vec<u8> {
    let mut path: Vec<u8> = path.iter().map(|&c| if c == b'/' { b'\\' } else { c }).collect();
    let slashes = path.iter().take_while(|&&c| c == b'\\').count();
    if starts_with_drive(&path[slashes..]) {
        path.drain(..slashes);
        path[1] = b':';
    } else if slashes > 2 {
        path.drain(..slashes - 2);
    }
    while path.len() > 3 && path.last() == Some(&b'\\') {
        path.pop();
    }
    path
}

/// `C:` or, as in old URIs, `C|`.
fn starts_with_drive(path: &[u8]) -> bool {
    matches!(path, [letter, b':' | b'|', rest @ ..]
        if letter.is_ascii_alphabetic() && matches!(rest.first(), None | Some(b'/' | b'\\')))
}

/// A path of this platform.
#[cfg(unix)]
pub(crate) fn native_path(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

/// A path of this platform.
#[cfg(not(unix))]
pub(crate) fn native_path(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(location: &str, style: PathStyle) -> Vec<String> {
        candidates(location.as_bytes(), style).iter().map(|c| String::from_utf8_lossy(c).into_owned()).collect()
    }

    #[test]
    fn posix_locations() {
        let table: [(&str, &[&str]); 24] = [
            ("file:///tmp/a/resources", &["/tmp/a/resources"]),
            ("file:/tmp/a/resources", &["/tmp/a/resources"]),
            ("file:////tmp/a/resources", &["/tmp/a/resources"]),
            ("file://///tmp/a", &["/tmp/a"]),
            ("FILE:///tmp/a", &["/tmp/a"]),
            ("file://localhost/tmp/a", &["/tmp/a"]),
            ("file://LocalHost/tmp/a", &["/tmp/a"]),
            ("file://server/share/a", &["/server/share/a"]),
            ("file:///tmp/a/resources/", &["/tmp/a/resources"]),
            ("file:///tmp/a///", &["/tmp/a"]),
            ("file:///", &["/"]),
            ("file:///tmp/a%20b", &["/tmp/a b", "/tmp/a%20b"]),
            ("file:///tmp/a b", &["/tmp/a b"]),
            ("file:///tmp/%7B8c4e%7d", &["/tmp/{8c4e}", "/tmp/%7B8c4e%7d"]),
            ("file:///tmp/%C3%BC", &["/tmp/ü", "/tmp/%C3%BC"]),
            ("file:///tmp/ü", &["/tmp/ü"]),
            ("file:///tmp/100%/x%2", &["/tmp/100%/x%2"]),
            ("file:///tmp/100%25", &["/tmp/100%", "/tmp/100%25"]),
            ("file:///tmp/a%00b", &["/tmp/a%00b"]),
            ("file:///tmp/a#b?c+d", &["/tmp/a#b?c+d"]),
            ("/tmp/a/resources/", &["/tmp/a/resources"]),
            ("/tmp/a%20b", &["/tmp/a%20b", "/tmp/a b"]),
            ("relative/resources", &["relative/resources"]),
            ("a:b/resources", &["a:b/resources"]),
        ];
        for (location, expected) in table {
            assert_eq!(texts(location, PathStyle::Posix), expected, "{location}");
        }
    }

    #[test]
    fn windows_locations() {
        let table: [(&str, &[&str]); 17] = [
            ("file:///C:/Temp/a/resources", &[r"C:\Temp\a\resources"]),
            ("file:/C:/Temp/a", &[r"C:\Temp\a"]),
            ("file:C:/Temp/a", &[r"C:\Temp\a"]),
            ("file://C:/Temp/a", &[r"C:\Temp\a"]),
            ("file:////C:/Temp/a", &[r"C:\Temp\a"]),
            ("file://localhost/C:/Temp/a", &[r"C:\Temp\a"]),
            ("file:///c%3A/Temp/a", &[r"c:\Temp\a", r"\c%3A\Temp\a"]),
            ("file:///C|/Temp/a", &[r"C:\Temp\a"]),
            ("file:///C:\\Temp\\a\\", &[r"C:\Temp\a"]),
            ("file:///C:/", &[r"C:\"]),
            ("file://server/share/a%20b/", &[r"\\server\share\a b", r"\\server\share\a%20b"]),
            ("file:////server/share/a", &[r"\\server\share\a"]),
            ("file://///server/share/a", &[r"\\server\share\a"]),
            (r"C:\Temp\a", &[r"C:\Temp\a"]),
            ("C:/Temp/a/", &[r"C:\Temp\a"]),
            (r"\\server\share\a", &[r"\\server\share\a"]),
            (r"relative\a", &[r"relative\a"]),
        ];
        for (location, expected) in table {
            assert_eq!(texts(location, PathStyle::Windows), expected, "{location}");
        }
    }

    #[test]
    fn other_schemes_and_nothing_are_no_folders() {
        for location in ["http://example.org/resources", "https://a/b", "", "file:", "file://", "file://localhost"] {
            for style in [PathStyle::Posix, PathStyle::Windows] {
                assert!(texts(location, style).is_empty(), "{location}");
            }
        }
    }

    #[test]
    fn every_byte_can_stand_in_a_path() {
        for byte in 1..=255_u8 {
            let location = format!("file:///tmp/%{byte:02x}x");
            assert_eq!(candidates(location.as_bytes(), PathStyle::Posix)[0], [b"/tmp/", &[byte][..], b"x"].concat());
        }
    }

    #[test]
    fn any_bytes_are_survived() {
        let alphabet = b"file:/\\C|%20\xff?localhost";
        let mut seed = 1_u64;
        for _ in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let length = (seed >> 60) as usize;
            let location: Vec<u8> = (0..length)
                .map(|i| alphabet[(seed.rotate_left(7 * i as u32) >> 40) as usize % alphabet.len()])
                .collect();
            for style in [PathStyle::Posix, PathStyle::Windows] {
                assert!(candidates(&location, style).iter().all(|path| !path.is_empty()));
            }
        }
    }
}
