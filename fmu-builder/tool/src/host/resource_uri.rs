//! The URI of the resources folder that fmi2Instantiate gets.

use std::path::Path;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// All but unreserved characters (RFC 3986, 2.3), and what separates folders and follows a drive.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~').remove(b'/').remove(b':');

/// `path` as a `file:///` URI (RFC 8089); what may not stand in one is percent-encoded. `path` must be absolute.
pub(super) fn file_uri(path: &Path) -> String {
    let bytes = slashes(path.as_os_str().as_encoded_bytes());
    let start = if bytes.first() == Some(&b'/') { "file://" } else { "file:///" };
    format!("{start}{}", percent_encode(&bytes, ENCODED))
}

/// Windows separates folders by backslashes, URIs by slashes; `\\?\` only marks an absolute path.
#[cfg(windows)]
fn slashes(path: &[u8]) -> Vec<u8> {
    let path = path.strip_prefix(br"\\?\").unwrap_or(path);
    path.iter().map(|&byte| if byte == b'\\' { b'/' } else { byte }).collect()
}

#[cfg(not(windows))]
fn slashes(path: &[u8]) -> Vec<u8> {
    path.to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::file_uri;

    #[test]
    fn reserved_characters_are_encoded() {
        assert_eq!(file_uri(Path::new("/tmp/a b/ä#1%")), "file:///tmp/a%20b/%C3%A4%231%25");
    }

    #[test]
    fn bytes_that_are_no_text_are_encoded() {
        use std::os::unix::ffi::OsStrExt;
        let path = Path::new(std::ffi::OsStr::from_bytes(b"/\xff"));
        assert_eq!(file_uri(path), "file:///%FF");
    }
}
