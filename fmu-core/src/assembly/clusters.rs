//! Joints that constraints couple: which ones belong together, and their numbering.

use super::flange_coordinates::FlangeCoordinates;
use super::spanned::Spanned;
use super::union_find::UnionFind;
use crate::mechanism::{
    Cluster, Constraint, ConstraintKind, FlangeParent, FlangePotential, FlangeRole, JointId, NodeParent, RowPath, Tree,
};

/// Finds the clusters and numbers the joints so that those of a cluster follow each other. Without constraints nothing changes.
pub(super) fn form(spanned: &mut Spanned) {
    if spanned.constraints.is_empty() {
        return;
    }
    let mut sets = UnionFind::new(spanned.tree.joints.len());
    for constraint in &spanned.constraints {
        let (joints, _) = path(spanned, constraint);
        joints.windows(2).for_each(|pair| sets.union(pair[0].0, pair[1].0));
    }
    let coupled = coupled(spanned);
    let order = order(&mut sets, &coupled);
    let mut number = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, old)| number[*old] = new);
    renumber(spanned, &order, &number);
    let set = |old: usize, sets: &mut UnionFind| sets.find(old);
    // The set of each constraint, by the first of its joints; a constraint without joints has nothing to couple.
    let mut constraints: Vec<(usize, Constraint)> = Vec::new();
    for constraint in std::mem::take(&mut spanned.constraints) {
        if let Some((joint, _)) = path(spanned, &constraint).0.first() {
            constraints.push((number[set(order[*joint], &mut sets)], constraint));
        }
    }
    constraints.sort_by_key(|(first, _)| *first);
    let mut from = 0;
    for group in constraints.chunk_by(|a, b| a.0 == b.0) {
        let cluster = cluster(spanned, group, from, |joint| number[set(order[joint], &mut sets)]);
        spanned.tree.clusters.push(cluster);
        from += group.len();
    }
    spanned.constraints = constraints.into_iter().map(|(_, constraint)| constraint).collect();
}

/// For each joint: some constraint reads it.
fn coupled(spanned: &Spanned) -> Vec<bool> {
    let mut coupled = vec![false; spanned.tree.joints.len()];
    for constraint in &spanned.constraints {
        path(spanned, constraint).0.iter().for_each(|(joint, _)| coupled[*joint] = true);
    }
    coupled
}

/// The joints in their new order: as they were, but for those of a cluster, which come where its first one stands. The parent of that
/// one is the root, so that parents keep smaller numbers than their children.
fn order(sets: &mut UnionFind, coupled: &[bool]) -> Vec<usize> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); coupled.len()];
    for (joint, _) in coupled.iter().enumerate().filter(|(_, coupled)| **coupled) {
        members[sets.find(joint)].push(joint);
    }
    // A set's representative is its smallest number.
    let joints = (0..coupled.len()).map(|joint| if coupled[joint] { std::mem::take(&mut members[joint]) } else { vec![joint] });
    joints.flatten().collect()
}

fn cluster(
    spanned: &Spanned,
    group: &[(usize, Constraint)],
    from: usize,
    mut first: impl FnMut(usize) -> usize,
) -> Cluster {
    let start = group[0].0;
    let joints = &spanned.tree.joints;
    let end = (start..joints.len()).find(|joint| first(*joint) != start).unwrap_or(joints.len());
    let last = &joints[end - 1];
    let paths = group.iter().map(|(_, constraint)| {
        let (joints, links) = path(spanned, constraint);
        RowPath { rows: constraint.kind.rows(), closes_joint: constraint.kind == ConstraintKind::Weld, links, joints }
    });
    Cluster {
        joints: start..end,
        root: joints[start].parent,
        coordinates: joints[start].v..last.v + last.kind.nv(),
        constraints: from..from + group.len(),
        paths: paths.collect(),
    }
}

/// The joints that a constraint reads, each with true when it moves frame b, and the links of its frames.
fn path(spanned: &Spanned, constraint: &Constraint) -> (Vec<(JointId, bool)>, [usize; 2]) {
    let tree = &spanned.tree;
    if let ConstraintKind::Ratio { a, b, .. } = constraint.kind {
        // The joints themselves count, whatever hangs on them.
        let mut joints = way(tree, [tree.joints[a].parent, tree.joints[b].parent]);
        for joint in [a, b] {
            if !joints.iter().any(|(other, _)| *other == joint) {
                joints.push((joint, true));
            }
        }
        return (joints, [a + 1, b + 1]);
    }
    let links = constraint.nodes.map(|node| spanned.nodes[node].link);
    (way(tree, links), links)
}

/// Joints between two links, each with true on the side of the second one; from the links to their last common ancestor.
fn way(tree: &Tree, [mut a, mut b]: [usize; 2]) -> Vec<(JointId, bool)> {
    let mut joints = Vec::new();
    while a != b {
        // Parents have smaller numbers.
        let (link, forward) = if a > b { (&mut a, false) } else { (&mut b, true) };
        joints.push((*link - 1, forward));
        *link = tree.joints[*link - 1].parent;
    }
    joints
}

fn renumber(spanned: &mut Spanned, order: &[usize], number: &[usize]) {
    let link = |old: usize| if old == 0 { 0 } else { number[old - 1] + 1 };
    let tree = &mut spanned.tree;
    let old = std::mem::take(&mut tree.joints);
    (tree.nq, tree.nv) = (0, 0);
    for joint in order {
        let mut joint = old[*joint];
        (joint.parent, joint.q, joint.v) = (link(joint.parent), tree.nq, tree.nv);
        tree.nq += joint.kind.nq();
        tree.nv += joint.kind.nv();
        tree.joints.push(joint);
    }
    spanned.joints = order.iter().map(|old| spanned.joints[*old].clone()).collect();
    spanned.starts = order.iter().map(|old| spanned.starts[*old]).collect();
    for node in &mut spanned.nodes {
        node.link = link(node.link);
        if let NodeParent::Joint { joint, .. } | NodeParent::Free { joint } = &mut node.parent {
            *joint = number[*joint];
        }
    }
    spanned.joint_of_element.iter_mut().flatten().for_each(|joint| *joint = number[*joint]);
    spanned.free_roots.iter_mut().for_each(|(_, joint)| *joint = number[*joint]);
    spanned.prescribed.iter_mut().for_each(|(joint, _)| *joint = number[*joint]);
    for constraint in &mut spanned.constraints {
        if let ConstraintKind::Ratio { a, b, .. } = &mut constraint.kind {
            (*a, *b) = (number[*a], number[*b]);
        }
    }
    renumber_flanges(&mut spanned.flanges, number);
}

fn renumber_flanges(flanges: &mut FlangeCoordinates, number: &[usize]) {
    for potential in &mut flanges.potentials {
        if let FlangePotential::Joint(joint) = potential {
            *joint = number[*joint];
        }
    }
    for role in &mut flanges.roles {
        if let FlangeRole::Axis(joint) | FlangeRole::Prescriber(joint) = role {
            *joint = number[*joint];
        }
    }
    for (_, parent) in &mut flanges.tree {
        if let FlangeParent::Joint(joint, _) = parent {
            *joint = number[*joint];
        }
    }
    flanges.rotors.iter_mut().filter_map(|rotor| rotor.joint.as_mut()).for_each(|joint| *joint = number[*joint]);
    flanges.coordinates.iter_mut().for_each(|(_, joint)| *joint = number[*joint]);
}
