//! Algebraic loops of a system: cycles of connections, and of outputs that depend directly on inputs.

use std::collections::{BTreeMap, BTreeSet};

use simulation::variables::Causality;

use super::{End, System};
use crate::host::ModelDescription;

/// Element and value reference of a signal of an FMU, or position of a connector of a system.
type Node = (usize, usize);

/// Cycles with no signal in common, as names of the signals in their order. `connections` are pairs of source and target.
pub(super) fn find(system: &System, connections: &[(End, End)]) -> Vec<Vec<String>> {
    let mut names = BTreeMap::new();
    let mut next: BTreeMap<Node, BTreeSet<Node>> = BTreeMap::new();
    for (source, target) in connections {
        let nodes = [source, target].map(|end| node(system, end));
        if let [Some(a), Some(b)] = nodes {
            names.entry(a).or_insert_with(|| system.name_of(source));
            names.entry(b).or_insert_with(|| system.name_of(target));
            next.entry(a).or_default().insert(b);
        }
    }
    for (position, element) in system.elements.iter().enumerate() {
        for (input, output) in element.fmu().into_iter().flat_map(feedthrough) {
            next.entry((position, input)).or_default().insert((position, output));
        }
    }
    let mut cycles = Vec::new();
    while let Some(cycle) = cycle(&mut next) {
        next.retain(|node, _| !cycle.contains(node));
        cycles.push(cycle.iter().filter_map(|node| names.get(node).cloned()).collect());
    }
    cycles
}

fn node(system: &System, end: &End) -> Option<Node> {
    let element = system.elements.get(end.element)?;
    let number = match element.fmu() {
        Some(description) => description.find(&end.connector)?.value_reference as usize,
        None => element.connectors.iter().position(|connector| connector.name == end.connector)?,
    };
    Some((end.element, number))
}

/// References of inputs, each with that of an output that depends on it.
fn feedthrough(description: &ModelDescription) -> Vec<(usize, usize)> {
    let variables = &description.variables;
    let reference = |k: usize| variables.get(k).map(|variable| variable.value_reference as usize);
    let mut pairs = Vec::new();
    for output in &description.outputs {
        let listed = output.dependencies.clone().unwrap_or_else(|| (0..variables.len()).collect());
        let direct = listed.into_iter().filter(|&k| variables.get(k).is_some_and(|v| v.causality == Causality::Input));
        pairs.extend(direct.filter_map(|k| reference(k).zip(reference(output.index))));
    }
    pairs
}

/// A cycle, after everything that leads to none is removed.
fn cycle(next: &mut BTreeMap<Node, BTreeSet<Node>>) -> Option<Vec<Node>> {
    loop {
        let alive: BTreeSet<Node> = next.keys().copied().collect();
        next.values_mut().for_each(|targets| targets.retain(|target| alive.contains(target)));
        let before = next.len();
        next.retain(|_, targets| !targets.is_empty());
        if next.len() == before {
            break;
        }
    }
    let mut path = vec![*next.keys().next()?];
    loop {
        let following = *next.get(path.last()?)?.first()?;
        if let Some(start) = path.iter().position(|node| *node == following) {
            return Some(path.split_off(start));
        }
        path.push(following);
    }
}
