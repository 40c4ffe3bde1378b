//! Why an integration or an interpolation fails.

use super::Exhausted;

/// Why an integration ended early; time and state then hold the last accepted point.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum IntegrationError<E> {
    /// The derivatives cannot be evaluated at the starting point, or not beyond it by however small a step.
    #[error("derivatives cannot be evaluated at time {time} s: {source}")]
    Derivatives {
        /// Time of the evaluation that failed, s.
        time: f64,
        /// Error of the system.
        source: E,
    },
    /// A derivative or the state after a step is infinite or no number, at the starting point or by however small a step.
    #[error("state {index} or its derivative is not finite at time {time} s; check parameters and start values")]
    NotFinite {
        /// Time of the evaluation, s.
        time: f64,
        /// Index into the state array.
        index: usize,
    },
    /// The local error exceeds the tolerance at the smallest step that still moves time.
    #[error(
        "the step size became too small ({step_size:e} s) at time {time} s: the local error of state {index} is {error:.3e} \
         times the tolerance; the solution has a singularity or a jump here, or the tolerance is too small"
    )]
    StepSizeTooSmall {
        /// Time of the last accepted point, s.
        time: f64,
        /// The step size that would have been next, s.
        step_size: f64,
        /// Index of the worst component of the state array.
        index: usize,
        /// Its local error over its tolerance in the last trial.
        error: f64,
    },
    /// More steps than the limit of one call.
    #[error(
        "{steps} steps were not enough to get from time {time} s to {end} s; the step size is {step_size:e} s. The model is \
         stiff or the tolerance too small: look for very stiff springs or dampers and very small masses"
    )]
    TooManySteps {
        /// Time of the last accepted point, s.
        time: f64,
        /// Intended end of the integration, s.
        end: f64,
        /// Step size reached, s.
        step_size: f64,
        /// The limit.
        steps: u64,
    },
    /// The call would cost more than it may.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
    /// The end lies before the start, or is no number.
    #[error("an integration starts at time {time} s and cannot end at {end} s")]
    EndBeforeStart {
        /// Start, s.
        time: f64,
        /// End asked for, s.
        end: f64,
    },
    /// The state array has the wrong length.
    #[error(transparent)]
    WrongDimension(#[from] WrongDimension),
}

impl<E> IntegrationError<E> {
    /// The same with times, s, that count from another beginning, `start`.
    #[must_use]
    pub fn later(mut self, start: f64) -> Self {
        match &mut self {
            Self::Derivatives { time, .. } | Self::NotFinite { time, .. } | Self::StepSizeTooSmall { time, .. } => {
                *time += start;
            }
            Self::TooManySteps { time, end, .. } | Self::EndBeforeStart { time, end } => {
                *time += start;
                *end += start;
            }
            Self::Exhausted(exhausted) => *exhausted = exhausted.later(start),
            Self::WrongDimension(_) => {}
        }
        self
    }

    /// Index into the state array of the state that stopped the integration, where it was one.
    pub fn state(&self) -> Option<usize> {
        match self {
            Self::NotFinite { index, .. } | Self::StepSizeTooSmall { index, .. } => Some(*index),
            _ => None,
        }
    }
}

/// An array has another length than the integrator was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the integrator was made for {expected} states and got {found}")]
pub struct WrongDimension {
    /// Dimension of the integrator.
    pub expected: usize,
    /// Length found.
    pub found: usize,
}

/// Why the dense output has no value.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InterpolationError {
    /// No step was accepted since the start or the last discontinuity.
    #[error("there is no step to interpolate in: none was made since the start or the last discontinuity")]
    NoStep,
    /// The time is not in the last accepted step.
    #[error("time {time} s is outside the last step, which goes from {start} s to {end} s")]
    OutsideLastStep {
        /// Time asked for, s.
        time: f64,
        /// Start of the last step, s.
        start: f64,
        /// End of the last step, s.
        end: f64,
    },
    /// The array for the result has the wrong length.
    #[error(transparent)]
    WrongDimension(#[from] WrongDimension),
}
