//! Vectors and symmetric matrices of three scalars, written out.

use super::pair::Pair;
use crate::scalar::Scalar;
use std::ops::{Add, Mul, Sub};

/// What a vector or a matrix may consist of: scalars, or pairs of them.
pub(crate) trait Element: Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> {
    /// See [`Scalar::IS_PLAIN`].
    const IS_PLAIN: bool;
}

impl<T: Scalar> Element for T {
    const IS_PLAIN: bool = T::IS_PLAIN;
}

impl<T: Scalar> Element for Pair<T> {
    const IS_PLAIN: bool = T::IS_PLAIN;
}

/// An operation as a call, for elements whose own operations are calls already; written once, it stands in the kernels as one call.
#[inline(never)]
pub(crate) fn call<A, R>(arguments: A, operation: impl Fn(A) -> R) -> R {
    operation(arguments)
}

/// Column of three elements.
pub(crate) type Vector<T> = [T; 3];

/// Three zeros.
#[inline(always)]
pub(crate) fn zeros<T: Scalar>() -> Vector<T> {
    [T::zero(); 3]
}

/// `a + b`.
#[inline(always)]
pub(crate) fn add<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<T: Element>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
    }
    if T::IS_PLAIN { in_place(&a, &b) } else { call((&a, &b), |(a, b)| in_place(a, b)) }
}

/// `a - b`.
#[inline(always)]
pub(crate) fn sub<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<T: Element>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    if T::IS_PLAIN { in_place(&a, &b) } else { call((&a, &b), |(a, b)| in_place(a, b)) }
}

/// `s a`.
#[inline(always)]
pub(crate) fn scale<T: Element>(s: T, a: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<T: Element>(s: &T, a: &Vector<T>) -> Vector<T> {
        [*s * a[0], *s * a[1], *s * a[2]]
    }
    if T::IS_PLAIN { in_place(&s, &a) } else { call((&s, &a), |(a, b)| in_place(a, b)) }
}

/// `a . b`.
#[inline(always)]
pub(crate) fn dot<T: Element>(a: Vector<T>, b: Vector<T>) -> T {
    #[inline(always)]
    fn in_place<T: Element>(a: &Vector<T>, b: &Vector<T>) -> T {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }
    if T::IS_PLAIN { in_place(&a, &b) } else { call((&a, &b), |(a, b)| in_place(a, b)) }
}

/// `a x b`.
#[inline(always)]
pub(crate) fn cross<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<T: Element>(a: &Vector<T>, b: &Vector<T>) -> Vector<T> {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    if T::IS_PLAIN { in_place(&a, &b) } else { call((&a, &b), |(a, b)| in_place(a, b)) }
}

/// The part of `v` across the unit vector `e`.
#[inline(always)]
pub(crate) fn across<T: Scalar>(v: Vector<T>, e: Vector<T>) -> Vector<T> {
    sub(v, scale(dot(e, v), e))
}

/// `A v` for the matrix of columns `a`: from the axes `a` to the axes in which they are resolved.
#[inline(always)]
pub(crate) fn rotate<T: Scalar>(a: &[Vector<T>; 3], v: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<T: Scalar>(a: &[Vector<T>; 3], v: &Vector<T>) -> Vector<T> {
        [
            a[0][0] * v[0] + a[1][0] * v[1] + a[2][0] * v[2],
            a[0][1] * v[0] + a[1][1] * v[1] + a[2][1] * v[2],
            a[0][2] * v[0] + a[1][2] * v[1] + a[2][2] * v[2],
        ]
    }
    if T::IS_PLAIN { in_place(a, &v) } else { call((a, &v), |(a, b)| in_place(a, b)) }
}

/// `A^T v` for the matrix of columns `a`.
#[inline(always)]
pub(crate) fn rotate_back<T: Scalar>(a: &[Vector<T>; 3], v: Vector<T>) -> Vector<T> {
    [dot(a[0], v), dot(a[1], v), dot(a[2], v)]
}

/// `A B` for matrices of columns.
#[inline(always)]
pub(crate) fn compose<T: Scalar>(a: &[Vector<T>; 3], b: &[Vector<T>; 3]) -> [Vector<T>; 3] {
    [rotate(a, b[0]), rotate(a, b[1]), rotate(a, b[2])]
}

/// Symmetric 3 x 3 matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Symmetric<T> {
    pub(crate) xx: T,
    pub(crate) yy: T,
    pub(crate) zz: T,
    pub(crate) xy: T,
    pub(crate) xz: T,
    pub(crate) yz: T,
}

impl<T: Scalar> Symmetric<T> {
    /// `A J A^T` for a rotation of columns `a` and a symmetric `j` (xx, yy, zz, xy, xz, yz).
    ///
    /// With `J = jxx 1 + e e^T (jzz - jxx) + sym(x p^T) + sym(y s^T)`: the part along all axes needs no rotation.
    #[inline(always)]
    pub(crate) fn rotated(a: &[Vector<T>; 3], j: &[T; 6]) -> Self {
        let [x, y, z] = *a;
        let half = T::constant(0.5) * (j[1] - j[0]);
        let p = add(scale(j[3], y), scale(j[4], z));
        let s = add(scale(half, y), scale(j[5], z));
        let e = scale(j[2] - j[0], z);
        let diagonal = |k: usize| {
            let r = x[k] * p[k] + y[k] * s[k];
            j[0] + (r + r) + z[k] * e[k]
        };
        let mixed = |k: usize, l: usize| (x[k] * p[l] + x[l] * p[k]) + (y[k] * s[l] + y[l] * s[k]) + z[k] * e[l];
        Self { xx: diagonal(0), yy: diagonal(1), zz: diagonal(2), xy: mixed(0, 1), xz: mixed(0, 2), yz: mixed(1, 2) }
    }
}

impl<T: Element> Symmetric<T> {
    /// `self + other`.
    #[inline(always)]
    pub(crate) fn plus(self, o: Self) -> Self {
        Self {
            xx: self.xx + o.xx,
            yy: self.yy + o.yy,
            zz: self.zz + o.zz,
            xy: self.xy + o.xy,
            xz: self.xz + o.xz,
            yz: self.yz + o.yz,
        }
    }

    /// `self - u g^T`, where `u` and `g` are parallel.
    #[inline(always)]
    pub(crate) fn minus_outer(self, u: Vector<T>, g: Vector<T>) -> Self {
        Self {
            xx: self.xx - u[0] * g[0],
            yy: self.yy - u[1] * g[1],
            zz: self.zz - u[2] * g[2],
            xy: self.xy - u[0] * g[1],
            xz: self.xz - u[0] * g[2],
            yz: self.yz - u[1] * g[2],
        }
    }

    /// `self v`.
    #[inline(always)]
    pub(crate) fn times(&self, v: Vector<T>) -> Vector<T> {
        if T::IS_PLAIN { self.times_in_place(&v) } else { call((self, &v), |(m, v)| m.times_in_place(v)) }
    }

    #[inline(always)]
    fn times_in_place(&self, v: &Vector<T>) -> Vector<T> {
        [
            self.xx * v[0] + self.xy * v[1] + self.xz * v[2],
            self.xy * v[0] + self.yy * v[1] + self.yz * v[2],
            self.xz * v[0] + self.yz * v[1] + self.zz * v[2],
        ]
    }
}
