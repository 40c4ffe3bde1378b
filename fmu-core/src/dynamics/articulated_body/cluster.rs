//! Joints that constraints couple: a dense elimination inside each cluster, between the clusters the recursion of the tree.
//!
//! Constraint embedding (Jain, Robot and Multibody Dynamics, 2011, chapter 11; Chignoli, Slotine, Wensing, Kim, URDF+ and generalized
//! constraint embedding, 2023): the joint accelerations `y` of a cluster fulfil the rows `K y = k`. They are eliminated by complete pivoting,
//! `y = Y0 + N z`, and the free ones `z` follow from the projected inertia `N' H N`, which alone has to be positive definite.
//!
//! Inside a cluster all quantities are spatial (Featherstone 2008, chapter 2), in world axes, about one common point: where the origin of
//! the root link is. Accelerations are then derivatives of spatial velocities, so that nothing is shifted inside the cluster. Translational
//! coordinates are measured in units of the cluster's size, so that all columns are comparable.

use super::forward::SingularJoint;
use super::multipliers::Multipliers;
use super::workspace::JointWork;
use crate::mechanism::joint_kinds::Place;
use crate::mechanism::spatial::algebra::{Vector, add, cross, dot, rotate, scale, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::{ArticulatedInertia, LinkTerms, noise};
use crate::mechanism::spatial::pair::{Pair, pairs};
use crate::mechanism::{Cluster, LinkMotion, Motion, RELATED, Tree, TreeConstants, TreeJoint, Wrench};
use crate::scalar::{RankFactors, RankLimit, Scalar};

/// Angular and linear part of a motion, or torque and force, about the common point.
pub(super) type Spatial<T> = Vector<Pair<T>>;

/// One scalar equation between the accelerations of two links, or of two coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Row<T> {
    /// What it couples.
    pub ends: RowEnds<T>,
    /// Its residual is a length (m), not an angle.
    pub is_length: bool,
    /// What is to be zero: m or rad.
    pub residual: T,
    /// Derivative of the residual, per s.
    pub rate: T,
    /// What velocities contribute to the second derivative of the residual, accelerations being spatial ones, per s2.
    pub drift: T,
}

/// What a row couples.
#[derive(Clone, Copy, Debug)]
pub enum RowEnds<T> {
    /// The links of two frames: a force and a torque that act at a point on the link of frame b, and opposite on that of frame a, do
    /// the work of the rate; world axes.
    Links {
        /// Force per unit of the multiplier.
        force: [T; 3],
        /// Torque per unit of the multiplier.
        torque: [T; 3],
        /// Point at which they act, m.
        at: [T; 3],
    },
    /// Velocity coordinates of the cluster, each with its factor.
    Coordinates([(usize, T); RELATED]),
}

impl<T: Scalar> Row<T> {
    /// A row that demands nothing.
    pub fn empty() -> Self {
        let ends = RowEnds::Links { force: zeros(), torque: zeros(), at: zeros() };
        Self { ends, is_length: false, residual: T::zero(), rate: T::zero(), drift: T::zero() }
    }

    /// A residual or its rate in units of the cluster's size, m.
    pub fn scaled(&self, x: f64, size: f64) -> f64 {
        if self.is_length { x / size } else { x }
    }
}

/// A mass that follows the origins of two frames: its acceleration is `P_a a_a + P_b a_b + c`.
#[derive(Clone, Copy, Debug)]
pub struct Inert<T> {
    /// Mass, kg.
    pub mass: T,
    /// Columns of P_a and P_b, world axes.
    pub follows: [[[T; 3]; 3]; 2],
    /// Origins of the frames, m.
    pub at: [[T; 3]; 2],
    /// c, and what velocities contribute to `a_a` and `a_b` when those of the links are spatial ones, less a gravitation that is not
    /// in the acceleration of the base, m/s2.
    pub drift: [T; 3],
}

impl<T: Scalar> Inert<T> {
    /// How an element of its acceleration follows the spatial acceleration of the root, from whose origin `arms` lead to the frames.
    fn root_row(&self, element: usize, arms: [Vector<T>; 2]) -> Spatial<T> {
        let mut row = pairs(zeros(), zeros());
        for (follows, arm) in self.follows.iter().zip(arms) {
            let linear = [follows[0][element], follows[1][element], follows[2][element]];
            // e . (alpha x arm) = alpha . (arm x e)
            row = add(row, pairs(cross(arm, linear), linear));
        }
        row
    }

    /// Nothing.
    pub fn empty() -> Self {
        Self { mass: T::zero(), follows: [[zeros(); 3]; 2], at: [zeros(); 2], drift: zeros() }
    }
}

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
    /// First velocity coordinate.
    pub(super) first: usize,
    /// Coordinates whose accelerations are unknown, counted from the first one of the cluster.
    pub(super) free: Vec<usize>,
    /// Motion axis of each coordinate.
    pub(super) axes: Vec<Spatial<T>>,
    /// What a unit of each coordinate is: 1 rad, or `scale` m.
    pub(super) units: Vec<T>,
    /// Per joint: the way from the common point to the link's origin, m.
    pub(super) arms: Vec<Vector<T>>,
    /// Per joint: acceleration of the link when the root and all joint accelerations are zero.
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
            first,
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

    /// Motion axes of all coordinates, and the rows in these coordinates. Links have been placed, rows been written.
    pub(crate) fn relate(
        &mut self,
        tree: &Tree,
        constants: &TreeConstants<T>,
        cluster: &Cluster,
        links: &[LinkMotion<T>],
    ) {
        let (point, unit) = (links[cluster.root].position, T::constant(self.scale));
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &tree.joints[i];
            let place = Place { links, placements: &constants.placements, joint: i, parent: joint.parent };
            self.arms[local] = sub(place.link().position, point);
            for k in 0..joint.kind.nv() {
                let (axis, at) = (joint.kind.axis(k, &place), joint.v + k - self.first);
                let e = axis.direction;
                (self.axes[at], self.units[at]) = match axis.rotation {
                    true => (pairs(e, cross(self.arms[local], e)), T::one()),
                    false => (pairs(zeros(), scale(unit, e)), unit),
                };
            }
        }
        self.matrix.fill(T::zero());
        let n = self.axes.len();
        let rows = cluster.paths.iter().flat_map(|path| std::iter::repeat_n(path, path.rows));
        for (number, path) in rows.enumerate() {
            let row = &self.rows[number];
            let matrix = &mut self.matrix[number * n..(number + 1) * n];
            let size = if row.is_length { T::constant(1.0 / self.scale) } else { T::one() };
            match row.ends {
                RowEnds::Links { force, torque, at } => {
                    let torque = add(torque, cross(sub(at, point), force));
                    let wrench = pairs(scale(size, torque), scale(size, force));
                    for (joint, forward) in &path.joints {
                        let joint = &tree.joints[*joint];
                        for k in joint.v..joint.v + joint.kind.nv() {
                            let work = spatial_dot(wrench, self.axes[k - self.first]);
                            matrix[k - self.first] += if *forward { work } else { -work };
                        }
                    }
                }
                RowEnds::Coordinates(terms) => {
                    for (coordinate, factor) in terms {
                        let k = coordinate - self.first;
                        matrix[k] += size * factor * self.units[k];
                    }
                }
            }
        }
    }

    /// Factors the rows in the free coordinates.
    pub(crate) fn factor(&mut self) {
        let n = self.axes.len();
        self.factors.restart();
        for row in 0..self.rows.len() {
            for (column, k) in self.free.iter().enumerate() {
                self.factors.set(row, column, self.matrix[row * n + k]);
            }
        }
        self.factors.factor(self.limit);
    }

    /// From the leaves of the cluster to its root: what it needs at the origin of the root link, whose accelerations are classical ones.
    /// `waiting` has what hangs on the cluster's links, per joint.
    pub(super) fn eliminate(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: impl Fn(usize) -> Option<ArticulatedInertia<T>>,
    ) -> Result<ArticulatedInertia<T>, SingularJoint> {
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
        for (local, force) in self.force.iter().enumerate() {
            root = root.less(*force, self.gain[local], self.free_part[local]);
        }
        // From the spatial acceleration of the root to the classical one of its origin.
        let link = &pass.links[cluster.root];
        Ok(root.accelerated(pairs(zeros(), scale(-T::one(), cross(link.omega, link.velocity)))))
    }

    /// Accelerations of the links, those of the root and of the joints being zero.
    #[inline(never)]
    fn bias_accelerations(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let root = &pass.links[cluster.root];
        let at_root = (zeros(), cross(root.omega, root.velocity));
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &pass.tree.joints[i];
            let products = pass.joints[i].products;
            let (alpha, a) = match joint.parent == cluster.root {
                true => at_root,
                false => self.classical(
                    self.bias[joint.parent - 1 - cluster.joints.start],
                    pass.links,
                    joint.parent,
                    cluster,
                ),
            };
            let own = products.accelerations;
            let a = add(add(a, own.map(|x| x.1)), cross(alpha, products.d));
            let alpha = add(alpha, own.map(|x| x.0));
            let link = &pass.links[i + 1];
            let spatial = sub(sub(a, cross(alpha, self.arms[local])), cross(link.omega, link.velocity));
            self.bias[local] = pairs(alpha, spatial);
        }
    }

    /// Angular acceleration and acceleration of the origin of a link of the cluster.
    #[inline(never)]
    fn classical(
        &self,
        spatial: Spatial<T>,
        links: &[LinkMotion<T>],
        link: usize,
        cluster: &Cluster,
    ) -> (Vector<T>, Vector<T>) {
        let (alpha, a) = (spatial.map(|x| x.0), spatial.map(|x| x.1));
        let (arm, motion) = (self.arms[link - 1 - cluster.joints.start], &links[link]);
        (alpha, add(add(a, cross(alpha, arm)), cross(motion.omega, motion.velocity)))
    }

    /// What each link needs with all behind it, and all of them together at the root.
    #[inline(never)]
    fn composites(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        waiting: impl Fn(usize) -> Option<ArticulatedInertia<T>>,
    ) -> ArticulatedInertia<T> {
        let mut root = ArticulatedInertia::zero();
        let start = cluster.joints.start;
        for (local, i) in cluster.joints.clone().enumerate() {
            let link = &pass.links[i + 1];
            let terms = LinkTerms::new(&pass.constants.inertias[i], link, &pass.wrenches[i + 1]);
            let whole = waiting(i).unwrap_or_else(ArticulatedInertia::zero).plus_link(&terms);
            let spatial = carried(whole, pairs(zeros(), cross(link.omega, link.velocity)), self.arms[local]);
            self.own[local] = spatial;
            self.composite[local] = spatial.accelerated(self.bias[local]);
        }
        for i in cluster.joints.clone().rev() {
            let composite = self.composite[i - start];
            match pass.tree.joints[i].parent {
                parent if parent == cluster.root => root = root.plus(&composite),
                parent => {
                    let with = self.composite[parent - 1 - start].plus(&composite);
                    self.composite[parent - 1 - start] = with;
                }
            }
        }
        root
    }

    /// Joint inertia matrix, forces at the root, and what the coordinates lack (composite rigid bodies, Featherstone 2008, 6.2).
    #[inline(never)]
    fn joint_inertia(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let n = self.axes.len();
        self.inertia.fill(T::zero());
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &pass.tree.joints[i];
            for k in joint.v - self.first..joint.v - self.first + joint.kind.nv() {
                let force = needed(&self.composite[local], self.axes[k]);
                self.force[k] = force;
                let driven = pass.joint_force[self.first + k] * self.units[k];
                self.effort[k] = spatial_dot(self.axes[k], self.composite[local].wrench) - driven;
                let mut above = i;
                loop {
                    let other = &pass.tree.joints[above];
                    for l in other.v - self.first..other.v - self.first + other.kind.nv() {
                        let element = spatial_dot(self.axes[l], force);
                        self.inertia[l * n + k] = element;
                        self.inertia[k * n + l] = element;
                    }
                    if other.parent == cluster.root {
                        break;
                    }
                    above = other.parent - 1;
                }
            }
            if joint.kind.nv() == 1 {
                let k = joint.v - self.first;
                self.inertia[k * n + k] += pass.constants.armature[i] * self.units[k] * self.units[k];
            }
        }
    }

    /// Adds a mass between links to the inertia of the joints, and to what the root needs.
    #[inline(never)]
    fn add_inert(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        number: usize,
        mut root: ArticulatedInertia<T>,
    ) -> ArticulatedInertia<T> {
        let (n, inert, path) = (self.axes.len(), self.inert[number], &cluster.inert[number]);
        let arms = inert.at.map(|at| sub(at, pass.links[cluster.root].position));
        let mut columns = std::mem::take(&mut self.inert_columns);
        columns.fill(zeros());
        let mut c = inert.drift;
        for end in [0, 1] {
            let at_end = |motion: Spatial<T>| {
                let (alpha, a) = (motion.map(|x| x.0), motion.map(|x| x.1));
                rotate(&inert.follows[end], add(a, cross(alpha, arms[end])))
            };
            c = add(c, at_end(self.bias_of(path.links[end], cluster)));
            for joint in &path.joints[end] {
                let joint = &pass.tree.joints[*joint];
                let own = joint.v - self.first..joint.v - self.first + joint.kind.nv();
                for (column, axis) in columns[own.clone()].iter_mut().zip(&self.axes[own]) {
                    *column = add(*column, at_end(*axis));
                }
            }
        }
        for (k, column) in columns.iter().enumerate() {
            for (element, other) in self.inertia[k * n..(k + 1) * n].iter_mut().zip(&columns) {
                *element += inert.mass * dot(*column, *other);
            }
            self.effort[k] += inert.mass * dot(*column, c);
        }
        for element in 0..3 {
            let along = inert.root_row(element, arms);
            for (force, column) in self.force.iter_mut().zip(&columns) {
                *force = add(*force, scale(Pair::both(inert.mass * column[element]), along));
            }
            root = root.less(along, scale(Pair::both(-inert.mass), along), inert.mass * c[element]);
        }
        self.inert_columns = columns;
        root
    }

    /// Right-hand side of the rows.
    #[inline(never)]
    fn row_constants(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let point = pass.links[cluster.root].position;
        let rate = T::constant(2.0 * self.stabilization);
        let stiffness = T::constant(self.stabilization * self.stabilization);
        let rows = cluster.paths.iter().flat_map(|path| std::iter::repeat_n(path, path.rows));
        for (number, path) in rows.enumerate() {
            let row = &self.rows[number];
            let size = if row.is_length { T::constant(1.0 / self.scale) } else { T::one() };
            let mut known = row.drift + rate * row.rate + stiffness * row.residual;
            if let RowEnds::Links { force, torque, at } = row.ends {
                let wrench = pairs(add(torque, cross(sub(at, point), force)), force);
                let [a, b] = path.links.map(|link| self.bias_of(link, cluster));
                known += spatial_dot(wrench, sub(b, a));
            }
            self.known[number] = -(size * known);
        }
    }

    /// Accelerations that are given: what they need, and what they leave to the rows.
    #[inline(never)]
    fn prescribed(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
        let n = self.axes.len();
        for i in cluster.joints.clone() {
            let joint = &pass.tree.joints[i];
            if joint.motion == Motion::Dynamic {
                continue;
            }
            let k = joint.v - self.first;
            let given = pass.vdot[joint.v] / self.units[k];
            for other in 0..n {
                self.effort[other] += self.inertia[other * n + k] * given;
            }
            for row in 0..self.rows.len() {
                self.known[row] -= self.matrix[row * n + k] * given;
            }
            self.free_part[k] = given;
            self.gain[k] = pairs(zeros(), zeros());
        }
    }

    /// The free accelerations as functions of the acceleration of the root. The error is a coordinate that moves no mass.
    #[inline(never)]
    fn free_accelerations(&mut self) -> Result<(), usize> {
        self.factors.solve(&self.known, &mut self.loads);
        for (column, k) in self.free.iter().enumerate() {
            self.free_part[*k] = self.loads[column];
        }
        self.factors.dependence(&mut self.dependence);
        self.project_inertia();
        self.project_loads();
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let Self { projected, bounds, loads, carried, free, factors, dependence, gain, free_part, .. } = self;
        let at = |place: usize| free[factors.columns()[place]];
        let (own_loads, own_carried) = (&mut loads[r..r + d], &mut carried[r..r + d]);
        if let Err(singular) = solve_inertia(&mut projected[..d * d], &bounds[..d], own_loads, own_carried) {
            return Err(at(r + singular));
        }
        for row in 0..d {
            let k = at(r + row);
            gain[k] = carried[r + row];
            free_part[k] -= loads[r + row];
        }
        for i in 0..r {
            let k = at(i);
            gain[k] = pairs(zeros(), zeros());
            for row in 0..d {
                let g = dependence[i * d + row];
                gain[k] = sub(gain[k], scale(Pair::both(g), carried[r + row]));
                free_part[k] += g * loads[r + row];
            }
        }
        Ok(())
    }

    /// `N' H N`, and below which size its pivots are rounding errors.
    #[inline(never)]
    fn project_inertia(&mut self) {
        let (n, f) = (self.axes.len(), self.free.len());
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let Self { reduced, projected, bounds, dependence, inertia, free, factors, .. } = self;
        let at = |place: usize| free[factors.columns()[place]];
        let element = |a: usize, b: usize| inertia[at(a) * n + at(b)];
        for place in 0..f {
            for column in 0..d {
                let own = element(place, r + column);
                let less = |sum: T, i: usize| sum - element(place, i) * dependence[i * d + column];
                reduced[place * d + column] = (0..r).fold(own, less);
            }
        }
        let size = |place: usize| element(place, place).value().max(0.0).sqrt();
        for row in 0..d {
            for column in 0..d {
                let own = reduced[(r + row) * d + column];
                let less = |sum: T, i: usize| sum - dependence[i * d + row] * reduced[i * d + column];
                projected[row * d + column] = (0..r).fold(own, less);
            }
            let terms = |sum: f64, i: usize| sum + dependence[i * d + row].value().abs() * size(i);
            let whole = (0..r).fold(size(r + row), terms);
            bounds[row] = SLACK * noise(whole * whole);
        }
    }

    /// `N' (H Y0 + h)` and `N' F`, at the places of the free columns.
    #[inline(never)]
    fn project_loads(&mut self) {
        let (n, f) = (self.axes.len(), self.free.len());
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let Self { loads, carried, effort, inertia, free, free_part, factors, force, dependence, .. } = self;
        for place in 0..f {
            let k = free[factors.columns()[place]];
            let load = |sum: T, other: &usize| sum + inertia[k * n + other] * free_part[*other];
            loads[place] = free.iter().fold(effort[k], load);
            carried[place] = force[k];
        }
        for row in 0..d {
            for i in 0..r {
                let g = dependence[i * d + row];
                let (load, wrench) = (loads[i], carried[i]);
                loads[r + row] -= g * load;
                carried[r + row] = sub(carried[r + row], scale(Pair::both(g), wrench));
            }
        }
    }

    /// From the root of the cluster to its leaves: accelerations of joints and links.
    pub(super) fn accelerate(&self, tree: &Tree, cluster: &Cluster, links: &mut [LinkMotion<T>], vdot: &mut [T]) {
        let root = links[cluster.root];
        let at_root = pairs(root.alpha, sub(root.acceleration, cross(root.omega, root.velocity)));
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

    /// Acceleration of a link of the cluster when the root and all joint accelerations are zero.
    fn bias_of(&self, link: usize, cluster: &Cluster) -> Spatial<T> {
        if link == cluster.root { pairs(zeros(), zeros()) } else { self.bias[link - 1 - cluster.joints.start] }
    }
}

impl ClusterWork<f64> {
    /// Finds the shortest step along the free coordinates that takes what `of` says of each row away. Rows have been factored.
    pub(crate) fn correct(&mut self, of: impl Fn(&Row<f64>) -> f64) {
        for (known, row) in self.known.iter_mut().zip(&self.rows) {
            *known = row.scaled(of(row), self.scale);
        }
        self.factors.least_squares(&self.known, &mut self.loads);
        self.effort.fill(0.0);
        for (column, k) in self.free.iter().enumerate() {
            self.effort[*k] = self.loads[column] * self.units[*k];
        }
    }

    /// The same for velocities, as impulses of the constraints would do it: no momentum changes along the free directions, so that kinetic
    /// energy changes by that of the step only. Next to singular configurations, where a small residual is a large velocity, the shortest
    /// step would change it by much more. False where that is not possible. The joint inertia matrix is known.
    pub(crate) fn correct_by_impulses(&mut self) -> bool {
        for (known, row) in self.known.iter_mut().zip(&self.rows) {
            *known = row.scaled(row.rate, self.scale);
        }
        self.effort.fill(0.0);
        if self.free_accelerations().is_err() {
            return false;
        }
        for k in &self.free {
            self.effort[*k] = self.free_part[*k] * self.units[*k];
        }
        true
    }

    /// Rows are about to become dependent, or count as such. They have been factored.
    pub(crate) fn is_nearly_singular(&self) -> bool {
        let (rank, pivot) = self.rank();
        rank < self.limit.rank || pivot < NEARLY_SINGULAR * self.limit.threshold
    }

    /// The largest residual of its rows, lengths in units of its size.
    pub(crate) fn largest_residual(&self) -> f64 {
        self.rows.iter().map(|row| row.scaled(row.residual, self.scale).abs()).fold(0.0, larger)
    }

    /// The largest speed of its coordinates, lengths in units of its size. Rows have been related to the coordinates.
    pub(crate) fn largest_speed(&self, v: &[f64]) -> f64 {
        let speeds = v[self.first..].iter().zip(&self.units).map(|(v, unit)| (v / unit).abs());
        speeds.fold(0.0, f64::max)
    }

    /// Number of rows that count, and the smallest pivot relative to the first.
    pub(crate) fn rank(&self) -> (usize, f64) {
        (self.factors.rank(), self.factors.smallest_pivot())
    }

    /// Makes [`Self::correction`] a step of that length along the null space of the rows, with the given weight of each free coordinate.
    /// Rows have been factored.
    pub(crate) fn stride(&mut self, length: f64, weight: impl Fn(usize) -> f64) {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        self.factors.dependence(&mut self.dependence);
        self.effort.fill(0.0);
        let columns = self.factors.columns();
        for (place, column) in columns.iter().enumerate() {
            let free = |j: usize| weight(columns[r + j]);
            let step = match place.checked_sub(r) {
                Some(j) => free(j),
                None => -(0..d).map(|j| self.dependence[place * d + j] * free(j)).sum::<f64>(),
            };
            self.effort[self.free[*column]] = step;
        }
        let largest = self.effort.iter().fold(0.0_f64, |largest, step| largest.max(step.abs()));
        let factor = if largest > 0.0 { length / largest } else { 0.0 };
        self.effort.iter_mut().zip(&self.units).for_each(|(step, unit)| *step *= factor * unit);
    }

    /// The step of [`Self::correct`] along the velocity coordinates of a joint, to be subtracted.
    pub(crate) fn correction(&self, joint: &TreeJoint) -> impl Iterator<Item = f64> {
        let first = joint.v - self.first;
        self.effort[first..first + joint.kind.nv()].iter().copied()
    }
}

/// The larger one of two sizes, or the one that is no number.
pub fn larger(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

/// So many times the threshold is a small pivot: a tenth of what is usual, as the thresholds are found.
const NEARLY_SINGULAR: f64 = 100.0;
/// Threshold of the pivots before it is known how small they are in this mechanism.
const FIRST_THRESHOLD: f64 = 1e-8;

/// How many of so many rows count before it is known how many are independent.
pub const fn first_limit(rows: usize) -> RankLimit {
    RankLimit { rank: rows, threshold: FIRST_THRESHOLD }
}

/// How much larger than the rounding error of its terms a projected inertia has to be: they are summed over many products.
const SLACK: f64 = 1e3;

/// Solves `B x = b` for a symmetric positive definite `B` and for several right-hand sides by elimination without pivoting. The error
/// is the number of the first unknown whose pivot is not above its bound.
fn solve_inertia<T: Scalar>(matrix: &mut [T], bounds: &[f64], b: &mut [T], c: &mut [Spatial<T>]) -> Result<(), usize> {
    let n = b.len();
    for k in 0..n {
        // A pivot that is not a number passes: the accelerations will show it.
        if matrix[k * n + k].value() <= bounds[k] {
            return Err(k);
        }
        let inverse = T::one() / matrix[k * n + k];
        for row in k + 1..n {
            let factor = matrix[row * n + k] * inverse;
            for column in k + 1..n {
                let above = matrix[k * n + column];
                matrix[row * n + column] -= factor * above;
            }
            let (above, carried) = (b[k], c[k]);
            b[row] -= factor * above;
            c[row] = sub(c[row], scale(Pair::both(factor), carried));
        }
    }
    for k in (0..n).rev() {
        let inverse = T::one() / matrix[k * n + k];
        for column in k + 1..n {
            let (element, known, carried) = (matrix[k * n + column], b[column], c[column]);
            b[k] -= element * known;
            c[k] = sub(c[k], scale(Pair::both(element), carried));
        }
        b[k] *= inverse;
        c[k] = scale(Pair::both(inverse), c[k]);
    }
    Ok(())
}

/// An articulated inertia with given accelerations, about the point from which `arm` leads to its own. Not inlined, as what follows: the
/// elimination is compiled for each scalar, and copies would make the runtime large.
#[inline(never)]
fn carried<T: Scalar>(inertia: ArticulatedInertia<T>, given: Spatial<T>, arm: Vector<T>) -> ArticulatedInertia<T> {
    inertia.accelerated(given).carried(arm)
}

/// The wrench that a motion needs.
#[inline(never)]
pub(super) fn needed<T: Scalar>(inertia: &ArticulatedInertia<T>, motion: Spatial<T>) -> Spatial<T> {
    inertia.times(motion)
}

/// Power of a wrench along a motion, or the like.
#[inline]
pub(super) fn spatial_dot<T: Scalar>(a: Spatial<T>, b: Spatial<T>) -> T {
    let Pair(rotational, translational) = dot(a, b);
    rotational + translational
}

/// The joint of a velocity coordinate.
fn joint_of(tree: &Tree, cluster: &Cluster, coordinate: usize) -> usize {
    let holds = |i: &usize| (tree.joints[*i].v..tree.joints[*i].v + tree.joints[*i].kind.nv()).contains(&coordinate);
    cluster.joints.clone().find(holds).unwrap_or(cluster.joints.start)
}
