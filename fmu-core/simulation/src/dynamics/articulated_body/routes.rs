//! Paths of articulated inertias from the leaves of a tree to its root.

use mechanism::{JointKind, Motion, Tree};

/// Path of the articulated inertia from leaf to root when joints are visited in descending order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// Destination of the articulated inertia.
    pub(super) to: Destination,
    /// Slot of the waiting subtrees to be added at the link of this joint.
    pub(super) from: Option<usize>,
    /// Dynamic and revolute, no subtree waits at its link, and it passes its inertia on to the next joint or is the
    /// last one.
    pub(super) in_revolute_chain: bool,
    /// The coordinate moves no link and is on the ground: only its own inertia matters.
    pub(super) is_lone: bool,
    /// First velocity coordinate of the joint.
    pub(super) v: usize,
}

/// Destination of an articulated inertia.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Destination {
    /// The joint that is visited next: the inertia stays in registers.
    Next,
    /// A slot, as the first subtree.
    Store(usize),
    /// A slot that already has a subtree.
    Add(usize),
    /// The ground, which does not move.
    Ground,
}

/// Route of each joint, and the number of slots.
pub(super) fn routes(tree: &Tree) -> (Vec<Route>, usize) {
    let mut slots = 0;
    let mut slot_of_link: Vec<Option<usize>> = vec![None; tree.joints.len() + 1];
    let mut routes: Vec<Route> = Vec::with_capacity(tree.joints.len());
    // Per link: its joint belongs to a cluster, so that its subtrees wait in a slot.
    let mut in_cluster = vec![false; tree.joints.len() + 1];
    for joint in tree.clusters.iter().flat_map(|cluster| cluster.joints.clone()) {
        in_cluster[joint + 1] = true;
    }
    let starts_cluster = |i: usize| tree.clusters.iter().find(|cluster| cluster.joints.start == i);
    for (i, joint) in tree.joints.iter().enumerate().rev() {
        let cluster = if in_cluster[i + 1] { starts_cluster(i) } else { None };
        // A cluster passes its inertia on as a whole, at its first joint.
        let parent = cluster.map_or(joint.parent, |cluster| cluster.root);
        let to = if parent == 0 || (in_cluster[i + 1] && cluster.is_none()) {
            Destination::Ground
        } else if parent == i && !in_cluster[parent] && cluster.is_none() {
            Destination::Next
        } else if let Some(slot) = slot_of_link[parent] {
            Destination::Add(slot)
        } else {
            slot_of_link[parent] = Some(slots);
            slots += 1;
            Destination::Store(slots - 1)
        };
        let from = slot_of_link[i + 1];
        let revolute = joint.kind == JointKind::Revolute && joint.motion == Motion::Dynamic && !in_cluster[i + 1];
        let in_revolute_chain = revolute && from.is_none() && (to == Destination::Next || i == 0);
        let is_lone = joint.kind.is_one_dimensional() && parent == 0 && from.is_none() && !in_cluster[i + 1];
        routes.push(Route { to, from, in_revolute_chain, is_lone, v: joint.v });
    }
    routes.reverse();
    (routes, slots)
}
