//! Contact point of a wheel with the plane z = 0.
//!
//! With `e` the axis of the wheel, `n` the vertical and `l = n x e/|n x e|` the direction of the wheel, the contact point is at
//! `d = r l x e` from the centre.

use crate::scalar::{Scalar, Vector3, length};

/// The point where a wheel touches the ground, and the directions there; world axes.
#[derive(Clone, Copy, Debug)]
pub struct RollingContact<T: Scalar> {
    /// From the centre to the contact point, m.
    pub arm: Vector3<T>,
    /// Direction of the wheel.
    pub along: Vector3<T>,
    /// Direction across it, in the plane.
    pub across: Vector3<T>,
    /// Derivatives of the three, for an angular velocity of the wheel.
    pub rates: [Vector3<T>; 3],
}

impl<T: Scalar> RollingContact<T> {
    /// The contact of a wheel with the given axis and angular velocity.
    #[inline(never)]
    pub fn new(axis: Vector3<T>, omega: Vector3<T>, radius: T) -> Self {
        let n = vertical();
        let (line, turning) = (n.cross(&axis), omega.cross(&axis));
        let size = length(&line);
        let along = line / size;
        let line_rate = n.cross(&turning);
        let along_rate = (line_rate - along * along.dot(&line_rate)) / size;
        let arm_rate = (along_rate.cross(&axis) + along.cross(&turning)) * radius;
        Self {
            arm: along.cross(&axis) * radius,
            along,
            across: along.cross(&n),
            rates: [arm_rate, along_rate, along_rate.cross(&n)],
        }
    }
}

/// The normal of the plane.
pub fn vertical<T: Scalar>() -> Vector3<T> {
    Vector3::new(T::zero(), T::zero(), T::one())
}
