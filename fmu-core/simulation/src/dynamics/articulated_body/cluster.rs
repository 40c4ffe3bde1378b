//! Joints that constraints couple: a dense elimination inside each cluster, between the clusters the recursion of the tree.
//!
//! Constraint embedding (Jain, Robot and Multibody Dynamics, 2011, chapter 11; Chignoli, Slotine, Wensing, Kim, URDF+ and generalized
//! constraint embedding, 2023): the joint accelerations `y` of a cluster fulfil the rows `K y = k`. They are eliminated by complete pivoting,
//! `y = Y0 + N z`, and the free ones `z` follow from the projected inertia `N' H N`, which alone has to be positive definite.
//!
//! Neither the joint inertia matrix `H` nor articulated inertias are formed inside a cluster: `N' H N` has as many columns as there are free
//! accelerations, mostly one, and a column is what the links need to move along one direction of `N`, by the recursive Newton-Euler
//! algorithm (`response`). Quantities of a link are in world axes about its own origin, accelerations classical, as everywhere.
//! Translational coordinates are measured in units of the cluster's size, so that all columns are comparable.

mod correction;
mod elimination;
mod inert;
mod members;
mod multipliers;
mod planar;
mod relation;
mod response;
mod row;
mod singular;

pub use correction::{first_limit, larger};
pub use inert::Inert;
pub(in crate::dynamics) use planar::LoopEnds;
pub use row::{Row, RowEnds};

use super::joints::{JointWork, SingularJoint};
use mechanism::joint_kinds::VelocityProducts;
use mechanism::scalar::{RankFactors, RankLimit, Scalar};
use mechanism::spatial::algebra::{Vector, add, cross, dot, scale, zeros};
use mechanism::spatial::articulated_inertia::{ArticulatedInertia, LinkTerms};
use mechanism::spatial::pair::{Pair, first, pairs, second};
use mechanism::{Cluster, LinkMotion, Tree, TreeConstants, Wrench};
use members::{Member, Path, Sizes, members, paths};
use multipliers::Multipliers;
use planar::Planar;
pub(super) use response::Besides;

/// Angular and linear part of a motion, or torque and force, about the origin of a link.
pub(super) type Spatial<T> = Vector<Pair<T>>;

/// Memory of one cluster.
#[derive(Clone, Debug)]
pub struct ClusterWork<T> {
    /// Its rows, to be written before the accelerations are found.
    pub rows: Vec<Row<T>>,
    /// For each of its constraints: the point at which the forces of its rows act, m, to be written with the rows.
    pub points: Vec<[T; 3]>,
    /// Its masses between links, to be written before the accelerations are found.
    pub inert: Vec<Inert<T>>,
    /// Divisor of lengths, m, to be set by [`Self::measure`].
    pub scale: f64,
    /// Sizes of its links and joints.
    carries: Sizes,
    /// Limit of the rank of its rows.
    pub limit: RankLimit,
    /// Rate at which residuals are driven to zero, 1/s; 0 where the state is projected.
    pub stabilization: f64,
    /// Its root is the ground, whose acceleration is known: nothing has to be carried through to the root.
    is_grounded: bool,
    /// It is a planar loop. Over plain numbers only.
    planar: Option<Planar<T>>,
    /// Acceleration of the root as far as it is known: that of the ground, which stands for the field.
    root_bias: Spatial<T>,
    /// Wrench at the root while the unknown part of its acceleration is zero and the coordinates move as the rows demand.
    root_wrench: Spatial<T>,
    /// First velocity coordinate.
    pub(super) first: usize,
    /// Its joints.
    pub(super) members: Vec<Member>,
    /// The ways of its constraints.
    pub(super) paths: Vec<Path>,
    /// Coordinates whose accelerations are unknown, counted from the first one of the cluster.
    pub(super) free: Vec<usize>,
    /// The same in the order of the factors: those that the rows decide, then those that they leave free.
    order: Vec<usize>,
    /// Place of each coordinate in that list, none if its acceleration is given.
    columns: Vec<Option<usize>>,
    /// Motion along each coordinate, of the origin of its link.
    pub(super) axes: Vec<Spatial<T>>,
    /// Unit of each coordinate: 1 rad, or `scale` m.
    pub(super) units: Vec<T>,
    /// Per joint: from the kinematics.
    pub(super) products: Vec<VelocityProducts<T>>,
    /// Per joint: what the link needs.
    own: Vec<LinkTerms<T>>,
    /// Per joint: its link has no mass.
    is_bare: Vec<bool>,
    /// Per joint: its link has no mass, and nothing hangs on it.
    is_idle: Vec<bool>,
    /// Per joint: what hangs on its link outside of the cluster.
    behind: Vec<Option<ArticulatedInertia<T>>>,
    /// Inertia that each coordinate moves besides links, in its units.
    armature: Vec<T>,
    /// Generalised force along each coordinate, in its units.
    pub(super) driven: Vec<T>,
    /// Right-hand side of the rows.
    pub(super) known: Vec<T>,
    /// The rows in the free coordinates, factored.
    pub(super) factors: RankFactors<T>,
    /// Accelerations of the coordinates, in their units: `free_part - gain A` for the acceleration A of the root.
    pub(super) free_part: Vec<T>,
    pub(super) gain: Vec<Spatial<T>>,
    /// Memory of a response: how the coordinates move, how the links move, the wrenches and the generalised forces that this needs.
    pub(super) moves: Vec<T>,
    pub(super) motions: Vec<Spatial<T>>,
    pub(super) wrenches: Vec<Spatial<T>>,
    /// Wrench that the motion of each link itself needs, besides that at rest.
    answers: Vec<Spatial<T>>,
    /// Accelerations of the links from velocities and given accelerations.
    bias: Vec<Spatial<T>>,
    pub(super) needs: Vec<T>,
    /// Memory of the multipliers.
    multipliers: Option<Multipliers<T>>,
    /// Wrenches of joints and constraints.
    pub(super) present: Vec<Spatial<T>>,
    /// Step along each coordinate back onto the constraints.
    step: Vec<T>,
    /// Memory of the elimination.
    dependence: Vec<T>,
    responses: Vec<T>,
    projected: Vec<T>,
    bounds: Vec<f64>,
    sizes: Vec<f64>,
    pub(super) loads: Vec<T>,
    solution: Vec<T>,
    carried: Vec<Spatial<T>>,
    carried_solution: Vec<Spatial<T>>,
    steps: Vec<(Vector<T>, Vector<T>)>,
    composite: Vec<ArticulatedInertia<T>>,
}

/// Input of the elimination of a cluster.
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
        let members = members(tree, cluster);
        let dynamic = members.iter().filter(|member| !member.is_given);
        let free: Vec<usize> = dynamic.flat_map(|member| member.coordinates.clone()).collect();
        let (f, paths) = (free.len(), paths(tree, cluster, &free));
        let (zero, none) = (T::zero(), pairs(zeros(), zeros()));
        let steps = paths.iter().map(|path| path.steps.len()).max().unwrap_or(0);
        let is_grounded = cluster.root == 0;
        // Nothing is carried through to the ground.
        let inner = if is_grounded { 0 } else { joints };
        Self {
            rows: vec![Row::empty(); m],
            points: vec![zeros(); paths.len()],
            inert: vec![Inert::empty(); cluster.inert.len()],
            scale: 1.0,
            carries: Sizes::default(),
            limit: first_limit(m),
            stabilization: 0.0,
            is_grounded,
            planar: None,
            root_bias: none,
            root_wrench: none,
            first: cluster.coordinates.start,
            columns: (0..n).map(|k| free.iter().position(|free| *free == k)).collect(),
            axes: vec![none; n],
            units: vec![T::one(); n],
            products: vec![VelocityProducts { d: zeros(), accelerations: none }; joints],
            own: vec![LinkTerms::zero(); joints],
            is_bare: vec![true; joints],
            is_idle: vec![true; joints],
            behind: vec![None; joints],
            armature: vec![zero; n],
            driven: vec![zero; n],
            known: vec![zero; m],
            factors: RankFactors::new(m, f),
            free_part: vec![zero; n],
            gain: vec![none; n],
            moves: vec![zero; n],
            motions: vec![none; joints],
            wrenches: vec![none; joints],
            answers: vec![none; joints],
            bias: vec![none; joints],
            needs: vec![zero; n],
            multipliers: Some(Multipliers::new(cluster)),
            present: vec![none; joints + paths.len()],
            step: vec![zero; n],
            dependence: vec![zero; m.min(f) * f],
            responses: vec![zero; f * f],
            projected: vec![zero; f * f],
            bounds: vec![0.0; f],
            sizes: vec![0.0; n],
            loads: vec![zero; f],
            solution: vec![zero; f],
            carried: vec![none; f],
            carried_solution: vec![none; f],
            steps: vec![(zeros(), zeros()); steps],
            composite: vec![ArticulatedInertia::zero(); inner],
            members,
            paths,
            order: free.clone(),
            free,
        }
    }

    /// Takes over what the parameters decide: what a length is divided by, m, the masses, and whether it is a planar loop; `ends` are those of
    /// the constraint that it has, if it may be one.
    pub(in crate::dynamics) fn measure(
        &mut self,
        (tree, constants): (&Tree, &TreeConstants<T>),
        cluster: &Cluster,
        scale: f64,
        ends: Option<LoopEnds<T>>,
    ) {
        self.scale = scale;
        self.carries = Sizes::of(constants, cluster.joints.clone(), scale);
        self.planar = None;
        if T::IS_PLAIN
            && let (Some(ends), [path]) = (ends, &self.paths[..])
        {
            self.planar = Planar::of((tree, constants), cluster, (&self.members, path), &ends, scale);
        }
    }

    /// Finds how a planar loop may move from where its links are and how they move. Nothing else has to be known of its rows then.
    pub(super) fn close_in_plane(&mut self, cluster: &Cluster, links: &[LinkMotion<T>], joints: &[JointWork<T>]) {
        let Some(planar) = &mut self.planar else { return };
        if self.stabilization != 0.0 {
            return planar.open();
        }
        let (first, last) = (cluster.joints.start, cluster.joints.end);
        planar.close(&links[first + 1..=last], &joints[first..last], self.limit, self.scale);
    }

    /// The motion of a planar loop has been found. Rows and factors are those of other positions, unless they have been found besides.
    pub(in crate::dynamics) fn is_closed_in_plane(&self) -> bool {
        T::IS_PLAIN && self.planar.as_ref().is_some_and(Planar::is_closed)
    }

    /// Leaves the accelerations to the rows.
    pub(super) fn open_plane(&mut self) {
        if let Some(planar) = &mut self.planar {
            planar.open();
        }
    }

    /// From the leaves of the cluster to its root: what it needs at the origin of the root link. `waiting` has what hangs on the cluster's
    /// links, per joint.
    pub(super) fn eliminate<'w>(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: &dyn Fn(usize) -> Option<&'w ArticulatedInertia<T>>,
    ) -> Result<ArticulatedInertia<T>, SingularJoint>
    where
        T: 'w,
    {
        if self.is_closed_in_plane()
            && let Some(planar) = &self.planar
        {
            let y = planar.drive(pass, cluster);
            self.free_part.iter_mut().zip(y).for_each(|(to, y)| *to = y);
            return Ok(ArticulatedInertia::zero());
        }
        self.relate(pass.tree, pass.constants, cluster, pass.links);
        self.factor();
        self.take(pass, cluster, waiting);
        self.row_constants(pass.links, cluster);
        self.free_accelerations(pass.links, cluster, Besides::Velocities)
            .map_err(|local| SingularJoint { joint: cluster.joints.start + self.member_of(local) })?;
        Ok(if self.is_grounded { ArticulatedInertia::zero() } else { self.at_root(pass.links, cluster) })
    }

    /// Takes over what the joints and links are moved by, and what they weigh.
    #[inline(never)]
    fn take<'w>(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: &dyn Fn(usize) -> Option<&'w ArticulatedInertia<T>>,
    ) where
        T: 'w,
    {
        if self.is_grounded {
            self.root_bias = pairs(zeros(), scale(-T::one(), pass.field));
        }
        for (local, i) in cluster.joints.clone().enumerate() {
            self.products[local] = pass.joints[i].products;
            let (body, external) = (&pass.constants.inertias[i], &pass.wrenches[i + 1]);
            self.is_bare[local] = body.is_nothing();
            if self.is_bare[local] {
                self.own[local] = LinkTerms::without_mass(external);
            } else {
                self.own[local] = LinkTerms::new(body, &pass.links[i + 1], external);
            }
            // The subtrees on a link are the same in each evaluation.
            if let Some(behind) = waiting(i) {
                self.behind[local] = Some(*behind);
            }
            let member = &self.members[local];
            self.is_idle[local] = self.is_bare[local] && member.is_leaf && self.behind[local].is_none();
            for k in member.coordinates.clone() {
                let (v, unit) = (self.first + k, self.units[k]);
                self.driven[k] = pass.joint_force[v] * unit;
                if member.is_given {
                    self.free_part[k] = pass.vdot[v] / unit;
                }
            }
            if member.coordinates.len() == 1 {
                let (k, armature) = (member.coordinates.start, pass.constants.armature[i]);
                self.armature[k] = armature * self.units[k] * self.units[k];
            }
        }
    }

    /// From the root of the cluster to its leaves: accelerations of joints and links.
    #[inline(never)]
    pub(super) fn accelerate(
        &self,
        cluster: &Cluster,
        joints: &[JointWork<T>],
        links: &mut [LinkMotion<T>],
        vdot: &mut [T],
    ) {
        if self.is_closed_in_plane()
            && let Some(planar) = &self.planar
        {
            return planar.accelerate(&self.free_part, cluster, joints, links, vdot);
        }
        let root = pairs(links[cluster.root].alpha, links[cluster.root].acceleration);
        for (local, member) in self.members.iter().enumerate() {
            let link = member.parent.map_or(cluster.root, |parent| cluster.joints.start + parent + 1);
            let parent = &links[link];
            let VelocityProducts { d, accelerations } = &self.products[local];
            let at_origin = add(parent.acceleration, cross(parent.alpha, *d));
            let mut motion = add(pairs(parent.alpha, at_origin), *accelerations);
            for k in member.coordinates.clone() {
                let y = self.acceleration(k, root);
                motion = add(motion, scale(Pair::both(y), self.axes[k]));
                if !member.is_given {
                    vdot[self.first + k] = y * self.units[k];
                }
            }
            let link = &mut links[cluster.joints.start + local + 1];
            (link.alpha, link.acceleration) = (first(motion), second(motion));
        }
    }

    /// Acceleration of a coordinate for that of the root.
    #[inline(always)]
    pub(super) fn acceleration(&self, k: usize, root: Spatial<T>) -> T {
        if self.is_grounded { self.free_part[k] } else { self.free_part[k] - spatial_dot(self.gain[k], root) }
    }

    /// The joint of a coordinate.
    fn member_of(&self, coordinate: usize) -> usize {
        self.members.iter().position(|member| member.coordinates.contains(&coordinate)).unwrap_or(0)
    }
}

/// Power of a wrench along a motion, or the like.
#[inline(always)]
pub(super) fn spatial_dot<T: Scalar>(a: Spatial<T>, b: Spatial<T>) -> T {
    let Pair(rotational, translational) = dot(a, b);
    rotational + translational
}
