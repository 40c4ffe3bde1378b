//! Linear equations with too many or too few unknowns.

use nalgebra::{DMatrix, DVector, SVD};

/// Singular values below this part of the largest are zero.
const RANK: f64 = 1e-10;
/// More rotations than any matrix needs.
const ROTATIONS: usize = 10_000;

/// The shortest step with the least misfit, damped by `shift`.
pub fn damped(matrix: &DMatrix<f64>, right: &DVector<f64>, shift: f64) -> DVector<f64> {
    let nothing = DVector::zeros(matrix.ncols());
    if matrix.is_empty() {
        return nothing;
    }
    let Some(SVD { u: Some(u), v_t: Some(v_t), singular_values }) =
        SVD::try_new(matrix.clone(), true, true, f64::EPSILON, ROTATIONS)
    else {
        return nothing;
    };
    let largest = singular_values.amax();
    let mut parts = u.tr_mul(right);
    for (part, value) in parts.iter_mut().zip(singular_values.iter()) {
        *part *= if *value <= RANK * largest { 0.0 } else { value / (value * value + shift * largest * largest) };
    }
    v_t.tr_mul(&parts)
}

/// For each unknown: the equations leave it free.
pub fn loose(jacobian: &DMatrix<f64>) -> Vec<bool> {
    let nothing = vec![true; jacobian.ncols()];
    if jacobian.is_empty() {
        return nothing;
    }
    let mut scaled = jacobian.clone();
    scaled.row_iter_mut().for_each(|mut row| row /= row.amax().max(f64::MIN_POSITIVE));
    let Some(SVD { v_t: Some(v_t), singular_values, .. }) = SVD::try_new(scaled, false, true, f64::EPSILON, ROTATIONS)
    else {
        return nothing;
    };
    let least = RANK * singular_values.amax();
    let bound = |k: usize| -> f64 {
        let rows = v_t.row_iter().zip(singular_values.iter()).filter(|(_, value)| **value > least);
        rows.map(|(row, _)| row[k] * row[k]).sum()
    };
    (0..jacobian.ncols()).map(|k| bound(k) < 1.0 - 1e-6).collect()
}
