//! Errors of the orientation functions.

use crate::scalar::{Matrix3, Scalar};

/// An invalid argument of an orientation function.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FramesError {
    #[error("axis number {found}: expected 1 (x-axis), 2 (y-axis) or 3 (z-axis)")]
    AxisNumber { found: i32 },
    #[error(
        "rotation sequence {{{}, {}, {}}}: expected three axis numbers (1, 2 or 3) of which no two neighbours are equal, \
         such as {{1, 2, 3}} or {{3, 1, 3}}", found[0], found[1], found[2]
    )]
    RotationSequence { found: [i32; 3] },
    #[error("`{argument}` is the zero vector: expected a vector of nonzero length")]
    ZeroVector { argument: &'static str },
    #[error("the quaternion `{argument}` is zero: expected one of length 1, such as {{0, 0, 0, 1}} for no rotation")]
    ZeroQuaternion { argument: &'static str },
    #[error(
        "`{argument}` {found:?} is parallel to `{to}`, so that a rotation about `{to}` does not change it: expected \
         a vector with a component perpendicular to `{to}`"
    )]
    ParallelVectors { argument: &'static str, found: [f64; 3], to: &'static str },
    #[error(
        "`{argument}` is not finite (value {found}): expected a finite number with finite derivatives; correct the \
         values that it is computed from"
    )]
    NonFinite { argument: String, found: f64 },
}

/// `x`, or the error that names it.
pub(super) fn finite_scalar<T: Scalar>(argument: &str, x: T) -> Result<T, FramesError> {
    if x.is_finite() {
        return Ok(x);
    }
    Err(FramesError::NonFinite { argument: argument.to_owned(), found: x.value() })
}

/// Checks that every element of `x` is finite.
pub(super) fn finite_elements<T: Scalar>(argument: &str, x: &[T]) -> Result<(), FramesError> {
    match x.iter().position(|element| !element.is_finite()) {
        None => Ok(()),
        Some(i) => Err(FramesError::NonFinite { argument: format!("{argument}[{}]", i + 1), found: x[i].value() }),
    }
}

/// Checks that every element of the matrix is finite.
pub(super) fn finite_matrix<T: Scalar>(argument: &str, m: &Matrix3<T>) -> Result<(), FramesError> {
    // nalgebra stores matrices column by column.
    match m.iter().position(|element| !element.is_finite()) {
        None => Ok(()),
        Some(i) => Err(FramesError::NonFinite {
            argument: format!("{argument}[{},{}]", i % 3 + 1, i / 3 + 1),
            found: m[i].value(),
        }),
    }
}
