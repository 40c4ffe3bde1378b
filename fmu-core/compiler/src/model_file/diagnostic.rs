//! Errors and warnings with their places.

use super::{Place, Problem};
use mechanism::expression::{Condition, Expression, ExpressionError, Span};

/// One problem of a model file.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// Place in the text, if known.
    pub span: Option<Span>,
    /// The problem.
    pub problem: Problem,
}

impl From<ExpressionError> for Diagnostic {
    fn from(ExpressionError { span, problem }: ExpressionError) -> Self {
        Self::new(span, problem.into())
    }
}

impl Diagnostic {
    /// `problem` at `span`.
    pub fn new(span: Span, problem: Problem) -> Self {
        Self { span: Some(span), problem }
    }

    /// `problem` with its subject at `span`.
    pub(crate) fn about(span: &Span, place: Place, problem: impl Into<Problem>) -> Self {
        Self::new(span.clone(), problem.into()).at(place)
    }

    /// `problem` without a place in the text.
    pub fn without_place(problem: Problem) -> Self {
        Self { span: None, problem }
    }

    /// The diagnostic with its subject in front of the message.
    pub fn at(self, place: Place) -> Self {
        Self { problem: self.problem.at(place), ..self }
    }

    /// Moves a diagnostic about the content of a string (an expression) to the place of the string in the file.
    ///
    /// `value` is the string, `span` its range in the file including the quotes. If the two lengths differ by more than
    /// the quotes (escapes, folded lines), the position inside the string is not known and the place is the whole
    /// string.
    pub fn inside_string(self, value: &str, span: &Span) -> Self {
        let quotes = match span.len().saturating_sub(value.len()) {
            2 => 1,
            6 => 3,
            _ => return Self { span: Some(span.clone()), ..self },
        };
        let shift = |inner: Span| {
            let end = (span.start + quotes + inner.end).min(span.end);
            (span.start + quotes + inner.start).min(end)..end
        };
        Self { span: Some(self.span.map_or_else(|| span.clone(), shift)), ..self }
    }
}

/// Parses an expression that is the string `text` at `span`. Its subscripts may be expressions.
///
/// # Errors
/// The first problem, with its place in the file.
pub(crate) fn read_expression(text: &str, span: &Span) -> Result<Expression, Diagnostic> {
    Expression::parse_indexed(text).map_err(|error| Diagnostic::from(error).inside_string(text, span))
}

/// Parses a condition that is the string `text` at `span`.
///
/// # Errors
/// The first problem, with its place in the file.
pub(crate) fn read_condition(text: &str, span: &Span) -> Result<Condition, Diagnostic> {
    Condition::parse_indexed(text).map_err(|error| Diagnostic::from(error).inside_string(text, span))
}
