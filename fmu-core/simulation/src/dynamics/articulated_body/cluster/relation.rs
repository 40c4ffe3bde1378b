//! The rows of a cluster in terms of its coordinates.

use super::{ClusterWork, RowEnds};
use mechanism::joint_kinds::{JointKind, Place};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, cross, dot, scale, sub, zeros};
use mechanism::spatial::pair::{first, pairs, second};
use mechanism::{Cluster, LinkMotion, Tree, TreeConstants};

impl<T: Scalar> ClusterWork<T> {
    /// Computes the motion axes of all coordinates, and the rows in these coordinates, to be factored. Links have been
    /// placed, rows have been written.
    #[inline(never)]
    pub(crate) fn relate(
        &mut self,
        tree: &Tree,
        constants: &TreeConstants<T>,
        cluster: &Cluster,
        links: &[LinkMotion<T>],
    ) {
        let unit = T::constant(self.scale);
        for (local, i) in cluster.joints.clone().enumerate() {
            let kind = tree.joints[i].kind;
            let first = self.members[local].coordinates.start;
            if kind == JointKind::Revolute {
                // Rotation about z: most coordinates.
                self.axes[first] = pairs(links[i + 1].axes[2], zeros());
                continue;
            }
            let place = Place { links, placements: &constants.placements, joint: i, parent: tree.joints[i].parent };
            for k in self.members[local].coordinates.clone() {
                let axis = kind.axis(k - first, &place);
                let e = axis.direction;
                (self.axes[k], self.units[k]) = match axis.rotation {
                    true => (pairs(e, zeros()), T::one()),
                    false => (pairs(zeros(), scale(unit, e)), unit),
                };
            }
        }
        self.factors.restart();
        for constraint in 0..self.paths.len() {
            self.relate_rows(cluster, constraint, links);
        }
    }

    /// The rows of one constraint.
    #[inline(never)]
    fn relate_rows(&mut self, cluster: &Cluster, constraint: usize, links: &[LinkMotion<T>]) {
        let (path, at) = (&self.paths[constraint], self.points[constraint]);
        let links = &links[cluster.joints.start + 1..];
        // Motion of frame b relative to frame a along each coordinate.
        for ((turn, shift), step) in self.steps.iter_mut().zip(&path.steps) {
            let (axis, along) = (first(self.axes[step.coordinate]), second(self.axes[step.coordinate]));
            let arm = sub(at, links[step.joint].position);
            (*turn, *shift) = if step.is_forward {
                (axis, add(along, cross(axis, arm)))
            } else {
                (sub(zeros(), axis), sub(cross(arm, axis), along))
            };
        }
        let per_length = T::constant(1.0 / self.scale);
        for number in path.rows.clone() {
            let row = &self.rows[number];
            let size = |e: Vector<T>| if row.is_length { scale(per_length, e) } else { e };
            let elements = self.factors.row_mut(number);
            match row.ends {
                RowEnds::Force(e) => {
                    let e = size(e);
                    for ((_, shift), step) in self.steps.iter().zip(&path.steps) {
                        if let Some(element) = elements.get_mut(step.column) {
                            *element = dot(e, *shift);
                        }
                    }
                }
                RowEnds::Torque(e) => {
                    let e = size(e);
                    for ((turn, _), step) in self.steps.iter().zip(&path.steps) {
                        if let Some(element) = elements.get_mut(step.column) {
                            *element = dot(e, *turn);
                        }
                    }
                }
                RowEnds::Coordinates(terms) => {
                    let size = if row.is_length { per_length } else { T::one() };
                    for (coordinate, factor) in terms {
                        let k = coordinate - self.first;
                        if let Some(column) = self.columns[k] {
                            elements[column] += size * factor * self.units[k];
                        }
                    }
                }
            }
        }
    }

    /// Factors the rows in the free coordinates.
    pub(crate) fn factor(&mut self) {
        self.factors.factor(self.limit);
        for (k, column) in self.order.iter_mut().zip(self.factors.columns()) {
            *k = self.free[*column];
        }
    }
}
