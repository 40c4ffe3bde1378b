//! Damped Newton's method with minimum-norm steps, and the search along the solutions for the one nearest to the start
//! values.
//!
//! With scaled residuals r and a scaled Jacobian J = U S V^T a step is `-V S^+ U^T r`: the shortest of all steps that
//! solve the linearised equations in the least-squares sense. Singular values near zero count as zero, so that
//! redundant conditions do no harm. See Nocedal and Wright, Numerical Optimization (2006), chapters 10 and 11, and
//! Ben-Israel, A Newton-Raphson method for the solution of systems of equations (1966), for Newton's method with
//! pseudoinverses.

mod approach;

use super::factors::Factors;
use super::point::Point;
use super::residual;
use super::structure::Structure;
use crate::dynamics::jets::Jets;
use crate::dynamics::pipeline::Pipeline;
use crate::dynamics::{EvaluationFault, Result};
use crate::model::{Dimension, Equation, InitialCondition, Level, Model, Unknown};
use mechanism::Stage;
use mechanism::scalar::{Jet, Scalar};
use nalgebra::{DMatrix, DVector};
use std::collections::HashSet;

/// Scaled residual up to which a condition holds.
pub(super) const TOLERANCE: f64 = 1e-12;
/// Scaled residual that is accepted if rounding errors prevent a smaller one.
pub(super) const ACCEPTED: f64 = 1e-9;
/// Maximum number of linearisations of one search.
const ITERATIONS: usize = 100;
/// Maximum turn in one step, rad.
const LARGEST_TURN: f64 = 1.0;
/// Maximum number of steps along the solutions.
const APPROACHES: usize = 50;
/// Smallest fraction of the distance to the start values that is still searched.
const NEAREST: f64 = 1e-9;
/// Maximum number of halvings of a Newton step.
const HALVINGS: usize = 8;
/// Initial damping, relative to the largest singular value, of a Newton step that would turn something too far.
const LEAST_DAMPING: f64 = 1e-8;
/// Damping, relative to the largest singular value: initial value if Newton steps do not help, and limit at which a
/// step is given up.
const FIRST_DAMPING: f64 = 1e-3;
/// See [`FIRST_DAMPING`].
const LARGEST_DAMPING: f64 = 1e4;
/// Relative gradient below which the residuals are at a minimum.
const STATIONARY: f64 = 1e-9;
/// Maximum number of attempts to escape from a singular point.
const ESCAPES: u32 = 4;

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// All conditions hold.
    Solved,
    /// The residuals are at a nonzero minimum: the conditions contradict each other.
    Contradiction,
    /// The search did not converge.
    Stuck,
}

/// Conditions and free columns of a search.
#[derive(Clone, Debug)]
pub(super) struct Task<'m> {
    /// Conditions.
    pub conditions: Vec<&'m InitialCondition>,
    /// Free columns.
    pub columns: Vec<usize>,
}

/// Conditions linearised at a point, all scaled.
struct Linearization {
    residual: DVector<f64>,
    jacobian: DMatrix<f64>,
    /// Divisors of the residuals.
    row_scales: Vec<f64>,
    /// Start values, absolute and scaled.
    starts: Vec<f64>,
}

impl Linearization {
    /// Largest residual, relative to the start value if that is large.
    fn size(&self) -> f64 {
        self.residual.iter().zip(&self.starts).fold(0.0, |size, (r, start)| size.max(r.abs() / start.max(1.0)))
    }
}

/// Result of a descent.
struct End {
    point: Point,
    /// Largest scaled residual.
    size: f64,
    factors: Factors,
    /// The residuals are at a local minimum.
    is_stationary: bool,
}

/// A search for the initial state of a model.
pub(super) struct Search<'m, 'e> {
    pub model: &'m Model,
    unknowns: &'m [Unknown],
    pub real: &'e mut Pipeline<f64>,
    jets: Box<Pipeline<Jet>>,
    pub functions: &'static Jets,
    /// Size of the model, m.
    pub length: f64,
    /// Scale of each column.
    pub column_scales: Vec<f64>,
    /// For each column: it is an angle or orientation of something in space.
    turns: Vec<bool>,
}

impl<'m, 'e> Search<'m, 'e> {
    /// A search for `unknowns` from the values in `real`.
    pub fn new(
        model: &'m Model,
        unknowns: &'m [Unknown],
        real: &'e mut Pipeline<f64>,
        functions: &'static Jets,
    ) -> Result<Self> {
        let jets = Box::new(real.over_jets(model, functions.new)?);
        let length = size(model, real)?;
        let column_scales = Point::of(unknowns, &real.base).scales(unknowns, length);
        let turns = turns(model, unknowns);
        Ok(Self { model, unknowns, real, jets, functions, length, column_scales, turns })
    }

    /// Values and start values of conditions at a point.
    pub fn sides(&mut self, point: &Point, conditions: &[&InitialCondition]) -> Result<Vec<(f64, f64)>> {
        point.place(self.model, self.unknowns, self.real, |_| 0.0)?;
        conditions.iter().map(|c| residual::sides(self.model, self.real, c)).collect()
    }

    /// Residuals divided by `scales`; none if the point cannot be evaluated.
    fn residual(&mut self, point: &Point, task: &Task<'_>, scales: &[f64]) -> Option<DVector<f64>> {
        let sides = self.sides(point, &task.conditions).ok()?;
        let scaled = sides.iter().zip(scales).map(|((value, start), scale)| (value - start) / scale);
        Some(DVector::from_iterator(scales.len(), scaled)).filter(|r| r.iter().all(|x| x.is_finite()))
    }

    /// Residuals and exact derivatives, as many columns at a time as jets carry, and with each those that no condition has in common with it.
    /// Rows are divided by `scales`. If there
    /// are none yet, the divisors are the model's size for lengths, 1 rad for angles (and accordingly for their
    /// speeds), and the largest derivative for accelerations, forces and others, whose scale is not known in advance.
    fn linearize(&mut self, point: &Point, task: &Task<'_>, scales: Option<Vec<f64>>) -> Result<Linearization> {
        let rows = task.conditions.len();
        let mut jacobian = DMatrix::zeros(rows, task.columns.len());
        let (mut residual, mut row_scales, mut starts) = (DVector::zeros(rows), vec![0.0; rows], vec![0.0; rows]);
        let lanes = if task.conditions.iter().any(|condition| condition.needs_rates(&self.model.schedule)) {
            1
        } else {
            self.jets.directions(self.model)
        };
        let structure = Structure::new(self.model, self.unknowns, &task.conditions, &task.columns);
        let mut group_of = vec![usize::MAX; self.column_scales.len()];
        task.columns.iter().zip(&structure.group).for_each(|(column, group)| group_of[*column] = *group);
        for first in (0..structure.groups.max(1)).step_by(lanes) {
            let groups = first..first + lanes;
            let increment = |column: usize| match group_of[column] {
                group if groups.contains(&group) => Jet::variable(0.0, group - first),
                _ => Jet::constant(0.0),
            };
            (self.functions.place)(point, self.model, self.unknowns, &mut self.jets, &increment)?;
            for (row, condition) in task.conditions.iter().enumerate() {
                let (value, start) = (self.functions.sides)(self.model, &mut self.jets, condition)?;
                let difference = value - start;
                (residual[row], starts[row]) = (difference.value, start.value.abs());
                row_scales[row] = self.dimension(condition.dimension);
                if condition.level == Level::Acceleration || condition.dimension == Dimension::Other {
                    row_scales[row] = row_scales[row].max(start.value.abs());
                }
                for k in structure.columns(row, groups.clone()) {
                    let along = difference.along[structure.group[k] - first];
                    jacobian[(row, k)] = along * self.column_scales[task.columns[k]];
                }
            }
        }
        let is_finite = |row: usize| residual[row].is_finite() && jacobian.row(row).iter().all(|x: &f64| x.is_finite());
        if let Some(row) = (0..rows).find(|row| !is_finite(*row)) {
            let quantity = task.conditions[row].subject.to_string();
            return Err(EvaluationFault::NotFinite { quantity, time: self.real.base.time() }.into());
        }
        for (scale, (row, condition)) in row_scales.iter_mut().zip(task.conditions.iter().enumerate()) {
            if condition.level == Level::Acceleration || condition.dimension == Dimension::Other {
                *scale = jacobian.row(row).amax().max(*scale);
            }
        }
        let row_scales = scales.unwrap_or(row_scales);
        for (row, scale) in row_scales.iter().enumerate() {
            residual[row] /= *scale;
            starts[row] /= *scale;
            jacobian.row_mut(row).scale_mut(1.0 / *scale);
        }
        Ok(Linearization { residual, jacobian, row_scales, starts })
    }

    /// Divisor of the residual of a condition on positions or speeds.
    pub fn dimension(&self, dimension: Dimension) -> f64 {
        if dimension == Dimension::Length { self.length } else { 1.0 }
    }

    /// The step of the task's columns as a step of all columns, in their own units.
    fn full_step(&self, task: &Task<'_>, scaled: &DVector<f64>, factor: f64) -> Vec<f64> {
        let mut step = vec![0.0; self.column_scales.len()];
        for (column, x) in task.columns.iter().zip(scaled.iter()) {
            step[*column] = x * factor * self.column_scales[*column];
        }
        step
    }

    /// Solves the conditions of a task from `point`, which moves to the best point found. A search that stops at a
    /// singular point is continued from a point in the direction of the null space.
    ///
    /// # Errors
    /// The first evaluation fails.
    pub fn solve(&mut self, point: &mut Point, task: &Task<'_>) -> Result<Outcome> {
        let mut end = self.descend(point.clone(), task)?;
        for attempt in 0..ESCAPES {
            if end.size <= ACCEPTED {
                break;
            }
            let Some(push) = end.factors.push(attempt) else { break };
            let pushed = end.point.moved(self.unknowns, &self.full_step(task, &push, 1.0));
            if let Some(other) = self.descend(pushed, task).ok().filter(|other| other.size < end.size) {
                end = other;
            }
        }
        *point = end.point;
        Ok(match end.size <= ACCEPTED {
            true => Outcome::Solved,
            false if end.is_stationary => Outcome::Contradiction,
            false => Outcome::Stuck,
        })
    }

    /// Descends from `point` as far as possible: Newton steps with line search, then Levenberg-Marquardt steps.
    fn descend(&mut self, mut point: Point, task: &Task<'_>) -> Result<End> {
        let mut damping = 0.0;
        let (mut iteration, mut scales) = (0, None);
        loop {
            let line = self.linearize(&point, task, scales.take())?;
            let factors = Factors::new(&line.jacobian);
            let size = line.size();
            iteration += 1;
            let ended = iteration > ITERATIONS || size == 0.0 || factors.gradient(&line.residual) <= STATIONARY;
            let next = if ended { None } else { self.next(&point, task, &line, &factors, &mut damping) };
            match next {
                // When the conditions hold, one more step reduces the residuals to rounding errors.
                Some(next) if size > TOLERANCE => (point, scales) = (next, Some(line.row_scales)),
                next if size <= TOLERANCE => {
                    let point = next.unwrap_or(point);
                    return Ok(End { point, size, factors, is_stationary: true });
                }
                _ => {
                    // The rounding error of the gradient is the square root of that of the residual.
                    let is_stationary = factors.gradient(&line.residual) <= STATIONARY.sqrt();
                    return Ok(End { point, size, factors, is_stationary });
                }
            }
        }
    }

    /// The next point with smaller residuals; `damping` is kept for the next step.
    fn next(
        &mut self,
        point: &Point,
        task: &Task<'_>,
        line: &Linearization,
        factors: &Factors,
        damping: &mut f64,
    ) -> Option<Point> {
        let before = line.residual.norm();
        if *damping == 0.0 || line.size() <= TOLERANCE {
            let step = self.step_within_reach(task, line, factors);
            let mut factor = self.longest(task, &step);
            for _ in 0..HALVINGS {
                let next = point.moved(self.unknowns, &self.full_step(task, &step, factor));
                let after = self.residual(&next, task, &line.row_scales).map(|r| r.norm());
                if after.is_some_and(|after| after < (1.0 - 1e-4 * factor) * before) {
                    return Some(next);
                }
                factor *= 0.5;
            }
            *damping = FIRST_DAMPING;
        }
        if line.size() <= TOLERANCE {
            return None;
        }
        while *damping < LARGEST_DAMPING {
            let step = factors.step(&line.residual, *damping);
            let factor = self.longest(task, &step);
            let next = point.moved(self.unknowns, &self.full_step(task, &step, factor));
            let after = self.residual(&next, task, &line.row_scales).map(|r| r.norm());
            if after.is_some_and(|after| after < (1.0 - STATIONARY) * before) {
                *damping = if *damping > 1e-7 { *damping / 5.0 } else { 0.0 };
                return Some(next);
            }
            *damping *= 4.0;
        }
        None
    }

    /// The Newton step, or a damped step that turns nothing by more than [`LARGEST_TURN`]. Near a singular point
    /// damping removes the large component along the nearly singular direction, while scaling would reduce all
    /// components (More, The Levenberg-Marquardt algorithm, 1978).
    fn step_within_reach(&self, task: &Task<'_>, line: &Linearization, factors: &Factors) -> DVector<f64> {
        let mut step = factors.step(&line.residual, 0.0);
        let mut damping = LEAST_DAMPING;
        while damping < LARGEST_DAMPING && self.longest(task, &step) < 1.0 {
            step = factors.step(&line.residual, damping);
            damping *= 2.0;
        }
        step
    }

    /// The fraction of a step, at most 1, that turns nothing by more than [`LARGEST_TURN`].
    fn longest(&self, task: &Task<'_>, step: &DVector<f64>) -> f64 {
        let turns = task.columns.iter().zip(step.iter()).filter(|(column, _)| self.turns[**column]);
        let turn = turns.fold(0.0_f64, |largest, (_, x)| largest.max(x.abs()));
        if turn > LARGEST_TURN { LARGEST_TURN / turn } else { 1.0 }
    }

    /// Dependence of each condition of a task on each of its columns at `point`.
    ///
    /// # Errors
    /// The evaluation fails.
    pub fn influences(&mut self, point: &Point, task: &Task<'_>) -> Result<Vec<usize>> {
        let jacobian = self.linearize(point, task, None)?.jacobian;
        let matters = |k: &usize| jacobian.column(*k).amax() > 1e-6;
        Ok((0..task.columns.len()).filter(matters).map(|k| task.columns[k]).collect())
    }
}

/// For each column: it is an angle or orientation of a frame. Shafts of 1-D networks may turn by any angle, as their
/// equations are linear in it.
fn turns(model: &Model, unknowns: &[Unknown]) -> Vec<bool> {
    let mut carries = vec![false; model.mechanism.tree.nq];
    let linked: HashSet<usize> = model.mechanism.nodes.iter().map(|node| node.link).collect();
    for (number, joint) in model.mechanism.tree.joints.iter().enumerate() {
        carries[joint.q..joint.q + joint.kind.nq()].fill(linked.contains(&(number + 1)));
    }
    let of = |unknown: &Unknown| match *unknown {
        Unknown::Orientation { .. } => true,
        Unknown::Position { dimension: Dimension::Angle, coordinate } => carries[coordinate],
        _ => false,
    };
    super::point::columns(unknowns).flat_map(|(columns, unknown)| columns.map(move |_| of(unknown))).collect()
}

/// Size of the model: the diagonal of the box around the origin of the world and all frames at the start, or the
/// largest position among the conditions, m; 1 m if that is zero.
fn size(model: &Model, pipeline: &mut Pipeline<f64>) -> Result<f64> {
    pipeline.reach(model, Stage::Motion)?;
    let evaluation = &mut pipeline.base;
    let (mut low, mut high) = ([0.0_f64; 3], [0.0_f64; 3]);
    for frame in 0..model.mechanism.frame_nodes.len() {
        let r = evaluation.view(model).r_0(frame);
        for k in 0..3 {
            (low[k], high[k]) = (low[k].min(r[k]), high[k].max(r[k]));
        }
    }
    let diagonal = (0..3).map(|k| (high[k] - low[k]).powi(2)).sum::<f64>().sqrt();
    let positions = model.initialization.conditions.iter().filter(|c| c.level == Level::Position);
    let lengths = positions.filter(|c| c.dimension == Dimension::Length).filter_map(|c| match c.equation {
        Equation::Start { start, .. } => Some(evaluation.parameters[start].abs()),
        _ => None,
    });
    let size = lengths.fold(diagonal, f64::max);
    Ok(if size.is_finite() && size > f64::MIN_POSITIVE { size } else { 1.0 })
}
