//! Joints that constraints couple: a dense elimination inside each cluster, between the clusters the recursion of the tree.
//!
//! Constraint embedding (Jain, Robot and Multibody Dynamics, 2011, chapter 11; Chignoli, Slotine, Wensing, Kim, URDF+ and generalized
//! constraint embedding, 2023): the joint accelerations `y` of a cluster fulfil the rows `K y = k`. They are eliminated by complete pivoting,
//! `y = Y0 + N z`, and the free ones `z` follow from the projected inertia `N' H N`, which alone has to be positive definite.
//!
//! Inside a cluster all quantities are spatial (Featherstone 2008, chapter 2), in world axes, about one common point: where the origin of
//! the root link is. Accelerations are then derivatives of spatial velocities, so that nothing is shifted inside the cluster. Translational
//! coordinates are measured in units of the cluster's size, so that all columns are comparable.

mod correction;
mod elimination;
mod inert;
mod inertia;
mod relation;
mod row;
mod singular;

pub use correction::{first_limit, larger};
pub use inert::Inert;
pub(super) use inertia::needed;
pub use row::{Row, RowEnds};

use super::forward::SingularJoint;
use super::multipliers::Multipliers;
use super::workspace::JointWork;
use crate::mechanism::spatial::algebra::{Vector, add, cross, dot, scale, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::ArticulatedInertia;
use crate::mechanism::spatial::pair::{Pair, pairs};
use crate::mechanism::{Cluster, LinkMotion, Motion, RowPath, Tree, TreeConstants, Wrench};
use crate::scalar::{RankFactors, RankLimit, Scalar};

/// Angular and linear part of a motion, or torque and force, about the common point.
pub(super) type Spatial<T> = Vector<Pair<T>>;

/// Memory of one cluster.
#[derive(Clone, Debug)]
pub struct ClusterWork<T> {
    /// Its rows, to be written before the accelerations are found.
    pub rows: Vec<Row<T>>,
    /// Its masses between links, to be written before the accelerations are found.
    pub inert: Vec<Inert<T>>,
    /// What a length is divided by, m.
    pub scale: f64,
    /// How many rows count.
    pub limit: RankLimit,
    /// Rate at which residuals are driven to zero, 1/s; 0 where the state is projected.
    pub stabilization: f64,
    /// Its root is the ground, whose acceleration is known: nothing has to be carried through to the root.
    is_grounded: bool,
    /// Acceleration of the root as far as it is known: that of the ground, which stands for the field.
    root_bias: Spatial<T>,
    /// First velocity coordinate.
    pub(super) first: usize,
    /// Coordinates whose accelerations are unknown, counted from the first one of the cluster.
    pub(super) free: Vec<usize>,
    /// For each path: its coordinates, and whether it is passed forward.
    paths: Vec<Vec<(usize, bool)>>,
    /// Motion axis of each coordinate.
    pub(super) axes: Vec<Spatial<T>>,
    /// What a unit of each coordinate is: 1 rad, or `scale` m.
    pub(super) units: Vec<T>,
    /// Per joint: the way from the common point to the link's origin, m.
    pub(super) arms: Vec<Vector<T>>,
    /// Per joint: acceleration of the link when what is unknown of the root's and all joint accelerations are zero.
    pub(super) bias: Vec<Spatial<T>>,
    /// Per joint: what the link and what hangs on it outside of the cluster needs.
    pub(super) own: Vec<ArticulatedInertia<T>>,
    /// Per joint: the same with all links of the cluster behind it, its wrench that of the bias accelerations.
    pub(super) composite: Vec<ArticulatedInertia<T>>,
    /// Joint inertia matrix H, by rows, of all coordinates.
    pub(super) inertia: Vec<T>,
    /// Generalised force that each coordinate lacks when nothing accelerates.
    pub(super) effort: Vec<T>,
    /// Wrench that a unit acceleration of each coordinate needs at the root.
    pub(super) force: Vec<Spatial<T>>,
    /// Rows of all coordinates, by rows.
    pub(super) matrix: Vec<T>,
    /// Right-hand side of the rows.
    pub(super) known: Vec<T>,
    /// The rows in the free coordinates, factored.
    pub(super) factors: RankFactors<T>,
    /// Accelerations of the coordinates, in their units: `free_part - gain A` for the spatial acceleration A of the root.
    pub(super) free_part: Vec<T>,
    pub(super) gain: Vec<Spatial<T>>,
    /// Memory of the multipliers.
    pub(super) multipliers: Option<Multipliers<T>>,
    /// Wrenches of joints and constraints.
    pub(super) present: Vec<Spatial<T>>,
    /// Accelerations of a mass between links per unit of each coordinate.
    inert_columns: Vec<Vector<T>>,
    /// Memory of the elimination.
    dependence: Vec<T>,
    reduced: Vec<T>,
    projected: Vec<T>,
    bounds: Vec<f64>,
    pub(super) loads: Vec<T>,
    carried: Vec<Spatial<T>>,
}

/// What the elimination of a cluster reads.
pub(super) struct ClusterPass<'a, T> {
    pub tree: &'a Tree,
    pub constants: &'a TreeConstants<T>,
    /// Uniform field, m/s2.
    pub field: [T; 3],
    pub joint_force: &'a [T],
    pub wrenches: &'a [Wrench<T>],
    pub links: &'a [LinkMotion<T>],
    pub vdot: &'a [T],
    pub joints: &'a [JointWork<T>],
}

impl<T: Scalar> ClusterWork<T> {
    /// Memory for a cluster of `tree`.
    pub(super) fn new(tree: &Tree, cluster: &Cluster) -> Self {
        let (n, m, joints) = (cluster.coordinates.len(), cluster.rows(), cluster.joints.len());
        let first = cluster.coordinates.start;
        let dynamic = tree.joints[cluster.joints.clone()].iter().filter(|joint| joint.motion == Motion::Dynamic);
        let free: Vec<usize> =
            dynamic.flat_map(|joint| joint.v..joint.v + joint.kind.nv()).map(|v| v - first).collect();
        let f = free.len();
        let (zero, none) = (T::zero(), pairs(zeros(), zeros()));
        Self {
            rows: vec![Row::empty(); m],
            inert: vec![Inert::empty(); cluster.inert.len()],
            inert_columns: vec![zeros(); n],
            scale: 1.0,
            limit: first_limit(m),
            stabilization: 0.0,
            is_grounded: cluster.root == 0,
            root_bias: none,
            first,
            paths: cluster.paths.iter().map(|path| coordinates(tree, path, first)).collect(),
            axes: vec![none; n],
            units: vec![T::one(); n],
            arms: vec![zeros(); joints],
            bias: vec![none; joints],
            own: vec![ArticulatedInertia::zero(); joints],
            composite: vec![ArticulatedInertia::zero(); joints],
            inertia: vec![zero; n * n],
            effort: vec![zero; n],
            force: vec![none; n],
            matrix: vec![zero; m * n],
            known: vec![zero; m],
            factors: RankFactors::new(m, f),
            free_part: vec![zero; n],
            gain: vec![none; n],
            multipliers: Some(Multipliers::new(cluster)),
            present: vec![none; joints + cluster.paths.len()],
            dependence: vec![zero; m.min(f) * f],
            reduced: vec![zero; f * f],
            projected: vec![zero; f * f],
            bounds: vec![0.0; f],
            loads: vec![zero; f],
            carried: vec![none; f],
            free,
        }
    }

    /// From the leaves of the cluster to its root: what it needs at the origin of the root link, whose accelerations are classical ones.
    /// `waiting` has what hangs on the cluster's links, per joint.
    pub(super) fn eliminate<'w>(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: impl Fn(usize) -> Option<&'w ArticulatedInertia<T>>,
    ) -> Result<ArticulatedInertia<T>, SingularJoint>
    where
        T: 'w,
    {
        if self.is_grounded {
            self.root_bias = pairs(zeros(), scale(-T::one(), pass.field));
        }
        self.relate(pass.tree, pass.constants, cluster, pass.links);
        self.factor();
        self.bias_accelerations(pass, cluster);
        let mut root = self.composites(pass, cluster, waiting);
        self.joint_inertia(pass, cluster);
        for number in 0..self.inert.len() {
            root = self.add_inert(pass, cluster, number, root);
        }
        self.row_constants(pass, cluster);
        self.prescribed(pass, cluster);
        self.free_accelerations()
            .map_err(|local| SingularJoint { joint: joint_of(pass.tree, cluster, self.first + local) })?;
        if self.is_grounded {
            return Ok(root);
        }
        for (local, force) in self.force.iter().enumerate() {
            root = root.less(*force, self.gain[local], self.free_part[local]);
        }
        // From the spatial acceleration of the root to the classical one of its origin.
        let link = &pass.links[cluster.root];
        Ok(root.accelerated(pairs(zeros(), scale(-T::one(), cross(link.omega, link.velocity)))))
    }

    /// From the root of the cluster to its leaves: accelerations of joints and links.
    pub(super) fn accelerate(&self, tree: &Tree, cluster: &Cluster, links: &mut [LinkMotion<T>], vdot: &mut [T]) {
        let root = links[cluster.root];
        let at_root = self.unknown_at_root(&root);
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &tree.joints[i];
            let mut relative = sub(self.bias[local], self.bias_of(joint.parent, cluster));
            for k in joint.v - self.first..joint.v - self.first + joint.kind.nv() {
                let y = self.free_part[k] - spatial_dot(self.gain[k], at_root);
                relative = add(relative, scale(Pair::both(y), self.axes[k]));
                if joint.motion == Motion::Dynamic {
                    vdot[self.first + k] = y * self.units[k];
                }
            }
            let parent = &links[joint.parent];
            let arm = match joint.parent == cluster.root {
                true => zeros(),
                false => self.arms[joint.parent - 1 - cluster.joints.start],
            };
            let carried = sub(sub(parent.acceleration, cross(parent.alpha, arm)), cross(parent.omega, parent.velocity));
            let spatial = add(pairs(parent.alpha, carried), relative);
            let (alpha, a) = self.classical(spatial, links, i + 1, cluster);
            (links[i + 1].alpha, links[i + 1].acceleration) = (alpha, a);
        }
    }

    /// Acceleration of a link of the cluster when what is unknown of the root's and all joint accelerations are zero.
    fn bias_of(&self, link: usize, cluster: &Cluster) -> Spatial<T> {
        if link == cluster.root { self.root_bias } else { self.bias[link - 1 - cluster.joints.start] }
    }

    /// What is not in the bias accelerations of the acceleration of the root.
    pub(super) fn unknown_at_root(&self, root: &LinkMotion<T>) -> Spatial<T> {
        if self.is_grounded {
            return pairs(zeros(), zeros());
        }
        pairs(root.alpha, sub(root.acceleration, cross(root.omega, root.velocity)))
    }
}

/// Power of a wrench along a motion, or the like.
#[inline]
pub(super) fn spatial_dot<T: Scalar>(a: Spatial<T>, b: Spatial<T>) -> T {
    let Pair(rotational, translational) = dot(a, b);
    rotational + translational
}

/// The coordinates of a path, counted from the `first` one of the cluster.
fn coordinates(tree: &Tree, path: &RowPath, first: usize) -> Vec<(usize, bool)> {
    let joints = path.joints.iter().map(|(joint, forward)| (&tree.joints[*joint], *forward));
    joints.flat_map(|(joint, forward)| (0..joint.kind.nv()).map(move |k| (joint.v + k - first, forward))).collect()
}

/// The joint of a velocity coordinate.
fn joint_of(tree: &Tree, cluster: &Cluster, coordinate: usize) -> usize {
    let holds = |i: &usize| (tree.joints[*i].v..tree.joints[*i].v + tree.joints[*i].kind.nv()).contains(&coordinate);
    cluster.joints.clone().find(holds).unwrap_or(cluster.joints.start)
}
