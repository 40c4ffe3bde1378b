//! `connections`.

use super::table;
use crate::model_file::model::Connection;
use crate::model_file::names;
use crate::model_file::tree::{Kind, Node, Problems};
use crate::model_file::{Place, Problem, Spanned};
use std::collections::HashSet;

const EXPECTED_PAIR: &str = "a pair of connectors, [\"a.frame_b\", \"b.frame_a\"]";

/// The connections; variables of the model are ends, too.
pub(super) fn check(node: Node, variables: &HashSet<String>, problems: &mut Problems) -> Vec<Connection> {
    let Kind::Array(pairs) = node.kind else {
        let expected = "an array of pairs, [[\"a.frame_b\", \"b.frame_a\"], ...]";
        table::wrong_type(&node, Place::TopLevel("connections"), expected, problems);
        return Vec::new();
    };
    let numbered = pairs.into_iter().enumerate();
    numbered.filter_map(|(i, pair)| connection(i + 1, pair, variables, problems)).collect()
}

fn connection(number: usize, node: Node, variables: &HashSet<String>, problems: &mut Problems) -> Option<Connection> {
    let Kind::Array(ends) = node.kind else {
        table::wrong_type(&node, Place::Connection(number), EXPECTED_PAIR, problems);
        return None;
    };
    let found = ends.len();
    let mut ends = ends.into_iter().map(|end| connector(number, end, variables, problems));
    let pair = (ends.next(), ends.next());
    // The other ends are checked for their own sake.
    ends.for_each(drop);
    match pair {
        (Some(from), Some(to)) if found == 2 => Some(Connection { from: from?, to: to? }),
        _ => {
            problems.report(&node.span, Problem::NotAPair { connection: number, found });
            None
        }
    }
}

/// `component.connector`, either of them with dots and indices, or a variable of the model.
fn connector(
    number: usize,
    node: Node,
    variables: &HashSet<String>,
    problems: &mut Problems,
) -> Option<Spanned<String>> {
    let Kind::String(value) = node.kind else {
        table::wrong_type(&node, Place::Connection(number), EXPECTED_PAIR, problems);
        return None;
    };
    let end = Spanned { value, span: node.span };
    names::report(&end, Place::Connection(number), names::check, problems);
    if !end.value.is_empty() && !end.value.contains('.') && !variables.contains(&end.value) {
        problems.report(&end.span, Problem::NoConnector { connection: number, end: end.value.clone() });
    }
    Some(end)
}
