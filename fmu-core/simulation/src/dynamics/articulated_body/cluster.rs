//! Joints coupled by constraints: a dense elimination inside each cluster, the recursion of the tree between the
//! clusters.
//!
//! Constraint embedding (Jain, Robot and Multibody Dynamics, 2011, chapter 11; Chignoli, Slotine, Wensing, Kim, URDF+ and generalized
//! constraint embedding, 2023): the joint accelerations `y` of a cluster satisfy the rows `K y = k`. They are
//! eliminated by complete pivoting, `y = Y0 + N z`, and the free ones `z` follow from the projected inertia `N' H N`,
//! which must be positive definite.
//!
//! Neither the joint inertia matrix `H` nor articulated inertias are formed inside a cluster: `N' H N` has as many
//! columns as there are free accelerations, mostly one, and a column is the inertial load of the links for a motion
//! along one direction of `N`, by the recursive Newton-Euler algorithm (`response`). As everywhere, quantities of a
//! link are in world axes about its own origin, and accelerations are classical. Translational coordinates are measured
//! in units of the cluster's size, so that all columns are comparable.

mod correction;
mod elimination;
mod inert;
mod members;
mod multipliers;
mod planar;
mod relation;
mod response;

pub use correction::{first_limit, larger};
pub use inert::Inert;
pub(in crate::dynamics) use planar::LoopEnds;
pub use relation::{Row, RowEnds};

use super::routes::Route;
use super::{JointWork, SingularJoint};
use mechanism::joint_kinds::VelocityProducts;
use mechanism::scalar::{RankFactors, RankLimit, Scalar};
use mechanism::spatial::algebra::{Vector, add, cross, dot, scale, zeros};
use mechanism::spatial::articulated_inertia::{ArticulatedInertia, LinkTerms};
use mechanism::spatial::pair::{Pair, first, pairs, second};
use mechanism::{Cluster, LinkMotion, Tree, TreeConstants, Wrench};
use members::{Member, Path, Sizes, local, members, paths};
use multipliers::Multipliers;
use planar::Planar;
pub(super) use response::Besides;
use std::ops::Range;

/// Angular and linear part of a motion, or torque and force, about the origin of a link.
pub(super) type Spatial<T> = Vector<Pair<T>>;

/// Workspace of one cluster.
#[derive(Clone, Debug)]
pub struct ClusterWork<T> {
    /// Rows of its constraints, to be written before the accelerations are computed.
    pub rows: Vec<Row<T>>,
    /// For each constraint: the point at which the forces of its rows act, m, to be written with the rows.
    pub points: Vec<[T; 3]>,
    /// Masses between links, to be written before the accelerations are computed.
    pub inert: Vec<Inert<T>>,
    /// The joints that move their frames; none for the root.
    inert_ends: Vec<[Option<usize>; 2]>,
    /// Size of the cluster, the unit of lengths, m, to be set by [`Self::measure`].
    pub scale: f64,
    /// Scales of the inertias of its links and joints.
    carries: Sizes,
    /// Limit of the rank of the rows.
    pub limit: RankLimit,
    /// Baumgarte stabilization: rate at which residuals decay, 1/s; 0 if the state is projected.
    pub stabilization: f64,
    /// The root is the ground, whose acceleration is known: no inertia is propagated to the root.
    is_grounded: bool,
    /// Set for a planar loop, with plain numbers only.
    planar: Option<Planar<T>>,
    /// Known acceleration of the root: that of the ground, which represents the gravity field.
    root_bias: Spatial<T>,
    /// Wrench at the root for zero unknown root acceleration, with coordinate accelerations that satisfy the rows.
    root_wrench: Spatial<T>,
    /// Its root link.
    root: usize,
    /// First velocity coordinate.
    pub(super) first: usize,
    /// Its joints, by their numbers in the tree.
    joints: Range<usize>,
    /// The same with their data.
    pub(super) members: Vec<Member>,
    /// Paths of its constraints.
    pub(super) paths: Vec<Path>,
    /// Coordinates whose accelerations are unknown, counted from the first one of the cluster.
    pub(super) free: Vec<usize>,
    /// The same in the order of the factors: dependent coordinates, then independent ones.
    order: Vec<usize>,
    /// Index of each coordinate in `free`, none if its acceleration is given.
    columns: Vec<Option<usize>>,
    /// Motion axis of each coordinate, at the origin of its link.
    pub(super) axes: Vec<Spatial<T>>,
    /// Unit of each coordinate: 1 rad, or `scale` m.
    pub(super) units: Vec<T>,
    /// Per joint: results of the kinematics.
    pub(super) products: Vec<VelocityProducts<T>>,
    /// Per joint: inertia and bias wrench of the link.
    own: Vec<LinkTerms<T>>,
    /// Per joint: the link has no mass.
    is_bare: Vec<bool>,
    /// Per joint: the link has no mass, and carries no subtree.
    is_idle: Vec<bool>,
    /// Per joint: articulated inertia of the subtree on its link outside of the cluster.
    behind: Vec<Option<ArticulatedInertia<T>>>,
    /// Armature of each coordinate, in its units.
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
    /// Workspace of a response: motion of the coordinates and links, the required wrenches and generalised forces.
    pub(super) moves: Vec<T>,
    pub(super) motions: Vec<Spatial<T>>,
    pub(super) wrenches: Vec<Spatial<T>>,
    /// Wrench required by the motion of each link, apart from the bias.
    answers: Vec<Spatial<T>>,
    /// Accelerations of the links from velocities and given accelerations.
    bias: Vec<Spatial<T>>,
    pub(super) needs: Vec<T>,
    /// Workspace of the multipliers.
    multipliers: Multipliers<T>,
    /// Step along each coordinate that returns to the constraints.
    step: Vec<T>,
    /// Workspace of the elimination.
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

/// Input of the elimination.
pub(in crate::dynamics) struct Input<'a, T> {
    pub tree: &'a Tree,
    pub constants: &'a TreeConstants<T>,
    /// Uniform field, m/s2.
    pub field: [T; 3],
    pub joint_force: &'a [T],
    pub wrenches: &'a [Wrench<T>],
    pub links: &'a [LinkMotion<T>],
    pub vdot: &'a [T],
}

impl<T: Scalar> ClusterWork<T> {
    /// Workspace for a cluster of `tree`.
    pub(super) fn new(tree: &Tree, cluster: &Cluster) -> Self {
        let (n, m, joints) = (cluster.coordinates.len(), cluster.rows(), cluster.joints.len());
        let members = members(tree, cluster);
        let dynamic = members.iter().filter(|member| !member.is_given);
        let free: Vec<usize> = dynamic.flat_map(|member| member.coordinates.clone()).collect();
        let (f, paths) = (free.len(), paths(tree, cluster, &free));
        let (zero, none) = (T::zero(), pairs(zeros(), zeros()));
        let steps = paths.iter().map(|path| path.steps.len()).max().unwrap_or(0);
        let is_grounded = cluster.root == 0;
        // No inertia is propagated to the ground.
        let inner = if is_grounded { 0 } else { joints };
        Self {
            rows: vec![Row::empty(); m],
            points: vec![zeros(); paths.len()],
            inert: vec![Inert::default(); cluster.inert.len()],
            inert_ends: cluster.inert.iter().map(|inert| inert.links.map(|link| local(cluster, link))).collect(),
            scale: 1.0,
            carries: Sizes::default(),
            limit: first_limit(m),
            stabilization: 0.0,
            is_grounded,
            planar: None,
            root_bias: none,
            root_wrench: none,
            root: cluster.root,
            first: cluster.coordinates.start,
            joints: cluster.joints.clone(),
            columns: (0..n).map(|k| free.iter().position(|free| *free == k)).collect(),
            axes: vec![none; n],
            units: vec![T::one(); n],
            products: vec![VelocityProducts::default(); joints],
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
            multipliers: Multipliers::new(cluster),
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

    /// Computes parameter-dependent data: the size, m, the masses, and whether it is a planar loop. `ends` are those of
    /// its constraint, if it is a candidate.
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

    /// Computes the free motion of a planar loop at the present motion of its links. The rows are then not needed.
    pub(super) fn close_in_plane(&mut self, links: &[LinkMotion<T>], joints: &[JointWork<T>]) {
        let Some(planar) = &mut self.planar else { return };
        if self.stabilization != 0.0 {
            planar.is_closed = false;
            return;
        }
        let (first, last) = (self.joints.start, self.joints.end);
        planar.close(&links[first + 1..=last], &joints[first..last], self.limit, self.scale);
    }

    /// The planar loop, if its free motion has been computed. Rows and factors may then be those of other positions.
    #[inline(always)]
    fn closed_plane(&self) -> Option<&Planar<T>> {
        if T::IS_PLAIN { self.planar.as_ref().filter(|planar| planar.is_closed) } else { None }
    }

    /// Returns true if the free motion of a planar loop has been computed. Rows and factors may then be those of other positions.
    pub(in crate::dynamics) fn is_closed_in_plane(&self) -> bool {
        self.closed_plane().is_some()
    }

    /// Switches to the general elimination by rows.
    pub(super) fn open_plane(&mut self) {
        if let Some(planar) = &mut self.planar {
            planar.is_closed = false;
        }
    }

    /// Pass from the leaves of the cluster to its root: the articulated inertia at the origin of the root link.
    /// `waiting` has the subtrees on the cluster's links, where `routes` say.
    pub(super) fn eliminate(
        &mut self,
        input: &Input<'_, T>,
        joints: &[JointWork<T>],
        (routes, waiting): (&[Route], &[ArticulatedInertia<T>]),
    ) -> Result<ArticulatedInertia<T>, SingularJoint> {
        if let Some(planar) = self.closed_plane() {
            let y = planar.drive(input, self.joints.start, &input.joint_force[self.first..]);
            self.free_part.iter_mut().zip(y).for_each(|(to, y)| *to = y);
            return Ok(ArticulatedInertia::zero());
        }
        self.relate(input.tree, input.constants, input.links);
        self.factor();
        self.take(input, joints, routes, waiting);
        self.row_constants(input.links);
        self.free_accelerations(input.links, Besides::Velocities)
            .map_err(|local| SingularJoint { joint: self.joints.start + self.member_of(local) })?;
        Ok(if self.is_grounded { ArticulatedInertia::zero() } else { self.at_root(input.links) })
    }

    /// Copies forces, velocity products and inertias of the joints and links.
    #[inline(never)]
    fn take(
        &mut self,
        input: &Input<'_, T>,
        joints: &[JointWork<T>],
        routes: &[Route],
        waiting: &[ArticulatedInertia<T>],
    ) {
        if self.is_grounded {
            self.root_bias = pairs(zeros(), scale(-T::one(), input.field));
        }
        for (local, i) in self.joints.clone().enumerate() {
            self.products[local] = joints[i].products;
            let (body, external) = (&input.constants.inertias[i], &input.wrenches[i + 1]);
            self.is_bare[local] = body.is_nothing();
            if self.is_bare[local] {
                self.own[local] = LinkTerms::without_mass(external);
            } else {
                self.own[local] = LinkTerms::new(body, &input.links[i + 1], external);
            }
            // The same joints have one in each evaluation.
            if let Some(slot) = routes[i].from {
                self.behind[local] = Some(waiting[slot]);
            }
            let member = &self.members[local];
            self.is_idle[local] = self.is_bare[local] && member.is_leaf && self.behind[local].is_none();
            for k in member.coordinates.clone() {
                let (v, unit) = (self.first + k, self.units[k]);
                self.driven[k] = input.joint_force[v] * unit;
                if member.is_given {
                    self.free_part[k] = input.vdot[v] / unit;
                }
            }
            if member.coordinates.len() == 1 {
                let (k, armature) = (member.coordinates.start, input.constants.armature[i]);
                self.armature[k] = armature * self.units[k] * self.units[k];
            }
        }
    }

    /// Pass from the root of the cluster to its leaves: accelerations of joints and links.
    #[inline(never)]
    pub(super) fn accelerate(&self, joints: &[JointWork<T>], links: &mut [LinkMotion<T>], vdot: &mut [T]) {
        if let Some(planar) = self.closed_plane() {
            return planar.accelerate(&self.free_part, self.joints.start, joints, links, &mut vdot[self.first..]);
        }
        let root = pairs(links[self.root].alpha, links[self.root].acceleration);
        for (local, member) in self.members.iter().enumerate() {
            let parent = &links[self.link(member.parent)];
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
            let link = &mut links[self.joints.start + local + 1];
            (link.alpha, link.acceleration) = (first(motion), second(motion));
        }
    }

    /// Acceleration of a coordinate for a given acceleration of the root.
    #[inline(always)]
    pub(super) fn acceleration(&self, k: usize, root: Spatial<T>) -> T {
        if self.is_grounded { self.free_part[k] } else { self.free_part[k] - spatial_dot(self.gain[k], root) }
    }

    /// The link that a joint moves, or the root.
    #[inline(always)]
    fn link(&self, joint: Option<usize>) -> usize {
        joint.map_or(self.root, |joint| self.joints.start + joint + 1)
    }

    /// The joint of a coordinate.
    fn member_of(&self, coordinate: usize) -> usize {
        self.members.iter().position(|member| member.coordinates.contains(&coordinate)).unwrap_or(0)
    }
}

/// Scalar product, such as the power of a wrench along a motion.
#[inline(always)]
pub(super) fn spatial_dot<T: Scalar>(a: Spatial<T>, b: Spatial<T>) -> T {
    let Pair(rotational, translational) = dot(a, b);
    rotational + translational
}
