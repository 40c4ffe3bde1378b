//! Tree of values with places, for both syntaxes.

use super::{Condition, Diagnostic, Expression, PROBLEM_LIMIT, Problem, Span, Spanned};
use mechanism::digits::counted;
use mechanism::sort::sort_by_key;

/// A value and its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// Top-level keys that are not part of the model: they are skipped with their content.
const IGNORED: [&str; 3] = ["$schema", "reference", "needs"];

/// True for a top-level key that is skipped.
pub(super) fn is_ignored(key: &str) -> bool {
    IGNORED.contains(&key)
}

/// Content of a [`Node`].
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Number(f64),
    Boolean(bool),
    String(String),
    Expression(Expression),
    Condition(Condition),
    Array(Vec<Node>),
    Table(Vec<Entry>),
    /// A value with a reported error.
    Refused,
}

/// `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: Spanned<String>,
    /// Created by TOML's dotted key notation (`outer.key`).
    pub(super) dotted: bool,
    pub(super) value: Node,
}

impl Node {
    /// A number; one that is not finite, or cannot be read, is refused.
    pub(super) fn number(number: Option<f64>, written: &str, span: Span, problems: &mut Problems) -> Self {
        match number.filter(|x| x.is_finite()) {
            Some(number) => Self { kind: Kind::Number(number), span },
            None => Self::refused(span, Problem::NumberNotFinite { text: written.to_owned() }, problems),
        }
    }

    /// Reports a value that is not legal.
    pub(super) fn refused(span: Span, problem: Problem, problems: &mut Problems) -> Self {
        problems.report(&span, problem);
        Self { kind: Kind::Refused, span }
    }

    /// Converts a value from a front end.
    pub(super) fn from_value(value: Spanned<super::Value>) -> Self {
        use super::Value;
        let kind = match value.value {
            Value::Number(x) => Kind::Number(x),
            Value::Boolean(x) => Kind::Boolean(x),
            Value::String(x) => Kind::String(x),
            Value::Expression(x) => Kind::Expression(x),
            Value::Condition(x) => Kind::Condition(x),
            Value::Array(elements) => Kind::Array(elements.into_iter().map(Self::from_value).collect()),
            Value::Table(entries) => Kind::Table(
                entries
                    .into_iter()
                    .map(|(key, value)| Entry { key, dotted: false, value: Self::from_value(value) })
                    .collect(),
            ),
        };
        Self { kind, span: value.span }
    }

    /// The value in words, for messages.
    pub(super) fn describe(&self) -> String {
        match &self.kind {
            Kind::Number(x) => format!("the number {x}"),
            Kind::Boolean(x) => format!("the Boolean {x}"),
            Kind::String(x) => format!("the string {}", mechanism::quoted::quoted(x)),
            Kind::Expression(x) => format!("the expression {}", mechanism::quoted::quoted(&x.to_string())),
            Kind::Condition(x) => format!("the condition {}", mechanism::quoted::quoted(&x.to_string())),
            Kind::Array(x) => format!("an array of {}", counted(x.len(), "element")),
            Kind::Table(_) => "a table".to_owned(),
            Kind::Refused => "no value".to_owned(),
        }
    }

    /// The entries, when it is a table.
    pub(super) fn entries(&self) -> Option<&[Entry]> {
        match &self.kind {
            Kind::Table(entries) => Some(entries),
            _ => None,
        }
    }

    /// True for a table with the key `key`.
    pub(super) fn has_key(&self, key: &str) -> bool {
        self.entries().is_some_and(|entries| entries.iter().any(|e| e.key.value == key))
    }
}

/// The errors so far, at most [`PROBLEM_LIMIT`].
#[derive(Debug, Default)]
pub struct Problems {
    diagnostics: Vec<Diagnostic>,
    more: bool,
}

impl Problems {
    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < PROBLEM_LIMIT {
            self.diagnostics.push(diagnostic);
        } else {
            self.more = true;
        }
    }

    /// Returns true if further errors are dropped.
    pub fn is_full(&self) -> bool {
        self.more
    }

    /// Adds `problem` at `span`.
    pub(crate) fn report(&mut self, span: &Span, problem: impl Into<Problem>) {
        self.push(Diagnostic::new(span.clone(), problem.into()));
    }

    /// All diagnostics in the order of the text, those without a place last.
    ///
    /// # Errors
    /// The diagnostics, if there are any.
    pub fn into_result(mut self) -> Result<(), Vec<Diagnostic>> {
        if self.diagnostics.is_empty() {
            return Ok(());
        }
        sort_by_key(&mut self.diagnostics, |d| d.span.as_ref().map_or((usize::MAX, 0), |s| (s.start, s.end)));
        if self.more {
            self.diagnostics.push(Diagnostic::without_place(Problem::TooManyProblems));
        }
        Err(self.diagnostics)
    }
}
