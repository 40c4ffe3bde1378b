//! Equations with one matrix and many shifts.

use nalgebra::{Complex, DMatrix, DVector};

/// A matrix as `Q H Q^T`, where H is zero below its first subdiagonal: shifted by any number it is factored in n^2 operations (Golub and Van Loan,
/// Matrix Computations, 2013, 7.6.1).
pub(crate) struct Hessenberg {
    q: DMatrix<f64>,
    h: DMatrix<f64>,
}

/// Factors of `H - shift`.
pub(crate) struct Shifted<'a> {
    of: &'a Hessenberg,
    /// Columns of the upper factor, one after the other: the first has one element.
    upper: Vec<Complex<f64>>,
    /// For each column: it was exchanged with the next row, and the multiple of it that the next row lost.
    steps: Vec<(bool, Complex<f64>)>,
}

impl Hessenberg {
    /// Of a square matrix that is not empty.
    pub fn of(matrix: &DMatrix<f64>) -> Self {
        let (q, h) = nalgebra::linalg::Hessenberg::new(matrix.clone()).unpack();
        Self { q, h }
    }

    /// Factors of this matrix less a number, with exchanges of neighbouring rows.
    pub fn shifted(&self, shift: Complex<f64>) -> Shifted<'_> {
        let n = self.h.nrows();
        let mut upper = Vec::with_capacity(n * (n + 1) / 2);
        let mut steps: Vec<(bool, Complex<f64>)> = Vec::with_capacity(n);
        let mut column = vec![Complex::from(0.0); n + 1];
        for k in 0..n {
            let last = (k + 2).min(n);
            column.iter_mut().zip(self.h.column(k).iter()).take(last).for_each(|(to, from)| *to = Complex::from(*from));
            column[k] -= shift;
            eliminate(&steps, &mut column);
            let below = if last > k + 1 { column[k + 1] } else { Complex::from(0.0) };
            let is_exchanged = below.norm_sqr() > column[k].norm_sqr();
            let (pivot, other) = if is_exchanged { (below, column[k]) } else { (column[k], below) };
            let factor = if other == Complex::from(0.0) { other } else { other / pivot };
            column[k] = pivot;
            steps.push((is_exchanged, factor));
            upper.extend_from_slice(&column[..=k]);
        }
        Shifted { of: self, upper, steps }
    }

    /// `Q^T x`.
    fn reduced(&self, x: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        by_parts(x, |part| self.q.tr_mul(part))
    }

    /// `Q x`.
    fn whole(&self, x: &DVector<Complex<f64>>) -> DVector<Complex<f64>> {
        by_parts(x, |part| &self.q * part)
    }
}

/// The product with a real matrix.
pub(crate) fn by_parts(
    x: &DVector<Complex<f64>>,
    product: impl Fn(&DVector<f64>) -> DVector<f64>,
) -> DVector<Complex<f64>> {
    let (re, im) = (product(&x.map(|x| x.re)), product(&x.map(|x| x.im)));
    re.zip_map(&im, Complex::new)
}

/// Does to a column what was done to the rows.
fn eliminate(steps: &[(bool, Complex<f64>)], column: &mut [Complex<f64>]) {
    for (k, (is_exchanged, factor)) in steps.iter().enumerate() {
        if *is_exchanged {
            column.swap(k, k + 1);
        }
        let own = column[k];
        if let Some(next) = column.get_mut(k + 1) {
            *next -= factor * own;
        }
    }
}

impl Shifted<'_> {
    /// The solution x of `(A - shift) x = b`; none where that matrix is singular.
    pub fn solve(&self, b: &DVector<Complex<f64>>) -> Option<DVector<Complex<f64>>> {
        self.right(self.of.reduced(b)).map(|x| self.of.whole(&x))
    }

    /// A vector of length one that `A - shift`, or its transpose, takes nearly to zero, by inverse iteration. Any start does that is not orthogonal
    /// to it.
    pub fn vanishing(&self, is_transposed: bool) -> DVector<Complex<f64>> {
        let n = self.steps.len();
        let start = DVector::from_fn(n, |i, _| Complex::new(1.0 + i as f64 / n as f64, 0.3));
        let mut vector = self.of.reduced(&start).normalize();
        for _ in 0..4 {
            let next = if is_transposed { self.left(vector.clone()) } else { self.right(vector.clone()) };
            match next {
                Some(next) if next.norm().is_finite() && next.norm() > 0.0 => vector = next.normalize(),
                _ => break,
            }
        }
        self.of.whole(&vector)
    }

    /// The solution of `(H - shift) x = b`.
    fn right(&self, mut x: DVector<Complex<f64>>) -> Option<DVector<Complex<f64>>> {
        let elements = x.as_mut_slice();
        eliminate(&self.steps, elements);
        for k in (0..elements.len()).rev() {
            let column = self.column(k);
            let value = divided(elements[k], column[k])?;
            elements.iter_mut().zip(&column[..k]).for_each(|(element, factor)| *element -= factor * value);
            elements[k] = value;
        }
        Some(x)
    }

    /// The solution of `(H - shift)^T x = b`.
    fn left(&self, mut x: DVector<Complex<f64>>) -> Option<DVector<Complex<f64>>> {
        let elements = x.as_mut_slice();
        for k in 0..elements.len() {
            let column = self.column(k);
            let known: Complex<f64> = elements.iter().zip(&column[..k]).map(|(element, factor)| factor * element).sum();
            elements[k] = divided(elements[k] - known, column[k])?;
        }
        for (k, (is_exchanged, factor)) in self.steps.iter().enumerate().rev() {
            if k + 1 < elements.len() {
                let next = elements[k + 1];
                elements[k] -= factor * next;
                if *is_exchanged {
                    elements.swap(k, k + 1);
                }
            }
        }
        Some(x)
    }

    fn column(&self, k: usize) -> &[Complex<f64>] {
        let begin = k * (k + 1) / 2;
        &self.upper[begin..=begin + k]
    }
}

fn divided(a: Complex<f64>, by: Complex<f64>) -> Option<Complex<f64>> {
    (by != Complex::from(0.0)).then(|| a / by)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn matrix(n: usize) -> DMatrix<f64> {
        // Without order, but the same each time.
        DMatrix::from_fn(n, n, |i, k| ((i * 7 + k * 13 + i * k * 5) as f64).sin())
    }

    #[test]
    fn solutions_solve_the_equations() {
        for n in [1, 2, 3, 20] {
            let (a, shift) = (matrix(n), Complex::new(0.3, -0.7));
            let reduced = Hessenberg::of(&a);
            let shifted = a.map(Complex::from) - DMatrix::from_diagonal_element(n, n, shift);
            let b = DVector::from_fn(n, |i, _| Complex::new(i as f64, 1.0));
            let factors = reduced.shifted(shift);
            assert!((&shifted * factors.solve(&b).unwrap() - &b).norm() < 1e-12 * b.norm(), "{n}");
            let left = reduced.whole(&factors.left(reduced.reduced(&b)).unwrap());
            assert!((shifted.transpose() * left - &b).norm() < 1e-12 * b.norm(), "{n}");
        }
    }

    #[test]
    fn singular_equations_have_no_solution() {
        let nothing = Hessenberg::of(&DMatrix::zeros(3, 3));
        assert!(nothing.shifted(Complex::from(0.0)).solve(&DVector::from_element(3, Complex::from(1.0))).is_none());
    }
}
