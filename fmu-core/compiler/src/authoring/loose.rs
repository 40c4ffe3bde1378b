//! Parts of a mechanism that are not connected and have no forces: usually a connection is missing.

use super::problem::AuthoringProblem;
use crate::model_file::{Component, Diagnostic, ModelFile, Place};
use library::{Class, Condition, ConnectorKind};
use mechanism::hashed::{HashMap, HashSet};
use mechanism::union_find::UnionFind;
use mechanism::{Mechanism, NodeParent};
use simulation::model::Model;

/// Start values of bodies, which show that a body is meant to move freely.
const STARTS: [&str; 11] = [
    "r_0",
    "v_0",
    "a_0",
    "w_a",
    "z_a",
    "angles_start",
    "angles_fixed",
    "w_0_start",
    "w_0_fixed",
    "z_0_start",
    "z_0_fixed",
];

/// A warning for each separate part that moves freely, unless forces act on it or one of its bodies has start values.
pub(super) fn loose_pieces(file: &ModelFile, model: &Model) -> Vec<Diagnostic> {
    let mechanism = &model.mechanism;
    let mut links = pieces(mechanism);
    let mut loose = Vec::new();
    for node in &mechanism.nodes {
        if let NodeParent::Free { joint } = node.parent
            && mechanism.tree.joints.get(joint).is_some_and(|joint| !joint.kind.is_massless())
        {
            loose.push(links.find(node.link));
        }
    }
    loose.sort_unstable();
    loose.dedup();
    if loose.is_empty() || (loose.len() == 1 && !ground_carries(mechanism)) {
        return Vec::new();
    }
    let lines = mechanism.lines.iter().flat_map(|line| line.frames);
    let acting: HashSet<usize> =
        model.acting_frames.iter().copied().chain(lines).map(|frame| links.find(link_of(mechanism, frame))).collect();
    let ground = links.find(0);
    loose.retain(|piece| *piece != ground && !acting.contains(piece));
    if loose.is_empty() {
        return Vec::new();
    }
    let of_components = components(file, mechanism, &mut links);
    let ends = file.connections.iter().flat_map(|connection| [&connection.from, &connection.to]);
    let connected: HashSet<&str> = ends.map(|end| end.value.as_str()).collect();
    let members = loose.into_iter().filter_map(|piece| of_components.get(&piece));
    members.filter_map(|members| warning(members, &connected)).collect()
}

/// Sets of links that joints and constraints connect; links on explicit joints to the ground are in the ground's set.
fn pieces(mechanism: &Mechanism) -> UnionFind {
    let mut links = UnionFind::new(mechanism.tree.joints.len() + 1);
    let mut is_root = vec![false; mechanism.tree.joints.len()];
    for node in &mechanism.nodes {
        if let NodeParent::Free { joint } = node.parent {
            is_root[joint] = true;
        }
    }
    for (i, joint) in mechanism.tree.joints.iter().enumerate().filter(|(i, _)| !is_root[*i]) {
        links.union(joint.parent, i + 1);
    }
    for constraint in &mechanism.constraints {
        let [a, b] = constraint.nodes.map(|node| mechanism.nodes.get(node).map_or(0, |node| node.link));
        links.union(a, b);
    }
    links
}

/// Returns true if a joint or a rigid component is attached to the ground.
fn ground_carries(mechanism: &Mechanism) -> bool {
    let link = |node: usize| mechanism.nodes.get(node).map(|node| node.link);
    mechanism.nodes.iter().any(|node| match node.parent {
        NodeParent::Rigid { node, .. } | NodeParent::Joint { node, .. } => link(node) == Some(0),
        NodeParent::Ground(..) | NodeParent::Free { .. } => false,
    })
}

fn link_of(mechanism: &Mechanism, frame: usize) -> usize {
    let node = mechanism.frame_nodes.get(frame).and_then(|node| mechanism.nodes.get(*node));
    node.map_or(0, |node| node.link)
}

/// The components of each part with all of their frames in it, in the order of the text.
fn components<'a>(
    file: &'a ModelFile,
    mechanism: &Mechanism,
    links: &mut UnionFind,
) -> HashMap<usize, Vec<(&'a Component, &'static Class)>> {
    let numbers: HashMap<&str, usize> =
        file.components.iter().enumerate().map(|(i, component)| (component.name.value.as_str(), i)).collect();
    let mut pieces: Vec<Option<Option<usize>>> = vec![None; file.components.len()];
    for (frame, name) in mechanism.frame_names.iter().enumerate() {
        let owner = name.rmatch_indices('.').find_map(|(at, _)| numbers.get(&name[..at]));
        let Some(place) = owner.and_then(|owner| pieces.get_mut(*owner)) else { continue };
        let piece = links.find(link_of(mechanism, frame));
        *place = Some(match *place {
            None => Some(piece),
            Some(other) => other.filter(|other| *other == piece),
        });
    }
    let mut found: HashMap<usize, Vec<_>> = HashMap::default();
    for (component, piece) in file.components.iter().zip(pieces) {
        if let (Some(piece), Some(class)) = (piece.flatten(), library::find_class(&component.class.value)) {
            found.entry(piece).or_default().push((component, class));
        }
    }
    found
}

fn warning(members: &[(&Component, &'static Class)], connected: &HashSet<&str>) -> Option<Diagnostic> {
    let has_start = |component: &Component| {
        component.modifiers.iter().any(|modifier| STARTS.contains(&modifier.name.value.as_str()))
    };
    let (first, _) = members.first()?;
    if members.iter().any(|(component, _)| has_start(component)) {
        return None;
    }
    let components = members.iter().map(|(component, _)| component.name.value.clone()).collect();
    let mut open = Vec::new();
    for (component, class) in members {
        let frames = class.connectors.iter().filter(|connector| {
            connector.kind == ConnectorKind::Frame && matches!(connector.condition, Condition::Always)
        });
        let names = frames.map(|connector| format!("{}.{}", component.name.value, connector.name));
        open.extend(names.filter(|name| !connected.contains(name.as_str())));
    }
    let place = Place::Component(first.name.value.clone());
    Some(Diagnostic::about(&first.name.span, place, AuthoringProblem::MovesAlone { components, open }))
}
