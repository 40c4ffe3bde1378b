//! Tables, and values of any kind.

use crate::model_file::model::Value;
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{
    Access, Expression, ExpressionProblem, FINAL, NESTING_LIMIT, PROTECTED, Place, Problem, Span, Spanned, names,
    read_expression,
};

/// The entries of a table; anything else is reported as not `expected`.
pub(super) fn entries(
    node: Node,
    place: &Place,
    expected: &'static str,
    problems: &mut Problems,
) -> Option<Vec<Entry>> {
    match node.kind {
        Kind::Table(entries) => Some(entries),
        _ => refuse(&node, place.clone(), expected, problems),
    }
}

/// Reports that `node` is not what was expected; there is no value then.
pub(super) fn refuse<T>(node: &Node, place: Place, expected: &'static str, problems: &mut Problems) -> Option<T> {
    wrong_type(node, place, expected, problems);
    None
}

/// Reports that `node` is not what was expected.
pub(super) fn wrong_type(node: &Node, place: Place, expected: &'static str, problems: &mut Problems) {
    if !matches!(node.kind, Kind::Refused) {
        problems.report(&node.span, Problem::WrongType { place, found: node.describe(), expected });
    }
}

/// Reports a key that is not one of `known`.
pub(super) fn unknown_key(
    key: &Spanned<String>,
    place: Place,
    known: &'static [&'static str],
    problems: &mut Problems,
) {
    problems.report(&key.span, Problem::UnknownKey { place, key: key.value.clone(), known });
}

/// A string, without its place.
pub(super) fn text(node: Node, place: &Place, problems: &mut Problems) -> Option<String> {
    spanned_text(node, place, "a string", problems).map(|text| text.value)
}

/// A string; anything else is reported as not `expected`.
pub(super) fn spanned_text(
    node: Node,
    place: &Place,
    expected: &'static str,
    problems: &mut Problems,
) -> Option<Spanned<String>> {
    match node.kind {
        Kind::String(value) => Some(Spanned { value, span: node.span }),
        // A name from a front end.
        Kind::Expression(Expression::Reference { name, .. }) => Some(Spanned { value: name, span: node.span }),
        _ => refuse(&node, place.clone(), expected, problems),
    }
}

/// A number.
pub(super) fn number(node: &Node, place: Place, problems: &mut Problems) -> Option<f64> {
    bare_number(node, place, "a number", problems)
}

fn bare_number(node: &Node, place: Place, expected: &'static str, problems: &mut Problems) -> Option<f64> {
    match node.kind {
        Kind::Number(value) => Some(value),
        _ => refuse(node, place, expected, problems),
    }
}

/// A time, s: a number, or one with a unit.
pub(super) fn time(node: &Node, place: Place, problems: &mut Problems) -> Option<f64> {
    if let Some(measure) = measure(&node.kind)
        && let Some(time) = crate::authoring::time(&measure)
    {
        return time.map_err(|problem| problems.report(&node.span, problem.at(place))).ok();
    }
    bare_number(node, place, "a number in seconds, or one with a unit, \"10 ms\"", problems)
}

/// The number with a unit, if the string is one.
pub(super) fn measure(kind: &Kind) -> Option<Expression> {
    let expression = match kind {
        Kind::String(text) => read_expression(text, &(0..0)).ok()?,
        Kind::Expression(expression) => expression.clone(),
        _ => return None,
    };
    expression.lone_measure().is_some().then_some(expression)
}

/// An expression; anything else is reported as not `expected`.
pub(super) fn expression(
    node: Node,
    place: &Place,
    expected: &'static str,
    problems: &mut Problems,
) -> Option<Spanned<Expression>> {
    let value = match node.kind {
        Kind::Expression(expression) => {
            check_nesting(expression.nesting(), &node.span, place, problems);
            expression
        }
        Kind::String(text) => match read_expression(&text, &node.span) {
            Ok(expression) => expression,
            Err(diagnostic) => {
                problems.push(diagnostic.at(place.clone()));
                return None;
            }
        },
        _ => return refuse(&node, place.clone(), expected, problems),
    };
    Some(Spanned { value, span: node.span })
}

/// Returns true for `final` and `protected`.
pub(super) fn is_access(key: &str) -> bool {
    [FINAL, PROTECTED].contains(&key)
}

/// Reads the value of `final` or `protected`.
pub(super) fn access(key: &str, value: &Node, place: Place, access: &mut Access, problems: &mut Problems) {
    let Kind::Boolean(is) = value.kind else {
        return wrong_type(value, place, "`true` or `false`", problems);
    };
    match key {
        FINAL => access.is_final = is,
        _ => access.is_protected = is,
    }
}

/// Any value. Recursion is bounded by the depth of the tree.
pub(super) fn value(node: Node, place: &Place, problems: &mut Problems) -> Option<Spanned<Value>> {
    let content = match node.kind {
        Kind::Number(x) => Value::Number(x),
        Kind::Boolean(x) => Value::Boolean(x),
        Kind::String(x) => Value::String(x),
        Kind::Expression(x) => {
            check_nesting(x.nesting(), &node.span, place, problems);
            Value::Expression(x)
        }
        Kind::Condition(x) => {
            check_nesting(x.nesting(), &node.span, place, problems);
            Value::Condition(x)
        }
        Kind::Array(elements) => {
            check_rows(&elements, place, problems);
            let elements = elements.into_iter().map(|e| value(e, place, problems));
            Value::Array(elements.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?)
        }
        Kind::Table(entries) => {
            let entries = entries.into_iter().map(|e| attribute(e, place, problems));
            Value::Table(entries.collect::<Vec<_>>().into_iter().collect::<Option<_>>()?)
        }
        Kind::Refused => return None,
    };
    Some(Spanned { value: content, span: node.span })
}

/// An entry of a table of attributes.
fn attribute(entry: Entry, place: &Place, problems: &mut Problems) -> Option<(Spanned<String>, Spanned<Value>)> {
    names::report(&entry.key, place.clone(), names::check_plain, problems);
    let value = value(entry.value, &place.below(&entry.key.value), problems)?;
    Some((entry.key, value))
}

/// Reports an expression or condition from a front end that is nested too deeply to be parsed from the model file in an
/// FMU.
fn check_nesting(nesting: usize, span: &Span, place: &Place, problems: &mut Problems) {
    if nesting > NESTING_LIMIT {
        let problem = Problem::from(ExpressionProblem::TooDeep { limit: NESTING_LIMIT });
        problems.report(span, problem.at(place.clone()));
    }
}

/// Reports the first row that differs in form: all rows must be scalars, or arrays of one length.
fn check_rows(rows: &[Node], place: &Place, problems: &mut Problems) {
    let size = |row: &Node| match &row.kind {
        Kind::Array(elements) => Some(elements.len()),
        _ => None,
    };
    let Some((first, others)) = rows.split_first() else { return };
    let refused = |row: &Node| matches!(row.kind, Kind::Refused);
    let differs = |row: &Node| size(row) != size(first) && !refused(row) && !refused(first);
    if let Some(index) = others.iter().position(differs) {
        let row = &others[index];
        let problem = Problem::RaggedArray { place: place.clone(), row: index + 2, found: row.describe() };
        problems.report(&row.span, problem);
    }
}
