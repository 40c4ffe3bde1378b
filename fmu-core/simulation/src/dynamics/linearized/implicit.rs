//! Solutions of `(sigma 1 - J) x = r` without the Jacobian J, in O(n): the articulated-body recursion for the linearised motion.
//!
//! For trees of joints with one coordinate whose forces depend on this coordinate, its speed and time only. With z the change of a speed,
//! that of the position is `(r_q + z)/sigma` and that of the acceleration `sigma z - r_v`; z is eliminated from the leaves to the root, with
//! matrices I (6 x 6) and P (6 x 3) that are not symmetric.

use super::elimination::{Eliminated, add_link};
use super::laws::Pushed;
use super::node::{add_times, carried_motion, carried_wrench};
use super::plan::Plan;
use super::subtree::{Left, Six, Subtree, Vector, full, parts};
use crate::dynamics::Evaluation;
use mechanism::StateId;
use mechanism::spatial::algebra::{cross, dot};

/// Data of a step for the two passes of a solution.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    /// `z = -(e + gain . A + by_turning . beta)`, A being that of the parent, about this origin.
    gain: Six,
    by_turning: Vector,
    /// Wrench that is handed on for a change z, for r_q and for -r_v.
    by_change: Six,
    by_position: Six,
    by_speed: Six,
    /// Force along the step for r_q and for -r_v.
    position: f64,
    speed: f64,
    inverse: f64,
}

/// Rows torque, force; columns angular, linear; and those of P.
type Matrices = ([Six; 6], [Vector; 6]);
const NOTHING: Matrices = ([[0.0; 6]; 6], [[0.0; 3]; 6]);

/// A diagonal element below this part of the terms that it is the sum of is rounding.
const SINGULAR: f64 = 1e-11;

/// Factors, and the memory of the passes.
#[derive(Clone, Debug)]
pub(super) struct Implicit {
    parts: Vec<Part>,
    sigma: f64,
    /// Links alone.
    own: Vec<Subtree>,
    /// Minus the derivatives of the force along each step by its position and by its speed.
    stiffness: Vec<f64>,
    damping: Vec<f64>,
    waiting: Vec<Matrices>,
    /// Ground, then steps: wrenches, then accelerations.
    six: Vec<Six>,
    turning: Vec<Vector>,
    /// Changes of the speeds without those of the parents.
    free: Vec<f64>,
}

impl Implicit {
    pub fn new(plan: &Plan) -> Self {
        let n = plan.steps.len();
        Self {
            parts: vec![Part::default(); n],
            sigma: 1.0,
            own: vec![Subtree::default(); n],
            stiffness: vec![0.0; n],
            damping: vec![0.0; n],
            waiting: vec![NOTHING; n + 1],
            six: vec![[0.0; 6]; n + 1],
            turning: vec![[0.0; 3]; n + 1],
            free: vec![0.0; n],
        }
    }

    /// Goes to the state of `evaluation`, where no force depends on any position or speed yet.
    pub fn begin(&mut self, plan: &Plan, tree: &Eliminated, evaluation: &Evaluation<f64>) {
        for (own, step) in self.own.iter_mut().zip(&plan.steps) {
            *own = Subtree::default();
            add_link(tree, step, evaluation, own);
        }
        self.stiffness.fill(0.0);
        self.damping.fill(0.0);
    }

    /// Factors for `sigma`.
    ///
    /// # Errors
    /// It is singular: the step that shows it.
    pub fn factor(&mut self, plan: &Plan, tree: &Eliminated, armature: &[f64], sigma: f64) -> Result<(), usize> {
        self.sigma = sigma;
        let per = 1.0 / sigma;
        self.waiting.fill(NOTHING);
        for (i, step) in plan.steps.iter().enumerate().rev() {
            let (mut a, mut p) = self.waiting[i + 1];
            add_own(&mut a, &mut p, &self.own[i]);
            let ([position, speed], left) = (&tree.entries[i], &tree.left[i]);
            let along = |x: &Six| on_axis(left, x);
            let moved =
                |a_of: &Six, beta: Vector| -> Six { std::array::from_fn(|r| product(&a[r], a_of) + dot(p[r], beta)) };
            let (by_q, by_v, by_a) = (
                moved(&position.accelerations, position.beta),
                moved(&speed.accelerations, speed.beta),
                moved(&left.along(), [0.0; 3]),
            );
            let own = [
                along(&by_q) * per,
                along(&by_v),
                along(&by_a) * sigma,
                armature[step.joint] * sigma,
                self.stiffness[i] * per,
                self.damping[i],
            ];
            let diagonal: f64 = own.iter().sum();
            let size: f64 = own.iter().map(|x| x.abs()).sum();
            if diagonal.abs() <= SINGULAR * size {
                return Err(i);
            }
            let inverse = 1.0 / diagonal;
            let by_position: Six = std::array::from_fn(|r| (by_q[r] + position.extra[r]) * per);
            let by_change: Six = std::array::from_fn(|r| by_position[r] + by_v[r] + by_a[r] * sigma);
            let first = if left.slides { 3 } else { 0 };
            let gain: Six =
                std::array::from_fn(|k| dot(left.axis, [a[first][k], a[first + 1][k], a[first + 2][k]]) * inverse);
            let by_turning: Vector =
                std::array::from_fn(|k| dot(left.axis, [p[first][k], p[first + 1][k], p[first + 2][k]]) * inverse);
            self.parts[i] = Part {
                gain,
                by_turning,
                by_change,
                by_position,
                by_speed: by_a,
                position: along(&by_q) * per + self.stiffness[i] * per,
                speed: along(&by_a) + armature[step.joint],
                inverse,
            };
            if step.parent == 0 {
                continue;
            }
            for r in 0..6 {
                (0..6).for_each(|k| a[r][k] -= by_change[r] * gain[k]);
                (0..3).for_each(|k| p[r][k] -= by_change[r] * by_turning[k]);
            }
            carry(&mut a, &mut p, left.d);
            let to = &mut self.waiting[step.parent];
            for r in 0..6 {
                (0..6).for_each(|k| to.0[r][k] += a[r][k]);
                (0..3).for_each(|k| to.1[r][k] += p[r][k]);
            }
        }
        Ok(())
    }

    /// Solves for the right-hand side in place: positions, then speeds, by their coordinates.
    pub fn solve(&mut self, plan: &Plan, tree: &Eliminated, x: &mut [f64]) {
        let per = 1.0 / self.sigma;
        let (q, v) = x.split_at_mut(plan.steps.len());
        self.six.fill([0.0; 6]);
        for (i, (step, part)) in plan.steps.iter().zip(&self.parts).enumerate().rev() {
            let (left, p) = (&tree.left[i], self.six[i + 1]);
            let (own_q, own_v) = (q[step.v], v[step.v]);
            let along = on_axis(left, &p);
            let e = (along + part.position * own_q - part.speed * own_v) * part.inverse;
            self.free[i] = e;
            if step.parent == 0 {
                continue;
            }
            let f: Six = std::array::from_fn(|k| {
                (p[k] + part.by_position[k] * own_q) - (part.by_speed[k] * own_v + part.by_change[k] * e)
            });
            add_times(&mut self.six[step.parent], 1.0, &carried_wrench(f, left.d));
        }
        self.six[0] = [0.0; 6];
        for (i, (step, part)) in plan.steps.iter().zip(&self.parts).enumerate() {
            let left = &tree.left[i];
            let (mut a, mut beta) = (carried_motion(self.six[step.parent], left.d), self.turning[step.parent]);
            let z = -((self.free[i] + product(&part.gain, &a)) + dot(part.by_turning, beta));
            let dq = (q[step.v] + z) * per;
            let dy = self.sigma * z - v[step.v];
            (q[step.v], v[step.v]) = (dq, z);
            move_on(tree, i, (dq, z, dy), &mut a, &mut beta);
            (self.six[i + 1], self.turning[i + 1]) = (a, beta);
        }
    }

    /// `J x`: positions, then speeds, by their coordinates.
    pub fn times(&mut self, plan: &Plan, tree: &Eliminated, x: &[f64], product_of: &mut [f64]) {
        let (q, v) = x.split_at(plan.steps.len());
        let (by_q, by_v) = product_of.split_at_mut(plan.steps.len());
        by_q.copy_from_slice(v);
        self.six.fill([0.0; 6]);
        for (i, step) in plan.steps.iter().enumerate().rev() {
            let (left, p, [position, speed]) = (&tree.left[i], self.six[i + 1], &tree.entries[i]);
            let (x, y) = (q[step.v], v[step.v]);
            let force = -(self.stiffness[i] * x + self.damping[i] * y) - on_axis(left, &p);
            self.free[i] = force * left.inverse;
            let lever = cross(left.d, parts(p).1);
            let to = &mut self.six[step.parent];
            for k in 0..6 {
                to[k] += p[k] + (position.wrench[k] * x + speed.wrench[k] * y);
            }
            for k in 0..3 {
                to[k] += lever[k] + left.carried[k] * force;
                to[3 + k] += left.gain[3 + k] * force;
            }
        }
        self.six[0] = [0.0; 6];
        for (i, step) in plan.steps.iter().enumerate() {
            let (left, [position, speed]) = (&tree.left[i], &tree.entries[i]);
            let (mut a, mut beta) = (carried_motion(self.six[step.parent], left.d), self.turning[step.parent]);
            let (x, y) = (q[step.v], v[step.v]);
            let acceleration = self.free[i]
                - (product(&left.gain, &a) + dot(left.by_turning, beta))
                - (position.own * x + speed.own * y);
            by_v[step.v] = acceleration;
            move_on(tree, i, (x, y, acceleration), &mut a, &mut beta);
            (self.six[i + 1], self.turning[i + 1]) = (a, beta);
        }
    }
}

/// The column of the position (0) or the speed (1) of a step, whose forces act along that step.
pub(super) struct Forces<'a> {
    pub implicit: &'a mut Implicit,
    pub which: usize,
}

impl Pushed for Forces<'_> {
    fn push(&mut self, _step: usize, _torque: Vector, _force: Vector) {}

    fn drive(&mut self, step: usize, force: f64) {
        let to = if self.which == 0 { &mut self.implicit.stiffness } else { &mut self.implicit.damping };
        to[step] -= force;
    }

    fn rate(&mut self, _state: StateId, _rate: f64) {}
}

fn product(a: &Six, b: &Six) -> f64 {
    (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5])
}

fn on_axis(left: &Left, x: &Six) -> f64 {
    let (angular, linear) = parts(*x);
    dot(left.axis, if left.slides { linear } else { angular })
}

/// Accelerations and turning behind a step, from the changes of its position, speed and acceleration.
fn move_on(tree: &Eliminated, step: usize, (q, v, y): (f64, f64, f64), a: &mut Six, beta: &mut Vector) {
    let (left, [position, speed]) = (&tree.left[step], &tree.entries[step]);
    let first = if left.slides { 3 } else { 0 };
    (0..3).for_each(|k| a[first + k] += left.axis[k] * y);
    (0..6).for_each(|k| a[k] += position.accelerations[k] * q + speed.accelerations[k] * v);
    (0..3).for_each(|k| beta[k] += position.beta[k] * q + speed.beta[k] * v);
}

fn add_own(a: &mut [Six; 6], p: &mut [Vector; 6], own: &Subtree) {
    let (inertia, mass) = (full(&own.inertia), full(&own.mass));
    for r in 0..3 {
        for k in 0..3 {
            a[r][k] += inertia[r][k];
            a[r][3 + k] += own.coupling[r][k];
            a[3 + r][k] += own.coupling[k][r];
            a[3 + r][3 + k] += mass[r][k];
            p[r][k] += own.by_torque[r][k];
            p[3 + r][k] += own.by_force[r][k];
        }
    }
}

/// About the parent's origin, from which `d` leads to this one.
fn carry(a: &mut [Six; 6], p: &mut [Vector; 6], d: Vector) {
    for row in a.iter_mut() {
        let change = cross(d, parts(*row).1);
        (0..3).for_each(|k| row[k] += change[k]);
    }
    let ([x, y, z, forces @ ..], [px, py, pz, by_force @ ..]) = (a, p);
    for k in 0..6 {
        let change = cross(d, [forces[0][k], forces[1][k], forces[2][k]]);
        (x[k], y[k], z[k]) = (x[k] + change[0], y[k] + change[1], z[k] + change[2]);
    }
    for k in 0..3 {
        let change = cross(d, [by_force[0][k], by_force[1][k], by_force[2][k]]);
        (px[k], py[k], pz[k]) = (px[k] + change[0], py[k] + change[1], pz[k] + change[2]);
    }
}
