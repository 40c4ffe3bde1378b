//! Eigenvalues and eigenvectors of general matrices.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector, SVD, Schur};

use crate::hessenberg::{Hessenberg, Shifted};

/// Elements below this part of the largest one are rounding errors and connect nothing.
const ROUNDING: f64 = 1e-15;
/// More rotations for each row than any matrix needs.
const ROTATIONS: usize = 1000;
/// Eigenvalues of a block that differ by less than this part of the block's size are the same.
const SAME: f64 = 1e-7;

/// An eigenvalue with a right and a left eigenvector of the block that it belongs to; elements outside are zero.
#[derive(Clone, Debug)]
pub struct Eigen {
    /// Eigenvalue.
    pub value: Complex<f64>,
    /// Right eigenvector, of the length one before balancing.
    pub right: DVector<Complex<f64>>,
    /// Left eigenvector.
    pub left: DVector<Complex<f64>>,
}

/// All eigenvalues, those of each block together. A matrix is taken apart into blocks whose unknowns depend on each other: a chain of
/// integrators then has zeros and not their roots of rounding errors. None where the iteration fails.
pub fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Eigen>> {
    let mut balanced = matrix.clone();
    let scale = balance_parlett_reinsch(&mut balanced);
    let mut all = Vec::new();
    for block in blocks(&balanced) {
        let own = balanced.select_rows(&block).select_columns(&block);
        for (value, right, left) in of_block(&own)? {
            let spread = |vector: DVector<Complex<f64>>, by: &dyn Fn(f64) -> f64| {
                let mut whole = DVector::zeros(matrix.nrows());
                block
                    .iter()
                    .zip(vector.iter())
                    .for_each(|(place, element)| whole[*place] = *element * by(scale[*place]));
                whole
            };
            all.push(Eigen { value, right: spread(right, &|d| d), left: spread(left, &|d| 1.0 / d) });
        }
    }
    Some(all)
}

/// The largest magnitude of an eigenvalue; none where the iteration fails.
pub fn largest_eigenvalue(matrix: DMatrix<f64>) -> Option<f64> {
    let rotations = ROTATIONS * matrix.nrows();
    let schur = Schur::try_new(matrix, f64::EPSILON, rotations)?;
    Some(schur.complex_eigenvalues().iter().map(|value| value.norm()).fold(0.0, f64::max))
}

/// Motions of a whole matrix, with the unknowns of other blocks that its unknowns drive.
pub struct Shapes {
    reduced: Hessenberg,
    scale: DVector<f64>,
    norm: f64,
}

impl Shapes {
    /// Of a square matrix that is not empty.
    pub fn of(matrix: &DMatrix<f64>) -> Self {
        let mut balanced = matrix.clone();
        let scale = balance_parlett_reinsch(&mut balanced);
        Self { reduced: Hessenberg::of(&balanced), scale, norm: balanced.norm() }
    }

    /// The right eigenvector of an eigenvalue that has one.
    pub fn at(&self, value: Complex<f64>) -> DVector<Complex<f64>> {
        near(&self.reduced, value, self.norm).vanishing(false).zip_map(&self.scale, |element, scale| element * scale)
    }
}

type Triple = (Complex<f64>, DVector<Complex<f64>>, DVector<Complex<f64>>);

fn of_block(matrix: &DMatrix<f64>) -> Option<Vec<Triple>> {
    let n = matrix.nrows();
    if n == 1 {
        let one = DVector::from_element(1, Complex::new(1.0, 0.0));
        return Some(vec![(Complex::from(matrix[(0, 0)]), one.clone(), one)]);
    }
    let schur = Schur::try_new(matrix.clone(), f64::EPSILON, ROTATIONS * n)?;
    let values: Vec<Complex<f64>> = schur.complex_eigenvalues().iter().copied().collect();
    let (reduced, norm) = (Hessenberg::of(matrix), matrix.norm());
    // Vectors of eigenvalues that have several, to be given out one after the other.
    let mut several: Vec<(Complex<f64>, Option<Several>)> = Vec::new();
    let triple = |value: &Complex<f64>| {
        let is_same = |other: &Complex<f64>| (*other - *value).norm() <= SAME * norm;
        let mut vectors = None;
        if values.iter().filter(|other| is_same(other)).count() > 1 {
            let place = several.iter().position(|(known, _)| is_same(known)).unwrap_or_else(|| {
                several.push((*value, Several::of(matrix, *value)));
                several.len() - 1
            });
            vectors = several[place].1.as_mut().map(Several::next);
        }
        let (right, left) = vectors.unwrap_or_else(|| {
            let factors = near(&reduced, *value, norm);
            (factors.vanishing(false), factors.vanishing(true))
        });
        (*value, right, left)
    };
    Some(values.iter().map(triple).collect())
}

/// Factors next to an eigenvalue, where the matrix can be inverted.
fn near(reduced: &Hessenberg, value: Complex<f64>, norm: f64) -> Shifted<'_> {
    reduced.shifted(value + Complex::new(1.0, 1.0) * (1e-13 * norm))
}

/// Eigenvectors of an eigenvalue that has several.
struct Several {
    right: DMatrix<Complex<f64>>,
    left: DMatrix<Complex<f64>>,
    given: usize,
}

impl Several {
    fn of(matrix: &DMatrix<f64>, value: Complex<f64>) -> Option<Self> {
        let n = matrix.nrows();
        let shifted = matrix.map(Complex::from) - DMatrix::identity(n, n) * value;
        let SVD { u, v_t, .. } = SVD::try_new(shifted, true, true, f64::EPSILON, ROTATIONS * n)?;
        Some(Self { right: v_t?.adjoint(), left: u?.conjugate(), given: 0 })
    }

    fn next(&mut self) -> (DVector<Complex<f64>>, DVector<Complex<f64>>) {
        self.given += 1;
        // Singular values descend.
        let place = self.right.ncols().saturating_sub(self.given);
        (self.right.column(place).into(), self.left.column(place).into())
    }
}

/// Strongly connected sets of unknowns, those that others depend on last (Tarjan 1972, by two searches as of Kosaraju).
fn blocks(matrix: &DMatrix<f64>) -> Vec<Vec<usize>> {
    let (n, least) = (matrix.nrows(), ROUNDING * matrix.amax());
    let is_edge = |from: usize, to: usize| matrix[(from, to)].abs() > least;
    let mut seen = vec![false; n];
    let mut finished = Vec::with_capacity(n);
    for root in 0..n {
        let mut path = if std::mem::replace(&mut seen[root], true) { Vec::new() } else { vec![(root, 0)] };
        while let Some((node, next)) = path.last_mut() {
            let found = (*next..n).find(|to| is_edge(*node, *to) && !seen[*to]);
            match found {
                Some(to) => {
                    *next = to + 1;
                    seen[to] = true;
                    path.push((to, 0));
                }
                None => finished.extend(path.pop().map(|(node, _)| node)),
            }
        }
    }
    let mut taken = vec![false; n];
    let mut blocks = Vec::new();
    for root in finished.into_iter().rev() {
        let mut block = Vec::new();
        let mut open = if std::mem::replace(&mut taken[root], true) { Vec::new() } else { vec![root] };
        while let Some(node) = open.pop() {
            block.push(node);
            for from in (0..n).filter(|from| is_edge(*from, node)) {
                if !std::mem::replace(&mut taken[from], true) {
                    open.push(from);
                }
            }
        }
        if !block.is_empty() {
            block.sort_unstable();
            blocks.push(block);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_chain_of_integrators_has_eigenvalues_of_zero_and_several_vectors_are_independent() {
        let chain = DMatrix::from_fn(6, 6, |i, k| if k == i + 1 { 3.0 } else { 0.0 });
        assert!(eigenvalues(&chain).unwrap().iter().all(|eigen| eigen.value.norm() == 0.0));
        // Two equal oscillators that are coupled by their coordinates alone: rotated by an angle.
        let (c, s) = (0.6, 0.8);
        let turn = DMatrix::from_row_slice(4, 4, &[c, -s, 0., 0., s, c, 0., 0., 0., 0., c, -s, 0., 0., s, c]);
        let pair =
            DMatrix::from_row_slice(4, 4, &[0., 0., 1., 0., 0., 0., 0., 1., -4., 1e-3, 0., 0., 1e-3, -4., 0., 0.]);
        let matrix = &turn * pair * turn.transpose();
        for eigen in eigenvalues(&matrix).unwrap() {
            let whole = matrix.map(Complex::from);
            assert!((&whole * &eigen.right - &eigen.right * eigen.value).norm() < 1e-12 * eigen.right.norm());
            assert!((whole.transpose() * &eigen.left - &eigen.left * eigen.value).norm() < 1e-12 * eigen.left.norm());
        }
    }

    /// Masses between springs, one end fixed: the sines of a vibrating string.
    #[test]
    fn vibrations_of_a_long_chain_are_sines() {
        let n = 100;
        let matrix = DMatrix::from_fn(2 * n, 2 * n, |i, k| match (i < n, k < n) {
            (true, false) if k - n == i => 1.0,
            (false, true) if k == i - n => -2.0,
            (false, true) if k.abs_diff(i - n) == 1 => 1.0,
            _ => 0.0,
        });
        let frequency = |number: usize| 2.0 * (number as f64 * std::f64::consts::PI / (2 * n + 2) as f64).sin();
        let mut all = eigenvalues(&matrix).unwrap();
        all.retain(|eigen| eigen.value.im > 0.0);
        all.sort_by(|a, b| a.value.im.total_cmp(&b.value.im));
        assert_eq!(all.len(), n);
        let (whole, shapes) = (matrix.map(Complex::from), Shapes::of(&matrix));
        for (number, eigen) in (1..).zip(&all) {
            assert!((eigen.value - Complex::new(0.0, frequency(number))).norm() < 1e-11, "{number} {}", eigen.value);
            for right in [&eigen.right, &shapes.at(eigen.value)] {
                assert!((&whole * right - right * eigen.value).norm() < 1e-11 * right.norm(), "{number}");
            }
            assert!((whole.tr_mul(&eigen.left) - &eigen.left * eigen.value).norm() < 1e-11 * eigen.left.norm());
        }
    }
}
