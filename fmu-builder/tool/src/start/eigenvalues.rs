//! The fastest and the stiffest motion near the start: eigenvalues in independent coordinates.

use matrices::{Eigen, eigenvalues};
use nalgebra::DMatrix;
use simulation::dynamics::{EvaluationError, System};

use crate::linear::{LinearError, Sticking, Tangent};

/// Models with more states are not looked at: the time grows with the cube of their number.
const MOST_STATES: usize = 200;
/// Eigenvalues below this part of the square root of the matrix's size are rounding: several zeros in a row are split by it.
const ROUNDING: f64 = 1e-6;
/// Parts in a motion that differ by less are the same.
const SAME: f64 = 1e-6;

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
    /// The motion near the state `x` at time `t`, s; none where there are no states, or too many, and in singular positions.
    pub(super) fn of(system: &mut System, t: f64, x: &[f64]) -> Result<Option<Self>, EvaluationError> {
        let n = x.len();
        if n == 0 || n > MOST_STATES {
            return Ok(None);
        }
        let tangent = match Tangent::of(system, (t, x), &[], &[], Sticking::Holds) {
            Ok(tangent) => tangent,
            Err(LinearError::Evaluation(error)) => return Err(error),
            Err(_) => return Ok(None),
        };
        let (mut by_state, mut by_time) = (vec![0.0; n * n], vec![0.0; n]);
        system.jacobian(t, x, &mut by_state, &mut by_time)?;
        let matrix = tangent.motion(&(DMatrix::from_vec(n, n, by_state) * &tangent.lift));
        if matrix.is_empty() || matrix.iter().any(|element| !element.is_finite()) {
            return Ok(None);
        }
        let negligible = ROUNDING * matrix.amax().sqrt();
        let Some(all) = eigenvalues(&matrix) else { return Ok(None) };
        let largest = |size: fn(&Eigen) -> f64| {
            let found = all.iter().max_by(|a, b| size(a).total_cmp(&size(b)));
            let found = found.filter(|eigen| size(eigen) > negligible)?;
            let state = tangent.coordinates[leading(found)].name.clone();
            Some(Eigenvalue { real: found.value.re, imaginary: found.value.im.abs(), state })
        };
        Ok(Some(Self {
            fastest: largest(|eigen| eigen.value.im),
            stiffest: largest(|eigen| -eigen.value.re),
            unstable: largest(|eigen| eigen.value.re),
        }))
    }
}

/// The state with the largest part in a motion: the product of the elements of its right and its left eigenvector, which does not depend
/// on the units. The first of equal ones.
fn leading(eigen: &Eigen) -> usize {
    let parts: Vec<f64> = eigen.right.iter().zip(eigen.left.iter()).map(|(r, l)| (r * l).norm()).collect();
    let most = parts.iter().copied().fold(0.0, f64::max);
    parts.iter().position(|part| *part >= most * (1.0 - SAME)).unwrap_or_default()
}
