//! The joints of a cluster, and the paths of its constraints over them, numbered from its first joint and its first
//! coordinate.

use mechanism::scalar::Scalar;
use mechanism::{Cluster, Motion, RowPath, Tree, TreeConstants, TreeJoint};
use std::ops::Range;

/// A joint.
#[derive(Clone, Debug)]
pub(in super::super) struct Member {
    /// The joint whose link carries it; none for the root.
    pub(in super::super) parent: Option<usize>,
    /// Its coordinates.
    pub(in super::super) coordinates: Range<usize>,
    /// The acceleration is given.
    pub(in super::super) is_given: bool,
    /// The link carries no other joint of the cluster.
    pub(super) is_leaf: bool,
}

/// The path of a constraint.
#[derive(Clone, Debug)]
pub(in super::super) struct Path {
    /// Its rows.
    pub(in super::super) rows: Range<usize>,
    /// Coordinates on the path.
    pub(super) steps: Vec<Step>,
    /// The joints that move frame a and frame b; none for the root.
    pub(super) ends: [Option<usize>; 2],
}

/// A coordinate on the path of a constraint.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) coordinate: usize,
    /// Index among the free coordinates, or beyond them if the acceleration is given.
    pub(super) column: usize,
    pub(super) joint: usize,
    /// It moves frame b; otherwise frame a.
    pub(super) is_forward: bool,
}

/// Sums over all links and joints of a cluster: mass, kg, the moments of inertia of each link about its own axes,
/// kg.m2, and armatures, in units of the cluster.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sizes {
    pub(super) mass: f64,
    pub(super) moment: f64,
    pub(super) armature: f64,
}

impl Sizes {
    /// The sums for the joints of a cluster; lengths are measured in `scale`, m.
    pub(super) fn of<T: Scalar>(constants: &TreeConstants<T>, joints: Range<usize>, scale: f64) -> Self {
        let mut sizes = Self::default();
        for joint in joints {
            let (body, armature) = (&constants.inertias[joint], constants.armature[joint].value());
            sizes.mass += body.mass.value();
            sizes.moment += body.inertia[..3].iter().map(|moment| moment.value()).sum::<f64>();
            // The coordinate may be a rotation or a translation: the larger value.
            sizes.armature += armature * scale.powi(2).max(1.0);
        }
        sizes
    }
}

/// The joints of a cluster.
pub(super) fn members(tree: &Tree, cluster: &Cluster) -> Vec<Member> {
    let joints = &tree.joints[cluster.joints.clone()];
    let member = |(number, joint): (usize, &TreeJoint)| Member {
        parent: local(cluster, joint.parent),
        coordinates: coordinates(cluster, joint),
        is_given: joint.motion == Motion::Prescribed,
        is_leaf: joints.iter().all(|other| local(cluster, other.parent) != Some(number)),
    };
    joints.iter().enumerate().map(member).collect()
}

/// The paths of its constraints.
pub(super) fn paths(tree: &Tree, cluster: &Cluster, free: &[usize]) -> Vec<Path> {
    let mut first = 0;
    let path = |path: &RowPath| {
        let rows = first..first + path.rows;
        first = rows.end;
        let steps = path.joints.iter().flat_map(|&(joint, is_forward)| {
            let coordinates = coordinates(cluster, &tree.joints[joint]);
            coordinates.map(move |coordinate| {
                let column = free.iter().position(|free| *free == coordinate).unwrap_or(usize::MAX);
                Step { coordinate, column, joint: joint - cluster.joints.start, is_forward }
            })
        });
        Path { rows, steps: steps.collect(), ends: path.links.map(|link| local(cluster, link)) }
    };
    cluster.paths.iter().map(path).collect()
}

/// The joint that moves a link; none for the root.
pub(super) fn local(cluster: &Cluster, link: usize) -> Option<usize> {
    if link == cluster.root { None } else { Some(link - 1 - cluster.joints.start) }
}

fn coordinates(cluster: &Cluster, joint: &TreeJoint) -> Range<usize> {
    let first = joint.v - cluster.coordinates.start;
    first..first + joint.kind.nv()
}
