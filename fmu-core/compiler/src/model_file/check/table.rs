//! Tables.

use crate::model_file::tree::{Entry, Kind, Node, Problems};
use crate::model_file::{Place, Problem, Spanned};

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
