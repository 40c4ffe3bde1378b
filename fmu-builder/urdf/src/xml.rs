//! The text as XML, and messages of the parser.

use compiler::model_file::{Diagnostic, Problem, SIZE_LIMIT, Span};
use roxmltree::{Document, Error, ParsingOptions, TextPos};

use super::UrdfProblem;

/// Parses the text.
pub(super) fn parse(text: &str) -> Result<Document<'_>, Vec<Diagnostic>> {
    if text.len() > SIZE_LIMIT {
        let problem = Problem::FileTooLarge { bytes: text.len() as u64 };
        return Err(vec![Diagnostic::without_place(problem)]);
    }
    let options = ParsingOptions { allow_dtd: false, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| vec![diagnostic(text, &error)])
}

fn diagnostic(text: &str, error: &Error) -> Diagnostic {
    let end = || text.trim_end().len()..text.len();
    match error {
        Error::NoRootNode => UrdfProblem::Empty.of_file(),
        Error::UnclosedRootNode | Error::UnexpectedEndOfStream => {
            UrdfProblem::Xml("the text ends before all elements are closed".to_owned()).at(&end())
        }
        Error::DtdDetected => {
            let start = text.find("<!DOCTYPE").unwrap_or_default();
            UrdfProblem::DocumentType.at(&(start..(start + "<!DOCTYPE".len()).min(text.len())))
        }
        Error::UnknownNamespace(prefix, position) if prefix == "xacro" => {
            let span = span(text, *position);
            let name = &text[span.clone()];
            UrdfProblem::Xacro(name.to_owned()).at(&span)
        }
        error => UrdfProblem::Xml(message(error)).at(&span(text, error.pos())),
    }
}

/// Message without the position.
fn message(error: &Error) -> String {
    match error {
        Error::UnexpectedCloseTag(expected, found, _) => {
            format!("`</{found}>` closes `<{expected}>`: expected `</{expected}>`")
        }
        Error::UnknownNamespace(prefix, _) => format!("the prefix `{prefix}:` is not declared with xmlns"),
        Error::DuplicatedAttribute(name, _) => format!("the attribute `{name}` occurs twice in one element"),
        Error::InvalidAttributeValue(_) => {
            "`<` inside a value: a quote is missing before it, or `&lt;` is meant".to_owned()
        }
        Error::InvalidChar(expected, found, _) => {
            format!(
                "found `{}`, expected `{}`",
                char::from(*found).escape_debug(),
                char::from(*expected).escape_debug()
            )
        }
        Error::InvalidChar2(expected, found, _) => {
            format!("found `{}`, expected {expected}", char::from(*found).escape_debug())
        }
        error => {
            let whole = error.to_string();
            let place = format!(" at {}", error.pos());
            whole.strip_suffix(place.as_str()).map_or(whole.clone(), str::to_owned)
        }
    }
}

/// The word at a line and column, both 1-based.
fn span(text: &str, position: TextPos) -> Span {
    let line = usize::try_from(position.row.saturating_sub(1)).unwrap_or(usize::MAX);
    let column = usize::try_from(position.col.saturating_sub(1)).unwrap_or(usize::MAX);
    let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
    let rest = &text[start..];
    let offset = rest.char_indices().nth(column).map_or(rest.len(), |(offset, _)| offset);
    let start = start + offset;
    // The parser's position is at the bracket or after it.
    let start = text[start..].strip_prefix('<').map_or(start, |rest| start + 1 + usize::from(rest.starts_with('/')));
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '-' | '.');
    let length = text[start..].find(|c| !is_word(c)).unwrap_or(text.len() - start);
    let one = text[start..].chars().next().map_or(0, char::len_utf8);
    start..start + length.max(one)
}
