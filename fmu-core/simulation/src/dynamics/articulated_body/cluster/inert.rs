//! Masses between the links of a cluster.

use super::response::Besides;
use super::{ClusterWork, Spatial};
use mechanism::LinkMotion;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, cross, rotate, rotate_back, scale, sub, zeros};
use mechanism::spatial::articulated_inertia::ArticulatedInertia;
use mechanism::spatial::pair::{Pair, first, pairs, second};

/// A mass whose position depends on the origins of two frames: its acceleration is `P_a a_a + P_b a_b + c`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inert<T> {
    /// Mass, kg.
    pub mass: T,
    /// Columns of P_a and P_b, world axes.
    pub follows: [[[T; 3]; 3]; 2],
    /// Origins of the frames, m.
    pub at: [[T; 3]; 2],
    /// c, and the velocity-dependent part of `a_a` and `a_b` for spatial accelerations of the links, minus gravity
    /// unless it is in the acceleration of the base, m/s2.
    pub drift: [T; 3],
}

impl<T: Scalar> Inert<T> {
    /// Dependence of an element of its acceleration on the acceleration of the root; `arms` lead from the root's origin
    /// to the frames.
    fn root_row(&self, element: usize, arms: [Vector<T>; 2]) -> Spatial<T> {
        let mut row = pairs(zeros(), zeros());
        for (follows, arm) in self.follows.iter().zip(arms) {
            let linear = [follows[0][element], follows[1][element], follows[2][element]];
            // e . (alpha x arm) = alpha . (arm x e)
            row = add(row, pairs(cross(arm, linear), linear));
        }
        row
    }
}

impl<T: Scalar> ClusterWork<T> {
    /// Adds the inertial forces of a mass between links to the wrenches of its links; returns the rest for the root,
    /// about its origin.
    #[inline(never)]
    pub(super) fn add_inert(
        &mut self,
        links: &[LinkMotion<T>],
        number: usize,
        root: Spatial<T>,
        besides: Besides,
    ) -> Spatial<T> {
        let (inert, ends) = (&self.inert[number], self.inert_ends[number]);
        let links = ends.map(|joint| &links[self.link(joint)]);
        let arms = [0, 1].map(|end| sub(inert.at[end], links[end].position));
        let mut acceleration = if besides == Besides::Velocities { inert.drift } else { zeros() };
        for end in [0, 1] {
            let (link, motion) = (links[end], ends[end].map_or(root, |joint| self.motions[joint]));
            let mut a = add(second(motion), cross(first(motion), arms[end]));
            if besides == Besides::Velocities {
                a = sub(a, cross(link.omega, link.velocity));
            }
            acceleration = add(acceleration, rotate(&inert.follows[end], a));
        }
        let force = scale(inert.mass, acceleration);
        let mut at_root = pairs(zeros(), zeros());
        for end in [0, 1] {
            let own = rotate_back(&inert.follows[end], force);
            let wrench = pairs(cross(arms[end], own), own);
            match ends[end] {
                Some(joint) => self.wrenches[joint] = add(self.wrenches[joint], wrench),
                None => at_root = add(at_root, wrench),
            }
        }
        at_root
    }

    /// Adds the masses between links, as if fixed to the root, to its inertia.
    pub(super) fn inert_at_root(&self, links: &[LinkMotion<T>], root: &mut ArticulatedInertia<T>) {
        for inert in &self.inert {
            let arms = inert.at.map(|at| sub(at, links[self.root].position));
            for element in 0..3 {
                let along = inert.root_row(element, arms);
                *root = root.less(along, scale(Pair::both(-inert.mass), along), T::zero());
            }
        }
    }
}
