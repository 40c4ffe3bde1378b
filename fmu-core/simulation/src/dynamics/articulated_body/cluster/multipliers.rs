//! Wrenches of the constraints of a cluster at known accelerations.
//!
//! The multipliers satisfy `K' lambda = H y + F A + h`. If rows are redundant, they are statically indeterminate; then
//! all joints and constraints are taken as equally compliant: the sum of `|force|^2 + |torque/l|^2` over all of them is
//! minimal, with the size `l` of the cluster. So the result does not depend on which joint closes a loop.

use super::{Besides, ClusterWork, RowEnds, Spatial, spatial_dot};
use mechanism::scalar::{Scalar, solve_positive};
use mechanism::spatial::algebra::{Vector, add, cross, scale, sub, zeros};
use mechanism::spatial::pair::{Pair, pairs};
use mechanism::{Cluster, LinkMotion, Wrench};

/// Workspace of the multipliers.
#[derive(Clone, Debug, Default)]
pub(super) struct Multipliers<T> {
    /// One for each row, scaled like the row.
    values: Vec<T>,
    /// States of self-stress (null vectors of `K'`), one after the other: the multipliers.
    null: Vec<T>,
    /// States of self-stress: change of the wrenches of joints, then of constraints, torques divided by the size of the
    /// cluster.
    changes: Vec<Spatial<T>>,
    matrix: Vec<T>,
    shares: Vec<T>,
    /// Wrenches of joints and constraints before the distribution.
    present: Vec<Spatial<T>>,
}

impl<T: Scalar> Multipliers<T> {
    pub(super) fn new(cluster: &Cluster) -> Self {
        let m = cluster.rows();
        let bearers = cluster.joints.len() + cluster.paths.len();
        let (zero, none) = (T::zero(), pairs(zeros(), zeros()));
        Self {
            values: vec![zero; m],
            null: vec![zero; m * m],
            changes: vec![none; m * bearers],
            matrix: vec![zero; m * m],
            shares: vec![zero; m],
            present: vec![none; bearers],
        }
    }
}

impl<T: Scalar> ClusterWork<T> {
    /// Computes the multipliers; those of rows without a pivot are zero unless redundant rows share their loads. Accelerations are known.
    pub(crate) fn find_multipliers(&mut self, cluster: &Cluster, links: &[LinkMotion<T>], with_shares: bool) {
        let mut memory = std::mem::take(&mut self.multipliers);
        self.pass_on(links, true);
        let factors = &mut self.factors;
        // The factors refer to the free coordinates.
        for (column, k) in self.free.iter().enumerate() {
            self.loads[column] = self.needs[*k] - self.driven[*k];
        }
        factors.solve_transposed(&self.loads, &mut memory.values);
        let redundant = self.rows.len() - factors.rank();
        if redundant > 0 && with_shares {
            self.share(cluster, links, redundant, &mut memory);
        }
        self.multipliers = memory;
    }

    /// Force and torque of one constraint of the cluster on its frame b, about the point `at` (m), in world axes; the
    /// opposite acts on frame a.
    pub(crate) fn constraint_wrench(&self, constraint: usize, at: [T; 3]) -> Wrench<T> {
        let (torque, force) = self.row_wrench(constraint, &self.multipliers.values);
        Wrench { force, torque: add(torque, cross(sub(self.points[constraint], at), force)) }
    }

    /// Torque and force of one constraint at its point.
    #[inline(never)]
    fn row_wrench(&self, constraint: usize, values: &[T]) -> (Vector<T>, Vector<T>) {
        let (mut torque, mut force) = (zeros(), zeros());
        for number in self.paths[constraint].rows.clone() {
            let value = values[number] * self.row_size(number);
            match self.rows[number].ends {
                RowEnds::Force(along) => force = add(force, scale(value, along)),
                RowEnds::Torque(about) => torque = add(torque, scale(value, about)),
                RowEnds::Coordinates(_) => {}
            }
        }
        (torque, force)
    }

    /// Multiplier of a row between coordinates: the generalised force on one whose factor is 1.
    pub(crate) fn coordinate_force(&self, constraint: usize) -> T {
        self.multiplier(self.paths[constraint].rows.start)
    }

    /// Multiplier of a row.
    pub(crate) fn multiplier(&self, row: usize) -> T {
        self.multipliers.values[row] * self.row_size(row)
    }

    pub(super) fn row_size(&self, number: usize) -> T {
        if self.rows[number].is_length { T::constant(1.0 / self.scale) } else { T::one() }
    }

    /// Inertial and external loads of the links, `H y + F A + h`, minus the driving forces of the joints, and the
    /// wrenches that the joints transmit without the rows, each about the origin of its link.
    #[inline(never)]
    fn pass_on(&mut self, links: &[LinkMotion<T>], with_inert: bool) {
        let motion = |link: &LinkMotion<T>| pairs(link.alpha, link.acceleration);
        let root = motion(&links[self.root]);
        for (to, link) in self.motions.iter_mut().zip(&links[self.joints.start + 1..]) {
            *to = motion(link);
        }
        for k in 0..self.moves.len() {
            self.moves[k] = self.acceleration(k, root);
        }
        self.gather(links, root, Besides::Velocities, with_inert);
    }

    /// Distributes the wrenches over redundant rows.
    #[inline(never)]
    fn share(&mut self, cluster: &Cluster, links: &[LinkMotion<T>], redundant: usize, memory: &mut Multipliers<T>) {
        let (m, bearers) = (self.rows.len(), memory.present.len());
        let per_length = T::constant(1.0 / self.scale);
        let measure = |wrench: Spatial<T>| wrench.map(|x| Pair(x.0 * per_length, x.1));
        if !self.inert.is_empty() {
            self.pass_on(links, false);
        }
        for free in 0..redundant {
            let values = &mut memory.null[free * m..(free + 1) * m];
            self.factors.left_null(free, values);
            let changes = &mut memory.changes[free * bearers..(free + 1) * bearers];
            self.spread(cluster, links, values, changes);
            changes.iter_mut().for_each(|change| *change = measure(*change));
        }
        self.spread(cluster, links, &memory.values, &mut memory.present);
        for (present, passed) in memory.present.iter_mut().zip(&self.wrenches) {
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
            memory.shares[i] = own.iter().zip(&memory.present).fold(T::zero(), work);
        }
        solve_positive(&mut memory.matrix[..redundant * redundant], &mut memory.shares[..redundant]);
        for (free, share) in memory.shares[..redundant].iter().enumerate() {
            for (value, null) in memory.values.iter_mut().zip(&memory.null[free * m..(free + 1) * m]) {
                *value += *share * *null;
            }
        }
    }

    /// Changes of the wrenches of joints and constraints due to the multipliers.
    #[inline(never)]
    fn spread(&self, cluster: &Cluster, links: &[LinkMotion<T>], values: &[T], changes: &mut [Spatial<T>]) {
        let joints = cluster.joints.len();
        changes.fill(pairs(zeros(), zeros()));
        for (constraint, path) in cluster.paths.iter().enumerate() {
            let (torque, force) = self.row_wrench(constraint, values);
            let at = self.points[constraint];
            for (joint, forward) in &path.joints {
                let local = joint - cluster.joints.start;
                let arm = sub(at, links[joint + 1].position);
                let wrench = pairs(add(torque, cross(arm, force)), force);
                // The row takes the wrench instead of the joint.
                changes[local] = if *forward { sub(changes[local], wrench) } else { add(changes[local], wrench) };
            }
            if !path.closes_joint {
                changes[joints + constraint] = pairs(torque, force);
            }
        }
    }
}
