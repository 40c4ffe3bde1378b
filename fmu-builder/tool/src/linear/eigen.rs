//! Eigenvalues and eigenvectors of general matrices.

use nalgebra::linalg::balancing::balance_parlett_reinsch;
use nalgebra::{Complex, DMatrix, DVector, SVD, Schur};

/// Elements below this part of the largest one are rounding errors and connect nothing.
const ROUNDING: f64 = 1e-15;
/// More rotations for each row than any matrix needs.
const ROTATIONS: usize = 1000;
/// Eigenvalues of a block that differ by less than this part of the block's size are the same.
const SAME: f64 = 1e-7;

/// An eigenvalue with a right and a left eigenvector of the block that it belongs to; elements outside are zero.
#[derive(Clone, Debug)]
pub(crate) struct Eigen {
    pub value: Complex<f64>,
    pub right: DVector<Complex<f64>>,
    pub left: DVector<Complex<f64>>,
}

/// All eigenvalues, those of each block together. A matrix is taken apart into blocks whose unknowns depend on each other: a chain of
/// integrators then has zeros and not their roots of rounding errors. None where the iteration fails.
pub(crate) fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Eigen>> {
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

type Triple = (Complex<f64>, DVector<Complex<f64>>, DVector<Complex<f64>>);

fn of_block(matrix: &DMatrix<f64>) -> Option<Vec<Triple>> {
    let n = matrix.nrows();
    if n == 1 {
        let one = DVector::from_element(1, Complex::new(1.0, 0.0));
        return Some(vec![(Complex::from(matrix[(0, 0)]), one.clone(), one)]);
    }
    let schur = Schur::try_new(matrix.clone(), f64::EPSILON, ROTATIONS * n)?;
    let values: Vec<Complex<f64>> = schur.complex_eigenvalues().iter().copied().collect();
    let transposed = matrix.transpose();
    let near = SAME * matrix.norm();
    let triple = |(k, value): (usize, &Complex<f64>)| {
        let same = |other: &&Complex<f64>| (**other - *value).norm() <= near;
        let (before, count) = (values[..k].iter().filter(same).count(), values.iter().filter(same).count());
        let vector = |matrix: &DMatrix<f64>| {
            if count == 1 { isolated(matrix, *value) } else { of_several(matrix, *value, before) }
        };
        (*value, vector(matrix), vector(&transposed))
    };
    Some(values.iter().enumerate().map(triple).collect())
}

/// An eigenvector by inverse iteration (Golub and Van Loan, Matrix Computations, 2013, 7.6.1), next to the eigenvalue, where the matrix can be
/// inverted.
pub(super) fn isolated(matrix: &DMatrix<f64>, value: Complex<f64>) -> DVector<Complex<f64>> {
    let n = matrix.nrows();
    let shift = Complex::new(1.0, 1.0) * (1e-13 * matrix.norm());
    let factors = (matrix.map(Complex::from) - DMatrix::identity(n, n) * (value + shift)).lu();
    // Any start does that is not orthogonal to what is looked for.
    let mut vector = DVector::from_fn(n, |i, _| Complex::new(1.0 + i as f64 / n as f64, 0.3));
    for _ in 0..4 {
        match factors.solve(&vector) {
            Some(next) if next.norm().is_finite() && next.norm() > 0.0 => vector = next.normalize(),
            _ => break,
        }
    }
    vector
}

/// One of the eigenvectors of an eigenvalue that has several.
fn of_several(matrix: &DMatrix<f64>, value: Complex<f64>, number: usize) -> DVector<Complex<f64>> {
    let n = matrix.nrows();
    let shifted = matrix.map(Complex::from) - DMatrix::identity(n, n) * value;
    let Some(rows) = SVD::try_new(shifted, false, true, f64::EPSILON, ROTATIONS * n).and_then(|svd| svd.v_t) else {
        return isolated(matrix, value);
    };
    // Singular values descend.
    rows.row(n - 1 - number.min(n - 1)).adjoint()
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
