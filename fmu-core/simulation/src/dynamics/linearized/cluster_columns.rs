//! Columns of a cluster's own joints.

use super::clusters::Elimination;
use super::elimination::Eliminated;
use super::node::{COLUMNS, add_times, carried_wrench, product};
use super::rows::Rows;
use super::subtree::{Left, ZERO, six};
use crate::dynamics::articulated_body::RowEnds;
use mechanism::spatial::algebra::{cross, dot, scale, sub};

impl Elimination<'_> {
    /// Remainders that the columns leave: of the rows, and of the forces along the free motions.
    pub fn find_left(&mut self, tree: &mut Eliminated) {
        let (d, first) = (self.node.freedom, self.part.steps.start);
        for (local, i) in self.part.steps.clone().enumerate() {
            let enter = self.at.plan.steps[i].enter;
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
                let local = self.at.plan.step_of_speed[v] - self.part.steps.start;
                for (which, left) in [rate * rate, 2.0 * rate, 1.0].into_iter().enumerate() {
                    self.node.left[(COLUMNS * local + which) * m + number] -= factor * left;
                }
            }
        }
    }

    /// Rows of one constraint between frames.
    fn rows_left(&mut self, tree: &mut Eliminated, constraint: usize, row: usize, rows: &Rows) {
        let (d, m) = (self.node.freedom, self.work.rows.len());
        let path = &self.at.model.mechanism.tree.clusters[self.part.cluster].paths[constraint];
        let links = &self.at.evaluation.links;
        let arms = path.links.map(|link| sub(rows.at(), links[link].position));
        let to_root = sub(rows.at(), links[self.cluster().root].position);
        for (joint, is_forward) in &path.joints {
            let (link, u) = (&links[joint + 1], tree.places[joint + 1].velocity);
            let sign = if *is_forward { 1.0 } else { -1.0 };
            let last = self.at.plan.step_of_link[joint + 1];
            for i in (0..last).rev().take_while(|i| self.at.plan.steps[*i].joint == *joint) {
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
                if self.at.plan.steps[i].is_given {
                    let Left { axis, slides, .. } = tree.left[i];
                    let way = sub(rows.at(), link.position);
                    let (alpha, a) = if slides { (ZERO, axis) } else { (axis, cross(axis, way)) };
                    let left = &mut self.node.left[(COLUMNS * local + 2) * m + row..];
                    left.iter_mut().zip(rows.along(alpha, a)).for_each(|(left, change)| *left -= sign * change);
                }
            }
        }
    }

    /// Accelerations and wrenches on the root of all columns.
    pub fn find_columns(&mut self, tree: &mut Eliminated) {
        let node = &mut *self.node;
        let (d, n, m) = (node.freedom, self.part.steps.len(), self.work.rows.len());
        for column in 0..COLUMNS * n {
            let (local, which) = (column / COLUMNS, column % COLUMNS);
            let i = self.part.steps.start + local;
            let y = &mut node.own[column * n..(column + 1) * n];
            let mut given = [0.0; 6];
            let wrench = match which {
                2 if !self.at.plan.steps[i].is_given => continue,
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
