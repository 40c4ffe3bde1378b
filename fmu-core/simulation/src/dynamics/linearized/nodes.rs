//! Clusters of joints that close loops: each is one node of the tree.
//!
//! Links without mass forbid the elimination of single joints inside. With N, the motions that the rows leave free, the accelerations of the
//! joints are `y = N z`, and `N' H N z = N' tau - W' A - K' beta` for forces tau along the joints and a root with the acceleration A that
//! turns by beta: columns of other joints need 6 + 3 gains for each z. A column of one of its own joints is found once: with the
//! accelerations y and the multipliers held it leaves kappa of the rows and rho of the forces, and `dy = Y0 kappa + N z` with
//! `N' H N z = -N'(rho + H Y0 kappa)`. See docs/design/derivatives.md.

use super::elimination::{Eliminated, Left, NOTHING, Subtree, Vector, six};
use super::plan::{NodePart, Plan};
use super::rows::Rows;
use crate::dynamics::Evaluation;
use crate::dynamics::articulated_body::{ClusterWork, RowEnds};
use crate::model::Model;
use mechanism::Cluster;
use mechanism::scalar::LinearSystem;
use mechanism::spatial::algebra::{add, cross, dot, scale, sub};

type Six = [f64; 6];
const ZERO: Vector = [0.0; 3];
/// Columns of a step: its position, its speed, and its acceleration where that is given.
const COLUMNS: usize = 3;

/// How a free motion answers the motion of the root, and what it hands on to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AtRoot {
    pub gain: Six,
    pub by_turning: Vector,
    pub wrench: Six,
}

/// A cluster at one state.
#[derive(Clone, Debug)]
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
    own: Vec<f64>,
    /// Links alone, with what hangs on them outside of the cluster.
    links: Vec<Subtree>,
    /// Per step and free motion: motion of the link; wrench of what is behind the step, and its moment by beta.
    moved: Vec<Six>,
    wrenches: Vec<Six>,
    turned: Vec<Vector>,
    /// H N, one row for each step.
    loads: Vec<f64>,
    /// Wrench on the root for an acceleration of each step.
    units: Vec<Six>,
    matrix: LinearSystem<f64>,
    /// Constraints between frames, by their numbers in the cluster, each with its first row.
    rows: Vec<(usize, usize, Rows)>,
    /// Per column: kappa, and N' rho.
    left: Vec<f64>,
    forces: Vec<f64>,
    solution: Vec<f64>,
}

impl Node {
    pub fn new() -> Self {
        Self {
            freedom: 0,
            motions: Vec::new(),
            answers: Vec::new(),
            at_root: Vec::new(),
            given: Vec::new(),
            own: Vec::new(),
            links: Vec::new(),
            moved: Vec::new(),
            wrenches: Vec::new(),
            turned: Vec::new(),
            loads: Vec::new(),
            units: Vec::new(),
            matrix: LinearSystem::new(0),
            rows: Vec::new(),
            left: Vec::new(),
            forces: Vec::new(),
            solution: Vec::new(),
        }
    }

    /// Accelerations of the steps for column `which` of its step number `local`: 0 for its position, 1 for its speed, 2 for its given
    /// acceleration.
    pub fn column(&self, local: usize, which: usize) -> &[f64] {
        let n = self.units.len();
        &self.own[(COLUMNS * local + which) * n..][..n]
    }

    fn begin(&mut self, n: usize, rows: usize) {
        let d = self.freedom;
        fresh(&mut self.answers, n * d, 0.0);
        fresh(&mut self.at_root, d, AtRoot::default());
        fresh(&mut self.given, n, [0.0; 6]);
        fresh(&mut self.own, COLUMNS * n * n, 0.0);
        fresh(&mut self.links, n, NOTHING);
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
    fn moved_at(&self, local: Option<usize>, motion: usize, arm: Vector) -> Six {
        local.map_or([0.0; 6], |local| carried_motion(self.moved[local * self.freedom + motion], arm))
    }
}

/// Not inlined: an evaluation's lists are many.
fn fresh<T: Clone>(list: &mut Vec<T>, count: usize, element: T) {
    list.clear();
    list.resize(count, element);
}

fn parts(x: Six) -> (Vector, Vector) {
    ([x[0], x[1], x[2]], [x[3], x[4], x[5]])
}

/// Motion of a body about another of its points, to which `arm` leads.
fn carried_motion(motion: Six, arm: Vector) -> Six {
    let (turn, shift) = parts(motion);
    six(turn, add(shift, cross(turn, arm)))
}

/// A wrench about another point, from which `arm` leads to its own.
fn carried_wrench(wrench: Six, arm: Vector) -> Six {
    let (torque, force) = parts(wrench);
    six(add(torque, cross(arm, force)), force)
}

fn product(a: &Six, b: &Six) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add_times(to: &mut Six, factor: f64, from: &Six) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
}

/// A cluster that is being eliminated.
pub(super) struct Elimination<'a> {
    pub plan: &'a Plan,
    pub part: &'a NodePart,
    pub model: &'a Model,
    pub evaluation: &'a Evaluation<f64>,
    pub work: &'a mut ClusterWork<f64>,
    pub node: &'a mut Node,
}

impl Elimination<'_> {
    fn cluster(&self) -> &Cluster {
        &self.model.mechanism.tree.clusters[self.part.cluster]
    }

    /// The step of the cluster that moves a link; none for the root.
    fn local(&self, link: usize) -> Option<usize> {
        self.plan.step_of_link[link].checked_sub(self.part.steps.start + 1)
    }

    /// The step of the cluster on which one of its steps hangs; none for the root.
    fn parent(&self, local: usize) -> Option<usize> {
        self.plan.steps[self.part.steps.start + local].parent.checked_sub(self.part.steps.start + 1)
    }

    /// Gathers the cluster into its root, and finds its own columns; false where what it moves is singular.
    pub fn run(&mut self, tree: &mut Eliminated) -> bool {
        let n = self.part.steps.len();
        self.node.freedom = self.work.free_motions(&mut self.node.motions);
        self.node.begin(n, self.cluster().rows());
        let mut root = NOTHING;
        self.take_links(tree);
        self.hold_forces(&mut root);
        self.move_links(tree);
        self.gather(tree, &mut root);
        if !self.solve(&mut root) {
            return false;
        }
        if let Some(step) = self.part.root.checked_sub(1) {
            tree.waiting[step].add(&root);
        }
        self.find_left(tree);
        self.find_columns(tree);
        true
    }

    /// Links alone, and the data of the steps for the passes.
    fn take_links(&mut self, tree: &mut Eliminated) {
        for (local, i) in self.part.steps.clone().enumerate() {
            let step = &self.plan.steps[i];
            let own = &mut self.node.links[local];
            *own = tree.waiting[i];
            if self.plan.step_of_link[step.joint + 1] == i + 1 {
                tree.add_link(step, self.evaluation, own);
            }
            let (axis, slides) = tree.axes[i];
            let d = if step.is_first() { self.evaluation.work.way(step.joint) } else { ZERO };
            tree.left[i] = Left { gain: [0.0; 6], carried: ZERO, by_turning: ZERO, axis, d, inverse: 1.0, slides };
        }
    }

    /// Forces of the constraints, which act on the links as outer ones do.
    fn hold_forces(&mut self, root: &mut Subtree) {
        let (model, evaluation) = (self.model, self.evaluation);
        let cluster = &model.mechanism.tree.clusters[self.part.cluster];
        self.work.find_multipliers(cluster, &evaluation.links, false);
        let mut first = 0;
        for (number, constraint) in model.mechanism.constraints[cluster.constraints.clone()].iter().enumerate() {
            let path = &cluster.paths[number];
            let range = first..first + path.rows;
            first = range.end;
            let rows = &self.work.rows[range.clone()];
            if matches!(rows, [row] if matches!(row.ends, RowEnds::Coordinates(_))) {
                continue;
            }
            let multipliers = range.clone().map(|row| self.work.multiplier(row));
            let rows = Rows::new(model, evaluation, constraint, rows, multipliers, self.work.stabilization);
            let (torque, force) = rows.held();
            for (link, sign) in path.links.into_iter().zip([1.0, -1.0]) {
                let arm = sub(rows.at(), evaluation.links[link].position);
                let to = self.local(link).map_or(&mut *root, |local| &mut self.node.links[local]);
                to.need(scale(sign, add(torque, cross(arm, force))), scale(sign, force));
            }
            self.node.rows.push((number, range.start, rows));
        }
    }

    /// From the root: links for each free motion.
    fn move_links(&mut self, tree: &Eliminated) {
        let d = self.node.freedom;
        for (local, i) in self.part.steps.clone().enumerate() {
            let (before, left) = (self.parent(local), &tree.left[i]);
            for motion in 0..d {
                let mut moved = self.node.moved_at(before, motion, left.d);
                add_times(&mut moved, self.node.motions[local * d + motion], &left.along());
                self.node.moved[local * d + motion] = moved;
            }
        }
    }

    /// To the root: wrenches for each free motion, and where columns enter.
    fn gather(&mut self, tree: &mut Eliminated, root: &mut Subtree) {
        let (d, first) = (self.node.freedom, self.part.steps.start);
        tree.waiting[self.part.steps.clone()].copy_from_slice(&self.node.links);
        for (local, i) in self.part.steps.clone().enumerate().rev() {
            let (step, before) = (&self.plan.steps[i], self.parent(local));
            let mut subtree = tree.waiting[i];
            let (along, way) = (tree.left[i].along(), tree.left[i].d);
            let armature = self.evaluation.constants.tree.armature[step.joint];
            for motion in 0..d {
                let at = local * d + motion;
                let (own, moved) = (&self.node.links[local], self.node.moved[at]);
                add_times(&mut self.node.wrenches[at], 1.0, &own.times(&moved));
                self.node.turned[at] = add(self.node.turned[at], own.turned(&moved));
                let (wrench, turned) = (self.node.wrenches[at], self.node.turned[at]);
                self.node.loads[at] = product(&along, &wrench) + armature * self.node.motions[at];
                let handed = carried_wrench(wrench, way);
                match before {
                    Some(before) => {
                        let to = before * d + motion;
                        add_times(&mut self.node.wrenches[to], 1.0, &handed);
                        self.node.turned[to] = add(self.node.turned[to], turned);
                    }
                    None => {
                        let to = &mut self.node.at_root[motion];
                        add_times(&mut to.wrench, 1.0, &handed);
                        to.by_turning = add(to.by_turning, turned);
                    }
                }
            }
            let arm = sub(tree.places[step.joint + 1].position, self.root_position(tree));
            self.node.units[local] = carried_wrench(subtree.times(&along), arm);
            for k in self.plan.entering(i) {
                tree.enter(self.plan, k, &subtree, self.model, self.evaluation);
                // About the origin of the root.
                for entry in &mut tree.entries[k] {
                    entry.wrench = carried_wrench(entry.wrench, sub(arm, way));
                }
            }
            subtree.carry(way);
            match before {
                Some(before) => tree.waiting[first + before].add(&subtree),
                None => root.add(&subtree),
            }
        }
    }

    fn root_position(&self, tree: &Eliminated) -> Vector {
        tree.places[self.model.mechanism.tree.clusters[self.part.cluster].root].position
    }

    /// Factors `N' H N`, and takes from what the root carries what the free motions let go.
    fn solve(&mut self, root: &mut Subtree) -> bool {
        let node = &mut *self.node;
        let d = node.freedom;
        for (motions, loads) in node.motions.chunks_exact(d.max(1)).zip(node.loads.chunks_exact(d.max(1))) {
            for (row, motion) in motions.iter().enumerate().filter(|(_, motion)| **motion != 0.0) {
                loads.iter().enumerate().for_each(|(column, load)| node.matrix.add(row, column, motion * load));
            }
        }
        if node.matrix.factor().is_err() {
            return false;
        }
        node.answers.copy_from_slice(&node.motions);
        node.answers.chunks_exact_mut(d.max(1)).for_each(|answer| node.matrix.solve(answer));
        if self.part.root == 0 {
            return true;
        }
        for k in 0..9 {
            let element = |at: &mut AtRoot| {
                if k < 6 {
                    at.gain[k] = at.wrench[k];
                    at.gain[k]
                } else {
                    at.by_turning[k - 6]
                }
            };
            node.solution.iter_mut().zip(&mut node.at_root).for_each(|(to, at)| *to = element(at));
            node.matrix.solve(&mut node.solution);
            for (at, x) in node.at_root.iter_mut().zip(&node.solution) {
                *(if k < 6 { &mut at.gain[k] } else { &mut at.by_turning[k - 6] }) = *x;
            }
        }
        for at in &node.at_root {
            let ((un, uf), (gn, gf)) = (parts(at.wrench), parts(at.gain));
            root.minus(un, uf, gn, gf, at.by_turning);
        }
        true
    }

    /// What the columns leave of the rows, and of the forces along the free motions.
    fn find_left(&mut self, tree: &mut Eliminated) {
        let (d, first) = (self.node.freedom, self.part.steps.start);
        for (local, i) in self.part.steps.clone().enumerate() {
            let enter = self.plan.steps[i].enter;
            let (at, before, way) = (enter - first, self.parent(enter - first), tree.left[enter].d);
            for (which, entry) in tree.entries[i].iter().enumerate() {
                for motion in 0..d {
                    self.node.forces[(COLUMNS * local + which) * d + motion] =
                        product(&self.node.wrenches[at * d + motion], &entry.accelerations)
                            + dot(self.node.turned[at * d + motion], entry.beta)
                            + product(&self.node.moved_at(before, motion, way), &entry.extra);
                }
            }
        }
        self.tied_rows();
        let all = std::mem::take(&mut self.node.rows);
        for (constraint, row, rows) in &all {
            self.rows_left(tree, *constraint, *row, rows);
        }
        self.node.rows = all;
    }

    /// Rows between coordinates.
    fn tied_rows(&mut self) {
        let (m, rate) = (self.work.rows.len(), self.work.stabilization);
        for (number, row) in self.work.rows.iter().enumerate() {
            let RowEnds::Coordinates(terms) = row.ends else { continue };
            for (v, factor) in terms {
                let local = self.plan.step_of_speed[v] - self.part.steps.start;
                for (which, left) in [rate * rate, 2.0 * rate, 1.0].into_iter().enumerate() {
                    self.node.left[(COLUMNS * local + which) * m + number] -= factor * left;
                }
            }
        }
    }

    /// Rows of one constraint between frames.
    fn rows_left(&mut self, tree: &mut Eliminated, constraint: usize, row: usize, rows: &Rows) {
        let (d, m) = (self.node.freedom, self.work.rows.len());
        let path = &self.model.mechanism.tree.clusters[self.part.cluster].paths[constraint];
        let links = &self.evaluation.links;
        let arms = path.links.map(|link| sub(rows.at(), links[link].position));
        let to_root = sub(rows.at(), links[self.cluster().root].position);
        for (joint, is_forward) in &path.joints {
            let (link, u) = (&links[joint + 1], tree.places[joint + 1].velocity);
            let sign = if *is_forward { 1.0 } else { -1.0 };
            let last = self.plan.step_of_link[joint + 1];
            for i in (0..last).rev().take_while(|i| self.plan.steps[*i].joint == *joint) {
                let local = i - self.part.steps.start;
                for which in 0..2 {
                    let moved = rows.moved(&tree.entries[i][which], link.position, link.velocity, u);
                    let column = COLUMNS * local + which;
                    let left = &mut self.node.left[column * m + row..];
                    left.iter_mut().zip(rows.changes(&moved)).for_each(|(left, change)| *left -= sign * change);
                    if which == 1 {
                        continue;
                    }
                    for (end, (torque, force)) in rows.turned(&moved).into_iter().enumerate() {
                        let wrench = six(scale(sign, torque), scale(sign, force));
                        let place = self.local(path.links[end]);
                        for motion in 0..d {
                            self.node.forces[column * d + motion] -=
                                product(&self.node.moved_at(place, motion, arms[end]), &wrench);
                        }
                        add_times(&mut tree.entries[i][0].wrench, -1.0, &carried_wrench(wrench, to_root));
                    }
                }
                if self.plan.steps[i].is_given {
                    let (axis, slides) = tree.axes[i];
                    let way = sub(rows.at(), link.position);
                    let (alpha, a) = if slides { (ZERO, axis) } else { (axis, cross(axis, way)) };
                    let left = &mut self.node.left[(COLUMNS * local + 2) * m + row..];
                    left.iter_mut().zip(rows.along(alpha, a)).for_each(|(left, change)| *left -= sign * change);
                }
            }
        }
    }

    /// Accelerations and wrenches on the root of all columns.
    fn find_columns(&mut self, tree: &mut Eliminated) {
        let node = &mut *self.node;
        let (d, n, m) = (node.freedom, self.part.steps.len(), self.work.rows.len());
        for column in 0..COLUMNS * n {
            let (local, which) = (column / COLUMNS, column % COLUMNS);
            let i = self.part.steps.start + local;
            let y = &mut node.own[column * n..(column + 1) * n];
            let mut given = [0.0; 6];
            let wrench = match which {
                2 if !self.plan.steps[i].is_given => continue,
                2 => {
                    y[local] = 1.0;
                    &mut given
                }
                _ => &mut tree.entries[i][which].wrench,
            };
            self.work.required(&mut node.left[column * m..(column + 1) * m], y);
            let solution = &mut node.solution[..d];
            solution.iter_mut().zip(&node.forces[column * d..]).for_each(|(z, force)| *z = -force);
            for (k, y) in y.iter().enumerate().filter(|(_, y)| **y != 0.0) {
                add_times(wrench, *y, &node.units[k]);
                solution.iter_mut().zip(&node.loads[k * d..]).for_each(|(z, load)| *z -= load * y);
            }
            node.matrix.solve(solution);
            for (k, y) in y.iter_mut().enumerate() {
                *y += solution.iter().zip(&node.motions[k * d..]).map(|(z, motion)| z * motion).sum::<f64>();
            }
            solution.iter().zip(&node.at_root).for_each(|(z, at)| add_times(wrench, *z, &at.wrench));
            node.given[local] = given;
        }
    }
}
