//! Corrections of positions and velocities onto the rows of a cluster, and the rank of the rows.

use super::response::Besides;
use super::{ClusterWork, Row};
use mechanism::scalar::RankLimit;
use mechanism::{Cluster, LinkMotion, TreeJoint};

/// Threshold of the pivots until their size in this mechanism is known.
const FIRST_THRESHOLD: f64 = 1e-8;

/// Limit for a number of rows until their rank is known.
pub const fn first_limit(rows: usize) -> RankLimit {
    RankLimit { rank: rows, threshold: FIRST_THRESHOLD }
}

/// The larger of two values, or NaN if one is.
pub fn larger(a: f64, b: f64) -> f64 {
    if b > a || b.is_nan() { b } else { a }
}

impl ClusterWork<f64> {
    /// The shortest step along the free coordinates that removes the residual `of` each row. Rows have been factored.
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
    pub(crate) fn correct_by_impulses(&mut self, links: &[LinkMotion<f64>], cluster: &Cluster) -> bool {
        for (known, row) in self.known.iter_mut().zip(&self.rows) {
            *known = row.scaled(row.rate, self.scale);
        }
        self.step.fill(0.0);
        if self.free_accelerations(links, cluster, Besides::Nothing).is_err() {
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

    /// Makes [`Self::correction`] a step of this length along the null space of the rows, with the given weight of each
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

    /// The step of [`Self::correct`] along the velocity coordinates of a joint, to be subtracted.
    pub(crate) fn correction(&self, joint: &TreeJoint) -> impl Iterator<Item = f64> {
        let first = joint.v - self.first;
        self.step[first..first + joint.kind.nv()].iter().copied()
    }
}
