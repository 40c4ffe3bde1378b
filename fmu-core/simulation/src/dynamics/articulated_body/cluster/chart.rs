//! The rows of a cluster for further rows below them, which hold its independent coordinates.

use super::{ClusterWork, larger};
use mechanism::scalar::RankFactors;
use mechanism::{Cluster, LinkMotion, Tree, TreeConstants};

impl ClusterWork<f64> {
    /// Unit of a free coordinate: 1 rad, or a length, m.
    pub(in crate::dynamics) fn unit(&self, column: usize) -> f64 {
        self.units[self.free[column]]
    }

    /// Writes the wanted rows in the free coordinates to `matrix`, and zero everywhere else. Links have been placed, rows have been
    /// written; the own factors are no longer valid.
    pub(in crate::dynamics) fn copy_rows(
        &mut self,
        (tree, constants): (&Tree, &TreeConstants<f64>),
        cluster: &Cluster,
        links: &[LinkMotion<f64>],
        matrix: &mut RankFactors<f64>,
        is_wanted: impl Fn(usize) -> bool,
    ) {
        self.relate(tree, constants, cluster, links);
        matrix.restart();
        for row in (0..self.rows.len()).filter(|row| is_wanted(*row)) {
            matrix.row_mut(row).copy_from_slice(self.factors.row_mut(row));
        }
    }

    /// Makes a step of the free coordinates, in their units, that of [`Self::correction`]; its largest element.
    pub(in crate::dynamics) fn take_step(&mut self, step: &[f64]) -> f64 {
        self.step.fill(0.0);
        for (k, step) in self.free.iter().zip(step) {
            self.step[*k] = step * self.units[*k];
        }
        step.iter().map(|step| step.abs()).fold(0.0, larger)
    }
}
