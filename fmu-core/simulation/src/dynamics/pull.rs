//! A spring with a damper that a person holds at one end: it drags a link without being part of the model.

use mechanism::scalar::{Scalar, Vector3};
use mechanism::{LinkMotion, link_axes};

/// A spring between a point of a link and a place in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pull {
    /// The link.
    pub(super) link: usize,
    /// The point, in the axes of the link and from its origin, m.
    point: [f64; 3],
    /// The other end, m.
    pub target: [f64; 3],
    /// N/m.
    pub stiffness: f64,
    /// N.s/m.
    pub damping: f64,
}

/// Frequency at which the mass alone would swing on the spring, rad/s: 2 Hz.
const FREQUENCY: f64 = 2.0 * std::f64::consts::TAU;

impl Pull {
    /// A relaxed spring from a place of the world, m, on the link with this motion; critically damped for a mass.
    pub(super) fn new(link: usize, motion: &LinkMotion<f64>, target: [f64; 3], mass: f64) -> Self {
        let point = link_axes(motion).transpose() * (Vector3::from(target) - Vector3::from(motion.position));
        let (stiffness, damping) = (mass * FREQUENCY * FREQUENCY, 2.0 * mass * FREQUENCY);
        Self { link, point: point.into(), target, stiffness, damping }
    }

    /// From the origin of the link to the point, world axes, m.
    pub(super) fn arm<T: Scalar>(&self, link: &LinkMotion<T>) -> Vector3<T> {
        link_axes(link) * Vector3::from(self.point.map(T::constant))
    }

    /// Force on the link, and torque about its origin.
    pub(super) fn wrench<T: Scalar>(&self, link: &LinkMotion<T>) -> (Vector3<T>, Vector3<T>) {
        let arm = self.arm(link);
        let velocity = Vector3::from(link.velocity) + Vector3::from(link.omega).cross(&arm);
        let stretch = Vector3::from(self.target.map(T::constant)) - (Vector3::from(link.position) + arm);
        let force = stretch * T::constant(self.stiffness) - velocity * T::constant(self.damping);
        (force, arm.cross(&force))
    }
}
