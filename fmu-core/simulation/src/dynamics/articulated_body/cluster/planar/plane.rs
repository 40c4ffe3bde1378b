//! Vectors in a plane.

use mechanism::scalar::Scalar;
use mechanism::spatial::algebra::{Vector, cross, dot, perpendiculars};
use mechanism::spatial::pair::{Pair, both, pairs};

/// Two components in a plane.
pub(super) type Flat<T> = Pair<T>;

/// Unit vectors along the plane and its normal, world axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane<T> {
    axes: Vector<Pair<T>>,
    pub(super) normal: Vector<T>,
}

impl<T: Scalar> Plane<T> {
    /// The plane with a unit normal.
    pub(super) fn across(normal: Vector<T>) -> Self {
        let [x, _] = perpendiculars(normal);
        Self { axes: pairs(x, cross(normal, x)), normal }
    }

    /// The components along the plane.
    #[inline(always)]
    pub(super) fn project(&self, v: Vector<T>) -> Flat<T> {
        dot(self.axes, both(v))
    }
}

/// The zero vector.
pub(super) fn nothing<T: Scalar>() -> Flat<T> {
    Pair::both(T::zero())
}

/// `s a`.
#[inline(always)]
pub(super) fn along<T: Scalar>(s: T, a: Flat<T>) -> Flat<T> {
    Pair::both(s) * a
}

/// `a . b`.
#[inline(always)]
pub(super) fn dot_flat<T: Scalar>(a: Flat<T>, b: Flat<T>) -> T {
    let Pair(x, y) = a * b;
    x + y
}

/// The normal component of `a x b`.
#[inline(always)]
pub(super) fn cross_flat<T: Scalar>(a: Flat<T>, b: Flat<T>) -> T {
    let Pair(x, y) = a * b.swapped();
    x - y
}

/// The normal times `a`: `a` turned by a right angle.
#[inline(always)]
pub(super) fn turned<T: Scalar>(a: Flat<T>) -> Flat<T> {
    Pair(-a.1, a.0)
}
