//! Linear equations of any rank: factorization with complete pivoting over any scalar.

#[cfg(test)]
mod tests;

use super::Scalar;
use std::cmp::Ordering;

/// A pivot at or below this is a rounding error, even the first one: in a matrix with redundant rows only, no pivot is
/// larger. Rows and columns are scaled so that elements are of order 1, or of the smallest relevant length relative to
/// the largest.
const ROUNDING: f64 = 1e-12;

/// A matrix of `rows` x `columns`, factored as `P K Q = L U` with complete pivoting (Golub and Van Loan, Matrix
/// Computations, 2013, 3.4.8). Pivots are selected by values; all arithmetic is that of the scalar.
///
/// The first `rank` pivots are nonzero. With `D` for their columns and `E` for the others, `L1`, `U1` for the leading
/// blocks and `L2`, `U2` for the blocks below and right of them, the solutions of `K y = k` are `y_D = U1^-1 L1^-1 k -
/// U1^-1 U2 y_E`.
#[derive(Clone, Debug)]
pub struct RankFactors<T> {
    rows: usize,
    columns: usize,
    rank: usize,
    /// Row by row; the factors after [`Self::factor`].
    matrix: Vec<T>,
    /// Row permutation.
    row_at: Vec<usize>,
    /// Column permutation.
    column_at: Vec<usize>,
    /// Largest remaining element of each row during the factorization.
    sizes: Vec<f64>,
    /// Smallest nonzero pivot relative to the first.
    smallest: f64,
    /// Workspace of the solutions, one element for each row.
    known: Vec<T>,
    /// Workspace of the least squares, one row and column for each row.
    gram: Vec<T>,
}

/// The largest absolute value, or NaN.
#[inline(always)]
fn largest_of<T: Scalar>(elements: &[T]) -> f64 {
    let (mut largest, mut sum) = (0.0, 0.0);
    for element in elements {
        let size = element.value().abs();
        largest = if size > largest { size } else { largest };
        sum += size;
    }
    if sum.is_nan() { sum } else { largest }
}

/// Limits of the numerical rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankLimit {
    /// Maximum rank.
    pub rank: usize,
    /// A pivot at or below this fraction of the first pivot counts as zero.
    pub threshold: f64,
}

impl<T: Scalar> RankFactors<T> {
    /// A matrix of zeros.
    pub fn new(rows: usize, columns: usize) -> Self {
        Self {
            rows,
            columns,
            rank: 0,
            matrix: vec![T::zero(); rows * columns],
            row_at: (0..rows).collect(),
            column_at: (0..columns).collect(),
            sizes: vec![0.0; rows],
            smallest: 1.0,
            known: vec![T::zero(); rows],
            gram: vec![T::zero(); rows * rows],
        }
    }

    /// Number of nonzero pivots.
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Number of columns without a pivot.
    pub fn freedom(&self) -> usize {
        self.columns - self.rank
    }

    /// The smallest nonzero pivot relative to the first; 1 if there is none.
    pub fn smallest_pivot(&self) -> f64 {
        self.smallest
    }

    /// Columns of the matrix with the pivots, then the others.
    pub fn columns(&self) -> &[usize] {
        &self.column_at
    }

    /// Number of a row without a pivot.
    pub fn free_row(&self, free: usize) -> usize {
        self.row_at[self.rank + free]
    }

    /// Sets all elements to zero, for a new matrix.
    pub fn restart(&mut self) {
        self.row_at.iter_mut().enumerate().for_each(|(i, row)| *row = i);
        self.column_at.iter_mut().enumerate().for_each(|(i, column)| *column = i);
        self.matrix.fill(T::zero());
    }

    /// Sets an element, before [`Self::factor`].
    pub fn set(&mut self, row: usize, column: usize, value: T) {
        self.matrix[row * self.columns + column] = value;
    }

    /// A row, before [`Self::factor`].
    pub fn row_mut(&mut self, row: usize) -> &mut [T] {
        &mut self.matrix[row * self.columns..(row + 1) * self.columns]
    }

    /// Factors the matrix in place.
    #[inline(never)]
    pub fn factor(&mut self, limit: RankLimit) {
        let n = self.columns;
        (self.rank, self.smallest) = (0, 1.0);
        let most = self.rows.min(n).min(limit.rank);
        if most == 0 {
            return;
        }
        let mut rest = &self.matrix[..];
        for size in &mut self.sizes {
            let Some((row, after)) = rest.split_at_checked(n) else { break };
            rest = after;
            *size = largest_of(row);
        }
        let mut first = 0.0;
        for k in 0..most {
            let (row, size) = self.largest_row(k);
            if k == 0 {
                first = size;
            }
            // Values that are not finite pass here: the results are checked.
            if size <= limit.threshold * first || size <= ROUNDING {
                break;
            }
            self.exchange(k, row, self.column_of(k, row, size));
            (self.rank, self.smallest) = (k + 1, size / first);
            self.eliminate(k);
        }
    }

    /// Eliminates the column of pivot `k` from the rows below.
    #[inline(always)]
    fn eliminate(&mut self, k: usize) {
        let n = self.columns;
        let (above, mut rest) = self.matrix.split_at_mut((k + 1) * n);
        let Some((pivot, above)) = above[k * n + k..].split_first() else { return };
        let inverse = T::one() / *pivot;
        for size in &mut self.sizes[k + 1..] {
            let Some((elements, after)) = rest.split_at_mut_checked(n) else { return };
            rest = after;
            let Some((element, others)) = elements[k..].split_first_mut() else { return };
            // Most rows have a zero here if loops share few joints.
            if element.is_zero() {
                continue;
            }
            let factor = *element * inverse;
            *element = factor;
            let mut largest = 0.0;
            for (element, above) in others.iter_mut().zip(above) {
                *element -= factor * *above;
                let size = element.value().abs();
                largest = if size > largest { size } else { largest };
            }
            *size = largest;
        }
    }

    /// The first row from `k` on with the largest element, and the absolute value of this element, which may be NaN.
    #[inline(always)]
    fn largest_row(&self, k: usize) -> (usize, f64) {
        let mut largest = (k, 0.0);
        for (row, size) in self.sizes.iter().enumerate().skip(k) {
            if *size > largest.1 || size.is_nan() {
                largest = (row, *size);
            }
        }
        largest
    }

    /// The first column from `k` on where the row has an element of this size.
    #[inline(always)]
    fn column_of(&self, k: usize, row: usize, size: f64) -> usize {
        let elements = &self.matrix[row * self.columns + k..(row + 1) * self.columns];
        let is_it = |element: &T| element.value().abs() == size || (size.is_nan() && element.value().is_nan());
        k + elements.iter().position(is_it).unwrap_or(0)
    }

    fn exchange(&mut self, k: usize, row: usize, column: usize) {
        let n = self.columns;
        if row != k {
            let (first, second) = self.matrix.split_at_mut(row * n);
            first[k * n..(k + 1) * n].swap_with_slice(&mut second[..n]);
            self.row_at.swap(k, row);
            self.sizes.swap(k, row);
        }
        if column != k {
            let mut rest = &mut self.matrix[..];
            while let Some((row, after)) = rest.split_at_mut_checked(n) {
                row.swap(k, column);
                rest = after;
            }
            self.column_at.swap(k, column);
        }
    }

    /// A solution of `K y = k` with zero in the columns without a pivot. Rows without a pivot are not checked.
    #[inline(never)]
    pub fn solve(&mut self, k: &[T], y: &mut [T]) {
        let (n, r) = (self.columns, self.rank);
        let known = &mut self.known[..r];
        for i in 0..r {
            let row = &self.matrix[i * n..i * n + i];
            let mut rest = k[self.row_at[i]];
            for (l, x) in row.iter().zip(&known[..i]) {
                rest -= *l * *x;
            }
            known[i] = rest;
        }
        y.fill(T::zero());
        for i in (0..r).rev() {
            let row = &self.matrix[i * n + i..i * n + r];
            let mut rest = known[i];
            for (u, x) in row[1..].iter().zip(&known[i + 1..]) {
                rest -= *u * *x;
            }
            known[i] = rest / row[0];
            y[self.column_at[i]] = known[i];
        }
    }

    /// `G = U1^-1 U2`, row by row: dependence of the pivot columns on the others, `y_D = .. - G y_E`.
    #[inline(never)]
    pub fn dependence(&self, g: &mut [T]) {
        let (n, r, d) = (self.columns, self.rank, self.freedom());
        for column in 0..d {
            for i in (0..r).rev() {
                let row = &self.matrix[i * n..(i + 1) * n];
                let mut rest = row[r + column];
                for j in i + 1..r {
                    rest -= row[j] * g[j * d + column];
                }
                g[i * d + column] = rest / row[i];
            }
        }
    }

    /// A solution of `K' x = g`, for the pivot columns, with zero in the rows without a pivot.
    #[inline(never)]
    pub fn solve_transposed(&mut self, g: &[T], x: &mut [T]) {
        let (n, r) = (self.columns, self.rank);
        for i in 0..r {
            let mut rest = g[self.column_at[i]];
            for j in 0..i {
                rest -= self.matrix[j * n + i] * self.known[j];
            }
            self.known[i] = rest / self.matrix[i * n + i];
        }
        x.fill(T::zero());
        for i in (0..r).rev() {
            let mut rest = self.known[i];
            for j in i + 1..r {
                rest -= self.matrix[j * n + i] * x[self.row_at[j]];
            }
            x[self.row_at[i]] = rest;
        }
    }

    /// Solution number `free` of `K' x = 0`, one for each row without a pivot: this row has 1, the other rows without a
    /// pivot 0.
    #[inline(never)]
    pub fn left_null(&self, free: usize, x: &mut [T]) {
        let (n, r) = (self.columns, self.rank);
        x.fill(T::zero());
        x[self.row_at[r + free]] = T::one();
        for i in (0..r).rev() {
            let mut rest = -self.matrix[(r + free) * n + i];
            for j in i + 1..r {
                rest -= self.matrix[j * n + i] * x[self.row_at[j]];
            }
            x[self.row_at[i]] = rest;
        }
    }
}

impl RankFactors<f64> {
    /// `K^+ b`, the minimum-norm least-squares solution of `K y = b` (Golub and Van Loan 2013, 5.5). With `K = B C`,
    /// `B` the pivot columns of `L` and `C` the pivot rows of `U`: `C' (C C')^-1 (B' B)^-1 B' b`.
    pub fn least_squares(&mut self, b: &[f64], y: &mut [f64]) {
        let (m, n, r) = (self.rows, self.columns, self.rank);
        let matrix = &self.matrix;
        let left = |row: usize, i: usize| match row.cmp(&i) {
            Ordering::Less => 0.0,
            Ordering::Equal => 1.0,
            Ordering::Greater => matrix[row * n + i],
        };
        let right = |i: usize, column: usize| if column < i { 0.0 } else { matrix[i * n + column] };
        let (gram, middle) = (&mut self.gram[..r * r], &mut self.known[..r]);
        for i in 0..r {
            middle[i] = (0..m).map(|row| left(row, i) * b[self.row_at[row]]).sum();
            (0..r).for_each(|j| gram[i * r + j] = (0..m).map(|row| left(row, i) * left(row, j)).sum());
        }
        solve_positive(gram, middle);
        for i in 0..r {
            (0..r).for_each(|j| gram[i * r + j] = (0..n).map(|column| right(i, column) * right(j, column)).sum());
        }
        solve_positive(gram, middle);
        for column in 0..n {
            y[self.column_at[column]] = (0..r).map(|i| right(i, column) * middle[i]).sum();
        }
    }
}

/// Solves a symmetric positive definite system in place by elimination without pivoting (Golub and Van Loan 2013, 4.2).
pub fn solve_positive<T: Scalar>(matrix: &mut [T], b: &mut [T]) {
    let n = b.len();
    for k in 0..n {
        let inverse = T::one() / matrix[k * n + k];
        for row in k + 1..n {
            let factor = matrix[row * n + k] * inverse;
            for column in k + 1..n {
                let above = matrix[k * n + column];
                matrix[row * n + column] -= factor * above;
            }
            let above = b[k];
            b[row] -= factor * above;
        }
    }
    for k in (0..n).rev() {
        let rest = (k + 1..n).fold(b[k], |rest, column| rest - matrix[k * n + column] * b[column]);
        b[k] = rest / matrix[k * n + k];
    }
}
