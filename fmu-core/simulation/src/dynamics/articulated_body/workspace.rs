//! Workspace of the tree algorithms.

use super::JointWork;
use super::cluster::ClusterWork;
use super::routes::{Route, routes};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::Vector;
use mechanism::spatial::articulated_inertia::ArticulatedInertia;
use mechanism::spatial::factorization::RotationElimination;
use mechanism::{LinkMotion, Tree};
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
    pub(in crate::dynamics) fn close_in_plane(&mut self, links: &[LinkMotion<T>]) {
        self.clusters.iter_mut().for_each(|work| work.close_in_plane(links, &self.joints));
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
