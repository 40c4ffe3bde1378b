//! Nesting depth of brackets, checked before recursive functions read the text.

use super::{Diagnostic, NESTING_LIMIT, Problem, SIZE_LIMIT};

/// Syntax of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Syntax {
    Json,
    Toml,
}

/// Refuses a text larger than [`SIZE_LIMIT`], and one with a bracket beyond the maximum depth. Its first byte has the place
/// `start`.
pub(super) fn check(text: &str, start: usize, syntax: Syntax) -> Result<(), Vec<Diagnostic>> {
    if text.len() > SIZE_LIMIT {
        return Err(vec![Diagnostic::without_place(Problem::FileTooLarge { bytes: text.len() as u64 })]);
    }
    match deep(text, syntax) {
        Some(place) => Err(vec![Diagnostic::new(place + start..place + start + 1, Problem::TooDeep)]),
        None => Ok(()),
    }
}

/// Position of the first bracket of `text` beyond the maximum depth.
fn deep(text: &str, syntax: Syntax) -> Option<usize> {
    let is_toml = syntax == Syntax::Toml;
    let mut scan = Scan { bytes: text.as_bytes(), position: 0, depth: 0 };
    while let Some(byte) = scan.next() {
        match byte {
            b'"' if !is_toml => scan.skip_string(b"\"", true),
            b'#' if is_toml => scan.skip_line(),
            b'"' if scan.take(b"\"\"") => scan.skip_string(b"\"\"\"", true),
            b'"' => scan.skip_string(b"\"", true),
            b'\'' if is_toml && scan.take(b"''") => scan.skip_string(b"'''", false),
            b'\'' if is_toml => scan.skip_string(b"'", false),
            _ if scan.is_beyond(byte) => return Some(scan.position - 1),
            _ => {}
        }
    }
    None
}

/// Scanner that skips strings and counts brackets.
struct Scan<'a> {
    bytes: &'a [u8],
    position: usize,
    depth: usize,
}

impl Scan<'_> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.position).copied();
        self.position += 1;
        byte
    }

    /// Counts `byte`; returns true for a bracket beyond the maximum depth.
    fn is_beyond(&mut self, byte: u8) -> bool {
        match byte {
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        self.depth > NESTING_LIMIT
    }

    /// Skips to after the next `quote`; a single-line string also ends with the line.
    fn skip_string(&mut self, quote: &[u8], escapes: bool) {
        while let Some(byte) = self.next() {
            if escapes && byte == b'\\' {
                self.position += 1;
            } else if self.bytes[self.position - 1..].starts_with(quote) {
                self.position += quote.len() - 1;
                return;
            } else if byte == b'\n' && quote.len() == 1 {
                return;
            }
        }
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|byte| byte != b'\n') {}
    }

    /// Skips `expected` if it comes next.
    fn take(&mut self, expected: &[u8]) -> bool {
        let found = self.bytes.get(self.position..).is_some_and(|rest| rest.starts_with(expected));
        if found {
            self.position += expected.len();
        }
        found
    }
}
