//! Arrays of C as the vectors, matrices and quaternions of the orientation algebra, and back.

use super::MbfStatus;
use super::boundary;
use mechanism::frames::Orientation;
use mechanism::frames::quaternions::Quaternion;
use mechanism::frames::transformation_matrices as matrices;
use mechanism::scalar::{Matrix3, Vector3};
use nalgebra::{Matrix3x2, MatrixXx3};

/// A value that is an array of `N` numbers in C.
pub(super) trait Elements<const N: usize> {
    fn from_elements(elements: [f64; N]) -> Self;
    fn into_elements(self) -> [f64; N];
}

impl<const N: usize> Elements<N> for [f64; N] {
    fn from_elements(elements: [f64; N]) -> Self {
        elements
    }
    fn into_elements(self) -> [f64; N] {
        self
    }
}

impl Elements<3> for Vector3<f64> {
    fn from_elements(elements: [f64; 3]) -> Self {
        elements.into()
    }
    fn into_elements(self) -> [f64; 3] {
        self.into()
    }
}

impl Elements<4> for Quaternion<f64> {
    fn from_elements(elements: [f64; 4]) -> Self {
        Self(elements)
    }
    fn into_elements(self) -> [f64; 4] {
        self.0
    }
}

/// Row by row.
impl Elements<9> for Matrix3<f64> {
    fn from_elements(elements: [f64; 9]) -> Self {
        Self::from_row_slice(&elements)
    }
    fn into_elements(self) -> [f64; 9] {
        matrices::to_vector(&self)
    }
}

/// Row by row.
impl Elements<6> for Matrix3x2<f64> {
    fn from_elements(elements: [f64; 6]) -> Self {
        Self::from_row_slice(&elements)
    }
    fn into_elements(self) -> [f64; 6] {
        [self.m11, self.m12, self.m21, self.m22, self.m31, self.m32]
    }
}

/// An argument of a C function that is read as a `V`.
pub(super) trait Argument<V> {
    /// # Safety
    /// The contract of [`crate::c_api`].
    unsafe fn value(self) -> Result<V, MbfStatus>;
}

impl<const N: usize, V: Elements<N>> Argument<V> for *const [f64; N] {
    unsafe fn value(self) -> Result<V, MbfStatus> {
        // SAFETY: the caller's promise.
        let elements = *unsafe { boundary::reference(self) }?;
        finite(&elements)?;
        Ok(V::from_elements(elements))
    }
}

/// A guess of a quaternion; without an opinion (NULL) it is that of no rotation.
impl Argument<Option<Quaternion<f64>>> for *const [f64; 4] {
    unsafe fn value(self) -> Result<Option<Quaternion<f64>>, MbfStatus> {
        if self.is_null() {
            return Ok(None);
        }
        // SAFETY: the caller's promise.
        unsafe { self.value() }.map(Some)
    }
}

impl Argument<[i32; 3]> for *const [i32; 3] {
    unsafe fn value(self) -> Result<[i32; 3], MbfStatus> {
        // SAFETY: the caller's promise.
        unsafe { boundary::reference(self) }.copied()
    }
}

impl Argument<f64> for f64 {
    unsafe fn value(self) -> Result<f64, MbfStatus> {
        finite(&[self])?;
        Ok(self)
    }
}

/// Numbers of axes, numbers of vectors, and the arrays of these, which are checked where they are used.
macro_rules! as_they_are {
    ($($argument:ty),*) => {$(
        impl Argument<Self> for $argument {
            unsafe fn value(self) -> Result<Self, MbfStatus> {
                Ok(self)
            }
        }
    )*};
}
as_they_are!(i32, usize, *const f64);

/// Destination of a result of type `V` of a C function.
pub(super) trait Destination<V> {
    /// Writes `value`, unless it is not finite or there is no place for it; then nothing is written.
    ///
    /// # Safety
    /// The contract of [`crate::c_api`].
    unsafe fn put(self, value: V) -> Result<(), MbfStatus>;
}

impl<const N: usize, V: Elements<N>> Destination<V> for *mut [f64; N] {
    unsafe fn put(self, value: V) -> Result<(), MbfStatus> {
        let elements = value.into_elements();
        finite(&elements)?;
        // SAFETY: the caller's promise.
        unsafe { boundary::write(self, elements) }
    }
}

impl Destination<f64> for *mut f64 {
    unsafe fn put(self, value: f64) -> Result<(), MbfStatus> {
        finite(&[value])?;
        // SAFETY: the caller's promise.
        unsafe { boundary::write(self, value) }
    }
}

/// Several vectors, row by row.
impl Destination<MatrixXx3<f64>> for *mut f64 {
    unsafe fn put(self, value: MatrixXx3<f64>) -> Result<(), MbfStatus> {
        finite(value.as_slice())?;
        boundary::check_array(self.cast_const(), value.len())?;
        // SAFETY: checked above; the rest is the caller's promise.
        unsafe { boundary::write_slice(self, value.as_slice()) };
        Ok(())
    }
}

/// Transformation matrix and angular velocity.
impl Destination<Orientation<f64>> for (*mut [f64; 9], *mut [f64; 3]) {
    unsafe fn put(self, value: Orientation<f64>) -> Result<(), MbfStatus> {
        let (t, w) = (value.t.into_elements(), value.w.into_elements());
        finite(&t)?;
        finite(&w)?;
        boundary::usable(self.1.cast_const())?;
        // SAFETY: the caller's promise.
        unsafe {
            boundary::write(self.0, t)?;
            boundary::write(self.1, w)
        }
    }
}

/// All elements are finite.
pub(super) fn finite(elements: &[f64]) -> Result<(), MbfStatus> {
    if elements.iter().all(|element| element.is_finite()) { Ok(()) } else { Err(MbfStatus::NotFinite) }
}
