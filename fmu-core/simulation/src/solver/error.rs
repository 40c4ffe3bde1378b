//! Errors of integration.

use super::Exhausted;

/// Reasons for the early end of an integration; time and state then hold the last accepted point.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IntegrationError<E> {
    #[error("derivatives cannot be evaluated at time {time} s: {source}")]
    Derivatives { time: f64, source: E },
    #[error("state {index} or its derivative is not finite at time {time} s; check parameters and start values")]
    NotFinite { time: f64, index: usize },
    #[error(
        "the step size became too small ({step_size:e} s) at time {time} s: the local error of state {index} is {error:.3e} \
         times the tolerance; the solution has a singularity or a jump here, or the tolerance is too small"
    )]
    StepSizeTooSmall { time: f64, step_size: f64, index: usize, error: f64 },
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    #[error("an integration starts at time {time} s and cannot end at {end} s")]
    EndBeforeStart { time: f64, end: f64 },
    #[error(transparent)]
    WrongDimension(#[from] WrongDimension),
}

impl<E> IntegrationError<E> {
    /// The same error with absolute times, s; so far they were relative to `start`.
    #[must_use]
    pub fn later(mut self, start: f64) -> Self {
        match &mut self {
            Self::Derivatives { time, .. } | Self::NotFinite { time, .. } | Self::StepSizeTooSmall { time, .. } => {
                *time += start;
            }
            Self::EndBeforeStart { time, end } => {
                *time += start;
                *end += start;
            }
            Self::Exhausted(exhausted) => *exhausted = exhausted.later(start),
            Self::WrongDimension(_) => {}
        }
        self
    }

    /// Index in the state array of the state that caused the error, if any.
    pub fn state(&self) -> Option<usize> {
        match self {
            Self::NotFinite { index, .. } | Self::StepSizeTooSmall { index, .. } => Some(*index),
            _ => None,
        }
    }
}

/// An array whose length is not the integrator's dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the integrator was made for {expected} states and got {found}")]
pub struct WrongDimension {
    /// Dimension of the integrator.
    pub expected: usize,
    /// Length found.
    pub found: usize,
}
