//! Canonical form of netlists: the compiled model does not depend on the order of components, parameters, connections
//! and settings, on the direction of connections, or on the choice of connectors of a node. Inputs and outputs stay in
//! the order of the file, which is that of the ports in other tools.

use crate::model_file::{Connection, ModelFile, Spanned, Value, splits};
use mechanism::hashed::HashMap;
use mechanism::union_find::UnionFind;

/// The same model with its components, parameters and variables sorted by name. A name in a sub-model is sorted by its
/// last part first, so that a component that is moved into a sub-model keeps its place.
pub fn in_order(file: &ModelFile) -> ModelFile {
    let mut file = file.clone();
    file.components.sort_by_cached_key(|component| place(&component.name.value));
    file.parameters.sort_by_cached_key(|parameter| place(&parameter.name.value));
    file.variables.sort_by_cached_key(|variable| place(&variable.name.value));
    file
}

/// Position of a name in the order of variables.
pub fn place(name: &str) -> (Natural, Natural) {
    let (_, last) = name.rsplit_once('.').unwrap_or(("", name));
    (natural(last), natural(name))
}

/// The same model with its connections and settings in a canonical order.
pub fn canonical(mut file: ModelFile) -> ModelFile {
    for component in &mut file.components {
        component.modifiers.iter_mut().for_each(|modifier| sort(&mut modifier.value.value));
        component.modifiers.sort_by(|a, b| a.name.value.cmp(&b.name.value));
    }
    file.parameters.iter_mut().for_each(|parameter| sort(&mut parameter.value.value));
    file.connections = connections(&file);
    file
}

/// Entries of tables by their keys.
fn sort(value: &mut Value) {
    match value {
        Value::Table(entries) => {
            entries.iter_mut().for_each(|(_, value)| sort(&mut value.value));
            entries.sort_by(|a, b| a.0.value.cmp(&b.0.value));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| sort(&mut element.value)),
        _ => {}
    }
}

/// The first connector of each node, connected with all others, in the order of the components.
fn connections(file: &ModelFile) -> Vec<Connection> {
    let order: HashMap<&str, usize> =
        file.components.iter().enumerate().map(|(index, component)| (component.name.value.as_str(), index)).collect();
    let (ends, _, mut sets) = connected(&file.connections);
    let (node_of, count) = sets.numbered();
    let mut nodes: Vec<Vec<&Spanned<String>>> = vec![Vec::new(); count];
    ends.into_iter().zip(node_of).for_each(|(end, node)| nodes[node].push(end));
    let place = |end: &Spanned<String>| (component(&order, &end.value), end.value.clone());
    nodes.iter_mut().for_each(|node| node.sort_by_cached_key(|end| place(end)));
    nodes.sort_by_cached_key(|node| node.first().map(|end| place(end)));
    let mut connections = Vec::with_capacity(file.connections.len());
    for node in nodes {
        let Some((first, others)) = node.split_first() else { continue };
        let pair = |other: &&Spanned<String>| Connection { from: (*first).clone(), to: (*other).clone() };
        connections.extend(others.iter().map(pair));
    }
    connections
}

/// The number of the component with this connector: names of components may contain dots.
fn component(order: &HashMap<&str, usize>, connector: &str) -> usize {
    splits(connector).find_map(|(front, _)| order.get(front).copied()).unwrap_or(usize::MAX)
}

/// The connectors in connections, their numbers, and the nodes that they form.
pub(super) fn connected(connections: &[Connection]) -> (Vec<&Spanned<String>>, HashMap<&str, usize>, UnionFind) {
    let (mut ends, mut numbers) = (Vec::new(), HashMap::default());
    for end in connections.iter().flat_map(|connection| [&connection.from, &connection.to]) {
        numbers.entry(end.value.as_str()).or_insert_with(|| {
            ends.push(end);
            ends.len() - 1
        });
    }
    let mut sets = UnionFind::new(ends.len());
    for Connection { from, to } in connections {
        sets.union(numbers[from.value.as_str()], numbers[to.value.as_str()]);
    }
    (ends, numbers, sets)
}

/// A name as text and numbers in turn.
pub type Natural = Vec<(String, u64)>;

/// Sort key of a name.
fn natural(name: &str) -> Natural {
    let mut pieces = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(digits);
        let end = behind.find(|c: char| !c.is_ascii_digit()).unwrap_or(behind.len());
        let (number, behind) = behind.split_at(end);
        // Numbers that are too long are compared by their digits.
        let (text, number) = match number.parse() {
            Ok(value) => (text.to_owned(), value),
            Err(_) => (format!("{text}{number}"), 0),
        };
        pieces.push((text, number));
        rest = behind;
    }
    pieces
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn model(connections: &str) -> String {
        let text = format!(
            "name = \"M\"\nconnections = [{connections}]\n[components.a]\nclass = \"Parts.Fixed\"\n[components.\"b.c\"]\nclass = \"Parts.Body\"\n\
             m = 1\nr_CM = [0, 0, 0]\n[components.b]\nclass = \"Parts.FixedTranslation\"\nr = [1, 0, 0]\n"
        );
        canonical(ModelFile::from_toml(&text).unwrap()).to_json()
    }

    #[test]
    fn connections_of_one_node_are_written_in_one_way() {
        let expected = model("[\"a.frame_b\", \"b.c.frame_a\"], [\"a.frame_b\", \"b.frame_a\"]");
        let compact: String = expected.split_whitespace().collect();
        assert!(compact.contains("[[\"a.frame_b\",\"b.c.frame_a\"],[\"a.frame_b\",\"b.frame_a\"]]"), "{expected}");
        for other in [
            "[\"b.frame_a\", \"a.frame_b\"], [\"b.c.frame_a\", \"b.frame_a\"]",
            "[\"b.c.frame_a\", \"b.frame_a\"], [\"a.frame_b\", \"b.c.frame_a\"], [\"a.frame_b\", \"b.frame_a\"]",
        ] {
            assert_eq!(model(other), expected);
        }
        assert_ne!(model("[\"a.frame_b\", \"b.c.frame_a\"]"), expected);
    }

    #[test]
    fn a_chain_of_many_connections_takes_no_time() {
        const COUNT: usize = 20_000;
        let mut file = ModelFile::from_toml("name = \"M\"\n").unwrap();
        let end = |k: usize| Spanned { value: format!("c.y[{k}]"), span: 0..0 };
        file.connections = (0..COUNT).rev().map(|k| Connection { from: end(k), to: end(k + 1) }).collect();
        let start = std::time::Instant::now();
        assert_eq!(canonical(file).connections.len(), COUNT);
        assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    }

    #[test]
    fn numbers_count() {
        let mut names = ["joint10", "arm[2].rod", "joint2", "arm[10].rod", "joint", "world", "99999999999999999999999"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(
            names,
            ["99999999999999999999999", "arm[2].rod", "arm[10].rod", "joint", "joint2", "joint10", "world"]
        );
    }
}
