//! `connections`.

use super::table;
use crate::model_file::model::Connection;
use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::written::WrittenConnection;
use crate::model_file::{Place, Problem, Span, Spanned, names};
use mechanism::hashed::HashSet;

const EXPECTED_PAIR: &str = "a pair of connectors, [\"a.frame_b\", \"b.frame_a\"]";
const EXPECTED_INDEX: &str = "an index and its range, `for = \"i in 1:9\"`";

/// The connections as written: a table represents several.
pub(super) fn written(node: Node, variables: &HashSet<String>, problems: &mut Problems) -> Vec<WrittenConnection> {
    let Kind::Array(items) = node.kind else {
        let expected = "an array of pairs, [[\"a.frame_b\", \"b.frame_a\"], ...]";
        table::wrong_type(&node, Place::TopLevel("connections"), expected, problems);
        return Vec::new();
    };
    let mut found = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let number = index + 1;
        match item.kind {
            Kind::Table(entries) => repeated(number, entries, item.span, variables, &mut found, problems),
            kind => found.extend(connection(number, None, Node { kind, span: item.span }, variables, problems)),
        }
    }
    found
}

/// `{ for = "i in 1:9", connect = ["link[i].frame_b", "link[i+1].frame_a"] }`, or `connect` with many pairs.
fn repeated(
    number: usize,
    entries: Vec<Entry>,
    span: Span,
    variables: &HashSet<String>,
    found: &mut Vec<WrittenConnection>,
    problems: &mut Problems,
) {
    let place = Place::Connection(number);
    let (mut indices, mut pairs, mut is_wrong) = (None, None, false);
    for Entry { key, value, .. } in entries {
        match key.value.as_str() {
            "for" => {
                indices = super::values::spanned_text(value, &place, EXPECTED_INDEX, problems);
                is_wrong |= indices.is_none();
            }
            "connect" => pairs = Some(value),
            _ => table::unknown_key(&key, place.clone(), &["for", "connect"], problems),
        }
    }
    let missing = |key, expected| Problem::MissingKey { place: place.clone(), key, expected };
    if indices.is_none() && !is_wrong {
        problems.report(&span, missing("for", EXPECTED_INDEX));
    }
    let Some(pairs) = pairs else {
        return problems.report(&span, missing("connect", "a pair of connectors, or an array of pairs"));
    };
    let is_many =
        matches!(&pairs.kind, Kind::Array(items) if items.iter().all(|item| matches!(item.kind, Kind::Array(_))));
    let pairs = match pairs.kind {
        Kind::Array(items) if is_many => items,
        kind => vec![Node { kind, span: pairs.span }],
    };
    for pair in pairs {
        found.extend(connection(number, indices.clone(), pair, variables, problems));
    }
}

fn connection(
    number: usize,
    indices: Option<Spanned<String>>,
    node: Node,
    variables: &HashSet<String>,
    problems: &mut Problems,
) -> Option<WrittenConnection> {
    let Kind::Array(ends) = node.kind else {
        return table::refuse(&node, Place::Connection(number), EXPECTED_PAIR, problems);
    };
    let found = ends.len();
    let mut ends = ends.into_iter().map(|end| connector(number, end, variables, problems));
    let pair = (ends.next(), ends.next());
    // The other ends are checked as well.
    ends.for_each(drop);
    match pair {
        (Some(from), Some(to)) if found == 2 => {
            let pair = Connection { from: from?, to: to? };
            Some(WrittenConnection { number, indices, is_constant: false, pair })
        }
        _ => {
            problems.report(&node.span, Problem::NotAPair { connection: number, found });
            None
        }
    }
}

/// `component.connector`, both possibly with dots and indices, or a variable of the model.
fn connector(
    number: usize,
    node: Node,
    variables: &HashSet<String>,
    problems: &mut Problems,
) -> Option<Spanned<String>> {
    let Kind::String(value) = node.kind else {
        return table::refuse(&node, Place::Connection(number), EXPECTED_PAIR, problems);
    };
    let end = Spanned { value, span: node.span };
    // Checked after its indices are known.
    if has_computed_index(&end.value) {
        return Some(end);
    }
    names::report(&end, Place::Connection(number), names::check, problems);
    let base = end.value.split('[').next().unwrap_or_default();
    let is_variable = |end: &str| [end, base].iter().any(|name| variables.contains(*name));
    if !end.value.is_empty() && !end.value.contains('.') && !is_variable(&end.value) {
        problems.report(&end.span, Problem::NoConnector { connection: number, end: end.value.clone() });
    }
    Some(end)
}

/// True with letters or a colon in brackets: `link[i+1].frame_a`, `link[1:9].frame_b`.
fn has_computed_index(end: &str) -> bool {
    let inside = end.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    inside.into_iter().any(|inside| inside.contains(|c: char| c == ':' || c == '_' || c.is_ascii_alphabetic()))
}
