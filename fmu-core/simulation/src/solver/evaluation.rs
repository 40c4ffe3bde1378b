//! Evaluations with a check for finite values.

use super::{IntegrationError, OrdinaryDifferentialEquations, Statistics};

/// Reasons why a point could not be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum EvaluationFailure<F> {
    /// The system returned an error.
    Derivatives { time: f64, source: F },
    /// A component is not finite.
    NotFinite { time: f64, index: usize },
}

impl<F> From<EvaluationFailure<F>> for IntegrationError<F> {
    fn from(failure: EvaluationFailure<F>) -> Self {
        match failure {
            EvaluationFailure::Derivatives { time, source } => Self::Derivatives { time, source },
            EvaluationFailure::NotFinite { time, index } => Self::NotFinite { time, index },
        }
    }
}

/// Evaluates the derivatives and checks that they are finite.
pub(super) fn evaluate<S: OrdinaryDifferentialEquations>(
    system: &mut S,
    t: f64,
    x: &[f64],
    dx: &mut [f64],
    statistics: &mut Statistics,
) -> Result<(), EvaluationFailure<S::Error>> {
    statistics.evaluations += 1;
    system.derivatives(t, x, dx).map_err(|source| EvaluationFailure::Derivatives { time: t, source })?;
    check_finite(t, dx)
}

/// Checks that values are finite.
#[inline]
pub(super) fn check_finite<F>(time: f64, values: &[f64]) -> Result<(), EvaluationFailure<F>> {
    // Without branches, so that the loop is vectorised.
    if values.iter().fold(true, |finite, value| finite & value.is_finite()) {
        return Ok(());
    }
    let index = values.iter().position(|value| !value.is_finite()).unwrap_or_default();
    Err(EvaluationFailure::NotFinite { time, index })
}
