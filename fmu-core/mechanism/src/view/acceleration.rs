//! View after the acceleration stage.

use super::{LineGeometry, MotionView};
use crate::scalar::{Scalar, Vector3};
use crate::slots::at;
use crate::{FlangeId, FlangePotential, FrameId, Line};
use std::ops::Deref;

/// View for laws that need accelerations. They write signals only.
#[derive(Debug)]
pub struct AccelerationView<'a, T: Scalar>(pub(super) MotionView<'a, T>);

impl<'a, T: Scalar> Deref for AccelerationView<'a, T> {
    type Target = MotionView<'a, T>;

    #[inline]
    fn deref(&self) -> &MotionView<'a, T> {
        &self.0
    }
}

impl<'a, T: Scalar> AccelerationView<'a, T> {
    /// Acceleration of the frame's origin, world axes, without gravity, m/s2.
    pub fn a_0(&self, frame: FrameId) -> Vector3<T> {
        let (link, node) = self.data.link_of(frame);
        let (arm, omega) = (self.data.arm(link, node), Vector3::from(link.omega));
        let relative = Vector3::from(link.alpha).cross(&arm) + omega.cross(&omega.cross(&arm));
        Vector3::from(link.acceleration) + self.data.constants.gravity.uniform() + relative
    }

    /// Angular acceleration of the frame, world axes, rad/s2.
    pub fn z_0(&self, frame: FrameId) -> Vector3<T> {
        Vector3::from(self.data.link_of(frame).0.alpha)
    }

    /// Second derivative of the position of frame b in frame a, m/s2.
    pub fn relative_acceleration(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        let (r, w_a) = (self.r_0(b) - self.r_0(a), self.w_0(a));
        let carried = self.z_0(a).cross(&r)
            + w_a.cross(&w_a.cross(&r))
            + w_a.cross(&self.carried_velocity(a, b)) * T::constant(2.0);
        self.axes(a).transpose() * (self.a_0(b) - self.a_0(a) - carried)
    }

    /// Derivative of the angular velocity of frame b relative to frame a, in frame b, rad/s2.
    pub fn relative_angular_acceleration(&self, a: FrameId, b: FrameId) -> Vector3<T> {
        let w_a = self.w_0(a);
        let w_rel = self.w_0(b) - w_a;
        self.axes(b).transpose() * (self.z_0(b) - self.z_0(a) - w_a.cross(&w_rel))
    }

    /// Acceleration of a flange, rad/s2 or m/s2.
    pub fn flange_acceleration(&self, flange: FlangeId) -> T {
        let ratio = self.data.pose_of(flange).ratio;
        match *at(&self.data.mechanism.flange_potentials, flange) {
            FlangePotential::Ground => T::zero(),
            FlangePotential::Joint(joint) => ratio * *at(self.data.vdot, at(&self.data.mechanism.tree.joints, joint).v),
            FlangePotential::Line(line) => ratio * at(&self.data.mechanism.lines, line).acceleration(self),
        }
    }

    /// Acceleration of flange b relative to flange a, rad/s2 or m/s2.
    pub fn relative_flange_acceleration(&self, [a, b]: [FlangeId; 2]) -> T {
        self.flange_acceleration(b) - self.flange_acceleration(a)
    }
}

impl Line {
    /// Second derivative of the length, m/s2: `e . r'' + e' . r'`.
    #[inline(never)]
    pub fn acceleration<T: Scalar>(&self, view: &AccelerationView<'_, T>) -> T {
        let LineGeometry { e, speed, s, .. } = self.geometry(view);
        let [a, b] = self.frames;
        let across = speed - e * e.dot(&speed);
        e.dot(&(view.a_0(b) - view.a_0(a))) + across.dot(&speed) / s
    }
}
