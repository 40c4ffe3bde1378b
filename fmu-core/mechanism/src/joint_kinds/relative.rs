//! Motion of a link relative to its parent.

use super::super::link::LinkMotion;
use super::super::spatial::algebra::{Vector, add, call, cross, rotate};
use super::super::spatial::pair::pairs;
use super::kind::{State, VelocityProducts};
use crate::scalar::Scalar;

/// Motion of a link relative to its parent, world axes.
pub(super) struct Relative<T> {
    /// Axes of the link.
    pub(super) axes: [Vector<T>; 3],
    /// Vector from the origin of the joint frame to the origin of the link, m.
    pub(super) way: Vector<T>,
    /// Derivative of that vector, m/s.
    pub(super) speed: Vector<T>,
    /// Angular velocity, rad/s.
    pub(super) omega: Vector<T>,
}

impl<T: Scalar> Relative<T> {
    /// Adds the motion of the parent.
    #[inline(always)]
    pub(super) fn superpose(self, state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        if T::BY_CALL {
            call((&self, state, link), |(own, state, link)| own.on(state, link))
        } else {
            self.on(state, link)
        }
    }

    #[inline(always)]
    fn on(&self, state: &State<'_, T>, link: &mut LinkMotion<T>) -> VelocityProducts<T> {
        let State { parent, placement, .. } = state;
        let w = parent.omega;
        let d = add(rotate(&parent.axes, placement.position), self.way);
        let carried = cross(w, d);
        let coriolis = cross(w, self.speed);
        link.axes = self.axes;
        link.position = add(parent.position, d);
        link.omega = add(w, self.omega);
        link.velocity = add(parent.velocity, add(carried, self.speed));
        let gamma = add(cross(w, carried), add(coriolis, coriolis));
        VelocityProducts { d, accelerations: pairs(cross(w, self.omega), gamma) }
    }
}
