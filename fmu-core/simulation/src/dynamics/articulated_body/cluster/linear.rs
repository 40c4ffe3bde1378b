//! The rows of a cluster as derivatives of its accelerations need them: in the units of its coordinates. Rows have been factored.

use super::ClusterWork;

impl ClusterWork<f64> {
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
