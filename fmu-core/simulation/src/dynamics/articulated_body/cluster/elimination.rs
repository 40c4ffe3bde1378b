//! The accelerations of a cluster's coordinates as functions of its root's acceleration.

use super::members::Sizes;
use super::{Besides, ClusterWork, RowEnds, Spatial};
use mechanism::LinkMotion;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, cross, dot, scale, sub, zeros};
use mechanism::spatial::articulated_inertia::noise;
use mechanism::spatial::pair::{Pair, first, pairs, second};

/// Minimum ratio of a projected inertia to the rounding error of its terms, which are sums of many products.
pub(super) const SLACK: f64 = 1e3;

impl<T: Scalar> ClusterWork<T> {
    /// Right-hand side of the rows.
    #[inline(never)]
    pub(super) fn row_constants(&mut self, links: &[LinkMotion<T>]) {
        for (k, y) in self.moves.iter_mut().enumerate() {
            *y = if self.columns[k].is_none() { self.free_part[k] } else { T::zero() };
        }
        self.move_links(self.root_bias, Besides::Velocities);
        let rate = T::constant(2.0 * self.stabilization);
        let stiffness = T::constant(self.stabilization * self.stabilization);
        let per_length = T::constant(1.0 / self.scale);
        for (path, at) in self.paths.iter().zip(&self.points) {
            let [a, b] = path.ends;
            let (a, b) = (self.at_point(links, a, *at), self.at_point(links, b, *at));
            let (alpha, acceleration) = (sub(b.0, a.0), sub(b.1, a.1));
            for number in path.rows.clone() {
                let row = &self.rows[number];
                let mut known = row.drift;
                if self.stabilization != 0.0 {
                    known += rate * row.rate + stiffness * row.residual;
                }
                match row.ends {
                    RowEnds::Force(e) => known += dot(e, acceleration),
                    RowEnds::Torque(e) => known += dot(e, alpha),
                    RowEnds::Coordinates(terms) => {
                        // Given accelerations only: `moves` is zero for free coordinates here.
                        for (coordinate, factor) in terms {
                            let k = coordinate - self.first;
                            known += factor * self.units[k] * self.moves[k];
                        }
                    }
                }
                self.known[number] = -if row.is_length { per_length * known } else { known };
            }
        }
    }

    /// Angular acceleration of a link, and spatial acceleration at a point.
    #[inline(always)]
    fn at_point(&self, links: &[LinkMotion<T>], joint: Option<usize>, at: Vector<T>) -> (Vector<T>, Vector<T>) {
        let motion = joint.map_or(self.root_bias, |joint| self.motions[joint]);
        let link = &links[self.link(joint)];
        let (alpha, arm) = (first(motion), sub(at, link.position));
        let carried = sub(cross(alpha, arm), cross(link.omega, link.velocity));
        (alpha, add(second(motion), carried))
    }

    /// The free accelerations as functions of the acceleration of the root; with `is_answer`, those required by the
    /// rows alone. The error is a coordinate that moves no mass.
    #[inline(never)]
    pub(super) fn free_accelerations(&mut self, links: &[LinkMotion<T>], besides: Besides) -> Result<(), usize> {
        self.factors.solve(&self.known, &mut self.loads);
        for (load, k) in self.loads.iter().zip(&self.free) {
            self.free_part[*k] = *load;
        }
        self.factors.dependence(&mut self.dependence);
        let is_answer = besides == Besides::Nothing;
        // On the ground, the bias of the links consists of velocities and given accelerations; the remaining loads
        // follow from the responses.
        let with_particular = is_answer || self.is_grounded;
        let with_bias = !is_answer && self.is_grounded && self.inert.is_empty();
        if with_bias {
            std::mem::swap(&mut self.motions, &mut self.bias);
            self.needs.fill(T::zero());
        } else if !is_answer {
            if !with_particular {
                self.moves.copy_from_slice(&self.free_part);
                self.move_links(self.root_bias, besides);
            }
            self.root_wrench = self.gather(links, self.root_bias, besides, true);
        }
        self.project_loads(is_answer);
        self.respond(links, with_particular, with_bias);
        self.rough_bounds();
        if self.solve_projected().is_err() {
            self.bounds(links);
            let r = self.factors.rank();
            self.solve_projected().map_err(|singular| self.order[r + singular])?;
        }
        self.take_solution();
        Ok(())
    }

    /// `N' h`, at the places of the free columns; zero for a response to the rows alone.
    fn project_loads(&mut self, is_answer: bool) {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        if is_answer {
            return self.loads.fill(T::zero());
        }
        for (load, k) in self.loads.iter_mut().zip(&self.order) {
            *load = self.needs[*k] - self.driven[*k];
        }
        for i in 0..r {
            let (load, dependence) = (self.loads[i], &self.dependence[i * d..(i + 1) * d]);
            for (sum, g) in self.loads[r..].iter_mut().zip(dependence) {
                *sum -= *g * load;
            }
        }
    }

    /// Wrench at the root for the accelerations `moves`, at rest.
    fn answer(&mut self, links: &[LinkMotion<T>]) -> Spatial<T> {
        let none = pairs(zeros(), zeros());
        self.move_links(none, Besides::Nothing);
        self.gather(links, none, Besides::Nothing, true)
    }

    /// `H N`, column by column, at the places of the free columns, and `N' F`: the loads of a unit of each free
    /// acceleration; also `N' H Y0` and the loads of the accelerations `bias`, if the loads do not contain them.
    #[inline(never)]
    fn respond(&mut self, links: &[LinkMotion<T>], with_particular: bool, with_bias: bool) {
        let (r, d, f) = (self.factors.rank(), self.factors.freedom(), self.free.len());
        for direction in 0..d {
            self.moves.fill(T::zero());
            for (i, k) in self.order[..r].iter().enumerate() {
                self.moves[*k] = -self.dependence[i * d + direction];
            }
            self.moves[self.order[r + direction]] = T::one();
            self.carried[direction] = self.answer(links);
            if with_bias {
                let power = self.power();
                self.loads[r + direction] += power;
            }
            let responses = &mut self.responses[direction * f..(direction + 1) * f];
            for (response, k) in responses.iter_mut().zip(&self.order) {
                *response = self.needs[*k];
            }
            if with_particular {
                let mut load = self.loads[r + direction];
                for (response, k) in responses.iter().zip(&self.order[..r]) {
                    load += *response * self.free_part[*k];
                }
                self.loads[r + direction] = load;
            }
        }
    }

    /// Solves `N' H N` for the free accelerations at zero root acceleration, and for their dependence on the root
    /// acceleration. The error is the number of a free acceleration that moves no mass.
    #[inline(never)]
    fn solve_projected(&mut self) -> Result<(), usize> {
        let (r, d, f) = (self.factors.rank(), self.factors.freedom(), self.free.len());
        for column in 0..d {
            let response = &self.responses[column * f..(column + 1) * f];
            for row in 0..d {
                let less = |sum: T, i: usize| sum - self.dependence[i * d + row] * response[i];
                self.projected[row * d + column] = (0..r).fold(response[r + row], less);
            }
        }
        self.solution[..d].copy_from_slice(&self.loads[r..r + d]);
        // Loads of the root are not propagated to the ground.
        let roots = if self.is_grounded { 0 } else { d };
        self.carried_solution[..roots].copy_from_slice(&self.carried[..roots]);
        let (solution, carried) = (&mut self.solution[..d], &mut self.carried_solution[..roots]);
        solve_inertia(&mut self.projected[..d * d], &self.bounds[..d], solution, carried)
    }

    /// Accelerations of the coordinates from the free ones.
    fn take_solution(&mut self) {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let (pivots, others) = self.order.split_at(r);
        for (row, k) in others.iter().enumerate() {
            self.free_part[*k] -= self.solution[row];
            self.gain[*k] = self.carried_solution[row];
        }
        for (i, k) in pivots.iter().enumerate() {
            let dependence = &self.dependence[i * d..(i + 1) * d];
            let mut y = self.free_part[*k];
            for (g, z) in dependence.iter().zip(&self.solution) {
                y += *g * *z;
            }
            self.free_part[*k] = y;
            if !self.is_grounded {
                let less = |sum: Spatial<T>, (g, z): (&T, &Spatial<T>)| sub(sum, scale(Pair::both(*g), *z));
                self.gain[*k] = dependence.iter().zip(&self.carried_solution).fold(pairs(zeros(), zeros()), less);
            }
        }
    }

    /// Weighted length of a direction of `N`.
    fn extent(&self, direction: usize, weight: impl Fn(usize) -> f64) -> f64 {
        let (r, d) = (self.factors.rank(), self.factors.freedom());
        let mut extent = weight(self.order[r + direction]);
        for (i, k) in self.order[..r].iter().enumerate() {
            extent += self.dependence[i * d + direction].value().abs() * weight(*k);
        }
        extent
    }

    /// Upper bounds of the rounding errors of the pivots of `N' H N`: as if each coordinate moved the whole mass of the
    /// cluster, with the sum of its lengths as a lever arm.
    fn rough_bounds(&mut self) {
        let length = |sum: f64, d: [T; 3]| sum + d.iter().fold(0.0, |sum, x| sum + x.value().abs());
        let lever = self.products.iter().fold(self.scale, |sum, products| length(sum, products.d));
        let Sizes { mut mass, mut moment, armature } = self.carries;
        for behind in self.behind.iter().flatten() {
            mass += behind.mass;
            moment += behind.moment;
        }
        for inert in &self.inert {
            mass += 2.0 * inert.mass.value().abs();
        }
        let whole = 2.0 * (mass * lever * lever + moment) + armature;
        for direction in 0..self.factors.freedom() {
            let extent = self.extent(direction, |_| 1.0);
            self.bounds[direction] = SLACK * noise(extent * extent * whole);
        }
    }

    /// Bounds of these rounding errors, relative to the inertia that each coordinate moves.
    #[cold]
    #[inline(never)]
    fn bounds(&mut self, links: &[LinkMotion<T>]) {
        for column in 0..self.free.len() {
            let k = self.free[column];
            self.moves.fill(T::zero());
            self.moves[k] = T::one();
            self.answer(links);
            self.sizes[k] = self.needs[k].value().max(0.0).sqrt();
        }
        for direction in 0..self.factors.freedom() {
            let extent = self.extent(direction, |k| self.sizes[k]);
            self.bounds[direction] = SLACK * noise(extent * extent);
        }
    }
}

/// Solves `B x = b` for a symmetric positive definite `B` by elimination without pivoting, also for right-hand sides
/// `c`, if there are any. The error is the number of the first unknown whose pivot is not above its bound.
fn solve_inertia<T: Scalar>(matrix: &mut [T], bounds: &[f64], b: &mut [T], c: &mut [Spatial<T>]) -> Result<(), usize> {
    let n = b.len();
    for k in 0..n {
        // A NaN pivot passes: the accelerations are checked.
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
