//! The fastest and the stiffest motion near the start: eigenvalues of the derivatives of the states by the states.

use nalgebra::{Complex, DMatrix, DVector, SVD, Schur};
use simulation::dynamics::{EvaluationError, System};

use super::freedom::name;

/// Models with more states are not looked at: the time grows with the cube of their number.
const MOST_STATES: usize = 200;
/// Eigenvalues below this part of the square root of the matrix's size are rounding: several zeros in a row are split by it.
const ROUNDING: f64 = 1e-6;
/// The same where the directions that constraints leave are found by differences.
const DIFFERENCES: f64 = 1e-3;
/// More rotations for each row than any matrix needs.
const ROTATIONS: usize = 1000;
/// Part of a state, or of a tenth, by which it is moved for a difference.
const STEP: f64 = 1e-5;

/// An eigenvalue, 1/s, and the state that takes the largest part in its motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Eigenvalue {
    /// Growth, or decay where it is negative, 1/s.
    pub real: f64,
    /// Angular frequency, rad/s; not negative.
    pub imaginary: f64,
    /// Name of the state.
    pub state: String,
}

/// The motion near the start, as far as it is linear.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearMotion {
    /// The largest angular frequency.
    pub fastest: Option<Eigenvalue>,
    /// The fastest decay.
    pub stiffest: Option<Eigenvalue>,
    /// The fastest growth.
    pub unstable: Option<Eigenvalue>,
}

impl LinearMotion {
    /// The motion near the state `x` at time `t`, s; none where there are no states, or too many.
    ///
    /// # Errors
    /// Errors of an evaluation.
    pub(super) fn of(system: &mut System, t: f64, x: &[f64]) -> Result<Option<Self>, EvaluationError> {
        let n = x.len();
        if n == 0 || n > MOST_STATES {
            return Ok(None);
        }
        let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
        system.jacobian(t, x, &mut by_state, &mut by_time)?;
        let matrix = DMatrix::from_vec(n, n, by_state);
        if matrix.iter().any(|element| !element.is_finite()) {
            return Ok(None);
        }
        let (directions, part) = match directions(system, t, x) {
            Some(directions) => (directions, DIFFERENCES),
            None => (DMatrix::identity(n, n), ROUNDING),
        };
        // The motion stays within these directions, so that nothing is lost.
        let matrix = directions.tr_mul(&(&matrix * &directions));
        if matrix.is_empty() {
            return Ok(None);
        }
        let negligible = part * matrix.amax().sqrt();
        let Some(schur) = Schur::try_new(matrix.clone(), f64::EPSILON, ROTATIONS * matrix.nrows()) else {
            return Ok(None);
        };
        let all = schur.complex_eigenvalues();
        let largest = |size: fn(&Complex<f64>) -> f64| {
            let found = all.iter().copied().max_by(|a, b| size(a).total_cmp(&size(b)));
            let found = found.filter(|value| size(value) > negligible)?;
            let state = leading_state(&matrix, &directions, found);
            let state = name(system.model(), state).unwrap_or_default().to_owned();
            Some(Eigenvalue { real: found.re, imaginary: found.im.abs(), state })
        };
        Ok(Some(Self {
            fastest: largest(|value| value.im),
            stiffest: largest(|value| -value.re),
            unstable: largest(|value| value.re),
        }))
    }
}

/// Directions, orthonormal columns, in which a state may move that constraints hold; none where there are no constraints. The projection
/// onto the constraints takes everything else away from a small step.
fn directions(system: &mut System, t: f64, x: &[f64]) -> Option<DMatrix<f64>> {
    if system.model().mechanism.tree.clusters.is_empty() {
        return None;
    }
    let n = x.len();
    let mut projector = DMatrix::zeros(n, n);
    for i in 0..n {
        let step = STEP * x[i].abs().max(0.1);
        let mut projected = |step: f64| {
            let mut x = x.to_vec();
            x[i] += step;
            system.project(t, &mut x);
            DVector::from_vec(x)
        };
        let difference = (projected(step) - projected(-step)) / (2.0 * step);
        projector.set_column(i, &difference);
    }
    let decomposition = SVD::try_new(projector, true, false, 5.0 * f64::EPSILON, ROTATIONS * n)?;
    // Of a projector singular values are zero, or one and more.
    let count = decomposition.singular_values.iter().filter(|value| **value > 0.5).count();
    Some(decomposition.u?.columns(0, count).into_owned())
}

/// The state with the largest part in the motion of an eigenvalue: the product of the elements of its right and its left eigenvector,
/// which does not depend on the units. The first of equal ones.
fn leading_state(matrix: &DMatrix<f64>, directions: &DMatrix<f64>, value: Complex<f64>) -> usize {
    let of_states = directions.map(Complex::from);
    let (right, left) = (eigenvector(matrix, value), eigenvector(&matrix.transpose(), value));
    let (right, left) = (&of_states * right, &of_states * left);
    let parts: Vec<f64> = right.iter().zip(left.iter()).map(|(r, l)| (r * l).norm()).collect();
    let most = parts.iter().copied().fold(0.0, f64::max);
    parts.iter().position(|part| *part >= most * (1.0 - 1e-6)).unwrap_or_default()
}

/// An eigenvector by inverse iteration (Golub and Van Loan, Matrix Computations, 2013, 7.6.1), next to the eigenvalue, where the matrix can be
/// inverted.
fn eigenvector(matrix: &DMatrix<f64>, value: Complex<f64>) -> DVector<Complex<f64>> {
    let n = matrix.nrows();
    let shifted = value * (1.0 + 1e-9) + Complex::new(1e-12, 1e-12);
    let factors = (matrix.map(Complex::from) - DMatrix::identity(n, n) * shifted).lu();
    // Any start does that is not orthogonal to what is looked for.
    let mut vector = DVector::from_fn(n, |i, _| Complex::new(1.0 + i as f64 / n as f64, 0.3));
    for _ in 0..3 {
        match factors.solve(&vector) {
            Some(next) if next.norm().is_finite() && next.norm() > 0.0 => vector = next.normalize(),
            _ => break,
        }
    }
    vector
}
