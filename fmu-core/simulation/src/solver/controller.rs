//! Step-size control.
//!
//! Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, II.4 (elementary control, safety factors), and Hairer, Wanner:
//! Solving Ordinary Differential Equations II, IV.2 (proportional-integral control, which keeps the step size from oscillating where
//! stability rather than accuracy limits it).

use super::IntegrationError;

/// Maximum factor of the step size from one step to the next.
const LARGEST_FACTOR: f64 = 10.0;
/// Minimum factor of the step size from one step to the next; also the factor after a trial without an error estimate.
const SMALLEST_FACTOR: f64 = 0.2;
/// Lower limit of the error over tolerance of the previous step: a single very accurate step must not affect the
/// following ones.
pub(super) const SMALLEST_PREVIOUS_ERROR: f64 = 1e-4;

/// Safety factor below the tolerance, so that most steps are accepted.
const SAFETY: f64 = 0.9;
/// A step may be stretched by this factor to meet the end, which avoids a tiny last step.
const STRETCH: f64 = 1.01;
/// The step-size control of one method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Control {
    /// One over the order of the error estimate's leading term.
    pub(super) exponent: f64,
    /// Weight of the proportional part.
    beta: f64,
    /// Error over tolerance at which [`Self::elementary_factor`] reaches [`LARGEST_FACTOR`]: `(SAFETY / LARGEST_FACTOR)^order`.
    negligible_error: f64,
    /// The smallest fraction of the natural step whose error can be extrapolated to the natural step: that of shorter
    /// steps is dominated by rounding.
    shortest_telling_part: f64,
}

impl Control {
    /// Error estimate of order 6, with proportional-integral control.
    pub(super) const ORDER_6: Self =
        Self { exponent: 1.0 / 6.0, beta: 0.04, negligible_error: 5.31441e-7, shortest_telling_part: 0.08 };
    /// Error estimate of order 8.
    pub(super) const ORDER_8: Self =
        Self { exponent: 1.0 / 8.0, beta: 0.0, negligible_error: 4.3046721e-9, shortest_telling_part: 0.15 };
    /// Error estimate of order 5.
    pub(super) const ORDER_5: Self =
        Self { exponent: 1.0 / 5.0, beta: 0.0, negligible_error: 5.9049e-6, shortest_telling_part: 0.06 };

    /// Factor of the step size from the error over tolerance of a single step.
    pub(super) fn elementary_factor(&self, error: f64) -> f64 {
        // Fast path for short communication steps, without a power.
        if error <= self.negligible_error {
            return LARGEST_FACTOR;
        }
        rounded(SAFETY * error.powf(-self.exponent)).clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
    }

    /// Natural step size after an accepted step with the given error over tolerance; at most ten times the actual step.
    /// `natural` is the previous natural size, `previous_error` the error over tolerance of the last step of natural
    /// size.
    ///
    /// For a step that was shortened by a communication point, only its own error is used, without the proportional
    /// part, and none if it was too short.
    pub(super) fn next(
        &self,
        natural: f64,
        previous_error: &mut f64,
        attempt: &Attempt,
        error: f64,
        after_rejection: bool,
    ) -> f64 {
        let proposal = if !attempt.shortened {
            let factor = SAFETY * error.powf(0.75 * self.beta - self.exponent) * previous_error.powf(self.beta);
            let factor = rounded(factor).clamp(SMALLEST_FACTOR, LARGEST_FACTOR);
            *previous_error = error.max(SMALLEST_PREVIOUS_ERROR);
            attempt.step_size * factor
        } else if attempt.step_size >= self.shortest_telling_part * natural {
            let factor = self.elementary_factor(error);
            let proposal = attempt.step_size * factor;
            // The maximum factor is a lower bound: a larger natural step is kept.
            if factor < LARGEST_FACTOR { proposal } else { proposal.max(natural) }
        } else {
            natural
        };
        // A rejection is not followed by a larger step (Hairer, Norsett, Wanner, II.4).
        if after_rejection { proposal.min(natural) } else { proposal }
    }

    /// Reduces the step size after a rejected trial; returns an error if it becomes too small. `worst` is the state with the largest error
    /// over tolerance.
    pub(super) fn reduce<F>(
        &self,
        step_size: &mut f64,
        attempt: &Attempt,
        t_end: f64,
        rejection: Rejection<F>,
        worst: impl FnOnce() -> usize,
    ) -> Result<(), IntegrationError<F>> {
        let factor = match rejection {
            Rejection::Error(error) => self.elementary_factor(error),
            Rejection::Singular(_) | Rejection::Evaluation(_) => SMALLEST_FACTOR,
        };
        let time = attempt.start;
        *step_size = attempt.step_size * factor;
        if *step_size >= smallest_step_size(time, t_end) {
            return Ok(());
        }
        let (index, error) = match rejection {
            Rejection::Error(error) => (worst(), error),
            Rejection::Singular(index) => (index, f64::INFINITY),
            Rejection::Evaluation(failure) => return Err(failure),
        };
        Err(IntegrationError::StepSizeTooSmall { time, step_size: *step_size, index, error })
    }
}

/// Reasons to reject a trial step.
pub(super) enum Rejection<F> {
    /// Error over tolerance, above 1.
    Error(f64),
    /// The matrix of an implicit step is singular: number of the dependent column.
    Singular(usize),
    /// A stage could not be evaluated.
    Evaluation(IntegrationError<F>),
}

impl<F> From<IntegrationError<F>> for Rejection<F> {
    fn from(failure: IntegrationError<F>) -> Self {
        Self::Evaluation(failure)
    }
}

/// The first ten binary digits after the leading one, rounded down. `powf` is another one in each C library and in WebAssembly, and
/// an error estimate is mostly rounding where the steps are short: with such a factor the steps are the same nevertheless.
pub(super) fn rounded(factor: f64) -> f64 {
    f64::from_bits(factor.to_bits() & !((1 << 42) - 1))
}

/// The next step to try.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Attempt {
    /// Time at the start, s.
    pub start: f64,
    /// Time at the end, s; exactly the end of the integration for its last step.
    pub end: f64,
    /// `end - start`, s, including the rounding of the end, so that time and state agree.
    pub step_size: f64,
    /// True if the end of the integration made the step smaller than its natural size.
    pub shortened: bool,
}

impl Attempt {
    /// A step of size `natural` from `t`, limited by the end. The last two steps have equal size: this costs as many
    /// evaluations as a full step and a tiny one, and is more accurate.
    pub(super) fn new(t: f64, t_end: f64, natural: f64) -> Self {
        let remaining = t_end - t;
        if STRETCH * natural >= remaining {
            return Self { start: t, end: t_end, step_size: remaining, shortened: remaining < natural };
        }
        let shortened = 2.0 * natural > remaining;
        let end = t + if shortened { 0.5 * remaining } else { natural };
        Self { start: t, end, step_size: end - t, shortened }
    }
}

/// The smallest useful step size from `t`, s: a few units in the last place of `t`; near zero, a small fraction of the
/// distance to the end, or of a second.
pub(super) fn smallest_step_size(t: f64, t_end: f64) -> f64 {
    let least = (4.0 * f64::EPSILON * t.abs()).max(f64::EPSILON * f64::EPSILON * (t_end - t).min(1.0));
    least.max(f64::MIN_POSITIVE)
}
