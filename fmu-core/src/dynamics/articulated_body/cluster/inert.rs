//! Masses between the links of a cluster.

use super::{ClusterPass, ClusterWork, Spatial};
use crate::mechanism::Cluster;
use crate::mechanism::spatial::algebra::{Vector, add, cross, dot, rotate, scale, sub, zeros};
use crate::mechanism::spatial::articulated_inertia::ArticulatedInertia;
use crate::mechanism::spatial::pair::{Pair, first, pairs, second};
use crate::scalar::Scalar;

/// A mass that follows the origins of two frames: its acceleration is `P_a a_a + P_b a_b + c`.
#[derive(Clone, Copy, Debug)]
pub struct Inert<T> {
    /// Mass, kg.
    pub mass: T,
    /// Columns of P_a and P_b, world axes.
    pub follows: [[[T; 3]; 3]; 2],
    /// Origins of the frames, m.
    pub at: [[T; 3]; 2],
    /// c, and what velocities contribute to `a_a` and `a_b` when those of the links are spatial ones, less a gravitation that is not
    /// in the acceleration of the base, m/s2.
    pub drift: [T; 3],
}

impl<T: Scalar> Inert<T> {
    /// How an element of its acceleration follows the spatial acceleration of the root, from whose origin `arms` lead to the frames.
    fn root_row(&self, element: usize, arms: [Vector<T>; 2]) -> Spatial<T> {
        let mut row = pairs(zeros(), zeros());
        for (follows, arm) in self.follows.iter().zip(arms) {
            let linear = [follows[0][element], follows[1][element], follows[2][element]];
            // e . (alpha x arm) = alpha . (arm x e)
            row = add(row, pairs(cross(arm, linear), linear));
        }
        row
    }

    /// Nothing.
    pub fn empty() -> Self {
        Self { mass: T::zero(), follows: [[zeros(); 3]; 2], at: [zeros(); 2], drift: zeros() }
    }
}

impl<T: Scalar> ClusterWork<T> {
    /// Adds a mass between links to the inertia of the joints, and to what the root needs.
    #[inline(never)]
    pub(super) fn add_inert(
        &mut self,
        pass: &ClusterPass<'_, T>,
        cluster: &Cluster,
        number: usize,
        mut root: ArticulatedInertia<T>,
    ) -> ArticulatedInertia<T> {
        let (n, inert, path) = (self.axes.len(), self.inert[number], &cluster.inert[number]);
        let arms = inert.at.map(|at| sub(at, pass.links[cluster.root].position));
        let mut columns = std::mem::take(&mut self.inert_columns);
        columns.fill(zeros());
        let mut c = inert.drift;
        for end in [0, 1] {
            let at_end = |motion: Spatial<T>| {
                let (alpha, a) = (first(motion), second(motion));
                rotate(&inert.follows[end], add(a, cross(alpha, arms[end])))
            };
            c = add(c, at_end(self.bias_of(path.links[end], cluster)));
            for joint in &path.joints[end] {
                let joint = &pass.tree.joints[*joint];
                let own = joint.v - self.first..joint.v - self.first + joint.kind.nv();
                for (column, axis) in columns[own.clone()].iter_mut().zip(&self.axes[own]) {
                    *column = add(*column, at_end(*axis));
                }
            }
        }
        for (k, column) in columns.iter().enumerate() {
            for (element, other) in self.inertia[k * n..(k + 1) * n].iter_mut().zip(&columns) {
                *element += inert.mass * dot(*column, *other);
            }
            self.effort[k] += inert.mass * dot(*column, c);
        }
        for element in 0..3 {
            let along = inert.root_row(element, arms);
            for (force, column) in self.force.iter_mut().zip(&columns) {
                *force = add(*force, scale(Pair::both(inert.mass * column[element]), along));
            }
            root = root.less(along, scale(Pair::both(-inert.mass), along), inert.mass * c[element]);
        }
        self.inert_columns = columns;
        root
    }
}
