//! Wrenches required by a motion of the links and joints of a cluster (recursive Newton-Euler algorithm, Featherstone
//! 2008, 5.3), and their sum at the root.

use super::{ClusterWork, Spatial, spatial_dot};
use mechanism::LinkMotion;
use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, add, cross, scale, zeros};
use mechanism::spatial::articulated_inertia::ArticulatedInertia;
use mechanism::spatial::pair::{Pair, first, pairs, second};

/// Causes of a response in addition to the accelerations of the coordinates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Besides {
    /// Velocities and external wrenches.
    Velocities,
    /// None: the response to a unit acceleration.
    Nothing,
}

impl<T: Scalar> ClusterWork<T> {
    /// Accelerations of all links for the accelerations of the coordinates, `moves`, and of the root.
    #[inline(never)]
    pub(super) fn move_links(&mut self, root: Spatial<T>, besides: Besides) {
        for (local, member) in self.members.iter().enumerate() {
            let parent = member.parent.map_or(root, |parent| self.motions[parent]);
            let products = &self.products[local];
            let alpha = first(parent);
            let mut motion = pairs(alpha, add(second(parent), cross(alpha, products.d)));
            if besides == Besides::Velocities {
                motion = add(motion, products.accelerations);
            }
            for k in member.coordinates.clone() {
                motion = add(motion, scale(Pair::both(self.moves[k]), self.axes[k]));
            }
            self.motions[local] = motion;
        }
    }

    /// Forces required by the motion of the links, `motions`: along each coordinate (`needs`), and at the root.
    /// `wrenches` are then those that each joint transmits, about the origin of its link. Masses between links can be
    /// left out.
    #[inline(never)]
    pub(in super::super) fn gather(
        &mut self,
        links: &[LinkMotion<T>],
        root: Spatial<T>,
        besides: Besides,
        with_inert: bool,
    ) -> Spatial<T> {
        let mut at_root = pairs(zeros(), zeros());
        self.wrenches.fill(at_root);
        if with_inert {
            for number in 0..self.inert.len() {
                at_root = add(at_root, self.add_inert(links, number, root, besides));
            }
        }
        for (local, member) in self.members.iter().enumerate().rev() {
            let (own, motion) = (&self.own[local], self.motions[local]);
            if self.is_idle[local] && besides == Besides::Nothing && self.inert.is_empty() {
                for k in member.coordinates.clone() {
                    self.needs[k] = self.armature[k] * self.moves[k];
                }
                continue;
            }
            let mut wrench = self.wrenches[local];
            if besides == Besides::Velocities {
                wrench = add(wrench, own.wrench);
            }
            let mut answer = pairs(zeros(), zeros());
            if !self.is_bare[local] {
                answer = own.times(motion);
            }
            if let Some(behind) = &self.behind[local] {
                answer = add(answer, needed(behind, motion));
                if besides == Besides::Velocities {
                    wrench = add(wrench, behind.wrench);
                }
            }
            self.answers[local] = answer;
            wrench = add(wrench, answer);
            self.wrenches[local] = wrench;
            for k in member.coordinates.clone() {
                self.needs[k] = spatial_dot(self.axes[k], wrench) + self.armature[k] * self.moves[k];
            }
            match member.parent {
                Some(parent) => {
                    self.wrenches[parent] = add(self.wrenches[parent], shifted(wrench, self.products[local].d));
                }
                None if self.is_grounded => {}
                None => at_root = add(at_root, shifted(wrench, self.products[local].d)),
            }
        }
        at_root
    }

    /// Power of the loads of the accelerations `bias` along a computed response: as inertia is symmetric, it is the
    /// power of the response's loads along `bias`. There are no masses between links.
    #[inline(never)]
    pub(super) fn power(&self) -> T {
        let mut power = T::zero();
        for (local, motion) in self.motions.iter().enumerate() {
            let mut wrench = self.own[local].wrench;
            if let Some(behind) = &self.behind[local] {
                wrench = add(wrench, behind.wrench);
            }
            power += spatial_dot(*motion, wrench);
            if !self.is_idle[local] {
                power += spatial_dot(self.answers[local], self.bias[local]);
            }
        }
        power
    }

    /// Inertia of all links fixed to the root, minus the part due to the accelerations of the coordinates.
    #[inline(never)]
    pub(super) fn at_root(&mut self, links: &[LinkMotion<T>]) -> ArticulatedInertia<T> {
        let mut root = ArticulatedInertia::zero();
        for (local, composite) in self.composite.iter_mut().enumerate() {
            let behind = self.behind[local].as_ref().map_or_else(ArticulatedInertia::zero, |behind| *behind);
            *composite = if self.is_bare[local] { behind } else { behind.plus_link(&self.own[local]) };
        }
        for (local, member) in self.members.iter().enumerate().rev() {
            let composite = carried(&self.composite[local], self.products[local].d);
            match member.parent {
                Some(parent) => self.composite[parent] = self.composite[parent].plus(&composite),
                None => root = root.plus(&composite),
            }
        }
        root.wrench = self.root_wrench;
        self.inert_at_root(links, &mut root);
        for row in 0..self.factors.freedom() {
            root = root.less(self.carried[row], self.carried_solution[row], -self.solution[row]);
        }
        root
    }
}

/// A wrench moved to another point; `arm` leads from there to its own.
#[inline(always)]
fn shifted<T: Scalar>(wrench: Spatial<T>, arm: Vector<T>) -> Spatial<T> {
    let force = second(wrench);
    pairs(add(first(wrench), cross(arm, force)), force)
}

/// An articulated inertia moved likewise. Not inlined, like the next function: the elimination is compiled for each
/// scalar, and copies would enlarge the runtime.
#[inline(never)]
fn carried<T: Scalar>(inertia: &ArticulatedInertia<T>, arm: Vector<T>) -> ArticulatedInertia<T> {
    inertia.carried(arm)
}

/// The wrench required by a motion of a subtree on a link.
#[inline(never)]
fn needed<T: Scalar>(inertia: &ArticulatedInertia<T>, motion: Spatial<T>) -> Spatial<T> {
    inertia.times(motion)
}
