//! Clusters of joints that close loops: each is one node of the tree.
//!
//! Links without mass forbid the elimination of single joints inside. With N, the motions that the rows leave free, the accelerations of the
//! joints are `y = N z`, and `N' H N z = N' tau - W' A - K' beta` for forces tau along the joints and a root with the acceleration A that
//! turns by beta: columns of other joints need 6 + 3 gains for each z. A column of one of its own joints is found once: with the
//! accelerations y and the multipliers held it leaves kappa of the rows and rho of the forces, and `dy = Y0 kappa + N z` with
//! `N' H N z = -N'(rho + H Y0 kappa)`. See docs/design/derivatives.md.

use super::elimination::{Eliminated, add_link, enter};
use super::node::{Node, add_times, carried_wrench, product};
use super::plan::{NodePart, Plan, Point};
use super::rows::Rows;
use super::subtree::{Left, Subtree, ZERO, carry, parts};
use crate::dynamics::Evaluation;
use crate::dynamics::articulated_body::{ClusterWork, RowEnds};
use crate::model::Model;
use mechanism::Cluster;
use mechanism::spatial::algebra::{add, cross, scale, sub};

impl Eliminated {
    /// Eliminates at the state of `evaluation`, whose accelerations and clusters are known. False when a coordinate moves nothing by itself,
    /// but by what it is tied to.
    pub fn eliminate_all(&mut self, plan: &Plan, model: &Model, evaluation: &mut Evaluation<f64>) -> bool {
        // The elimination of a cluster uses its memory.
        let (mut clusters, mut nodes) =
            (std::mem::take(&mut evaluation.work.clusters), std::mem::take(&mut self.nodes));
        let at = Point { plan, model, evaluation };
        self.begin(at);
        let (mut hand, mut i, mut is_regular) = (Subtree::default(), plan.steps.len(), true);
        while let Some(last) = i.checked_sub(1) {
            i = match plan.steps[last].node {
                Some(number) => {
                    let part = &plan.nodes[number];
                    let (work, node) = (&mut clusters[part.cluster], &mut nodes[number]);
                    is_regular &= Elimination { at, part, work, node }.run(self);
                    hand = Subtree::default();
                    part.steps.start
                }
                None => {
                    self.eliminate(at, last, &mut hand);
                    last
                }
            };
        }
        (evaluation.work.clusters, self.nodes) = (clusters, nodes);
        is_regular && self.left.iter().all(|left| left.inverse.is_finite())
    }
}

/// A cluster that is being eliminated.
pub(super) struct Elimination<'a> {
    pub at: Point<'a>,
    pub part: &'a NodePart,
    pub work: &'a mut ClusterWork<f64>,
    pub node: &'a mut Node,
}

impl Elimination<'_> {
    pub fn cluster(&self) -> &Cluster {
        &self.at.model.mechanism.tree.clusters[self.part.cluster]
    }

    /// The step of the cluster that moves a link; none for the root.
    pub fn local(&self, link: usize) -> Option<usize> {
        self.at.plan.step_of_link[link].checked_sub(self.part.steps.start + 1)
    }

    /// The step of the cluster on which one of its steps hangs; none for the root.
    pub fn parent(&self, local: usize) -> Option<usize> {
        self.at.plan.steps[self.part.steps.start + local].parent.checked_sub(self.part.steps.start + 1)
    }

    /// Gathers the cluster into its root, and finds its own columns; false where what it moves is singular.
    pub fn run(&mut self, tree: &mut Eliminated) -> bool {
        let n = self.part.steps.len();
        self.node.freedom = self.work.free_motions(&mut self.node.motions);
        self.node.begin(n, self.cluster().rows());
        let mut root = Subtree::default();
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
            let step = &self.at.plan.steps[i];
            let own = &mut self.node.links[local];
            *own = tree.waiting[i];
            if self.at.plan.step_of_link[step.joint + 1] == i + 1 {
                add_link(tree, step, self.at.evaluation, own);
            }
            tree.left[i] = Left { gain: [0.0; 6], carried: ZERO, by_turning: ZERO, inverse: 1.0, ..tree.left[i] };
        }
    }

    /// Forces of the constraints, which act on the links as outer ones do.
    fn hold_forces(&mut self, root: &mut Subtree) {
        let (model, evaluation) = (self.at.model, self.at.evaluation);
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
            let (step, before) = (&self.at.plan.steps[i], self.parent(local));
            let mut subtree = tree.waiting[i];
            let (along, way) = (tree.left[i].along(), tree.left[i].d);
            let armature = self.at.evaluation.constants.tree.armature[step.joint];
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
            let arm = sub(tree.places[step.joint + 1].position, tree.places[self.cluster().root].position);
            self.node.units[local] = carried_wrench(subtree.times(&along), arm);
            for k in self.at.plan.entering(i) {
                enter(tree, self.at, k, &subtree);
                // About the origin of the root.
                for entry in &mut tree.entries[k] {
                    entry.wrench = carried_wrench(entry.wrench, sub(arm, way));
                }
            }
            carry(&mut subtree, way);
            match before {
                Some(before) => tree.waiting[first + before].add(&subtree),
                None => root.add(&subtree),
            }
        }
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
        node.at_root.iter_mut().for_each(|at| at.gain = at.wrench);
        for k in 0..9 {
            node.solution.iter_mut().zip(&mut node.at_root).for_each(|(to, at)| *to = *at.response(k));
            node.matrix.solve(&mut node.solution);
            node.at_root.iter_mut().zip(&node.solution).for_each(|(at, x)| *at.response(k) = *x);
        }
        for at in &node.at_root {
            let ((un, uf), (gn, gf)) = (parts(at.wrench), parts(at.gain));
            root.minus(un, uf, gn, gf, at.by_turning);
        }
        true
    }
}
