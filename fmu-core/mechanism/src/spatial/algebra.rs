//! Vectors and symmetric matrices of three scalars, written out.

use crate::scalar::{Element, Scalar};
use std::ops::{Add, Mul, Sub};

/// Performs an operation as a call, for elements whose own operations are calls: it is compiled once, instead of once
/// in each kernel.
#[inline(never)]
pub fn call<A, R>(arguments: A, operation: impl Fn(A) -> R) -> R {
    operation(arguments)
}

/// Returns true if no element has time derivatives.
#[inline(always)]
fn all_steady<T: Element>(elements: &[T]) -> bool {
    elements.iter().all(T::is_steady)
}

// Loops, since closures over arrays are calls where code is compiled for size.
#[inline(always)]
fn steady<T: Element, const N: usize>(elements: &[T; N]) -> [T::Steady; N] {
    let mut steady = [elements[0].steady(); N];
    for k in 1..N {
        steady[k] = elements[k].steady();
    }
    steady
}

#[inline(always)]
fn from_steady<T: Element, const N: usize>(steady: [T::Steady; N]) -> [T; N] {
    let mut elements = [T::from_steady(steady[0]); N];
    for k in 1..N {
        elements[k] = T::from_steady(steady[k]);
    }
    elements
}

/// Defines an operation on two vectors: inline, or as one call.
macro_rules! on_vectors {
    ($a:expr, $b:expr, $operation:ident) => {
        if !T::BY_CALL {
            $operation(&$a, &$b)
        } else {
            call((&$a, &$b), |(a, b)| {
                if all_steady(a) && all_steady(b) {
                    from_steady($operation(&steady(a), &steady(b)))
                } else {
                    $operation(a, b)
                }
            })
        }
    };
}

/// Column of three elements.
pub type Vector<T> = [T; 3];

/// Three zeros.
#[inline(always)]
pub fn zeros<T: Scalar>() -> Vector<T> {
    [T::zero(); 3]
}

/// `a + b`.
#[inline(always)]
pub fn add<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<S: Copy + Add<Output = S>>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
        [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
    }
    on_vectors!(a, b, in_place)
}

/// `a - b`.
#[inline(always)]
pub fn sub<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<S: Copy + Sub<Output = S>>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    on_vectors!(a, b, in_place)
}

/// `s a`.
#[inline(always)]
pub fn scale<T: Element>(s: T, a: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<S: Copy + Mul<Output = S>>(s: &[S; 1], a: &Vector<S>) -> Vector<S> {
        [s[0] * a[0], s[0] * a[1], s[0] * a[2]]
    }
    on_vectors!([s], a, in_place)
}

/// `a . b`.
#[inline(always)]
pub fn dot<T: Element>(a: Vector<T>, b: Vector<T>) -> T {
    #[inline(always)]
    fn in_place<S: Copy + Mul<Output = S> + Add<Output = S>>(a: &Vector<S>, b: &Vector<S>) -> [S; 1] {
        [a[0] * b[0] + a[1] * b[1] + a[2] * b[2]]
    }
    let [product] = on_vectors!(a, b, in_place);
    product
}

/// `a x b`.
#[inline(always)]
pub fn cross<T: Element>(a: Vector<T>, b: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<S: Copy + Mul<Output = S> + Sub<Output = S>>(a: &Vector<S>, b: &Vector<S>) -> Vector<S> {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    on_vectors!(a, b, in_place)
}

/// The component of `v` perpendicular to the unit vector `e`.
#[inline(always)]
pub fn across<T: Scalar>(v: Vector<T>, e: Vector<T>) -> Vector<T> {
    sub(v, scale(dot(e, v), e))
}

/// The direction of `n`.
#[inline(never)]
pub fn unit<T: Scalar>(n: Vector<T>) -> Vector<T> {
    let length = dot(n, n).sqrt();
    [n[0] / length, n[1] / length, n[2] / length]
}

/// Two unit vectors that are perpendicular to the unit vector `e` and to each other.
#[inline(never)]
pub fn perpendiculars<T: Scalar>(e: Vector<T>) -> [Vector<T>; 2] {
    let smallest = (0..3).fold(0, |best, k| if e[k].value().abs() < e[best].value().abs() { k } else { best });
    let mut x = zeros();
    x[smallest] = T::one();
    let x = unit(across(x, e));
    [x, cross(e, x)]
}

/// `A v` for the matrix of columns `a`: from the axes `a` to the axes in which they are resolved.
#[inline(always)]
pub fn rotate<T: Scalar>(a: &[Vector<T>; 3], v: Vector<T>) -> Vector<T> {
    #[inline(always)]
    fn in_place<S: Copy + Mul<Output = S> + Add<Output = S>>(a: &[Vector<S>; 3], v: &Vector<S>) -> Vector<S> {
        [
            a[0][0] * v[0] + a[1][0] * v[1] + a[2][0] * v[2],
            a[0][1] * v[0] + a[1][1] * v[1] + a[2][1] * v[2],
            a[0][2] * v[0] + a[1][2] * v[1] + a[2][2] * v[2],
        ]
    }
    if !T::BY_CALL {
        in_place(a, &v)
    } else {
        call((a, &v), |(a, v)| {
            if all_steady(a.as_flattened()) && all_steady(v) {
                from_steady(in_place(&[steady(&a[0]), steady(&a[1]), steady(&a[2])], &steady(v)))
            } else {
                in_place(a, v)
            }
        })
    }
}

/// `A^T v` for the matrix of columns `a`.
#[inline(always)]
pub fn rotate_back<T: Scalar>(a: &[Vector<T>; 3], v: Vector<T>) -> Vector<T> {
    [dot(a[0], v), dot(a[1], v), dot(a[2], v)]
}

/// `A B` for matrices of columns.
#[inline(always)]
pub fn compose<T: Scalar>(a: &[Vector<T>; 3], b: &[Vector<T>; 3]) -> [Vector<T>; 3] {
    [rotate(a, b[0]), rotate(a, b[1]), rotate(a, b[2])]
}

/// Symmetric 3 x 3 matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Symmetric<T> {
    /// Element (1, 1).
    pub xx: T,
    /// Element (2, 2).
    pub yy: T,
    /// Element (3, 3).
    pub zz: T,
    /// Element (1, 2).
    pub xy: T,
    /// Element (1, 3).
    pub xz: T,
    /// Element (2, 3).
    pub yz: T,
}

impl<T: Scalar> Symmetric<T> {
    /// `A J A^T` for a rotation of columns `a` and a symmetric `j` (xx, yy, zz, xy, xz, yz).
    ///
    /// With `J = jxx 1 + e e^T (jzz - jxx) + sym(x p^T) + sym(y s^T)`: the part along all axes needs no rotation.
    #[inline(always)]
    pub fn rotated(a: &[Vector<T>; 3], j: &[T; 6]) -> Self {
        if T::BY_CALL { call((a, j), |(a, j)| Self::rotated_in_place(a, j)) } else { Self::rotated_in_place(a, j) }
    }

    #[inline(always)]
    fn rotated_in_place(a: &[Vector<T>; 3], j: &[T; 6]) -> Self {
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
    #[inline(always)]
    fn elements(&self) -> [T; 6] {
        [self.xx, self.yy, self.zz, self.xy, self.xz, self.yz]
    }

    #[inline(always)]
    fn of([xx, yy, zz, xy, xz, yz]: [T; 6]) -> Self {
        Self { xx, yy, zz, xy, xz, yz }
    }

    /// `self + other`.
    #[inline(always)]
    pub fn plus(self, o: Self) -> Self {
        #[inline(always)]
        fn in_place<S: Copy + Add<Output = S>>(a: &[S; 6], b: &[S; 6]) -> [S; 6] {
            [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]]
        }
        Self::of(on_vectors!(self.elements(), o.elements(), in_place))
    }

    /// `self - u g^T`, where `u` and `g` are parallel.
    #[inline(always)]
    pub fn minus_outer(self, u: Vector<T>, g: Vector<T>) -> Self {
        #[inline(always)]
        fn in_place<S: Copy + Mul<Output = S>>(u: &Vector<S>, g: &Vector<S>) -> [S; 6] {
            [u[0] * g[0], u[1] * g[1], u[2] * g[2], u[0] * g[1], u[0] * g[2], u[1] * g[2]]
        }
        #[inline(always)]
        fn difference<S: Copy + Sub<Output = S>>(a: &[S; 6], b: &[S; 6]) -> [S; 6] {
            [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3], a[4] - b[4], a[5] - b[5]]
        }
        let product = on_vectors!(u, g, in_place);
        Self::of(on_vectors!(self.elements(), product, difference))
    }

    /// `self v`.
    #[inline(always)]
    pub fn times(&self, v: Vector<T>) -> Vector<T> {
        #[inline(always)]
        fn in_place<S: Copy + Mul<Output = S> + Add<Output = S>>(a: &[S; 6], v: &Vector<S>) -> Vector<S> {
            let [xx, yy, zz, xy, xz, yz] = *a;
            [xx * v[0] + xy * v[1] + xz * v[2], xy * v[0] + yy * v[1] + yz * v[2], xz * v[0] + yz * v[1] + zz * v[2]]
        }
        on_vectors!(self.elements(), v, in_place)
    }
}
