//! The rows of a cluster in its coordinates.

use super::{ClusterWork, RowEnds, spatial_dot};
use crate::mechanism::joint_kinds::Place;
use crate::mechanism::spatial::algebra::{add, cross, scale, sub, zeros};
use crate::mechanism::spatial::pair::pairs;
use crate::mechanism::{Cluster, LinkMotion, Tree, TreeConstants};
use crate::scalar::Scalar;

impl<T: Scalar> ClusterWork<T> {
    /// Motion axes of all coordinates, and the rows in these coordinates. Links have been placed, rows been written.
    pub(crate) fn relate(
        &mut self,
        tree: &Tree,
        constants: &TreeConstants<T>,
        cluster: &Cluster,
        links: &[LinkMotion<T>],
    ) {
        let (point, unit) = (links[cluster.root].position, T::constant(self.scale));
        for (local, i) in cluster.joints.clone().enumerate() {
            let joint = &tree.joints[i];
            let place = Place { links, placements: &constants.placements, joint: i, parent: joint.parent };
            self.arms[local] = sub(place.link().position, point);
            for k in 0..joint.kind.nv() {
                let (axis, at) = (joint.kind.axis(k, &place), joint.v + k - self.first);
                let e = axis.direction;
                (self.axes[at], self.units[at]) = match axis.rotation {
                    true => (pairs(e, cross(self.arms[local], e)), T::one()),
                    false => (pairs(zeros(), scale(unit, e)), unit),
                };
            }
        }
        self.matrix.fill(T::zero());
        let n = self.axes.len();
        let paths = cluster.paths.iter().zip(&self.paths);
        let rows = paths.flat_map(|(path, coordinates)| std::iter::repeat_n(coordinates, path.rows));
        for (number, coordinates) in rows.enumerate() {
            let row = &self.rows[number];
            let matrix = &mut self.matrix[number * n..(number + 1) * n];
            let size = if row.is_length { T::constant(1.0 / self.scale) } else { T::one() };
            match row.ends {
                RowEnds::Links { force, torque, at } => {
                    let torque = add(torque, cross(sub(at, point), force));
                    let wrench = pairs(scale(size, torque), scale(size, force));
                    for (k, forward) in coordinates {
                        let work = spatial_dot(wrench, self.axes[*k]);
                        matrix[*k] += if *forward { work } else { -work };
                    }
                }
                RowEnds::Coordinates(terms) => {
                    for (coordinate, factor) in terms {
                        let k = coordinate - self.first;
                        matrix[k] += size * factor * self.units[k];
                    }
                }
            }
        }
    }

    /// Factors the rows in the free coordinates.
    pub(crate) fn factor(&mut self) {
        let n = self.axes.len();
        self.factors.restart();
        for row in 0..self.rows.len() {
            for (column, k) in self.free.iter().enumerate() {
                self.factors.set(row, column, self.matrix[row * n + k]);
            }
        }
        self.factors.factor(self.limit);
    }
}
