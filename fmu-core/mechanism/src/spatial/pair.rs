//! Two scalars that undergo the same operations.

use super::algebra::call;
use crate::scalar::{Element, Scalar};
use std::any::TypeId;
use std::ops::{Add, Mul, Sub};
use wide::f64x2;

/// Two scalars; for `f64` one vector register, so that an operation on both costs one instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(16))]
pub struct Pair<T>(pub T, pub T);

/// Two vectors, element by element.
#[inline(always)]
pub fn pairs<T: Copy>(a: [T; 3], b: [T; 3]) -> [Pair<T>; 3] {
    [Pair(a[0], b[0]), Pair(a[1], b[1]), Pair(a[2], b[2])]
}

/// The first vector of two. Written out, like the functions below: closures over arrays are calls where the compiler
/// inlines less.
#[inline(always)]
pub fn first<T: Copy>([x, y, z]: [Pair<T>; 3]) -> [T; 3] {
    [x.0, y.0, z.0]
}

/// The second vector of two.
#[inline(always)]
pub fn second<T: Copy>([x, y, z]: [Pair<T>; 3]) -> [T; 3] {
    [x.1, y.1, z.1]
}

/// The same vector twice.
#[inline(always)]
pub fn both<T: Scalar>([x, y, z]: [T; 3]) -> [Pair<T>; 3] {
    [Pair::both(x), Pair::both(y), Pair::both(z)]
}

/// Second vector, first vector.
#[inline(always)]
pub fn swapped<T: Scalar>([x, y, z]: [Pair<T>; 3]) -> [Pair<T>; 3] {
    [x.swapped(), y.swapped(), z.swapped()]
}

impl<T: Scalar> Pair<T> {
    /// The same scalar twice.
    #[inline(always)]
    pub fn both(x: T) -> Self {
        Self(x, x)
    }

    /// Second, first.
    #[inline(always)]
    pub fn swapped(self) -> Self {
        Self(self.1, self.0)
    }

    /// Applies an operation to both: `vector` for `f64`, otherwise `scalar`.
    #[inline(always)]
    fn zip(
        self,
        o: Self,
        vector: impl Fn(f64x2, f64x2) -> f64x2,
        steady: impl Fn(T::Steady, T::Steady) -> T::Steady,
        scalar: impl Fn(T, T) -> T,
    ) -> Self {
        // A constant for each T.
        if TypeId::of::<T>() == TypeId::of::<f64>() {
            let [first, second] = vector(self.register(), o.register()).to_array();
            Self(T::constant(first), T::constant(second))
        } else if !T::BY_CALL {
            Self(scalar(self.0, o.0), scalar(self.1, o.1))
        } else {
            call((&self, &o), |(a, b)| {
                if Element::is_steady(a) && Element::is_steady(b) {
                    let of = |a: &T, b: &T| T::from_steady(steady(a.steady(), b.steady()));
                    Self(of(&a.0, &b.0), of(&a.1, &b.1))
                } else {
                    Self(scalar(a.0, b.0), scalar(a.1, b.1))
                }
            })
        }
    }

    #[inline(always)]
    fn register(self) -> f64x2 {
        f64x2::new([self.0.value(), self.1.value()])
    }
}

/// A pair without time derivatives.
#[derive(Clone, Copy, Debug)]
pub struct SteadyPair<S>(S, S);

/// Operations on both parts of pairs.
macro_rules! on_both {
    ($($operation:ident $method:ident $sign:tt),+) => {$(
        impl<T: Scalar> $operation for Pair<T> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                self.zip(o, |a, b| a $sign b, |a, b| a $sign b, |a, b| a $sign b)
            }
        }

        impl<S: $operation<Output = S>> $operation for SteadyPair<S> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                Self(self.0 $sign o.0, self.1 $sign o.1)
            }
        }
    )+};
}

on_both!(Add add +, Sub sub -, Mul mul *);

impl<T: Scalar> Element for Pair<T> {
    const BY_CALL: bool = T::BY_CALL;
    type Steady = SteadyPair<T::Steady>;
    #[inline(always)]
    fn is_steady(&self) -> bool {
        self.0.is_steady() && self.1.is_steady()
    }
    #[inline(always)]
    fn steady(&self) -> Self::Steady {
        SteadyPair(self.0.steady(), self.1.steady())
    }
    #[inline(always)]
    fn from_steady(x: Self::Steady) -> Self {
        Self(T::from_steady(x.0), T::from_steady(x.1))
    }
}
