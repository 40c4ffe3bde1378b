//! Corrections of positions and velocities onto the rows of a cluster, the rank of the rows, and what searches, charts and derivatives take from
//! them.

use super::response::Besides;
use super::{ClusterWork, Row};
use mechanism::frames::quaternions::{self, Quaternion};
use mechanism::scalar::{RankFactors, RankLimit, Vector3};
use mechanism::{LinkMotion, Tree, TreeConstants};

/// Threshold of the pivots until their size in this mechanism is known.
const FIRST_THRESHOLD: f64 = 1e-8;
/// Largest fraction of a row's velocity-dependent terms that counts as zero: near a singular position, which counts as
/// one, accelerations yield to this extent.
const NOTHING: f64 = 0.02;

/// Limit for a number of rows until their rank is known.
pub const fn first_limit(rows: usize) -> RankLimit {
    RankLimit { rank: rows, threshold: FIRST_THRESHOLD }
}

/// The larger of two values, or NaN if one is.
pub fn larger(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

impl ClusterWork<f64> {
    /// Finds the shortest step along the free coordinates that removes the residual `of` each row. Rows have been factored.
    pub(crate) fn correct(&mut self, of: impl Fn(&Row<f64>) -> f64) {
        for (known, row) in self.known.iter_mut().zip(&self.rows) {
            *known = row.scaled(of(row), self.scale);
        }
        self.factors.least_squares(&self.known, &mut self.loads);
        self.step.fill(0.0);
        for (column, k) in self.free.iter().enumerate() {
            self.step[*k] = self.loads[column] * self.units[*k];
        }
    }

    /// The corresponding step of velocities, by impulses of the constraints: momentum along the free directions does
    /// not change, so that kinetic energy changes in second order only. The shortest step changes it in first order,
    /// and much near singular configurations, where a small residual is a large velocity. Returns false if impulses
    /// cannot be computed. Accelerations are known.
    pub(crate) fn correct_by_impulses(&mut self, links: &[LinkMotion<f64>]) -> bool {
        for (known, row) in self.known.iter_mut().zip(&self.rows) {
            *known = row.scaled(row.rate, self.scale);
        }
        self.step.fill(0.0);
        if self.free_accelerations(links, Besides::Nothing).is_err() {
            return false;
        }
        for k in &self.free {
            self.step[*k] = self.free_part[*k] * self.units[*k];
        }
        true
    }

    /// The largest residual of the rows, lengths in units of the cluster's size.
    pub(crate) fn largest_residual(&self) -> f64 {
        self.rows.iter().map(|row| row.scaled(row.residual, self.scale).abs()).fold(0.0, larger)
    }

    /// The largest speed of the coordinates, lengths in units of the cluster's size. Motion axes are known.
    pub(crate) fn largest_speed(&self, v: &[f64]) -> f64 {
        let speeds = v[self.first..].iter().zip(&self.units).map(|(v, unit)| (v / unit).abs());
        speeds.fold(0.0, f64::max)
    }

    /// Rank of the rows, and the smallest pivot relative to the first.
    pub(crate) fn rank(&self) -> (usize, f64) {
        (self.factors.rank(), self.factors.smallest_pivot())
    }

    /// Makes the step one of this length along the null space of the rows, with the given weight of each
    /// free coordinate. Rows have been factored.
    pub(crate) fn stride(&mut self, length: f64, weight: impl Fn(usize) -> f64) {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        self.factors.dependence(&mut self.dependence);
        self.step.fill(0.0);
        let columns = self.factors.columns();
        for (place, column) in columns.iter().enumerate() {
            let free = |j: usize| weight(columns[r + j]);
            let step = match place.checked_sub(r) {
                Some(j) => free(j),
                None => -(0..d).map(|j| self.dependence[place * d + j] * free(j)).sum::<f64>(),
            };
            self.step[self.free[*column]] = step;
        }
        let largest = self.step.iter().fold(0.0_f64, |largest, step| largest.max(step.abs()));
        let factor = if largest > 0.0 { length / largest } else { 0.0 };
        self.step.iter_mut().zip(&self.units).for_each(|(step, unit)| *step *= factor * unit);
    }

    /// Subtracts the step, which is small, from the position coordinates; orientations turn by it and keep their
    /// length.
    pub(in crate::dynamics) fn move_positions(&self, tree: &Tree, q: &mut [f64]) {
        for joint in &tree.joints[self.joints.clone()] {
            let (q, steps) = (&mut q[joint.q..], &self.step[joint.v - self.first..]);
            let turns = joint.kind.quaternion();
            let numbers = q.iter_mut().zip(steps).take(turns.unwrap_or(joint.kind.nq()));
            numbers.for_each(|(q, step)| *q -= step);
            if let Some(first) = turns {
                let now = Quaternion(std::array::from_fn(|k| q[first + k]));
                let change = quaternions::der_orientation(&now, Vector3::from_fn(|k, _| -steps[first + k]));
                let next: [f64; 4] = std::array::from_fn(|k| now.0[k] + change.0[k]);
                let size = next.iter().map(|x| x * x).sum::<f64>().sqrt();
                (0..4).for_each(|k| q[first + k] = next[k] / size);
            }
        }
    }

    /// Subtracts the step from the velocity coordinates; returns true if it changes one.
    pub(in crate::dynamics) fn move_velocities(&self, v: &mut [f64]) -> bool {
        v[self.first..].iter_mut().zip(&self.step).for_each(|(v, step)| *v -= step);
        self.step.iter().any(|step| *step != 0.0)
    }

    /// Checks in a singular position that accelerations exist which satisfy the rows at the speeds `v`: the
    /// velocity-dependent terms must satisfy the linear relations of the rows (`l' K = 0` requires `l' k = 0`);
    /// otherwise no neighbouring position allows the speeds (Müller, Local kinematic analysis of closed-loop linkages,
    /// Journal of Mechanisms and Robotics 8, 2016: the tangent cone). Returns the row with the largest violation.
    /// Accelerations are known.
    pub(crate) fn impossible_row(&self, v: &[f64]) -> Option<usize> {
        let rows = self.rows.len();
        // Planar loops are closed in regular positions only.
        if self.is_closed_in_plane() || self.factors.rank() == self.limit.rank {
            return None;
        }
        let speed = self.largest_speed(v).powi(2);
        let given = (0..self.units.len()).filter(|k| !self.free.contains(k)).map(|k| self.free_part[k].abs());
        let size = given.fold(speed, larger);
        let mut relation = vec![0.0; rows];
        (0..rows - self.factors.rank()).find_map(|free| {
            self.factors.left_null(free, &mut relation);
            let asked = |row: usize| relation[row] * self.known[row];
            let sum: f64 = (0..rows).map(asked).sum();
            let bound: f64 = relation.iter().map(|factor| factor.abs() * size).sum();
            let most = (0..rows).max_by(|a, b| asked(*a).abs().total_cmp(&asked(*b).abs()));
            if sum.abs() > NOTHING * bound { most } else { None }
        })
    }

    /// Unit of a free coordinate: 1 rad, or a length, m.
    pub(in crate::dynamics) fn unit(&self, column: usize) -> f64 {
        self.units[self.free[column]]
    }

    /// Writes the wanted rows in the free coordinates to `matrix`, and zero everywhere else. Links have been placed, rows have been
    /// written; the own factors are no longer valid.
    pub(in crate::dynamics) fn copy_rows(
        &mut self,
        (tree, constants): (&Tree, &TreeConstants<f64>),
        links: &[LinkMotion<f64>],
        matrix: &mut RankFactors<f64>,
        is_wanted: impl Fn(usize) -> bool,
    ) {
        self.relate(tree, constants, links);
        matrix.restart();
        for row in (0..self.rows.len()).filter(|row| is_wanted(*row)) {
            matrix.row_mut(row).copy_from_slice(self.factors.row_mut(row));
        }
    }

    /// Makes a step of the free coordinates, in their units, the step of the cluster; its largest element.
    pub(in crate::dynamics) fn take_step(&mut self, step: &[f64]) -> f64 {
        self.step.fill(0.0);
        for (k, step) in self.free.iter().zip(step) {
            self.step[*k] = step * self.units[*k];
        }
        step.iter().map(|step| step.abs()).fold(0.0, larger)
    }

    /// Motions that the rows leave free, for each coordinate one row of `to`; returns their number.
    pub(in crate::dynamics) fn free_motions(&mut self, to: &mut Vec<f64>) -> usize {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        self.factors.dependence(&mut self.dependence);
        to.clear();
        to.resize(self.units.len() * d, 0.0);
        for (place, k) in self.order.iter().enumerate() {
            let (unit, own) = (self.units[*k], &mut to[k * d..(k + 1) * d]);
            match place.checked_sub(r) {
                Some(free) => own[free] = unit,
                None => {
                    own.iter_mut().zip(&self.dependence[place * d..]).for_each(|(to, g)| *to = -g * unit);
                }
            }
        }
        d
    }

    /// Accelerations of the coordinates for which the rows have the values `rows`, which are scaled on the way; those of given coordinates
    /// are left alone.
    pub(in crate::dynamics) fn required(&mut self, rows: &mut [f64], to: &mut [f64]) {
        rows.iter_mut().enumerate().for_each(|(number, value)| *value *= self.row_size(number));
        self.factors.solve(rows, &mut self.loads);
        for (load, k) in self.loads.iter().zip(&self.free) {
            to[*k] = load * self.units[*k];
        }
    }
}
