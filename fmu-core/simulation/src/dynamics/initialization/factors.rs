//! The singular value decomposition of a Jacobian, and steps computed from it.

use mechanism::union_find::UnionFind;
use nalgebra::{DMatrix, DVector, Dyn, SVD};

/// Singular values below this fraction of the largest count as zero.
const RANK: f64 = 1e-10;
/// Maximum number of rotations per row and column; no matrix needs as many whose elements can be squared.
const ROTATIONS: usize = 1000;

/// Independent blocks of a matrix: sets of rows and columns without a common nonzero element.
fn blocks(matrix: &DMatrix<f64>) -> Vec<[Vec<usize>; 2]> {
    let (m, n) = matrix.shape();
    let mut sets = UnionFind::new(m + n);
    for (column, elements) in matrix.column_iter().enumerate() {
        elements.iter().enumerate().filter(|(_, x)| **x != 0.0).for_each(|(row, _)| sets.union(row, m + column));
    }
    let (numbers, count) = sets.numbered();
    let mut blocks = vec![[Vec::new(), Vec::new()]; count];
    for (k, number) in numbers.into_iter().enumerate() {
        let [rows, columns] = &mut blocks[number];
        if k < m { rows.push(k) } else { columns.push(k - m) }
    }
    blocks.retain(|[rows, columns]| !rows.is_empty() && !columns.is_empty());
    blocks
}

fn svd(matrix: &DMatrix<f64>, [rows, columns]: &[Vec<usize>; 2]) -> Option<SVD<f64, Dyn, Dyn>> {
    let block = DMatrix::from_fn(rows.len(), columns.len(), |i, j| matrix[(rows[i], columns[j])]);
    SVD::try_new(block, true, true, 5.0 * f64::EPSILON, ROTATIONS * (rows.len() + columns.len()))
}

/// Decomposed Jacobian.
pub(super) struct Factors {
    u: DMatrix<f64>,
    singular: Vec<f64>,
    v_t: DMatrix<f64>,
}

impl Factors {
    /// Singular values and vectors of a Jacobian, block by block. A Jacobian that cannot be decomposed (elements that
    /// are not finite, or whose squares are not) gives no step.
    pub fn new(jacobian: &DMatrix<f64>) -> Self {
        let (m, n) = jacobian.shape();
        let mut factors = Self { u: DMatrix::zeros(m, 0), singular: Vec::new(), v_t: DMatrix::zeros(0, n) };
        if !jacobian.iter().all(|element| element.is_finite()) {
            return factors;
        }
        let parts: Vec<_> = blocks(jacobian).into_iter().map(|block| (svd(jacobian, &block), block)).collect();
        let count = parts.iter().flat_map(|(svd, _)| svd).map(|svd| svd.singular_values.len()).sum();
        (factors.u, factors.v_t) = (DMatrix::zeros(m, count), DMatrix::zeros(count, n));
        for (svd, [rows, columns]) in parts {
            let Some(SVD { u: Some(u), v_t: Some(v_t), singular_values }) = svd else { continue };
            for (k, singular) in singular_values.iter().enumerate() {
                let place = factors.singular.len();
                rows.iter().enumerate().for_each(|(i, row)| factors.u[(*row, place)] = u[(i, k)]);
                columns.iter().enumerate().for_each(|(j, column)| factors.v_t[(place, *column)] = v_t[(k, j)]);
                factors.singular.push(*singular);
            }
        }
        factors
    }

    fn largest(&self) -> f64 {
        self.singular.iter().fold(0.0, |largest, s| s.max(largest))
    }

    /// Indices of the nonzero singular values.
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

    /// Length of `J^T r`, relative to its upper bound: zero if no step reduces the residuals.
    pub fn gradient(&self, residual: &DVector<f64>) -> f64 {
        let gradient: f64 = self.rank().map(|k| (self.singular[k] * self.u.column(k).dot(residual)).powi(2)).sum();
        let largest = self.largest() * residual.norm();
        if largest > 0.0 { gradient.sqrt() / largest } else { 0.0 }
    }

    /// The component of `step` in the null space of the linearised conditions.
    pub fn in_null_space(&self, step: &DVector<f64>) -> DVector<f64> {
        let mut rest = step.clone();
        for k in self.rank() {
            let row = self.v_t.row(k).transpose();
            rest -= &row * row.dot(step);
        }
        rest
    }

    /// A step off a singular point in the null space of the linearised conditions; none if there is no null space. The
    /// direction depends on the number of the attempt only, so that a search is reproducible.
    pub fn push(&self, attempt: u32) -> Option<DVector<f64>> {
        let n = self.v_t.ncols();
        // Multiples of the golden ratio are evenly distributed: no direction is preferred.
        let spread = |k: usize| ((k as f64 + 1.0) * 0.618_033_988_749_895 * f64::from(attempt + 1)).fract() - 0.4;
        let free = self.in_null_space(&DVector::from_fn(n, |k, _| spread(k)));
        let length = free.norm();
        (length > 1e-6).then(|| free * (0.1 * f64::from(attempt + 1) / length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost is the sum of the cubes of the blocks, not the cube of the sum.
    #[test]
    fn what_has_nothing_to_do_with_each_other_is_taken_apart_for_itself() {
        // Columns 0 and 3 with rows 1 and 4, column 1 with row 0, column 2 and row 2 with none, column 4 with row 3.
        let mut jacobian = DMatrix::zeros(5, 5);
        for (row, column, x) in [(1, 0, 2.0), (1, 3, 1.0), (4, 0, -1.0), (4, 3, 3.0), (0, 1, 5.0), (3, 4, -4.0)] {
            jacobian[(row, column)] = x;
        }
        let expected = [[vec![0], vec![1]], [vec![1, 4], vec![0, 3]], [vec![3], vec![4]]];
        assert_eq!(blocks(&jacobian), expected);
        let residual = DVector::from_vec(vec![10.0, 3.0, 7.0, 8.0, 2.0]);
        let factors = Factors::new(&jacobian);
        let whole = jacobian.clone().pseudo_inverse(1e-12).unwrap_or_default() * -&residual;
        assert!((factors.step(&residual, 0.0) - &whole).norm() < 1e-14 * whole.norm());
        let free = factors.in_null_space(&DVector::from_element(5, 1.0));
        assert!((free - DVector::from_vec(vec![0.0, 0.0, 1.0, 0.0, 0.0])).norm() < 1e-14);
    }
}
