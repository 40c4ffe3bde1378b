//! Projection of positions and velocities onto the constraints: positions by the shortest step, with lengths in units
//! of the cluster's size, velocities by impulses of the constraints.

use super::articulated_body::{ClusterWork, first_limit, kinematics, larger};
use super::{Evaluation, EvaluationFault, Result};
use crate::model::Model;
use mechanism::scalar::{RankLimit, Scalar};
use std::cmp::Ordering;

/// Scaled residual up to which a position satisfies the constraints.
pub(super) const CLOSED: f64 = 1e-11;
/// Rate of a residual, relative to the largest speed, that is a rounding error: a correction of velocities leaves about
/// 1e-15.
const SAME_SPEED: f64 = 1e-14;
/// Maximum number of Newton steps.
const ITERATIONS: usize = 8;
/// Number of configurations, besides the initial one, at which the rank of the rows is determined.
const SAMPLES: usize = 8;
/// Length of the steps along the free directions to these configurations, in rad or sizes of the cluster.
const STRIDE: f64 = 0.3;
/// Residual up to which a configuration satisfies the constraints.
const REACHED: f64 = 1e-10;
/// A pivot counts as zero up to this fraction of the pivot in regular configurations. Redundant rows become independent
/// off the manifold, where the stages of Runge-Kutta methods are: with a threshold for rounding errors they would count
/// as independent.
const SINGULAR: f64 = 1e-3;

impl Evaluation<f64> {
    /// Returns true if positions and velocities satisfy the constraints up to rounding. Links have been placed.
    pub(super) fn is_on_constraints(&mut self, model: &Model) -> bool {
        self.know_residuals(model);
        self.largest_residual() < CLOSED && !self.is_moving_off()
    }

    /// Projects positions and velocities onto the constraints; returns true if something changed. Orientations are unit
    /// quaternions, links and rows are those of the present motion, rows have been factored. `by_impulses`: the inertia
    /// of the clusters is known, and velocities are corrected by impulses of the constraints, otherwise by the shortest
    /// step.
    pub(super) fn project_constraints(&mut self, model: &Model, by_impulses: bool) -> bool {
        let mut moved = false;
        let mut before = f64::INFINITY;
        self.know_residuals(model);
        for _ in 0..ITERATIONS {
            let largest = self.largest_residual();
            // Off the manifold some rows may be far from feasible; the best point is where the residual stops
            // decreasing.
            if largest < CLOSED || largest > 0.9 * before || !largest.is_finite() {
                break;
            }
            before = largest;
            self.step_positions(model);
            self.place_constraints(model);
            self.factor_rows(model);
            moved = true;
        }
        (self.is_moving_off() && self.step_velocities(by_impulses)) || moved
    }

    /// Returns true if the velocities violate the constraints by more than rounding.
    fn is_moving_off(&self) -> bool {
        self.work.clusters.iter().any(|work| {
            let rates = work.rows.iter().map(|row| row.scaled(row.rate, work.scale).abs());
            let rate = rates.fold(0.0, f64::max);
            // Also true if a rate is NaN.
            let rounding = SAME_SPEED * work.largest_speed(&self.v);
            !matches!(rate.partial_cmp(&rounding), Some(Ordering::Less | Ordering::Equal))
        })
    }

    /// Computes links and rows at the present positions and velocities.
    pub(super) fn place_constraints(&mut self, model: &Model) {
        let tree = &model.mechanism.tree;
        kinematics(tree, &self.constants.tree, &self.q, &self.v, &mut self.links, &mut self.work);
        self.knows_residuals = false;
        self.know_residuals(model);
    }

    /// Computes and factors the rows in the coordinates.
    pub(super) fn factor_rows(&mut self, model: &Model) {
        for work in &mut self.work.clusters {
            work.relate(&model.mechanism.tree, &self.constants.tree, &self.links);
            work.factor();
        }
    }

    /// The largest residual of all rows, lengths divided by the size of their cluster.
    pub(super) fn largest_residual(&self) -> f64 {
        self.work.clusters.iter().map(ClusterWork::largest_residual).fold(0.0, larger)
    }

    fn step_positions(&mut self, model: &Model) {
        for work in &mut self.work.clusters {
            work.correct(|row| row.residual);
            work.move_positions(&model.mechanism.tree, &mut self.q);
        }
    }

    fn step_velocities(&mut self, by_impulses: bool) -> bool {
        let mut moved = false;
        for work in &mut self.work.clusters {
            if !(by_impulses && work.correct_by_impulses(&self.links)) {
                work.correct(|row| row.rate);
            }
            moved |= work.move_velocities(&mut self.v);
        }
        moved
    }

    /// Determines the rank of the rows of each cluster: at the present configuration, which may be singular, and at
    /// others along the free directions, each starting from the most regular one so far. Positions are not changed.
    ///
    /// The largest rank counts. The largest value, at that rank, of the smallest pivot relative to the first
    /// characterises a regular configuration; `threshold` of the limits is then a thousandth of it.
    pub(super) fn find_ranks(&mut self, model: &Model) {
        let (q, v) = (self.q.clone(), self.v.clone());
        let mut best = q.clone();
        let mut found = vec![(0, 0.0); self.work.clusters.len()];
        for work in &mut self.work.clusters {
            work.limit = first_limit(work.rows.len());
        }
        for sample in 0..=SAMPLES {
            self.q.copy_from_slice(&best);
            self.place_constraints(model);
            self.factor_rows(model);
            if sample > 0 {
                self.stride(model, sample);
            }
            let clusters = self.work.clusters.iter().zip(&model.mechanism.tree.clusters);
            for (found, (work, cluster)) in found.iter_mut().zip(clusters) {
                let (rank, pivot) = work.rank();
                let is_reached = sample == 0 || work.largest_residual() <= REACHED;
                if is_reached && (rank > found.0 || (rank == found.0 && pivot > found.1)) {
                    *found = (rank, pivot);
                    for joint in &model.mechanism.tree.joints[cluster.joints.clone()] {
                        let own = joint.q..joint.q + joint.kind.nq();
                        best[own.clone()].copy_from_slice(&self.q[own]);
                    }
                }
            }
        }
        for (work, (rank, pivot)) in self.work.clusters.iter_mut().zip(found) {
            work.limit = RankLimit { rank, threshold: SINGULAR * pivot };
        }
        self.q.copy_from_slice(&q);
        self.v.copy_from_slice(&v);
        self.place_constraints(model);
    }

    /// Moves along the free directions and returns to the constraints.
    fn stride(&mut self, model: &Model, sample: usize) {
        for work in &mut self.work.clusters {
            // Directions from an evenly distributed sequence, so that every run uses the same ones.
            let weight = |k: usize| ((sample * 31 + k * 17) as f64 * 0.618_033_988_749_894_9).fract() - 0.5;
            work.stride(STRIDE, weight);
            work.move_positions(&model.mechanism.tree, &mut self.q);
        }
        for _ in 0..ITERATIONS {
            self.place_constraints(model);
            self.factor_rows(model);
            if self.largest_residual() < CLOSED {
                break;
            }
            self.step_positions(model);
        }
    }

    /// Refuses speeds in a singular position from which the mechanism cannot move on. Accelerations are known.
    ///
    /// # Errors
    /// [`EvaluationFault::ImpossibleSpeeds`].
    pub(super) fn check_speeds(&self, model: &Model) -> Result<()> {
        let mechanism = &model.mechanism;
        for (work, cluster) in self.work.clusters.iter().zip(&mechanism.tree.clusters) {
            let Some(row) = work.impossible_row(&self.v) else { continue };
            let mut owners = cluster.constraints.clone().zip(&cluster.paths).flat_map(|(i, path)| vec![i; path.rows]);
            let constraint = owners.nth(row).map_or_else(String::new, |i| mechanism.constraints[i].name.clone());
            return Err(EvaluationFault::ImpossibleSpeeds { constraint }.into());
        }
        Ok(())
    }
}

impl<T: Scalar> Evaluation<T> {
    /// Sets the rank of each cluster, as found by [`Evaluation::find_ranks`], and the rate, 1/s, at which residuals decay.
    pub(super) fn treat_rows(&mut self, limits: &[RankLimit], rate: f64) {
        for (work, limit) in self.work.clusters.iter_mut().zip(limits) {
            (work.limit, work.stabilization) = (*limit, rate);
        }
    }

    /// Copies the ranks and the stabilization from another evaluation of the same model.
    pub(super) fn treat_rows_as<S: Scalar>(&mut self, other: &Evaluation<S>) {
        for (work, other) in self.work.clusters.iter_mut().zip(&other.work.clusters) {
            (work.limit, work.stabilization) = (other.limit, other.stabilization);
        }
    }
}
