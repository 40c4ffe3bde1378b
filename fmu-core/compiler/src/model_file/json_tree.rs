//! Parses JSON text to a tree (RFC 8259, strictly: no comments, no trailing commas; duplicate keys are refused, too).

use super::nesting::{self, Syntax};
use super::tree::{Entry, Kind, Node, Problems, is_ignored};
use super::{Diagnostic, Problem, Span, Spanned};
use crate::json;
use jsonc_parser::ast;
use jsonc_parser::common::Range;
use jsonc_parser::errors::{ParseError, ParseErrorKind};
use mechanism::hashed::HashSet;

/// The byte order mark, which some editors write at the start.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Parses `text`, whose first byte has the place `start`. Errors after which parsing continues go to `problems`; an
/// error that ends it is returned.
pub(super) fn parse(text: &str, start: usize, problems: &mut Problems) -> Result<Node, Vec<Diagnostic>> {
    nesting::check(text, start, Syntax::Json)?;
    let content = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut builder = Builder { json: content, offset: start + text.len() - content.len(), problems };
    let parsed = jsonc_parser::parse_to_ast(content, &Default::default(), &json::strict());
    match parsed.map(|result| result.value) {
        Ok(Some(ast::Value::Object(mut root))) => {
            root.properties.retain(|property| !is_ignored(property.name.as_str()));
            Ok(builder.object(root))
        }
        Ok(Some(value)) => Ok(builder.node(value)),
        Ok(None) => {
            let problem = Problem::Syntax("the file is empty: expected a JSON object".to_owned());
            Err(vec![Diagnostic::new(start..start + text.len(), problem)])
        }
        Err(error) => Err(vec![builder.syntax(&error)]),
    }
}

/// Converts the parser's values to nodes.
struct Builder<'a> {
    /// Text of the parser.
    json: &'a str,
    /// Offset of the parser's positions.
    offset: usize,
    problems: &'a mut Problems,
}

impl Builder<'_> {
    fn span(&self, range: Range) -> Span {
        range.start + self.offset..range.end + self.offset
    }

    /// Recursion is bounded by the check of the nesting depth.
    fn node(&mut self, value: ast::Value<'_>) -> Node {
        match value {
            ast::Value::StringLit(x) => self.string(x),
            ast::Value::BooleanLit(x) => Node { span: self.span(x.range), kind: Kind::Boolean(x.value) },
            ast::Value::NumberLit(x) => Node::number(x.value.parse().ok(), x.value, self.span(x.range), self.problems),
            ast::Value::NullKeyword(x) => self.refused(x.range, Problem::Null),
            ast::Value::Array(x) => {
                let span = self.span(x.range);
                Node { kind: Kind::Array(x.elements.into_iter().map(|e| self.node(e)).collect()), span }
            }
            ast::Value::Object(x) => self.object(x),
        }
    }

    /// Refuses bare control characters (RFC 8259, section 7), which the parser accepts.
    fn string(&mut self, literal: ast::StringLit<'_>) -> Node {
        let written = self.json.get(literal.range.start..literal.range.end).unwrap_or_default();
        if written.bytes().any(|byte| byte < b' ') {
            let problem = "not well-formed JSON: control character in a string: write \\n, \\t or \\u00..";
            return self.refused(literal.range, Problem::Syntax(problem.to_owned()));
        }
        Node { span: self.span(literal.range), kind: Kind::String(literal.value.into_owned()) }
    }

    fn object(&mut self, object: ast::Object<'_>) -> Node {
        let span = self.span(object.range);
        let mut seen = HashSet::default();
        let mut entries: Vec<Entry> = Vec::with_capacity(object.properties.len());
        for property in object.properties {
            let (key, range) = match property.name {
                ast::ObjectPropName::String(name) => (name.value.into_owned(), name.range),
                ast::ObjectPropName::Word(name) => (name.value.to_owned(), name.range),
            };
            let key = Spanned { value: key, span: self.span(range) };
            let value = self.node(property.value);
            if seen.insert(key.value.clone()) {
                entries.push(Entry { key, dotted: false, value });
            } else {
                self.problems.report(&key.span, Problem::DuplicateKey { key: key.value });
            }
        }
        Node { kind: Kind::Table(entries), span }
    }

    fn refused(&mut self, range: Range, problem: Problem) -> Node {
        Node::refused(self.span(range), problem, self.problems)
    }

    fn syntax(&self, error: &ParseError) -> Diagnostic {
        let span = self.span(error.range());
        match error.kind() {
            ParseErrorKind::NestingDepthExceeded => Diagnostic::new(span, Problem::TooDeep),
            kind => Diagnostic::new(span, Problem::Syntax(message(kind))),
        }
    }
}

/// Message of the parser, with advice for common faults in files written by hand.
fn message(kind: &ParseErrorKind) -> String {
    let advice = match kind {
        ParseErrorKind::CommentsNotAllowed => ": remove the comment, or use TOML, which has comments",
        ParseErrorKind::TrailingCommasNotAllowed => ": remove the comma before the closing bracket",
        ParseErrorKind::ExpectedComma => ": put a comma between the entries",
        ParseErrorKind::SingleQuotedStringsNotAllowed | ParseErrorKind::ExpectedStringObjectProperty => {
            ": use double quotes"
        }
        ParseErrorKind::UnexpectedWord => ": expected a number, a string in double quotes, true, false, [ or {",
        _ => "",
    };
    let kind = kind.to_string();
    let mut letters = kind.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    format!("not well-formed JSON: {first}{}{advice}", letters.as_str())
}
