//! The search along the solutions for the one nearest to the start values.

use super::{ACCEPTED, APPROACHES, Factors, NEAREST, Point, Search, TOLERANCE, Task};
use crate::dynamics::Result;
use nalgebra::DVector;

impl Search<'_, '_> {
    /// Moves from a solution along the solutions to the one nearest to `origin`: sequential projection, where each
    /// tangential step is followed by a return to the conditions.
    pub fn approach(&mut self, point: &mut Point, origin: &Point, task: &Task<'_>) -> Result<()> {
        let mut distance = self.distance(point, origin, task).norm();
        for _ in 0..APPROACHES {
            if distance <= TOLERANCE {
                return Ok(());
            }
            let factors = Factors::new(&self.linearize(point, task, None)?.jacobian);
            let tangent = factors.in_null_space(&self.distance(point, origin, task));
            if tangent.norm() <= NEAREST * distance {
                return Ok(());
            }
            let mut factor = 1.0;
            let nearer = loop {
                let aside = point.moved(self.unknowns, &self.full_step(task, &tangent, factor));
                if let Some(end) = self.descend(aside, task).ok().filter(|end| end.size <= ACCEPTED) {
                    let reached = self.distance(&end.point, origin, task).norm();
                    if reached < distance * (1.0 - 1e-15) {
                        break Some((end.point, reached));
                    }
                }
                factor *= 0.5;
                if factor < 1e-3 {
                    break None;
                }
            };
            let Some((next, reached)) = nearer else { return Ok(()) };
            (*point, distance) = (next, reached);
        }
        Ok(())
    }

    /// Scaled vector from a point to `origin` in the task's columns.
    fn distance(&self, point: &Point, origin: &Point, task: &Task<'_>) -> DVector<f64> {
        let way = point.way_to(origin);
        let scaled = task.columns.iter().map(|column| way[*column] / self.column_scales[*column]);
        DVector::from_iterator(task.columns.len(), scaled)
    }
}
