//! Clusters of joints coupled by constraints, and the numbering of joints.

use super::collected::Collected;
use super::spanned::Spanned;
use mechanism::sort::sort_by_key;
use mechanism::union_find::UnionFind;
use mechanism::{
    Cluster, Constraint, ConstraintKind, FlangeClosing, FlangeParent, FlangePotential, FlangeRole, InertPath, JointId,
    Mechanism, NodeParent, RowPath, Tree,
};

/// Finds the clusters and renumbers the joints so that those of a cluster are consecutive. Without constraints nothing
/// changes.
pub(super) fn form(collected: &Collected, spanned: &mut Spanned) {
    let inert = inert_links(collected, spanned);
    if spanned.mechanism.constraints.is_empty() && inert.is_empty() {
        return;
    }
    let mut sets = UnionFind::new(spanned.mechanism.tree.joints.len());
    let mut coupled = vec![false; spanned.mechanism.tree.joints.len()];
    let constraints = spanned.mechanism.constraints.iter().map(|constraint| path(spanned, constraint).0);
    for joints in constraints.chain(inert.iter().map(|links| inert_way(&spanned.mechanism.tree, *links))) {
        joints.windows(2).for_each(|pair| sets.union(pair[0].0, pair[1].0));
        joints.iter().for_each(|(joint, _)| coupled[*joint] = true);
    }
    let order = order(&mut sets, &coupled);
    let mut number = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, old)| number[*old] = new);
    renumber(spanned, &order, &number);
    // By new numbers: the first joint of the set of each coupled joint.
    let first: Vec<Option<usize>> = order.iter().map(|old| coupled[*old].then(|| number[sets.find(*old)])).collect();
    spanned.mechanism.tree.clusters = clusters(&spanned.mechanism.tree, &first);
    take_constraints(spanned, &first);
    for (number, links) in inert_links(collected, spanned).into_iter().enumerate() {
        let Some((joint, _)) = inert_way(&spanned.mechanism.tree, links).first().copied() else { continue };
        let Some(start) = first[joint] else { continue };
        let tree = &mut spanned.mechanism.tree;
        let Some(cluster) = tree.clusters.iter().position(|cluster| cluster.joints.start == start) else { continue };
        let root = tree.clusters[cluster].root;
        let joints = links.map(|link| way(tree, [link, root]).into_iter().map(|(joint, _)| joint).collect());
        tree.clusters[cluster].inert.push(InertPath { number, links, joints });
    }
}

/// Joints coupled by a mass between two links: those between the links, or those that move a single link.
fn inert_way(tree: &Tree, links: [usize; 2]) -> Vec<(JointId, bool)> {
    match links {
        [a, b] if a == b => a.checked_sub(1).map(|joint| (joint, true)).into_iter().collect(),
        _ => way(tree, links),
    }
}

/// Links of the frames of each mass between two frames.
fn inert_links(collected: &Collected, spanned: &Spanned) -> Vec<[usize; 2]> {
    let link =
        |frame: usize| spanned.mechanism.nodes.get(spanned.mechanism.frame_nodes[frame]).map_or(0, |node| node.link);
    collected.elements.inert.iter().map(|element| element.frames.map(link)).collect()
}

/// Runs of joints of one set.
fn clusters(tree: &Tree, first: &[Option<usize>]) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for (joint, start) in first.iter().enumerate().filter_map(|(joint, start)| Some((joint, (*start)?))) {
        let tree_joint = &tree.joints[joint];
        let end = tree_joint.v + tree_joint.kind.nv();
        match clusters.last_mut().filter(|cluster| cluster.joints.start == start) {
            Some(cluster) => (cluster.joints.end, cluster.coordinates.end) = (joint + 1, end),
            None => clusters.push(Cluster {
                joints: joint..joint + 1,
                root: tree_joint.parent,
                coordinates: tree_joint.v..end,
                constraints: 0..0,
                paths: Vec::new(),
                inert: Vec::new(),
            }),
        }
    }
    clusters
}

/// Sorts the constraints by cluster. One without joints has no effect.
fn take_constraints(spanned: &mut Spanned, first: &[Option<usize>]) {
    let mut constraints: Vec<(usize, Constraint)> = Vec::new();
    for constraint in std::mem::take(&mut spanned.mechanism.constraints) {
        let joint = path(spanned, &constraint).0.first().map(|(joint, _)| *joint);
        if let Some(start) = joint.and_then(|joint| first[joint]) {
            constraints.push((start, constraint));
        }
    }
    sort_by_key(&mut constraints, |(start, _)| *start);
    let mut clusters = std::mem::take(&mut spanned.mechanism.tree.clusters);
    let mut from = 0;
    for cluster in &mut clusters {
        let own = constraints[from..].iter().take_while(|(start, _)| *start == cluster.joints.start);
        let path = |(_, constraint): &(usize, Constraint)| {
            let (joints, links) = path(spanned, constraint);
            let closes_joint = constraint.kind == ConstraintKind::Weld;
            RowPath { rows: constraint.kind.rows(), closes_joint, links, joints }
        };
        cluster.paths = own.map(path).collect();
        cluster.constraints = from..from + cluster.paths.len();
        from = cluster.constraints.end;
    }
    spanned.mechanism.tree.clusters = clusters;
    spanned.mechanism.constraints = constraints.into_iter().map(|(_, constraint)| constraint).collect();
}

/// The new order of the joints: unchanged, except that the joints of a cluster follow its first one. The parent of the
/// first one is the root, so that parents keep smaller numbers than their children.
fn order(sets: &mut UnionFind, coupled: &[bool]) -> Vec<usize> {
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); coupled.len()];
    for (joint, _) in coupled.iter().enumerate().filter(|(_, coupled)| **coupled) {
        members[sets.find(joint)].push(joint);
    }
    // A set's representative is its smallest number.
    let joints =
        (0..coupled.len()).map(|joint| if coupled[joint] { std::mem::take(&mut members[joint]) } else { vec![joint] });
    joints.flatten().collect()
}

/// The joints that a constraint depends on, each with true if it moves frame b, and the links of its frames.
fn path(spanned: &Spanned, constraint: &Constraint) -> (Vec<(JointId, bool)>, [usize; 2]) {
    let tree = &spanned.mechanism.tree;
    match constraint.kind {
        ConstraintKind::Flanges(FlangeClosing { a, b, .. }) => related(tree, vec![a, b]),
        ConstraintKind::Relation(relation) => related(tree, relation.distinct().collect()),
        ConstraintKind::Balance { number, .. } => related(tree, spanned.mechanism.balances[number].distinct()),
        kind => {
            let mut links = constraint.nodes.map(|node| spanned.mechanism.nodes[node].link);
            if kind.is_on_ground() {
                links[0] = 0;
            }
            (way(tree, links), links)
        }
    }
}

/// The joints of a closing, a relation or a balance, with those between the links that carry them; the links of the first
/// and the last joint.
fn related(tree: &Tree, own: Vec<JointId>) -> (Vec<(JointId, bool)>, [usize; 2]) {
    let (Some(first), Some(last)) = (own.first(), own.last()) else { return (Vec::new(), [0, 0]) };
    let mut joints: Vec<(JointId, bool)> = Vec::new();
    let between = own.iter().flat_map(|other| way(tree, [tree.joints[*first].parent, tree.joints[*other].parent]));
    for (joint, forward) in between.chain(own.iter().map(|joint| (*joint, true))) {
        if !joints.iter().any(|(other, _)| *other == joint) {
            joints.push((joint, forward));
        }
    }
    (joints, [first + 1, last + 1])
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
    let tree = &mut spanned.mechanism.tree;
    let old = std::mem::take(&mut tree.joints);
    (tree.nq, tree.nv) = (0, 0);
    for joint in order {
        let mut joint = old[*joint];
        (joint.parent, joint.q, joint.v) = (link(joint.parent), tree.nq, tree.nv);
        tree.nq += joint.kind.nq();
        tree.nv += joint.kind.nv();
        tree.joints.push(joint);
    }
    spanned.mechanism.joints = order.iter().map(|old| spanned.mechanism.joints[*old].clone()).collect();
    spanned.starts = order.iter().map(|old| spanned.starts[*old]).collect();
    spanned.components = order.iter().map(|old| spanned.components[*old]).collect();
    for node in &mut spanned.mechanism.nodes {
        node.link = link(node.link);
        if let NodeParent::Joint { joint, .. } | NodeParent::Free { joint } = &mut node.parent {
            *joint = number[*joint];
        }
    }
    spanned.joint_of_element.iter_mut().flatten().for_each(|joint| *joint = number[*joint]);
    spanned.free_roots.iter_mut().for_each(|(_, joint)| *joint = number[*joint]);
    spanned.prescribed.iter_mut().for_each(|(joint, _)| *joint = number[*joint]);
    spanned.prescribers = spanned.prescribers.drain().map(|(joint, prescriber)| (number[joint], prescriber)).collect();
    for constraint in &mut spanned.mechanism.constraints {
        if let ConstraintKind::Flanges(FlangeClosing { a, b, .. }) = &mut constraint.kind {
            (*a, *b) = (number[*a], number[*b]);
        }
        if let ConstraintKind::Relation(relation) = &mut constraint.kind {
            relation.joints.iter_mut().flatten().for_each(|joint| *joint = number[*joint]);
        }
    }
    for balance in &mut spanned.mechanism.balances {
        let others = balance.elements.iter_mut().flat_map(|(_, joints)| joints).flatten();
        others.chain(&mut balance.joints).for_each(|joint| *joint = number[*joint]);
    }
    renumber_flanges(&mut spanned.mechanism, number);
}

fn renumber_flanges(mechanism: &mut Mechanism, number: &[usize]) {
    for potential in &mut mechanism.flange_potentials {
        if let FlangePotential::Joint(joint) = potential {
            *joint = number[*joint];
        }
    }
    for role in &mut mechanism.flange_roles {
        if let FlangeRole::Axis(joint) | FlangeRole::Prescriber(joint) = role {
            *joint = number[*joint];
        }
    }
    for (_, parent) in &mut mechanism.flange_tree {
        if let FlangeParent::Joint(joint, _) = parent {
            *joint = number[*joint];
        }
    }
    mechanism.rotors.iter_mut().filter_map(|rotor| rotor.joint.as_mut()).for_each(|joint| *joint = number[*joint]);
}
