//! The text of a model file, and the display of diagnostics in it.

#[cfg(not(target_family = "wasm"))]
use super::SIZE_LIMIT;
use super::{Diagnostic, Problem};
use std::fmt::{self, Write as _};
#[cfg(not(target_family = "wasm"))]
use std::io::Read as _;
use std::path::Path;

/// A text with its name for messages.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SourceText {
    /// File name as given.
    pub name: String,
    /// Content.
    pub text: String,
}

#[cfg(target_family = "wasm")]
thread_local! {
    /// Files by path, which replace the file system in a browser.
    static FILES: std::cell::RefCell<std::collections::BTreeMap<std::path::PathBuf, Vec<u8>>> = const { std::cell::RefCell::new(std::collections::BTreeMap::new()) };
}

/// Stores a file for [`SourceText::read`] and [`held_file`].
#[cfg(target_family = "wasm")]
pub fn hold_file(path: &Path, content: Vec<u8>) {
    FILES.with_borrow_mut(|files| files.insert(path.to_owned(), content));
}

/// The content of a file that was stored.
#[cfg(target_family = "wasm")]
pub fn held_file(path: &Path) -> Option<Vec<u8>> {
    FILES.with_borrow(|files| files.get(path).cloned())
}

/// True if a file was stored.
#[cfg(target_family = "wasm")]
pub fn holds_file(path: &Path) -> bool {
    FILES.with_borrow(|files| files.contains_key(path))
}

#[cfg(target_family = "wasm")]
fn held(path: &Path, name: String) -> Result<SourceText, Problem> {
    let reason = "the page has no such file".to_owned();
    let content = held_file(path).ok_or_else(|| Problem::Unreadable { path: name.clone(), reason })?;
    SourceText::from_bytes(content, name)
}

impl SourceText {
    /// Reads the file at `path`.
    ///
    /// # Errors
    /// [`Problem::Unreadable`], [`Problem::FileTooLarge`] or [`Problem::NotUtf8`].
    pub fn read(path: &Path) -> Result<Self, Problem> {
        let name = path.display().to_string();
        #[cfg(target_family = "wasm")]
        return held(path, name);
        #[cfg(not(target_family = "wasm"))]
        Self::from_disk(path, name)
    }

    #[cfg(not(target_family = "wasm"))]
    fn from_disk(path: &Path, name: String) -> Result<Self, Problem> {
        let unreadable = |error: std::io::Error| Problem::Unreadable { path: name.clone(), reason: error.to_string() };
        // Opening a pipe would block until it has a writer.
        let kind = std::fs::metadata(path).map_err(unreadable)?.file_type();
        if !kind.is_file() && !kind.is_dir() {
            return Err(unreadable(std::io::Error::other("it is a pipe or a device, not a file")));
        }
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        // One byte more than the maximum is sufficient to detect the error; reading ends there even if the file grows
        // or is endless.
        file.take(SIZE_LIMIT as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
        if bytes.len() > SIZE_LIMIT {
            let size = std::fs::metadata(path).map_or(0, |m| m.len()).max(bytes.len() as u64);
            return Err(Problem::FileTooLarge { bytes: size });
        }
        Self::from_bytes(bytes, name)
    }

    fn from_bytes(bytes: Vec<u8>, name: String) -> Result<Self, Problem> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => Err(Problem::NotUtf8 { position: error.utf8_error().valid_up_to() }),
        }
    }

    /// The diagnostic as text: `file:line:column: message`, the marked line of the file, and advice.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = String::new();
        // Writing to a string never fails.
        let _ = self.write(&mut out, diagnostic);
        out
    }

    fn write(&self, out: &mut String, diagnostic: &Diagnostic) -> fmt::Result {
        match &diagnostic.span {
            None => write!(out, "{}: {}", self.name, diagnostic.problem)?,
            Some(span) => {
                let (line, column) = line_and_column(&self.text, span.start);
                write!(out, "{}:{line}:{column}: {}", self.name, diagnostic.problem)?;
                self.write_excerpt(out, span)?;
            }
        }
        match diagnostic.problem.help() {
            Some(help) => write!(out, "\n  help: {help}"),
            None => Ok(()),
        }
    }

    /// The first line of `span` with carets below it; left out if the line is too long.
    fn write_excerpt(&self, out: &mut String, span: &super::Span) -> fmt::Result {
        const LONGEST: usize = 160;
        let start = floor_char_boundary(&self.text, span.start);
        let end = floor_char_boundary(&self.text, span.end).max(start);
        let line_start = self.text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.text[line_start..].lines().next().unwrap_or_default();
        if line.chars().count() > LONGEST || line.trim().is_empty() {
            return Ok(());
        }
        let before = self.text[line_start..start].chars().count();
        let marked = self.text[start..end.min(line_start + line.len()).max(start)].chars().count().max(1);
        let line = line.replace('\t', " ");
        write!(out, "\n  | {line}\n  | {}{}", " ".repeat(before), "^".repeat(marked))
    }
}

/// Line and column of the byte `offset`, both 1-based; the column counts characters. An offset inside a character is
/// moved to its start, one beyond the end to the end.
pub fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..floor_char_boundary(text, offset)];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let line = before.bytes().filter(|b| *b == b'\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

/// The last character boundary at or before `offset`.
pub fn floor_char_boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters() {
        let text = "añ = 1\r\nb = 2\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 3), (1, 3));
        assert_eq!(line_and_column(text, 2), (1, 2), "inside a character");
        assert_eq!(line_and_column(text, 9), (2, 1));
        assert_eq!(line_and_column(text, 99), (3, 1));
        assert_eq!(line_and_column("", 0), (1, 1));
    }

    #[test]
    fn rendering_marks_the_place() {
        let source = SourceText { name: "m.toml".to_owned(), text: "x = 1\n\tname = null\n".to_owned() };
        let rendered = source.render(&Diagnostic::new(14..18, Problem::Null));
        assert!(rendered.starts_with("m.toml:2:9: `null` is not a value"), "{rendered}");
        assert!(rendered.contains("\n  |  name = null\n  |         ^^^^\n  help: leave the key out"), "{rendered}");
    }
}
