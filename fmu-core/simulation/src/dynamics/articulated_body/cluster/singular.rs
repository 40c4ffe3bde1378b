//! Singular positions: some rows depend on others there that do not depend on them elsewhere.

use super::{ClusterWork, larger};

/// Part of what velocities may ask for at most that counts as nothing: next to a singular position, which counts as one, accelerations
/// give that much.
const NOTHING: f64 = 0.02;

impl ClusterWork<f64> {
    /// In a singular position: whether the accelerations that the rows ask for at the speeds `v` exist. Of the rows that depend on others
    /// (`l' K = 0`), what velocities contribute has to fulfil the same relation (`l' k = 0`); else no position beside this one allows the speeds
    /// (Müller, Local kinematic analysis of closed-loop linkages, Journal of Mechanisms and Robotics 8, 2016: the tangent cone). If not,
    /// the row that asks for most. Accelerations have been found.
    pub(crate) fn impossible_row(&self, v: &[f64]) -> Option<usize> {
        let rows = self.rows.len();
        // Planar loops have been closed in regular positions only.
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
