//! Typed handles of parameters, inputs and outputs of a class. A handle is an index with a type: reading by it costs no
//! more than indexing.

use crate::scalar::{Matrix3, Scalar, Vector3};
use binary::Binary;
use std::ops::Index;

/// A scalar in the parameter array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Real(usize);

impl Real {
    /// The scalar at an address.
    pub const fn new(address: usize) -> Self {
        Self(address)
    }

    /// Address in the parameter array.
    pub const fn address(self) -> usize {
        self.0
    }
}

/// Three consecutive elements of the parameter array: a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Binary)]
pub struct Slot3(pub usize);

impl Slot3 {
    /// The vector in the parameter array.
    pub fn get<T: Scalar>(self, parameters: &[T]) -> Vector3<T> {
        let element = |k| *at(parameters, self.0 + k);
        Vector3::new(element(0), element(1), element(2))
    }
}

/// Nine consecutive elements of the parameter array: a 3 x 3 matrix, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot9(pub usize);

impl Slot9 {
    /// The matrix in the parameter array.
    pub fn get<T: Scalar>(self, parameters: &[T]) -> Matrix3<T> {
        Matrix3::from_fn(|i, j| parameters[self.0 + 3 * i + j])
    }
}

/// Consecutive elements of the parameter array; matrices row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct Reals {
    /// Address of the first one.
    pub first: usize,
    /// Number of elements.
    pub size: usize,
}

/// The parameter array, read by handles.
#[derive(Clone, Copy, Debug)]
pub struct Parameters<'a, T>(&'a [T]);

impl<'a, T> Parameters<'a, T> {
    /// The parameters in an array.
    #[inline]
    pub const fn new(array: &'a [T]) -> Self {
        Self(array)
    }

    /// All elements.
    #[inline]
    pub const fn array(self) -> &'a [T] {
        self.0
    }

    /// Several elements.
    #[inline]
    pub fn all(self, handle: Reals) -> &'a [T] {
        &self.0[handle.first..][..handle.size]
    }
}

impl<T: Scalar> Parameters<'_, T> {
    /// A vector.
    pub fn vector(self, handle: Slot3) -> Vector3<T> {
        handle.get(self.0)
    }
}

impl<T> Index<Real> for Parameters<'_, T> {
    type Output = T;

    #[inline]
    fn index(&self, handle: Real) -> &T {
        at(self.0, handle.0)
    }
}

/// An element of a list that belongs to the model.
#[inline(always)]
pub(crate) fn at<T>(list: &[T], index: usize) -> &T {
    list.get(index).unwrap_or_else(|| out_of_range())
}

/// An element of a list that belongs to the model, to write it.
#[inline(always)]
pub(crate) fn at_mut<T>(list: &mut [T], index: usize) -> &mut T {
    list.get_mut(index).unwrap_or_else(|| out_of_range())
}

/// For a handle that does not belong to the model. Without arguments, so that a law has one call of it for all of its handles: there are a
/// thousand in each FMU.
#[cold]
#[inline(never)]
fn out_of_range() -> ! {
    unreachable!("a law reads or writes what its model does not have");
}

/// A signal input connector: its first element in the table of driving signals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct SignalIn {
    /// First element.
    pub first: usize,
    /// Number of elements.
    pub size: usize,
}

/// A signal output connector: its first element in the signal array.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub struct SignalOut {
    /// First element.
    pub first: usize,
    /// Number of elements.
    pub size: usize,
}
