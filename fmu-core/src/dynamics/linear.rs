//! Small dense systems of linear equations.

use crate::scalar::Scalar;

/// Solves `A x = b` in place: `a` holds A by rows, `b` becomes x. Gaussian elimination with row pivoting on the values (Golub and Van
/// Loan, Matrix Computations, 2013, 3.4), the same operations for every scalar.
///
/// # Errors
/// The number of the first column without a pivot above `noise`; x is then of no use.
#[inline(never)]
pub(super) fn solve<T: Scalar>(a: &mut [T], b: &mut [T], noise: f64) -> Result<(), usize> {
    let n = b.len();
    let mut singular = None;
    for k in 0..n {
        let size = |row: &usize| a[row * n + k].value().abs();
        let best = (k..n).fold(k, |best, row| if size(&row) > size(&best) { row } else { best });
        if !(size(&best) > noise) {
            singular.get_or_insert(k);
        }
        (0..n).for_each(|column| a.swap(k * n + column, best * n + column));
        b.swap(k, best);
        let pivot = T::one() / a[k * n + k];
        for row in k + 1..n {
            let factor = a[row * n + k] * pivot;
            for column in k + 1..n {
                let above = a[k * n + column];
                a[row * n + column] -= factor * above;
            }
            let above = b[k];
            b[row] -= factor * above;
        }
    }
    for k in (0..n).rev() {
        let rest = (k + 1..n).fold(b[k], |rest, column| rest - a[k * n + column] * b[column]);
        b[k] = rest / a[k * n + k];
    }
    singular.map_or(Ok(()), Err)
}
