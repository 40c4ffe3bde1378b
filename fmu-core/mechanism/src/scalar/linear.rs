//! Small dense systems of linear equations over any scalar.

use super::Scalar;

/// A pivot below this fraction of the terms of its sum counts as zero.
const RANK: f64 = 1e-11;

/// A square system of linear equations, factored with partial pivoting, `P A = L U` (Golub and Van Loan, Matrix Computations, 2013,
/// 3.4).
///
/// The size of the terms is recorded for the sum of each element. A pivot that is no larger than the rounding errors of
/// its terms counts as zero, however equations and unknowns are scaled.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LinearSystem<T> {
    /// Row by row; the factors after [`Self::factor`].
    matrix: Vec<T>,
    sizes: Vec<f64>,
    /// The row that was exchanged with each row.
    rows: Vec<usize>,
    singular: bool,
}

impl<T: Scalar> LinearSystem<T> {
    /// `n` equations with a matrix of zeros.
    pub fn new(n: usize) -> Self {
        Self { matrix: vec![T::zero(); n * n], sizes: vec![0.0; n * n], rows: vec![0; n], singular: n > 0 }
    }

    /// Number of equations.
    pub fn size(&self) -> usize {
        self.rows.len()
    }

    /// Becomes a matrix of zeros for `n` equations; allocates nothing where there were as many before.
    pub fn resize(&mut self, n: usize) {
        self.matrix.resize(n * n, T::zero());
        self.sizes.resize(n * n, 0.0);
        self.rows.resize(n, 0);
        self.singular = n > 0;
        self.clear();
    }

    /// Sets the matrix to zero.
    pub fn clear(&mut self) {
        self.matrix.fill(T::zero());
        self.sizes.fill(0.0);
    }

    /// Adds a term to an element of the matrix.
    pub fn add(&mut self, row: usize, column: usize, term: T) {
        let element = row * self.size() + column;
        self.matrix[element] += term;
        self.sizes[element] += term.value().abs();
    }

    /// Factors the matrix in place.
    ///
    /// # Errors
    /// The matrix is singular: number of the first column that depends linearly on those before it.
    pub fn factor(&mut self) -> Result<(), usize> {
        let n = self.size();
        self.singular = true;
        for k in 0..n {
            let size = |row: usize| self.matrix[row * n + k].value().abs();
            let largest = (k + 1..n).fold(k, |best, row| if size(row) > size(best) { row } else { best });
            self.exchange(k, largest);
            let pivot = self.matrix[k * n + k];
            // Values that are not finite pass here: the results are checked.
            if pivot.value().abs() <= RANK * self.sizes[k * n + k] {
                return Err(k);
            }
            let (upper, lower) = self.matrix.split_at_mut((k + 1) * n);
            let (upper_sizes, lower_sizes) = self.sizes.split_at_mut((k + 1) * n);
            let (above, sizes_above) = (&upper[k * n + k + 1..], &upper_sizes[k * n + k + 1..]);
            for (row, sizes) in lower.chunks_exact_mut(n).zip(lower_sizes.chunks_exact_mut(n)) {
                let factor = row[k] / pivot;
                row[k] = factor;
                row[k + 1..].iter_mut().zip(above).for_each(|(element, above)| *element -= factor * *above);
                let factor = factor.value().abs();
                sizes[k + 1..].iter_mut().zip(sizes_above).for_each(|(size, above)| *size += factor * above);
            }
        }
        self.singular = false;
        Ok(())
    }

    /// A solution of the homogeneous equations, after [`Self::factor`] has found that a column depends on those before
    /// it.
    pub fn null_vector(&self, column: usize, x: &mut [T]) {
        let n = self.size();
        x.fill(T::zero());
        x[column] = T::one();
        for k in (0..column).rev() {
            let sum = (k + 1..=column).fold(T::zero(), |sum, other| sum + self.matrix[k * n + other] * x[other]);
            x[k] = -sum / self.matrix[k * n + k];
        }
    }

    fn exchange(&mut self, row: usize, other: usize) {
        let n = self.size();
        self.rows[row] = other;
        if row != other {
            for column in 0..n {
                self.matrix.swap(row * n + column, other * n + column);
                self.sizes.swap(row * n + column, other * n + column);
            }
        }
    }

    /// Solves for the right-hand side `b` in place, with the factors; NaN when the matrix is singular.
    pub fn solve(&self, b: &mut [T]) {
        let n = self.size();
        if self.singular {
            b.fill(T::constant(f64::NAN));
            return;
        }
        for (k, row) in self.rows.iter().enumerate() {
            b.swap(k, *row);
        }
        for k in 0..n {
            let known = b[k];
            for (row, rest) in b.iter_mut().enumerate().skip(k + 1) {
                *rest -= self.matrix[row * n + k] * known;
            }
        }
        for k in (0..n).rev() {
            let rest = (k + 1..n).fold(b[k], |rest, column| rest - self.matrix[k * n + column] * b[column]);
            b[k] = rest / self.matrix[k * n + k];
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::scalar::Jet;

    fn system(rows: [[f64; 3]; 3]) -> LinearSystem<f64> {
        let mut system = LinearSystem::new(3);
        for (i, row) in rows.iter().enumerate() {
            row.iter().enumerate().for_each(|(j, x)| system.add(i, j, *x));
        }
        system
    }

    #[test]
    fn solutions_fulfil_the_equations() {
        // Zeros on the diagonal need exchanges.
        let rows = [[0.0, 2.0, -1.0], [1e6, 0.0, 3e6], [4.0, 5.0, 0.0]];
        let mut b = [1.0, -2.0, 3.0];
        let mut system = system(rows);
        system.factor().unwrap();
        system.solve(&mut b);
        for (row, expected) in rows.iter().zip([1.0, -2.0, 3.0]) {
            let sum: f64 = row.iter().zip(b).map(|(a, x)| a * x).sum();
            assert!((sum - expected).abs() < 1e-9, "{sum} {expected}");
        }
    }

    /// However the rows and columns are scaled.
    #[test]
    fn dependent_columns_are_found() {
        for scale in [1.0, 1e-9, 1e9] {
            let rows = [[1.0, 2.0 * scale, 0.1], [0.3 / scale, 0.6, 0.7], [4.0, 8.0 * scale, -1.0]];
            let mut dependent = system(rows);
            assert_eq!(dependent.factor(), Err(1), "{scale}");
            let mut x = [0.0; 3];
            dependent.null_vector(1, &mut x);
            assert!((x[0] + 2.0 * scale).abs() <= 1e-15 * scale && x[1..] == [1.0, 0.0], "{x:?}");
            let rows = [[1.0, 2.0 * scale, 0.1], [0.3 / scale, 0.6, 0.7], [4.0, 8.1 * scale, -1.0]];
            assert_eq!(system(rows).factor(), Ok(()), "{scale}");
        }
        let mut b = [1.0; 3];
        let mut singular = system([[0.0; 3]; 3]);
        singular.factor().unwrap_err();
        singular.solve(&mut b);
        assert!(b.iter().all(|x| x.is_nan()));
    }

    /// `x = 1/a` has the derivative `-1/a^2`.
    #[test]
    fn solutions_carry_derivatives() {
        let mut system = LinearSystem::new(1);
        system.add(0, 0, Jet::variable(4.0, 0));
        system.factor().unwrap();
        let mut b = [Jet::constant(1.0)];
        system.solve(&mut b);
        assert_eq!((b[0].value, b[0].along[0]), (0.25, -0.0625));
    }
}
