//! The functions of Modelica.Mechanics.MultiBody.Frames for C, over plain arrays; [`mechanism::frames`] says what they compute.
//!
//! - A vector is `double v[3]`, a matrix `double T[9]` row by row (element `T[i,j]` at `3 * (i - 1) + j - 1`), a quaternion
//!   `double Q[4]` with the real part last.
//! - An orientation object of Frames is two arrays: the transformation matrix `T`, which takes coordinates in frame 1 to coordinates
//!   in frame 2, and the angular velocity `w` (rad/s) of frame 2 relative to frame 1, resolved in frame 2. Functions that need no
//!   angular velocity take the matrix alone.
//! - Every number has to be finite, and every result is.

mod orientation;
mod quaternions;
mod transformation_matrices;

pub use orientation::*;
pub use quaternions::*;
pub use transformation_matrices::*;

use crate::c_api::arrays::finite;
use crate::c_api::{MbfStatus, boundary};
use mechanism::frames::Orientation;
use mechanism::frames::quaternions::Quaternion;
use mechanism::scalar::{Matrix3, Vector3};
use nalgebra::{Matrix3xX, MatrixXx3};

type Matrix = [f64; 9];
type Vector = [f64; 3];
type Quadruple = [f64; 4];
type Six = [f64; 6];
type Sequence = [i32; 3];

/// C functions, a row each: arguments, results, and the value that is computed from the arguments, which keep their names. The build script
/// of the header reads the same rows.
macro_rules! functions {
    ($($(#[$doc:meta])+ fn $name:ident($($argument:ident: $from:ty),*) -> ($($result:ident: $to:ty),+) = $value:expr;)*) => {
        $(
            $(#[$doc])+
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn $name($($argument: $from,)* $($result: $to),+) -> $crate::c_api::MbfStatus {
                $crate::c_api::boundary::status(|| {
                    $(
                        // SAFETY: the contract of the module.
                        let $argument = unsafe { $crate::c_api::arrays::Argument::value($argument) }?;
                    )*
                    let value = $value;
                    // SAFETY: the contract of the module.
                    unsafe { $crate::c_api::arrays::Destination::put(($($result),+), value) }
                })
            }
        )*
    };
}
use functions;

/// The orientation with this matrix of a frame that does not turn.
fn at_rest(t: Matrix3<f64>) -> Orientation<f64> {
    Orientation { t, w: Vector3::zeros() }
}

/// The guess of a quaternion; the null rotation without an opinion.
fn guess(q_guess: Option<Quaternion<f64>>) -> Quaternion<f64> {
    q_guess.unwrap_or_default()
}

/// Maps the columns of the 3 x `n` matrix `vectors`, row by row; returns the transposed result, which `place` has room for.
///
/// # Safety
/// The contract of [`crate::c_api`].
unsafe fn several(
    vectors: *const f64,
    n: usize,
    place: *mut f64,
    map: impl FnOnce(&Matrix3xX<f64>) -> Matrix3xX<f64>,
) -> Result<MatrixXx3<f64>, MbfStatus> {
    let count = n.checked_mul(3).ok_or(MbfStatus::Count)?;
    boundary::check_array(place.cast_const(), count)?;
    // SAFETY: the caller's promise.
    let elements = unsafe { boundary::slice(vectors, count) }?;
    finite(elements)?;
    // nalgebra stores column by column.
    Ok(map(&Matrix3xX::from_row_slice(elements)).transpose())
}
