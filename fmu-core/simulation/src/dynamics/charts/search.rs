//! The choice of independent coordinates, and the search for the others.
//!
//! All other coordinates follow by Newton's method from a reference state on the constraints. A step counts only if the next one is much
//! shorter, as it is near a solution (Deuflhard, Newton Methods for Nonlinear Problems, 2011, 2.1); otherwise the way from the reference
//! is made in several parts. So the solution is the one that the mechanism reaches by moving there, never another way to assemble it.

use super::{Chart, ClusterChart, Column, POSITIONS, Place, SPEEDS, dot, four, turn};
use crate::dynamics::Evaluation;
use crate::dynamics::articulated_body::larger;
use crate::dynamics::projection::CLOSED;
use crate::model::Model;
use mechanism::scalar::RankLimit;

/// A pivot of a chart, relative to the first, that makes it singular.
const SINGULAR: f64 = 1e-9;
/// The same of the start, where the independent coordinates are chosen.
const REGULAR: f64 = 1e-6;
/// Greatest number of Newton steps, and of halvings of the way.
const ITERATIONS: usize = 8;
const HALVINGS: i32 = 8;
/// Part of a Newton step that the next one may be.
const CONTRACTION: f64 = 0.25;
/// Longest first step, rad or sizes of the cluster.
const LONGEST: f64 = 0.5;
/// A step after which the remaining error is one of rounding.
const LAST: f64 = 1e-8;
/// A step that rounding errors may make longer.
const ROUNDING: f64 = 1e-12;

impl Evaluation<f64> {
    /// Numbers of independent positions and speeds of each cluster. Links have been placed.
    pub(in crate::dynamics) fn freedoms(&mut self, model: &Model) -> Vec<[usize; 2]> {
        self.know_residuals(model);
        let mut chart = Chart::new(model);
        let mut freedoms = Vec::new();
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            let (limit, free) = (self.work.clusters[number].limit, own.columns.len());
            self.copy_rows(model, number, own, POSITIONS);
            own.factors.factor(limit);
            freedoms.push([free - own.factors.rank(), free - limit.rank]);
        }
        self.factor_rows(model);
        freedoms
    }

    /// Chooses independent coordinates at the present ones, of which `x` is the state array. The error is a cluster where there are none: it
    /// keeps those that it had. Links have been placed.
    pub(in crate::dynamics) fn choose(
        &mut self,
        model: &Model,
        x: &[f64],
        chart: &mut Chart,
        is_first: bool,
    ) -> Result<(), usize> {
        self.know_residuals(model);
        let mut result = Ok(());
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            let before = own.chosen.clone();
            if !self.choose_in(model, number, own, is_first) {
                own.chosen = before;
                result = result.and(Err(number));
            }
        }
        self.factor_rows(model);
        chart.settle(model, |_, first| four(x, first));
        let strain = self.strain(model, chart);
        chart.accept(strain);
        result
    }

    /// Chooses the independent coordinates of a cluster; false if there are not as many as before.
    fn choose_in(&mut self, model: &Model, number: usize, own: &mut ClusterChart, is_first: bool) -> bool {
        let free = own.columns.len();
        if self.work.clusters[number].limit.rank + own.chosen[SPEEDS].len() != free {
            return false;
        }
        let mut reluctance: Vec<f64> = own.columns.iter().map(|column| column.reluctance).collect();
        for order in [POSITIONS, SPEEDS] {
            let count = own.chosen[order].len();
            self.copy_rows(model, number, own, order);
            for row in 0..own.only_speeds.len() {
                own.factors.row_mut(row).iter_mut().zip(&reluctance).for_each(|(x, factor)| *x *= factor);
            }
            own.factors.factor(RankLimit { rank: free - count, threshold: REGULAR });
            if own.factors.rank() < free - count {
                return false;
            }
            let (dependent, independent) = own.factors.columns().split_at(free - count);
            // The speeds of dependent positions depend.
            dependent.iter().for_each(|column| reluctance[*column] *= 1.0 / REGULAR.sqrt());
            let independent = independent.to_vec();
            own.choose(order, &independent, is_first);
        }
        true
    }

    /// The largest change of a dependent coordinate for a unit of an independent one, in rad or sizes of the cluster, at the present
    /// coordinates. Links have been placed.
    pub(in crate::dynamics) fn strain(&mut self, model: &Model, chart: &mut Chart) -> f64 {
        self.know_residuals(model);
        let mut strain = 0.0_f64;
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            for order in [POSITIONS, SPEEDS] {
                if !self.augment(model, number, own, order, &chart.places) {
                    self.factor_rows(model);
                    return f64::INFINITY;
                }
                let first = own.only_speeds.len();
                for (k, (_, chosen)) in own.chosen[order].iter().enumerate() {
                    own.known.fill(0.0);
                    own.known[first + k] = 1.0;
                    own.factors.solve(&own.known, &mut own.step);
                    let weight = own.columns[*chosen].reluctance;
                    let steps =
                        own.step.iter().zip(&own.columns).map(|(x, column)| x.abs() * weight / column.reluctance);
                    strain = steps.fold(strain, larger);
                }
            }
        }
        self.factor_rows(model);
        if strain.is_nan() { f64::INFINITY } else { strain }
    }

    /// Writes the rows of a cluster that hold its positions, or its speeds.
    fn copy_rows(&mut self, model: &Model, number: usize, own: &mut ClusterChart, order: usize) {
        let (only_speeds, pass) = (&own.only_speeds, (&model.mechanism.tree, &self.constants.tree));
        let is_wanted = |row: usize| order == SPEEDS || !only_speeds[row];
        self.work.clusters[number].copy_rows(pass, &self.links, &mut own.factors, is_wanted);
    }

    /// Factors the rows of a cluster with those that hold its independent coordinates; false if these do not determine the others.
    pub(in crate::dynamics) fn augment(
        &mut self,
        model: &Model,
        number: usize,
        own: &mut ClusterChart,
        order: usize,
        places: &[Place],
    ) -> bool {
        self.copy_rows(model, number, own, order);
        let first = own.only_speeds.len();
        for (k, (y, chosen)) in own.chosen[order].iter().enumerate() {
            match places[*y] {
                Place::Rotation { axis, reference, .. } => {
                    let (direction, now) = (turn(&reference, axis), four(&self.q, own.columns[*chosen].q));
                    for other in 0..3 {
                        let column = chosen + other - axis;
                        own.factors.set(first + k, column, 4.0 * dot(direction, turn(&now, other)));
                    }
                }
                Place::State(_) => own.factors.set(first + k, *chosen, 1.0),
            }
        }
        let free = own.columns.len();
        own.factors.factor(RankLimit { rank: free, threshold: SINGULAR });
        own.factors.rank() == free
    }

    /// Value of an independent position of a cluster.
    fn independent(&self, column: &Column, place: &Place) -> f64 {
        match *place {
            Place::Rotation { axis, reference, .. } => 4.0 * dot(turn(&reference, axis), four(&self.q, column.q)),
            Place::State(_) => self.q[column.q],
        }
    }

    /// Moves the clusters from the present coordinates, which are on the constraints but for what follows signals, to those that have the
    /// independent ones in `y`. Without success, the cluster is the error, and the coordinates are anywhere.
    pub(in crate::dynamics) fn follow_chart(
        &mut self,
        model: &Model,
        chart: &mut Chart,
        y: &[f64],
    ) -> Result<(), usize> {
        let mut start = y.to_vec();
        for own in &chart.clusters {
            for (k, column) in &own.chosen[POSITIONS] {
                start[*k] = self.independent(&own.columns[*column], &chart.places[*k]);
            }
        }
        let (mut reached, mut part, mut goal) = (0.0, 1.0_f64, y.to_vec());
        let mut last = self.q.clone();
        while reached < 1.0 {
            let next = f64::min(reached + part, 1.0);
            goal.iter_mut().zip(start.iter().zip(y)).for_each(|(goal, (from, to))| *goal = from + next * (to - from));
            match self.approach(model, chart, if next == 1.0 { y } else { &goal }) {
                Ok(()) => {
                    reached = next;
                    part *= 2.0;
                    last.copy_from_slice(&self.q);
                }
                Err(cluster) if part < 0.5_f64.powi(HALVINGS) => return Err(cluster),
                Err(_) => {
                    self.q.copy_from_slice(&last);
                    part *= 0.5;
                }
            }
        }
        self.follow_speeds(model, chart, y)
    }

    /// Newton's method for the positions with these independent ones.
    fn approach(&mut self, model: &Model, chart: &mut Chart, y: &[f64]) -> Result<(), usize> {
        let mut before = f64::INFINITY;
        for _ in 0..ITERATIONS {
            self.place_constraints(model);
            let mut longest = (0.0, 0);
            for (number, own) in chart.clusters.iter_mut().enumerate() {
                if !self.augment(model, number, own, POSITIONS, &chart.places) {
                    return Err(number);
                }
                let (work, first) = (&self.work.clusters[number], own.only_speeds.len());
                for (row, known) in own.known[..first].iter_mut().enumerate() {
                    let is_free = own.only_speeds[row];
                    *known = if is_free { 0.0 } else { work.rows[row].scaled(work.rows[row].residual, work.scale) };
                }
                for (k, (y_number, column)) in own.chosen[POSITIONS].iter().enumerate() {
                    let value = self.independent(&own.columns[*column], &chart.places[*y_number]);
                    own.known[first + k] = (value - y[*y_number]) / work.unit(*column);
                }
                own.factors.solve(&own.known, &mut own.step);
                let work = &mut self.work.clusters[number];
                let length = work.take_step(&own.step);
                if length > longest.0 || length.is_nan() {
                    longest = (length, number);
                }
                work.move_positions(&model.mechanism.tree, &mut self.q);
            }
            let (length, cluster) = longest;
            // False for NaN.
            let is_near = length <= ROUNDING || length <= LONGEST.min(CONTRACTION * before);
            match is_near {
                false => return Err(cluster),
                true if length <= LAST => return Ok(()),
                true => before = length,
            }
        }
        Err(0)
    }

    /// The speeds with these independent ones, at the positions that have been found.
    fn follow_speeds(&mut self, model: &Model, chart: &mut Chart, y: &[f64]) -> Result<(), usize> {
        for own in &chart.clusters {
            own.chosen[SPEEDS].iter().for_each(|(k, column)| self.v[own.columns[*column].v] = y[*k]);
        }
        self.place_constraints(model);
        for (number, own) in chart.clusters.iter_mut().enumerate() {
            let is_closed = self.work.clusters[number].largest_residual() < CLOSED;
            if !(is_closed && self.augment(model, number, own, SPEEDS, &chart.places)) {
                return Err(number);
            }
            let work = &mut self.work.clusters[number];
            own.known.fill(0.0);
            for (known, row) in own.known.iter_mut().zip(&work.rows) {
                *known = row.scaled(row.rate, work.scale);
            }
            own.factors.solve(&own.known, &mut own.step);
            work.take_step(&own.step);
            work.move_velocities(&mut self.v);
        }
        Ok(())
    }
}
