//! Parses TOML text to a tree (TOML 1.0; the parser continues after an error, so that several are found at once).

use super::nesting::{self, Syntax};
use super::tree::{Entry, Kind, Node, Problems, is_ignored};
use super::{Diagnostic, NESTING_LIMIT, PROBLEM_LIMIT, Problem, Span, Spanned};
use ::toml::Spanned as TomlSpanned;
use ::toml::de::{DeInteger, DeTable, DeValue, Error};

/// Parses `text`, whose first byte has the place `start`. Errors after which parsing continues go to `problems`; others
/// are returned.
pub(super) fn parse(text: &str, start: usize, problems: &mut Problems) -> Result<Node, Vec<Diagnostic>> {
    nesting::check(text, start, Syntax::Toml)?;
    let (root, errors) = DeTable::parse_recoverable(text);
    let errors = diagnostics(text, start, &errors);
    // The parser guesses the meaning of a broken line, so that later errors would be misleading. Duplicate keys are
    // harmless.
    if errors.iter().any(|d| !matches!(d.problem, Problem::DuplicateKey { .. })) {
        let mut all = Problems::default();
        errors.into_iter().for_each(|d| all.push(d));
        free(vec![DeValue::Table(root.into_inner())]);
        return Err(all.into_result().err().unwrap_or_default());
    }
    errors.into_iter().for_each(|d| problems.push(d));
    let span = shifted(root.span(), start);
    let (ignored, root): (Vec<_>, Vec<_>) =
        root.into_inner().into_iter().partition(|(key, _)| is_ignored(key.get_ref()));
    free(ignored.into_iter().map(|(_, value)| value.into_inner()).collect());
    let mut builder = Builder { text, start, problems };
    Ok(Node { kind: builder.table(root.into_iter().collect(), 1), span })
}

/// Frees values without recursion: dotted keys in inline tables nest them thousands of levels deep, up to the product
/// of [`NESTING_LIMIT`] and the parser's limit of a key, 80 parts.
fn free(mut values: Vec<DeValue<'_>>) {
    while let Some(value) = values.pop() {
        match value {
            DeValue::Array(elements) => values.extend(elements.into_iter().map(TomlSpanned::into_inner)),
            DeValue::Table(entries) => values.extend(entries.into_iter().map(|(_, value)| value.into_inner())),
            _ => {}
        }
    }
}

/// The parser's errors, one for each line: further ones in the same line mostly follow from the first.
fn diagnostics(text: &str, start: usize, errors: &[Error]) -> Vec<Diagnostic> {
    let mut lines = mechanism::hashed::HashSet::default();
    let first_of_line = |error: &&Error| {
        let line_start = error.span().map(|s| text.get(..s.start).and_then(|before| before.rfind('\n')));
        lines.insert(line_start)
    };
    errors.iter().filter(first_of_line).take(PROBLEM_LIMIT + 1).map(|error| diagnostic(text, start, error)).collect()
}

fn diagnostic(text: &str, start: usize, error: &Error) -> Diagnostic {
    let written = error.span().and_then(|span| text.get(span)).unwrap_or_default();
    let problem = match error.message() {
        "duplicate key" => Problem::DuplicateKey { key: written.trim_matches(['"', '\'']).to_owned() },
        message if message.contains("recursion") || message.contains("recurse") => Problem::TooDeep,
        message => match error.span().and_then(|span| unquoted_header(text, span.start)) {
            Some(name) => Problem::UnquotedName { section: "components", name },
            None => Problem::Syntax(format!("not well-formed TOML: {message}")),
        },
    };
    Diagnostic { span: error.span().map(|span| shifted(span, start)), problem }
}

/// The place of a part of the text.
fn shifted(part: Span, start: usize) -> Span {
    part.start + start..part.end + start
}

/// The component's name if the line at `position` is a header like `[components.gain[2]]`, also in a sub-model.
fn unquoted_header(text: &str, position: usize) -> Option<String> {
    let (before, behind) = text.split_at_checked(position)?;
    let line = [before.rsplit('\n').next()?, behind.split('\n').next()?].concat();
    let header = line.trim().strip_prefix('[')?;
    let of_sub_model = || header.strip_prefix("models.")?.split_once(".components.").map(|(_, name)| name);
    let name = header.strip_prefix("components.").or_else(of_sub_model)?;
    let name = name.split('#').next()?.trim_end().strip_suffix(']')?;
    (name.contains('[') && !name.contains(['"', '\''])).then(|| name.to_owned())
}

/// Converts the parser's values to nodes.
struct Builder<'a> {
    text: &'a str,
    /// Place of its first byte.
    start: usize,
    problems: &'a mut Problems,
}

impl Builder<'_> {
    /// `depth` counts this table, at most [`NESTING_LIMIT`].
    fn table(&mut self, table: DeTable<'_>, depth: usize) -> Kind {
        let mut entries: Vec<Entry> = table
            .into_iter()
            .map(|(key, value)| Entry {
                dotted: self.is_dotted(key.span().start),
                key: Spanned { span: shifted(key.span(), self.start), value: key.into_inner().into_owned() },
                value: self.node(value, depth),
            })
            .collect();
        // The parser sorts by key.
        entries.sort_by_key(|entry| entry.key.span.start);
        Kind::Table(entries)
    }

    /// Returns true if a dot precedes the key at `position`.
    fn is_dotted(&self, position: usize) -> bool {
        self.text.get(..position).is_some_and(|before| before.trim_end_matches([' ', '\t']).ends_with('.'))
    }

    /// `depth` counts the enclosing tables and arrays.
    fn node(&mut self, value: TomlSpanned<DeValue<'_>>, depth: usize) -> Node {
        let span = value.span();
        let value = value.into_inner();
        if depth >= NESTING_LIMIT && matches!(value, DeValue::Array(_) | DeValue::Table(_)) {
            free(vec![value]);
            return self.refused(span, Problem::TooDeep);
        }
        let kind = match value {
            DeValue::String(x) => Kind::String(x.into_owned()),
            DeValue::Boolean(x) => Kind::Boolean(x),
            DeValue::Integer(x) => return self.number(integer(&x), span),
            DeValue::Float(x) => return self.number(x.as_str().parse().ok(), span),
            DeValue::Datetime(x) => return self.refused(span, Problem::Date { text: x.to_string() }),
            DeValue::Array(x) => Kind::Array(x.into_iter().map(|e| self.node(e, depth + 1)).collect()),
            DeValue::Table(x) => self.table(x, depth + 1),
        };
        Node { kind, span: shifted(span, self.start) }
    }

    fn number(&mut self, number: Option<f64>, part: Span) -> Node {
        let written = self.text.get(part.clone()).unwrap_or_default();
        Node::number(number, written, shifted(part, self.start), self.problems)
    }

    fn refused(&mut self, part: Span, problem: Problem) -> Node {
        Node::refused(shifted(part, self.start), problem, self.problems)
    }
}

/// The nearest floating-point number, also for integers beyond 64 bits.
fn integer(x: &DeInteger<'_>) -> Option<f64> {
    if x.radix() == 10 {
        return x.as_str().parse().ok();
    }
    u128::from_str_radix(x.as_str(), x.radix()).ok().map(|value| value as f64)
}
