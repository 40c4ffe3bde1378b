//! The accelerations of a cluster's coordinates as functions of that of its root.

use super::{ClusterPass, ClusterWork, RowEnds, Spatial, spatial_dot};
use crate::mechanism::spatial::algebra::{add, cross, scale, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::noise;
use crate::mechanism::spatial::pair::{Pair, pairs};
use crate::mechanism::{Cluster, Motion};
use crate::scalar::Scalar;

/// How much larger than the rounding error of its terms a projected inertia has to be: they are summed over many products.
const SLACK: f64 = 1e3;

impl<T: Scalar> ClusterWork<T> {
    /// Right-hand side of the rows.
    #[inline(never)]
    pub(super) fn row_constants(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
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
    pub(super) fn prescribed(&mut self, pass: &ClusterPass<'_, T>, cluster: &Cluster) {
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
    pub(super) fn free_accelerations(&mut self) -> Result<(), usize> {
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
}

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
