//! Wrenches of the constraints of a cluster, when the accelerations are known.
//!
//! The multipliers fulfil `K' lambda = H y + F A + h`. Where rows depend on each other, statics leaves a choice; it is made as if all joints and
//! constraints yielded alike: the sum of `|force|^2 + |torque/l|^2` over all of them is least, with the size `l` of the cluster. So the result
//! does not depend on which joint closes a loop.

use super::cluster::{ClusterWork, RowEnds, Spatial, needed, spatial_dot};
use crate::mechanism::spatial::algebra::{add, cross, scale, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::ArticulatedInertia;
use crate::mechanism::spatial::pair::{Pair, first, pairs, second};
use crate::mechanism::{Cluster, LinkMotion, Tree, Wrench};
use crate::scalar::{Scalar, solve_positive};

/// Memory of the multipliers.
#[derive(Clone, Debug)]
pub(super) struct Multipliers<T> {
    /// One for each row, as it is scaled.
    values: Vec<T>,
    /// What each coordinate needs of the rows.
    needed: Vec<T>,
    /// Per joint: the wrench that it passes on, about the origin of its link.
    passed: Vec<Spatial<T>>,
    /// For each way in which the rows may load each other, one after the other: the multipliers.
    null: Vec<T>,
    /// The same: change of the wrenches of joints, then of constraints, torques divided by the size of the cluster.
    changes: Vec<Spatial<T>>,
    matrix: Vec<T>,
    shares: Vec<T>,
}

impl<T: Scalar> Multipliers<T> {
    pub(super) fn new(cluster: &Cluster) -> Self {
        let (n, m) = (cluster.coordinates.len(), cluster.rows());
        let bearers = cluster.joints.len() + cluster.paths.len();
        let (zero, none) = (T::zero(), pairs(zeros(), zeros()));
        Self {
            values: vec![zero; m],
            needed: vec![zero; n],
            passed: vec![none; cluster.joints.len()],
            null: vec![zero; m * m],
            changes: vec![none; m * bearers],
            matrix: vec![zero; m * m],
            shares: vec![zero; m],
        }
    }
}

impl<T: Scalar> ClusterWork<T> {
    /// Finds the multipliers. Accelerations are known.
    pub(crate) fn find_multipliers(&mut self, tree: &Tree, cluster: &Cluster, links: &[LinkMotion<T>]) {
        let Some(mut memory) = self.multipliers.take() else { return };
        self.needed_of_rows(tree, cluster, links, &mut memory.needed);
        let factors = &mut self.factors;
        // The factors are of the free coordinates.
        for (column, k) in self.free.iter().enumerate() {
            self.loads[column] = memory.needed[*k];
        }
        factors.solve_transposed(&self.loads, &mut memory.values);
        let redundant = self.rows.len() - factors.rank();
        if redundant > 0 {
            self.share(tree, cluster, links, redundant, &mut memory);
        }
        self.multipliers = Some(memory);
    }

    /// Force, torque of one constraint of the cluster on its frame b, about the point `at` (m), in world axes; and the opposite on frame a.
    pub(crate) fn constraint_wrench(&self, cluster: &Cluster, constraint: usize, at: [T; 3]) -> Wrench<T> {
        let first = cluster.paths[..constraint].iter().map(|path| path.rows).sum::<usize>();
        let mut sum = Wrench { force: zeros(), torque: zeros() };
        let Some(memory) = &self.multipliers else { return sum };
        for number in first..first + cluster.paths[constraint].rows {
            let row = &self.rows[number];
            if let RowEnds::Links { force, torque, at: point } = row.ends {
                let value = memory.values[number] * self.row_size(number);
                let torque = add(torque, cross(sub(point, at), force));
                sum.add(scale(value, force).into(), scale(value, torque).into());
            }
        }
        sum
    }

    /// Multiplier of a row between coordinates: the generalised force on one whose factor is 1.
    pub(crate) fn coordinate_force(&self, cluster: &Cluster, constraint: usize) -> T {
        let row = cluster.paths[..constraint].iter().map(|path| path.rows).sum::<usize>();
        self.multipliers.as_ref().map_or_else(T::zero, |memory| memory.values[row] * self.row_size(row))
    }

    fn row_size(&self, number: usize) -> T {
        if self.rows[number].is_length { T::constant(1.0 / self.scale) } else { T::one() }
    }

    /// `H y + F A + h`.
    #[inline(never)]
    fn needed_of_rows(&self, tree: &Tree, cluster: &Cluster, links: &[LinkMotion<T>], needed: &mut [T]) {
        let n = self.axes.len();
        let at_root = self.unknown_at_root(&links[cluster.root]);
        debug_assert!(tree.joints[cluster.joints.start].parent == cluster.root);
        for (k, needed) in needed.iter_mut().enumerate() {
            // What prescribed accelerations need is in the effort already.
            let inertia = |sum: T, other: &usize| {
                sum + self.inertia[k * n + other] * (self.free_part[*other] - spatial_dot(self.gain[*other], at_root))
            };
            *needed = self.free.iter().fold(self.effort[k] + spatial_dot(self.force[k], at_root), inertia);
        }
    }

    /// Adds what the redundant rows take over.
    #[inline(never)]
    fn share(
        &mut self,
        tree: &Tree,
        cluster: &Cluster,
        links: &[LinkMotion<T>],
        redundant: usize,
        memory: &mut Multipliers<T>,
    ) {
        let (m, joints) = (self.rows.len(), cluster.joints.len());
        let bearers = joints + cluster.paths.len();
        let per_length = T::constant(1.0 / self.scale);
        let measure = |wrench: Spatial<T>| wrench.map(|x| Pair(x.0 * per_length, x.1));
        self.passed_on(tree, cluster, links, memory);
        for free in 0..redundant {
            let values = &mut memory.null[free * m..(free + 1) * m];
            self.factors.left_null(free, values);
            let changes = &mut memory.changes[free * bearers..(free + 1) * bearers];
            self.spread(cluster, links, values, changes);
            changes.iter_mut().for_each(|change| *change = measure(*change));
        }
        // The wrenches that there are without them.
        let mut present = std::mem::take(&mut self.present);
        self.spread(cluster, links, &memory.values, &mut present);
        for (present, passed) in present.iter_mut().zip(&memory.passed) {
            *present = add(*present, *passed);
        }
        for i in 0..redundant {
            let own = &memory.changes[i * bearers..(i + 1) * bearers];
            for j in 0..redundant {
                let other = &memory.changes[j * bearers..(j + 1) * bearers];
                let work = |sum: T, (a, b): (&Spatial<T>, &Spatial<T>)| sum + spatial_dot(*a, *b);
                memory.matrix[i * redundant + j] = own.iter().zip(other).fold(T::zero(), work);
            }
            let work = |sum: T, (a, b): (&Spatial<T>, &Spatial<T>)| sum - spatial_dot(*a, measure(*b));
            memory.shares[i] = own.iter().zip(&present).fold(T::zero(), work);
        }
        self.present = present;
        solve_positive(&mut memory.matrix[..redundant * redundant], &mut memory.shares[..redundant]);
        for (free, share) in memory.shares[..redundant].iter().enumerate() {
            for (value, null) in memory.values.iter_mut().zip(&memory.null[free * m..(free + 1) * m]) {
                *value += *share * *null;
            }
        }
    }

    /// Wrenches that the joints pass on when the rows do nothing, each about the origin of its link.
    #[inline(never)]
    fn passed_on(&self, tree: &Tree, cluster: &Cluster, links: &[LinkMotion<T>], memory: &mut Multipliers<T>) {
        let start = cluster.joints.start;
        for (local, i) in cluster.joints.clone().enumerate() {
            let link = &links[i + 1];
            let a = sub(sub(link.acceleration, cross(link.alpha, self.arms[local])), cross(link.omega, link.velocity));
            let own: &ArticulatedInertia<T> = &self.own[local];
            memory.passed[local] = add(own.wrench, needed(own, pairs(link.alpha, a)));
        }
        for i in cluster.joints.clone().rev() {
            let parent = tree.joints[i].parent;
            if parent != cluster.root {
                memory.passed[parent - 1 - start] = add(memory.passed[parent - 1 - start], memory.passed[i - start]);
            }
        }
        for (passed, arm) in memory.passed.iter_mut().zip(&self.arms) {
            *passed = about(*passed, *arm);
        }
    }

    /// What multipliers change of the wrenches of the joints and of the constraints.
    #[inline(never)]
    fn spread(&self, cluster: &Cluster, links: &[LinkMotion<T>], values: &[T], changes: &mut [Spatial<T>]) {
        let joints = cluster.joints.len();
        changes.fill(pairs(zeros(), zeros()));
        let mut number = 0;
        for (constraint, path) in cluster.paths.iter().enumerate() {
            let mut sum = pairs(zeros(), zeros());
            let mut at = zeros();
            for _ in 0..path.rows {
                if let RowEnds::Links { force, torque, at: point } = self.rows[number].ends {
                    let value = values[number] * self.row_size(number);
                    let torque = add(torque, cross(sub(point, links[cluster.root].position), force));
                    sum = add(sum, pairs(scale(value, torque), scale(value, force)));
                    at = sub(point, links[cluster.root].position);
                }
                number += 1;
            }
            for (joint, forward) in &path.joints {
                let local = joint - cluster.joints.start;
                let wrench = about(sum, self.arms[local]);
                // What the row brings the joint need not bring.
                changes[local] = if *forward { sub(changes[local], wrench) } else { add(changes[local], wrench) };
            }
            if !path.closes_joint {
                changes[joints + constraint] = about(sum, at);
            }
        }
    }
}

/// A wrench about the common point as one about the point to which `arm` leads.
fn about<T: Scalar>(wrench: Spatial<T>, arm: [T; 3]) -> Spatial<T> {
    let (torque, force) = (first(wrench), second(wrench));
    pairs(sub(torque, cross(arm, force)), force)
}
