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
        let Self { projected, bounds, loads, carried, free, factors, dependence, gain, free_part, is_grounded, .. } =
            self;
        // Loads of the root are not carried through to the ground.
        let roots = if *is_grounded { 0 } else { d };
        let at = |place: usize| free[factors.columns()[place]];
        let (own_loads, own_carried) = (&mut loads[r..r + d], &mut carried[r..r + roots]);
        if let Err(singular) = solve_inertia(&mut projected[..d * d], &bounds[..d], own_loads, own_carried) {
            return Err(at(r + singular));
        }
        for row in 0..d {
            free_part[at(r + row)] -= loads[r + row];
        }
        for i in 0..r {
            let k = at(i);
            for row in 0..d {
                free_part[k] += dependence[i * d + row] * loads[r + row];
            }
        }
        if *is_grounded {
            return Ok(());
        }
        for row in 0..d {
            gain[at(r + row)] = carried[r + row];
        }
        for i in 0..r {
            let mut sum = pairs(zeros(), zeros());
            for row in 0..d {
                sum = sub(sum, scale(Pair::both(dependence[i * d + row]), carried[r + row]));
            }
            gain[at(i)] = sum;
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
        let n = self.axes.len();
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let Self { loads, carried, effort, inertia, free, free_part, factors, force, dependence, .. } = self;
        let columns = factors.columns();
        for (place, load) in loads.iter_mut().enumerate() {
            let k = free[columns[place]];
            let own = |sum: T, other: &usize| sum + inertia[k * n + other] * free_part[*other];
            *load = free.iter().fold(effort[k], own);
        }
        for row in 0..d {
            for i in 0..r {
                let load = loads[i];
                loads[r + row] -= dependence[i * d + row] * load;
            }
        }
        if self.is_grounded {
            return;
        }
        for (carried, column) in carried.iter_mut().zip(columns) {
            *carried = force[free[*column]];
        }
        for row in 0..d {
            for i in 0..r {
                let wrench = carried[i];
                carried[r + row] = sub(carried[r + row], scale(Pair::both(dependence[i * d + row]), wrench));
            }
        }
    }
}

/// Solves `B x = b` for a symmetric positive definite `B` by elimination without pivoting, and for the right-hand sides `c`, if there are any.
/// The error is the number of the first unknown whose pivot is not above its bound.
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
            let above = b[k];
            b[row] -= factor * above;
            if !c.is_empty() {
                c[row] = sub(c[row], scale(Pair::both(factor), c[k]));
            }
        }
    }
    for k in (0..n).rev() {
        let inverse = T::one() / matrix[k * n + k];
        for column in k + 1..n {
            let (element, known) = (matrix[k * n + column], b[column]);
            b[k] -= element * known;
            if !c.is_empty() {
                c[k] = sub(c[k], scale(Pair::both(element), c[column]));
            }
        }
        b[k] *= inverse;
        if !c.is_empty() {
            c[k] = scale(Pair::both(inverse), c[k]);
        }
    }
    Ok(())
}
