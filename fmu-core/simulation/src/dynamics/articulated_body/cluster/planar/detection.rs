//! Detection of planar loops.

use super::closure::End;
use super::plane::{Plane, nothing};
use super::{Body, FreeMotion, JOINTS, LINKS, Moved, Planar};
use crate::dynamics::articulated_body::cluster::members::{Member, Path};
use mechanism::joint_kinds::JointKind;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Symmetric, Vector, compose, cross, dot, rotate, rotate_back};
use mechanism::spatial::pair::Pair;
use mechanism::{Cluster, Tree, TreeConstants};

/// Sine of the angle up to which directions count as parallel.
const PARALLEL: f64 = 1e-13;

/// The constraint that closes a loop, if it is the only one of its cluster and, in a plane, keeps only two points or
/// two frames together.
#[derive(Clone, Copy, Debug)]
pub(in crate::dynamics) struct LoopEnds<T> {
    /// Origins of its frames in the frames of their links, m.
    pub positions: [Vector<T>; 2],
    /// The angle of the frames is constrained, too.
    pub keep_angle: bool,
    /// The points may move relative to each other along this axis of the link of frame a.
    pub across: Option<Vector<T>>,
}

impl<T: Scalar> Planar<T> {
    /// None if the cluster is not a planar loop with four joint motions.
    #[cold]
    #[inline(never)]
    pub(in crate::dynamics::articulated_body::cluster) fn of(
        (tree, constants): (&Tree, &TreeConstants<T>),
        cluster: &Cluster,
        (members, path): (&[Member], &Path),
        ends: &LoopEnds<T>,
        scale: f64,
    ) -> Option<Self> {
        let count = if ends.keep_angle { JOINTS } else { JOINTS - 1 };
        let joints = cluster.joints.clone();
        let is_dynamic = members.iter().all(|member| !member.is_given && member.coordinates.len() == 1);
        if !is_dynamic || members.len() != count || path.steps.len() != count || carries_others(tree, cluster) {
            return None;
        }
        let axes = at_rest(constants, members, joints.start);
        let kinds: Vec<JointKind> = joints.clone().map(|joint| tree.joints[joint].kind).collect();
        let turning = kinds.iter().position(|kind| *kind == JointKind::Revolute)?;
        let plane = Plane::across(axes[turning][2]);
        let across = match (ends.across, path.ends[0]) {
            (Some(n), Some(joint)) => Some(rotate(&axes[joint], n)),
            (across, _) => across,
        };
        if across.is_some_and(|across| !is_along(&plane, across)) {
            return None;
        }
        let body = |k: usize| {
            let (joint, z) = (joints.start + k, axes[k][2]);
            let sense = if path.steps.iter().find(|step| step.joint == k)?.is_forward { 1.0 } else { -1.0 };
            let (turns, unit, axis) = match kinds[k] {
                JointKind::Revolute if is_along(&plane, z) => (dot(plane.normal, z).value().signum(), 1.0, 0),
                JointKind::Prismatic if is_in(&plane, z) => (0.0, scale, 2),
                _ => return None,
            };
            let (own, unit) = (&constants.inertias[joint], T::constant(unit));
            let ([xx, yy, zz, xy, xz, yz], normal) = (own.inertia, rotate_back(&axes[k], plane.normal));
            let inertia = Symmetric { xx, yy, zz, xy, xz, yz };
            Some(Body {
                parent: members[k].parent.map_or(0, |parent| parent + 1),
                turns: T::constant(turns),
                slides: kinds[k] == JointKind::Prismatic,
                unit,
                sense: T::constant(sense),
                is_bare: own.is_nothing(),
                mass: own.mass,
                axis,
                moment: in_link(&plane, &axes[k], axis, own.moment),
                inertia: dot(normal, inertia.times(normal)),
                armature: constants.armature[joint] * unit * unit,
            })
        };
        let bodies = (0..count).map(body).collect::<Option<Vec<Body<T>>>>()?;
        let end = |number: usize| {
            let (joint, position) = (path.ends[number], ends.positions[number]);
            let position = match joint {
                Some(joint) => in_link(&plane, &axes[joint], bodies[joint].axis, position),
                None => plane.project(position),
            };
            End { link: joint.map_or(0, |joint| joint + 1), position }
        };
        Some(Self {
            ends: [end(0), end(1)],
            plane,
            bodies,
            keep_angle: ends.keep_angle,
            is_closed: false,
            motion: FreeMotion::default(),
            moved: [Moved::default(); LINKS],
            inertia: T::zero(),
            needed: T::zero(),
            weight: nothing(),
        })
    }
}

/// Returns true if joints outside the cluster are on its links, or if the cluster itself is on a moving link.
fn carries_others(tree: &Tree, cluster: &Cluster) -> bool {
    let is_own = |link: usize| cluster.joints.contains(&link.wrapping_sub(1));
    let mut others = tree.joints.iter().enumerate().filter(|(joint, _)| !cluster.joints.contains(joint));
    cluster.root != 0 || !cluster.inert.is_empty() || others.any(|(_, joint)| is_own(joint.parent))
}

/// Axes of the links at zero coordinates. Links of planar loops turn about the normal only, which has constant
/// coordinates in them.
fn at_rest<T: Scalar>(constants: &TreeConstants<T>, members: &[Member], first: usize) -> Vec<[Vector<T>; 3]> {
    let mut axes: Vec<[Vector<T>; 3]> = Vec::with_capacity(members.len());
    for (member, own) in members.iter().zip(&constants.placements[first..]) {
        axes.push(member.parent.map_or(own.axes, |parent| compose(&axes[parent], &own.axes)));
    }
    axes
}

/// A vector in the axes of a link: along an axis in the plane, and along the normal times this axis.
fn in_link<T: Scalar>(plane: &Plane<T>, axes: &[Vector<T>; 3], axis: usize, v: Vector<T>) -> Pair<T> {
    let mut along = [T::zero(); 3];
    along[axis] = T::one();
    Pair(v[axis], dot(v, cross(rotate_back(axes, plane.normal), along)))
}

fn is_along<T: Scalar>(plane: &Plane<T>, z: Vector<T>) -> bool {
    cross(plane.normal, z).iter().all(|x| x.value().abs() < PARALLEL)
}

fn is_in<T: Scalar>(plane: &Plane<T>, z: Vector<T>) -> bool {
    dot(plane.normal, z).value().abs() < PARALLEL
}
