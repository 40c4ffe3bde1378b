//! Memory of a cluster of joints that close loops, which is one node of the tree.

use super::rows::Rows;
use super::subtree::{Six, Subtree, Vector, ZERO, parts, six};
use mechanism::scalar::LinearSystem;
use mechanism::spatial::algebra::{add, cross};

/// Columns of a step: its position, its speed, and its acceleration where that is given.
pub(super) const COLUMNS: usize = 3;

/// Response of a free motion to the motion of the root, and the wrench that it hands on to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtRoot {
    pub gain: Six,
    pub by_turning: Vector,
    pub wrench: Six,
}

impl AtRoot {
    /// Element of the gain, then of the response to turning.
    pub fn response(&mut self, k: usize) -> &mut f64 {
        if k < 6 { &mut self.gain[k] } else { &mut self.by_turning[k - 6] }
    }
}

/// A cluster at one state.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Number of free motions.
    pub freedom: usize,
    /// N, one row for each step.
    pub motions: Vec<f64>,
    /// Free accelerations for a force along each step, one row for each step.
    pub answers: Vec<f64>,
    /// Per free motion.
    pub at_root: Vec<AtRoot>,
    /// Per step: wrench on the root for its given acceleration.
    pub given: Vec<Six>,
    /// Per column: accelerations of the steps.
    pub own: Vec<f64>,
    /// Links alone, with what hangs on them outside of the cluster.
    pub links: Vec<Subtree>,
    /// Per step and free motion: motion of the link; wrench of what is behind the step, and its moment by beta.
    pub moved: Vec<Six>,
    pub wrenches: Vec<Six>,
    pub turned: Vec<Vector>,
    /// H N, one row for each step.
    pub loads: Vec<f64>,
    /// Wrench on the root for an acceleration of each step.
    pub units: Vec<Six>,
    pub matrix: LinearSystem<f64>,
    /// Constraints between frames, by their numbers in the cluster, each with its first row.
    pub rows: Vec<(usize, usize, Rows)>,
    /// Per column: kappa, and N' rho.
    pub left: Vec<f64>,
    pub forces: Vec<f64>,
    pub solution: Vec<f64>,
}

impl Node {
    /// Accelerations of the steps for column `which` of its step number `local`: 0 for its position, 1 for its speed, 2 for its given
    /// acceleration.
    pub fn column(&self, local: usize, which: usize) -> &[f64] {
        let n = self.units.len();
        &self.own[(COLUMNS * local + which) * n..][..n]
    }

    /// Goes to a state with `freedom` free motions.
    pub fn begin(&mut self, n: usize, rows: usize) {
        let d = self.freedom;
        fresh(&mut self.answers, n * d, 0.0);
        fresh(&mut self.at_root, d, AtRoot::default());
        fresh(&mut self.given, n, [0.0; 6]);
        fresh(&mut self.own, COLUMNS * n * n, 0.0);
        fresh(&mut self.links, n, Subtree::default());
        fresh(&mut self.moved, n * d, [0.0; 6]);
        fresh(&mut self.wrenches, n * d, [0.0; 6]);
        fresh(&mut self.turned, n * d, ZERO);
        fresh(&mut self.loads, n * d, 0.0);
        fresh(&mut self.units, n, [0.0; 6]);
        fresh(&mut self.left, COLUMNS * n * rows, 0.0);
        fresh(&mut self.forces, COLUMNS * n * d, 0.0);
        fresh(&mut self.solution, d, 0.0);
        self.rows.clear();
        self.matrix.resize(d);
    }

    /// Motion of a link for a free motion about a point to which `arm` leads from its origin; zero for the root.
    pub fn moved_at(&self, local: Option<usize>, motion: usize, arm: Vector) -> Six {
        local.map_or([0.0; 6], |local| carried_motion(self.moved[local * self.freedom + motion], arm))
    }
}

/// Not inlined: an evaluation's lists are many.
fn fresh<T: Clone>(list: &mut Vec<T>, count: usize, element: T) {
    list.clear();
    list.resize(count, element);
}

/// Motion of a body about another of its points, to which `arm` leads.
pub(super) fn carried_motion(motion: Six, arm: Vector) -> Six {
    let (turn, shift) = parts(motion);
    six(turn, add(shift, cross(turn, arm)))
}

/// A wrench about another point, from which `arm` leads to its own.
pub(super) fn carried_wrench(wrench: Six, arm: Vector) -> Six {
    let (torque, force) = parts(wrench);
    six(add(torque, cross(arm, force)), force)
}

pub(super) fn product(a: &Six, b: &Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(super) fn add_times(to: &mut Six, factor: f64, from: &Six) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
}
