//! The rows of a cluster, scalar equations between accelerations, and their form in terms of its coordinates.

use super::ClusterWork;
use mechanism::joint_kinds::{JointKind, Place};
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, cross, dot, scale, sub, zeros};
use mechanism::spatial::pair::{first, pairs, second};
use mechanism::{LinkMotion, RELATED, Tree, TreeConstants};

/// One scalar equation between the accelerations of two links, or of two coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Row<T> {
    /// The coupled coordinates or links.
    pub ends: RowEnds<T>,
    /// The residual is a length (m), not an angle.
    pub is_length: bool,
    /// Residual: m or rad.
    pub residual: T,
    /// Derivative of the residual, per s.
    pub rate: T,
    /// Velocity-dependent part of the second derivative of the residual, for spatial accelerations, per s2.
    pub drift: T,
}

/// The coordinates or links that a row couples.
#[derive(Clone, Copy, Debug)]
pub enum RowEnds<T> {
    /// The links of two frames. A force per unit of the multiplier, in world axes, at the constraint's point on the
    /// link of frame b, and the opposite on that of frame a, have the power `rate` times the multiplier.
    Force([T; 3]),
    /// The same for a torque.
    Torque([T; 3]),
    /// Velocity coordinates of the cluster, each with its factor.
    Coordinates([(usize, T); RELATED]),
}

impl<T: Scalar> Row<T> {
    /// An empty row, without effect.
    pub fn empty() -> Self {
        Self { ends: RowEnds::Force(zeros()), is_length: false, residual: T::zero(), rate: T::zero(), drift: T::zero() }
    }

    /// A row between two frames. Its residual is a length if its multiplier is a force.
    pub fn between_frames(ends: RowEnds<T>, residual: T, rate: T, drift: T) -> Self {
        Self { is_length: matches!(ends, RowEnds::Force(_)), ends, residual, rate, drift }
    }

    /// A residual or its rate in units of the cluster's size, m.
    pub fn scaled(&self, x: f64, size: f64) -> f64 {
        if self.is_length { x / size } else { x }
    }
}

impl<T: Scalar> ClusterWork<T> {
    /// Computes the motion axes of all coordinates, and the rows in these coordinates, to be factored. Links have been
    /// placed, rows have been written.
    #[inline(never)]
    pub(crate) fn relate(&mut self, tree: &Tree, constants: &TreeConstants<T>, links: &[LinkMotion<T>]) {
        let unit = T::constant(self.scale);
        for (local, i) in self.joints.clone().enumerate() {
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
            self.relate_rows(constraint, links);
        }
    }

    /// The rows of one constraint.
    #[inline(never)]
    fn relate_rows(&mut self, constraint: usize, links: &[LinkMotion<T>]) {
        let (path, at) = (&self.paths[constraint], self.points[constraint]);
        let links = &links[self.joints.start + 1..];
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
