//! Data of a link: joint placement, mass properties, motion and wrench.

use crate::scalar::{Scalar, Vector3};

/// Pose of a joint on its parent link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointPlacement<T> {
    /// Columns: the axes of the joint frame (the link frame at q = 0), resolved in the parent link frame.
    pub axes: [[T; 3]; 3],
    /// Origin of the joint frame seen from the parent link's origin, in the parent link frame, m.
    pub position: [T; 3],
}

/// Mass properties of a link.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct RigidInertia<T> {
    /// Mass, kg.
    pub mass: T,
    /// First moment, mass times centre of mass, in the link frame, kg.m.
    pub moment: [T; 3],
    /// Inertia about the link's origin in the link frame: xx, yy, zz, xy, xz, yz, kg.m2.
    pub inertia: [T; 6],
}

impl<T: Scalar> RigidInertia<T> {
    /// Returns true if mass, moment and inertia are zero with all derivatives.
    pub fn is_nothing(&self) -> bool {
        let Self { mass, moment, inertia } = self;
        mass.is_zero() && moment.iter().chain(inertia).all(T::is_zero)
    }
}

/// Motion of a link, all vectors in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkMotion<T> {
    /// Columns: the axes of the link frame in world axes (v_world = axes * v_link).
    pub axes: [[T; 3]; 3],
    /// Position of the origin, m.
    pub position: [T; 3],
    /// Angular velocity, rad/s.
    pub omega: [T; 3],
    /// Velocity of the origin, m/s.
    pub velocity: [T; 3],
    /// Angular acceleration, rad/s2.
    pub alpha: [T; 3],
    /// Acceleration of the origin minus the uniform field given to the acceleration stage, m/s2.
    pub acceleration: [T; 3],
}

impl<T: Scalar> LinkMotion<T> {
    /// The ground: world axes, at rest.
    pub fn ground() -> Self {
        let (o, l) = (T::zero(), T::one());
        let zero = [o; 3];
        Self {
            axes: [[l, o, o], [o, l, o], [o, o, l]],
            position: zero,
            omega: zero,
            velocity: zero,
            alpha: zero,
            acceleration: zero,
        }
    }
}

/// Force and torque about a point, in world axes.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Wrench<T> {
    /// Force, N.
    pub force: [T; 3],
    /// Torque, N.m.
    pub torque: [T; 3],
}

impl<T: Scalar> Wrench<T> {
    /// Adds a force, N, and a torque, N.m, about the same point and in the same axes.
    #[inline]
    pub fn add(&mut self, force: Vector3<T>, torque: Vector3<T>) {
        for k in 0..3 {
            self.force[k] += force[k];
            self.torque[k] += torque[k];
        }
    }
}
