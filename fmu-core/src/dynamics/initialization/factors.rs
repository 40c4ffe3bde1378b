//! The singular value decomposition of a Jacobian, and the steps that it gives.

use nalgebra::{DMatrix, DVector, SVD};

/// Singular values smaller than this part of the largest count as zero.
const RANK: f64 = 1e-10;
/// More rotations for each row and column than any matrix needs whose elements can be squared.
const ROTATIONS: usize = 1000;

/// Jacobian taken apart.
pub(super) struct Factors {
    u: DMatrix<f64>,
    singular: Vec<f64>,
    v_t: DMatrix<f64>,
}

impl Factors {
    /// Singular values and vectors of a Jacobian. One that cannot be taken apart (elements that are not finite, or whose squares are not)
    /// gives no step.
    pub fn new(jacobian: &DMatrix<f64>) -> Self {
        let (m, n) = jacobian.shape();
        let is_usable = !jacobian.is_empty() && jacobian.iter().all(|element| element.is_finite());
        let decomposed = || SVD::try_new(jacobian.clone(), true, true, 5.0 * f64::EPSILON, ROTATIONS * (m + n));
        let Some(svd) = is_usable.then(decomposed).flatten() else {
            return Self { u: DMatrix::zeros(m, 0), singular: Vec::new(), v_t: DMatrix::zeros(0, n) };
        };
        let k = m.min(n);
        Self {
            u: svd.u.unwrap_or_else(|| DMatrix::zeros(m, k)),
            singular: svd.singular_values.iter().copied().collect(),
            v_t: svd.v_t.unwrap_or_else(|| DMatrix::zeros(k, n)),
        }
    }

    fn largest(&self) -> f64 {
        self.singular.iter().fold(0.0, |largest, s| s.max(largest))
    }

    /// Numbers of the singular values that are not zero.
    fn rank(&self) -> impl Iterator<Item = usize> + '_ {
        let smallest = RANK * self.largest();
        (0..self.singular.len()).filter(move |k| self.singular[*k] > smallest)
    }

    /// `-V S^+ U^T r`; with damping d (relative to the largest singular value) S^+ is `S/(S^2 + d^2)`.
    pub fn step(&self, residual: &DVector<f64>, damping: f64) -> DVector<f64> {
        let mut step = DVector::zeros(self.v_t.ncols());
        let damping = damping * self.largest();
        for k in self.rank() {
            let s = self.singular[k];
            let length = self.u.column(k).dot(residual) * s / (s * s + damping * damping);
            step -= self.v_t.row(k).transpose() * length;
        }
        step
    }

    /// Length of `J^T r`, relative to what it could be: zero when no step makes the residuals smaller.
    pub fn gradient(&self, residual: &DVector<f64>) -> f64 {
        let gradient: f64 = self.rank().map(|k| (self.singular[k] * self.u.column(k).dot(residual)).powi(2)).sum();
        let largest = self.largest() * residual.norm();
        if largest > 0.0 { gradient.sqrt() / largest } else { 0.0 }
    }

    /// The part of `step` that the linearised conditions do not see.
    pub fn in_null_space(&self, step: &DVector<f64>) -> DVector<f64> {
        let mut rest = step.clone();
        for k in self.rank() {
            let row = self.v_t.row(k).transpose();
            rest -= &row * row.dot(step);
        }
        rest
    }

    /// A push off a singular point in a direction that the linearised conditions do not see; none when there is no such direction.
    /// The direction is fixed by the number of the attempt alone, so that a search repeats itself exactly.
    pub fn push(&self, attempt: u32) -> Option<DVector<f64>> {
        let n = self.v_t.ncols();
        // The golden ratio's multiples are spread evenly: no direction is preferred.
        let spread = |k: usize| ((k as f64 + 1.0) * 0.618_033_988_749_895 * f64::from(attempt + 1)).fract() - 0.4;
        let free = self.in_null_space(&DVector::from_fn(n, |k, _| spread(k)));
        let length = free.norm();
        (length > 1e-6).then(|| free * (0.1 * f64::from(attempt + 1) / length))
    }
}
