//! Singular positions, in which rows are redundant that are independent elsewhere.

use super::{ClusterWork, larger};

/// Largest fraction of a row's velocity-dependent terms that counts as zero: near a singular position, which counts as
/// one, accelerations yield to this extent.
const NOTHING: f64 = 0.02;

impl ClusterWork<f64> {
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
}
