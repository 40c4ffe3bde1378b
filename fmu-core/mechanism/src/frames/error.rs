//! Errors of the orientation functions: invalid arguments.

use crate::scalar::{Matrix3, Scalar, Vector3};

/// A bad argument of an orientation function.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FramesError {
    /// The number of a coordinate axis is not 1, 2 or 3.
    #[error("axis number {found}: expected 1 (x-axis), 2 (y-axis) or 3 (z-axis)")]
    AxisNumber {
        /// The number given.
        found: i32,
    },
    /// A rotation sequence has an element that is no axis, or turns twice in a row about the same axis.
    #[error(
        "rotation sequence {{{}, {}, {}}}: expected three axis numbers (1, 2 or 3) of which no two neighbours are equal, \
         such as {{1, 2, 3}} or {{3, 1, 3}}", found[0], found[1], found[2]
    )]
    RotationSequence {
        /// The sequence given.
        found: [i32; 3],
    },
    /// A vector that has to give a direction has none.
    #[error("`{argument}` is the zero vector: expected a vector with a direction, of any length but zero")]
    ZeroVector {
        /// Name of the argument.
        argument: &'static str,
    },
    /// A quaternion of length zero stands for no orientation.
    #[error("the quaternion `{argument}` is zero: expected one of length 1, such as {{0, 0, 0, 1}} for no rotation")]
    ZeroQuaternion {
        /// Name of the argument.
        argument: &'static str,
    },
    /// Two vectors that have to span a plane are parallel.
    #[error(
        "`{argument}` {found:?} is parallel to `{to}`, so that no turn about `{to}` moves it: expected a vector with a part \
         perpendicular to `{to}`"
    )]
    ParallelVectors {
        /// Name of the argument.
        argument: &'static str,
        /// Its value.
        found: [f64; 3],
        /// Name of the argument that it is parallel to.
        to: &'static str,
    },
    /// A number is infinite or NaN, or one of its derivatives is.
    #[error(
        "`{argument}` is not finite (value {found}): expected a finite number with finite derivatives; mend what it is \
         computed from"
    )]
    NonFinite {
        /// Name of the argument, with 1-based indices for elements, such as `angles[2]` or `T[2,3]`.
        argument: String,
        /// The value given; finite if only a derivative is not.
        found: f64,
    },
}

/// `x`, or the error that names it.
pub(super) fn finite_scalar<T: Scalar>(argument: &str, x: T) -> Result<T, FramesError> {
    if x.is_finite() {
        return Ok(x);
    }
    Err(FramesError::NonFinite { argument: argument.to_owned(), found: x.value() })
}

/// Every element of `x` is finite.
pub(super) fn finite_elements<T: Scalar>(argument: &str, x: &[T]) -> Result<(), FramesError> {
    match x.iter().position(|element| !element.is_finite()) {
        None => Ok(()),
        Some(i) => Err(FramesError::NonFinite { argument: format!("{argument}[{}]", i + 1), found: x[i].value() }),
    }
}

/// Every element of the vector is finite.
pub(super) fn finite_vector<T: Scalar>(argument: &str, v: &Vector3<T>) -> Result<(), FramesError> {
    finite_elements(argument, v.as_slice())
}

/// Every element of the matrix is finite.
pub(super) fn finite_matrix<T: Scalar>(argument: &str, m: &Matrix3<T>) -> Result<(), FramesError> {
    // Column by column, as nalgebra stores it.
    match m.iter().position(|element| !element.is_finite()) {
        None => Ok(()),
        Some(i) => Err(FramesError::NonFinite {
            argument: format!("{argument}[{},{}]", i % 3 + 1, i / 3 + 1),
            found: m[i].value(),
        }),
    }
}
