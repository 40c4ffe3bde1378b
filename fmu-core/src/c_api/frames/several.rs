//! Several vectors at once, the columns of a 3 x n matrix.

use crate::c_api::arrays::{Argument, finite};
use crate::c_api::{MbfStatus, boundary};
use nalgebra::Matrix3xX;

/// Maps the columns of the 3 x `n` matrix `input`, row by row, with an orientation, and writes the result to `output` in the same way.
///
/// # Safety
/// The contract of [`crate::c_api`].
pub(super) unsafe fn resolve<O>(
    orientation: impl Argument<O>,
    input: *const f64,
    n: usize,
    output: *mut f64,
    map: impl FnOnce(&O, &Matrix3xX<f64>) -> Matrix3xX<f64>,
) -> MbfStatus {
    boundary::status(|| {
        // SAFETY: the caller's promise.
        let orientation = unsafe { orientation.value() }?;
        let count = n.checked_mul(3).ok_or(MbfStatus::Count)?;
        boundary::check_array(output.cast_const(), count)?;
        // SAFETY: the caller's promise.
        let elements = unsafe { boundary::slice(input, count) }?;
        finite(elements)?;
        // nalgebra stores column by column.
        let mapped = map(&orientation, &Matrix3xX::from_row_slice(elements)).transpose();
        finite(mapped.as_slice())?;
        // SAFETY: checked above; the rest is the caller's promise.
        unsafe { boundary::write_slice(output, mapped.as_slice()) };
        Ok(())
    })
}
