//! `connections`.

use super::values;
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
        values::wrong_type(&node, Place::TopLevel("connections"), expected, problems);
        return Vec::new();
    };
    let mut found = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let mut reader = Reader { number: index + 1, variables, problems };
        match item.kind {
            Kind::Table(entries) => found.extend(reader.repeated(entries, &item.span)),
            kind => found.extend(reader.connection(None, Node { kind, span: item.span })),
        }
    }
    found
}

/// Reader of one item.
struct Reader<'a> {
    /// Counted from 1.
    number: usize,
    /// Names of the variables and inputs of the model.
    variables: &'a HashSet<String>,
    problems: &'a mut Problems,
}

impl Reader<'_> {
    fn place(&self) -> Place {
        Place::Connection(self.number)
    }

    /// `{ for = "i in 1:9", connect = ["link[i].frame_b", "link[i+1].frame_a"] }`, or `connect` with many pairs.
    fn repeated(&mut self, entries: Vec<Entry>, span: &Span) -> Vec<WrittenConnection> {
        let has_indices = entries.iter().any(|entry| entry.key.value == "for");
        let (mut indices, mut pairs) = (None, None);
        for Entry { key, value, .. } in entries {
            match key.value.as_str() {
                "for" => indices = values::spanned_text(value, &self.place(), EXPECTED_INDEX, self.problems),
                "connect" => pairs = Some(value),
                _ => values::unknown_key(&key, self.place(), &["for", "connect"], self.problems),
            }
        }
        let place = self.place();
        let missing = |key, expected| Problem::MissingKey { place: place.clone(), key, expected };
        if !has_indices {
            self.problems.report(span, missing("for", EXPECTED_INDEX));
        }
        let Some(pairs) = pairs else {
            self.problems.report(span, missing("connect", "a pair of connectors, or an array of pairs"));
            return Vec::new();
        };
        let pairs = match pairs.kind {
            Kind::Array(items) if items.iter().all(|item| matches!(item.kind, Kind::Array(_))) => items,
            kind => vec![Node { kind, span: pairs.span }],
        };
        pairs.into_iter().filter_map(|pair| self.connection(indices.clone(), pair)).collect()
    }

    fn connection(&mut self, indices: Option<Spanned<String>>, node: Node) -> Option<WrittenConnection> {
        let number = self.number;
        let Kind::Array(ends) = node.kind else {
            return values::refuse(&node, self.place(), EXPECTED_PAIR, self.problems);
        };
        let found = ends.len();
        let mut ends = ends.into_iter().map(|end| self.connector(end));
        let pair = (ends.next(), ends.next());
        // The other ends are checked as well.
        ends.for_each(drop);
        match pair {
            (Some(from), Some(to)) if found == 2 => {
                let pair = Connection { from: from?, to: to? };
                Some(WrittenConnection { number, indices, is_constant: false, pair })
            }
            _ => {
                self.problems.report(&node.span, Problem::NotAPair { connection: number, found });
                None
            }
        }
    }

    /// `component.connector`, both possibly with dots and indices, or a variable of the model.
    fn connector(&mut self, node: Node) -> Option<Spanned<String>> {
        let Kind::String(value) = node.kind else {
            return values::refuse(&node, self.place(), EXPECTED_PAIR, self.problems);
        };
        let end = Spanned { value, span: node.span };
        // Checked after its indices are known.
        if has_computed_index(&end.value) {
            return Some(end);
        }
        names::report(&end, self.place(), names::check, self.problems);
        let base = end.value.split('[').next().unwrap_or_default();
        let is_variable = [&*end.value, base].iter().any(|name| self.variables.contains(*name));
        if !end.value.is_empty() && !end.value.contains('.') && !is_variable {
            let problem = Problem::NoConnector { connection: self.number, end: end.value.clone() };
            self.problems.report(&end.span, problem);
        }
        Some(end)
    }
}

/// True with letters or a colon in brackets: `link[i+1].frame_a`, `link[1:9].frame_b`.
fn has_computed_index(end: &str) -> bool {
    let inside = end.split('[').skip(1).filter_map(|rest| rest.split_once(']')).map(|(inside, _)| inside);
    inside.into_iter().any(|inside| inside.contains(|c: char| c == ':' || c == '_' || c.is_ascii_alphabetic()))
}
