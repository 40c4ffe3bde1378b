//! Workspace of the tree algorithms.

use super::JointWork;
use super::cluster::ClusterWork;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::Vector;
use mechanism::spatial::articulated_inertia::ArticulatedInertia;
use mechanism::spatial::factorization::RotationElimination;
use mechanism::{JointKind, LinkMotion, Motion, Tree};
use std::ops::Range;

/// Work data of [`kinematics`](super::kinematics) and [`accelerations`](super::accelerations) for one tree. Allocated once; the
/// algorithms do not allocate.
#[derive(Clone, Debug)]
pub struct Workspace<T> {
    /// Per joint.
    pub(super) joints: Vec<JointWork<T>>,
    /// Destination of the articulated inertia of each joint.
    pub(super) routes: Vec<Route>,
    /// Results of the elimination of joints that rotate freely, per joint up to the last such joint.
    pub(super) rotations: Vec<RotationElimination<T>>,
    /// Subtrees that wait until the pass reaches their parent link.
    pub(super) waiting: Vec<ArticulatedInertia<T>>,
    /// Runs of position coordinates that are angles.
    pub(super) angles: Vec<Range<usize>>,
    /// Sines of the angles, per position coordinate.
    pub(super) sin: Vec<T>,
    /// Cosines of the angles, per position coordinate.
    pub(super) cos: Vec<T>,
    /// Per cluster of the tree.
    pub clusters: Vec<ClusterWork<T>>,
    /// Runs of joints outside clusters, each with the cluster that follows.
    pub(super) segments: Vec<Segment>,
}

/// Consecutive joints outside clusters, and the cluster whose joints come next.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// Joints.
    pub(super) joints: Range<usize>,
    /// Number of the cluster; none at the end.
    pub(super) cluster: Option<usize>,
}

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

impl<T: Scalar> Workspace<T> {
    /// Work data for `tree`.
    pub fn new(tree: &Tree) -> Self {
        let n = tree.joints.len();
        let (routes, slots) = routes(tree);
        Self {
            joints: vec![JointWork::default(); n],
            routes,
            rotations: vec![RotationElimination::zero(); rotations(tree)],
            waiting: vec![ArticulatedInertia::zero(); slots],
            angles: angles(tree),
            sin: vec![T::zero(); tree.nq],
            cos: vec![T::one(); tree.nq],
            clusters: tree.clusters.iter().map(|cluster| ClusterWork::new(tree, cluster)).collect(),
            segments: segments(tree),
        }
    }

    /// From the origin of a joint's parent to that of its link, world axes. Links have been placed.
    #[inline]
    pub(in crate::dynamics) fn way(&self, joint: usize) -> Vector<T> {
        self.joints[joint].products.d
    }

    /// Computes the free motion of planar loops. Links have been placed.
    pub(in crate::dynamics) fn close_in_plane(&mut self, tree: &Tree, links: &[LinkMotion<T>]) {
        for (cluster, work) in tree.clusters.iter().zip(&mut self.clusters) {
            work.close_in_plane(cluster, links, &self.joints);
        }
    }
}

/// Runs of joints between the clusters.
fn segments(tree: &Tree) -> Vec<Segment> {
    let mut from = 0;
    let mut segments = Vec::with_capacity(tree.clusters.len() + 1);
    for (number, cluster) in tree.clusters.iter().enumerate() {
        segments.push(Segment { joints: from..cluster.joints.start, cluster: Some(number) });
        from = cluster.joints.end;
    }
    segments.push(Segment { joints: from..tree.joints.len(), cluster: None });
    segments
}

/// Route of each joint, and the number of slots.
fn routes(tree: &Tree) -> (Vec<Route>, usize) {
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

/// Number of joints up to the last one that rotates freely.
fn rotations(tree: &Tree) -> usize {
    tree.joints.iter().rposition(|j| j.kind.rotates_freely()).map_or(0, |last| last + 1)
}

/// Runs of position coordinates that are angles.
fn angles(tree: &Tree) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for joint in tree.joints.iter().filter(|j| j.kind.has_angle()) {
        match runs.last_mut() {
            Some(run) if run.end == joint.q => run.end += 1,
            _ => runs.push(joint.q..joint.q + 1),
        }
    }
    runs
}
