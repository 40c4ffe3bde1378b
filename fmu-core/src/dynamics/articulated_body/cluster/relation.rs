//! The rows of a cluster in its coordinates.

use super::super::algebra::{Vector, add, cross, scale, sub, zeros};
use super::super::kinematics::joint_axes;
use super::super::pair::pairs;
use super::{ClusterWork, RowEnds, spatial_dot};
use crate::mechanism::{Cluster, JointKind, LinkMotion, Tree, TreeConstants};
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
            let (joint, link) = (&tree.joints[i], &links[i + 1]);
            self.arms[local] = sub(link.position, point);
            for k in 0..joint.kind.nv() {
                let axis = motion_axis(tree, constants, links, i, k);
                let at = joint.v + k - self.first;
                (self.axes[at], self.units[at]) = match axis {
                    Axis::Rotation(e) => (pairs(e, cross(self.arms[local], e)), T::one()),
                    Axis::Translation(e) => (pairs(zeros(), scale(unit, e)), unit),
                };
            }
        }
        self.matrix.fill(T::zero());
        let n = self.axes.len();
        let rows = cluster.paths.iter().flat_map(|path| std::iter::repeat_n(path, path.rows));
        for (number, path) in rows.enumerate() {
            let row = &self.rows[number];
            let matrix = &mut self.matrix[number * n..(number + 1) * n];
            let size = if row.is_length { T::constant(1.0 / self.scale) } else { T::one() };
            match row.ends {
                RowEnds::Links { force, torque, at } => {
                    let torque = add(torque, cross(sub(at, point), force));
                    let wrench = pairs(scale(size, torque), scale(size, force));
                    for (joint, forward) in &path.joints {
                        let joint = &tree.joints[*joint];
                        for k in joint.v..joint.v + joint.kind.nv() {
                            let work = spatial_dot(wrench, self.axes[k - self.first]);
                            matrix[k - self.first] += if *forward { work } else { -work };
                        }
                    }
                }
                RowEnds::Coordinates { first, second, ratio } => {
                    let [first, second] = [first - self.first, second - self.first];
                    matrix[first] += size * self.units[first];
                    matrix[second] -= size * ratio * self.units[second];
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

/// Axis of a velocity coordinate, unit vector in world axes.
enum Axis<T> {
    /// Rotation about the axis through the origin of the joint's link.
    Rotation(Vector<T>),
    /// Translation along it.
    Translation(Vector<T>),
}

/// Axis of velocity coordinate `k` of joint `i`.
fn motion_axis<T: Scalar>(
    tree: &Tree,
    constants: &TreeConstants<T>,
    links: &[LinkMotion<T>],
    i: usize,
    k: usize,
) -> Axis<T> {
    let (joint, link) = (&tree.joints[i], &links[i + 1]);
    let joint_axis = |k: usize| joint_axes(&links[joint.parent], &constants.placements[i])[k];
    match joint.kind {
        JointKind::Revolute | JointKind::Rotor => Axis::Rotation(link.axes[2]),
        JointKind::Prismatic => Axis::Translation(link.axes[2]),
        JointKind::Spherical => Axis::Rotation(link.axes[k]),
        JointKind::Free if k >= 3 => Axis::Rotation(link.axes[k - 3]),
        JointKind::Free | JointKind::Translation => Axis::Translation(joint_axis(k)),
    }
}
