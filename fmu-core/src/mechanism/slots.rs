//! Addresses in the parameter and signal arrays.

use crate::scalar::{Matrix3, Scalar, Vector3};

/// Three consecutive elements of the parameter array: a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot3(pub usize);

impl Slot3 {
    /// The vector in the parameter array.
    pub fn get<T: Scalar>(self, parameters: &[T]) -> Vector3<T> {
        Vector3::new(parameters[self.0], parameters[self.0 + 1], parameters[self.0 + 2])
    }
}

/// Nine consecutive elements of the parameter array: a 3 x 3 matrix by rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot9(pub usize);

impl Slot9 {
    /// The matrix in the parameter array.
    pub fn get<T: Scalar>(self, parameters: &[T]) -> Matrix3<T> {
        Matrix3::from_fn(|i, j| parameters[self.0 + 3 * i + j])
    }
}

/// A signal input connector: its first element in the table that says which signal drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignalIn {
    /// First element.
    pub first: usize,
    /// Number of elements.
    pub size: usize,
}

/// A signal output connector: its first element in the signal array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SignalOut {
    /// First element.
    pub first: usize,
    /// Number of elements.
    pub size: usize,
}
