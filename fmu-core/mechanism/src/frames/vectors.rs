//! Directions as unit vectors.

use super::FramesError;
use super::error::finite_elements;
use crate::scalar::{Matrix3, Scalar, Vector3};

pub use crate::scalar::length;

/// Unit vector in the direction of `v` (Frames.normalize).
///
/// # Errors
/// [`FramesError::ZeroVector`], [`FramesError::NonFinite`].
pub fn normalize<T: Scalar>(v: Vector3<T>) -> Result<Vector3<T>, FramesError> {
    direction("v", v)
}

/// The matrix with `skew(a) b = a x b`.
#[inline]
pub fn skew<T: Scalar>(a: Vector3<T>) -> Matrix3<T> {
    let zero = T::zero();
    Matrix3::new(zero, -a.z, a.y, a.z, zero, -a.x, -a.y, a.x, zero)
}

/// Unit vector in the direction of the argument with this name.
pub(crate) fn direction<T: Scalar>(argument: &'static str, v: Vector3<T>) -> Result<Vector3<T>, FramesError> {
    finite_elements(argument, v.as_slice())?;
    unit(v).ok_or(FramesError::ZeroVector { argument })
}

/// Unit vector in the direction of a finite vector; none for the zero vector (and for one so short that it has no inverse).
pub(super) fn unit<T: Scalar>(v: Vector3<T>) -> Option<Vector3<T>> {
    let largest = v.iter().fold(0.0_f64, |largest, x| largest.max(x.value().abs()));
    if largest < f64::MIN_POSITIVE {
        return None;
    }
    // Squares of the elements themselves could overflow or vanish.
    let scaled = v / T::constant(largest);
    Some(scaled / length(&scaled))
}
