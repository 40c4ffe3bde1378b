//! The singular value decomposition of a Jacobian, and steps computed from it.

use mechanism::union_find::UnionFind;
use nalgebra::{DMatrix, DVector};

/// Singular values below this fraction of the largest count as zero.
const RANK: f64 = 1e-10;
/// Columns are orthogonal if the cosine of their angle is below this.
const ORTHOGONAL: f64 = 4.0 * f64::EPSILON;
/// Limit of sweeps over all pairs of columns; convergence is quadratic, and takes about ten.
const SWEEPS: usize = 50;

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

/// Singular value decomposition of a Jacobian: vectors are columns, those of singular values that are zero are zero.
pub(super) struct Factors {
    u: DMatrix<f64>,
    singular: Vec<f64>,
    v: DMatrix<f64>,
}

impl Factors {
    /// The decomposition of one block.
    ///
    /// Turns two columns at a time until all are orthogonal (one-sided Jacobi method; Golub and Van Loan, Matrix Computations, 4th ed.,
    /// section 8.6.3). Bidiagonalisation is faster for large blocks, and would be 25 kB of each FMU.
    fn of_block(mut a: DMatrix<f64>) -> Self {
        let (m, n) = a.shape();
        if m < n {
            let Self { u, singular, v } = Self::of_block(a.transpose());
            return Self { u: v, singular, v: u };
        }
        let scale = a.amax();
        a /= scale;
        let negligible = (f64::EPSILON * a.norm()).powi(2);
        let mut v = DMatrix::identity(n, n);
        for _ in 0..SWEEPS {
            let mut turned = false;
            for (p, q) in (0..n).flat_map(|q| (0..q).map(move |p| (p, q))) {
                let [x, y] = [p, q].map(|column| &a.as_slice()[column * m..][..m]);
                let (xx, yy, xy) = (dot(x, x), dot(y, y), dot(x, y));
                if xx.min(yy) <= negligible || xy.abs() <= ORTHOGONAL * (xx * yy).sqrt() {
                    continue;
                }
                turned = true;
                let ratio = (yy - xx) / (2.0 * xy);
                let tangent = ratio.signum() / (ratio.abs() + ratio.hypot(1.0));
                let cosine = tangent.hypot(1.0).recip();
                for columns in [&mut a, &mut v] {
                    turn(columns, [p, q], [cosine, cosine * tangent]);
                }
            }
            if !turned {
                break;
            }
        }
        let mut singular = Vec::new();
        for mut column in a.column_iter_mut() {
            let length = column.norm();
            if length > 0.0 {
                column /= length;
            }
            singular.push(length * scale);
        }
        Self { u: a, singular, v }
    }

    /// Singular values and vectors of a Jacobian, block by block. A Jacobian with elements that are not finite gives no step.
    pub fn new(jacobian: &DMatrix<f64>) -> Self {
        let (m, n) = jacobian.shape();
        let mut factors = Self { u: DMatrix::zeros(m, 0), singular: Vec::new(), v: DMatrix::zeros(n, 0) };
        if !jacobian.iter().all(|element| element.is_finite()) {
            return factors;
        }
        let blocks = blocks(jacobian);
        let count = blocks.iter().map(|[rows, columns]| rows.len().min(columns.len())).sum();
        (factors.u, factors.v) = (DMatrix::zeros(m, count), DMatrix::zeros(n, count));
        for [rows, columns] in blocks {
            let svd =
                Self::of_block(DMatrix::from_fn(rows.len(), columns.len(), |i, j| jacobian[(rows[i], columns[j])]));
            for (k, singular) in svd.singular.into_iter().enumerate() {
                let place = factors.singular.len();
                rows.iter().enumerate().for_each(|(i, row)| factors.u[(*row, place)] = svd.u[(i, k)]);
                columns.iter().enumerate().for_each(|(j, column)| factors.v[(*column, place)] = svd.v[(j, k)]);
                factors.singular.push(singular);
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
        let mut step = DVector::zeros(self.v.nrows());
        let damping = damping * self.largest();
        for k in self.rank() {
            let s = self.singular[k];
            let length = self.u.column(k).dot(residual) * s / (s * s + damping * damping);
            step -= self.v.column(k) * length;
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
            let column = self.v.column(k);
            rest -= column * column.dot(step);
        }
        rest
    }

    /// A step off a singular point in the null space of the linearised conditions; none if there is no null space. The
    /// direction depends on the number of the attempt only, so that a search is reproducible.
    pub fn push(&self, attempt: u32) -> Option<DVector<f64>> {
        let n = self.v.nrows();
        // Multiples of the golden ratio are evenly distributed: no direction is preferred.
        let spread = |k: usize| ((k as f64 + 1.0) * 0.618_033_988_749_895 * f64::from(attempt + 1)).fract() - 0.4;
        let free = self.in_null_space(&DVector::from_fn(n, |k, _| spread(k)));
        let length = free.norm();
        (length > 1e-6).then(|| free * (0.1 * f64::from(attempt + 1) / length))
    }
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// Turns columns p < q by an angle, of which cosine and sine are given.
fn turn(matrix: &mut DMatrix<f64>, [p, q]: [usize; 2], [cosine, sine]: [f64; 2]) {
    let rows = matrix.nrows();
    let (before, after) = matrix.as_mut_slice().split_at_mut(q * rows);
    for (x, y) in before[p * rows..][..rows].iter_mut().zip(after) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
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

    /// Wide and tall, regular, of lower rank, of very different, large and small columns: the product is the matrix, vectors are orthogonal, and
    /// the singular values are those of nalgebra.
    #[test]
    fn decompositions() {
        let number = |i: usize, j: usize| (1e4 * ((37 * i + j + 1) as f64 * 12.9898).sin()).fract();
        for (m, n, rank, scale) in
            [(1, 1, 1, 1.0), (5, 5, 5, 1e200), (7, 4, 4, 1e-200), (4, 9, 3, 1.0), (30, 30, 22, 1e3)]
        {
            let left = DMatrix::from_fn(m, rank, number);
            let right = DMatrix::from_fn(rank, n, |i, j| number(j, i + 40) * 10f64.powi(-(j as i32) / 4));
            let matrix = left * right * scale;
            let Factors { u, singular, v } = Factors::of_block(matrix.clone());
            let product = &u * DMatrix::from_diagonal(&DVector::from_vec(singular.clone())) * v.transpose();
            assert!(((product - &matrix) / scale).norm() < 1e-14 * (&matrix / scale).norm(), "{m} x {n}");
            let largest = singular.iter().fold(0.0, |x: f64, y| x.max(*y));
            let count = singular.iter().filter(|s| **s > 1e-13 * largest).count();
            assert_eq!(count, rank, "{m} x {n}: {singular:?}");
            for vectors in [u, v] {
                let kept = singular.iter().enumerate().filter(|(_, s)| **s > 1e-13 * largest);
                let kept = vectors.select_columns(&kept.map(|(k, _)| k).collect::<Vec<_>>());
                assert!((kept.transpose() * &kept - DMatrix::identity(rank, rank)).amax() < 1e-13, "{m} x {n}");
            }
            let mut sorted = singular;
            sorted.sort_by(|x, y| y.total_cmp(x));
            let expected = (matrix / scale).singular_values();
            assert!(
                sorted.iter().zip(&expected).all(|(s, e)| (s / scale - e).abs() < 1e-14 * expected[0]),
                "{sorted:?}"
            );
        }
    }
}
