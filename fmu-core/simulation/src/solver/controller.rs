//! Step-size control.
//!
//! Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, II.4 (elementary control, safety factors), and Hairer, Wanner:
//! Solving Ordinary Differential Equations II, IV.2 (proportional-integral control, which keeps the step size from oscillating where
//! stability rather than accuracy limits it).

/// Largest growth of the step size from one step to the next.
const LARGEST_FACTOR: f64 = 10.0;
/// Largest reduction of the step size from one step to the next; also the reduction after a trial without an error estimate.
pub(super) const SMALLEST_FACTOR: f64 = 0.2;
/// The smallest error over tolerance that counts as history; one lucky step should not shape the next ones.
pub(super) const SMALLEST_PREVIOUS_ERROR: f64 = 1e-4;

/// Aim below the tolerance, so that most steps are accepted.
const SAFETY: f64 = 0.9;
/// A step may be stretched by this much to meet the end, instead of leaving a sliver.
const STRETCH: f64 = 1.01;
/// The step-size control of one method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Control {
    /// One over the order of the error estimate's leading term.
    exponent: f64,
    /// Weight of the proportional part.
    beta: f64,
    /// Error over tolerance at which [`Self::elementary_factor`] reaches [`LARGEST_FACTOR`]: `(SAFETY / LARGEST_FACTOR)^order`.
    negligible_error: f64,
    /// The shortest part of the natural step whose error still says something about the natural step: below, the error estimate, which
    /// falls with its order, drowns in rounding.
    shortest_telling_part: f64,
}

impl Control {
    /// For an error estimate of order 6, with proportional-integral control.
    pub(super) const ORDER_6: Self =
        Self { exponent: 1.0 / 6.0, beta: 0.04, negligible_error: 5.31441e-7, shortest_telling_part: 0.08 };
    /// For an error estimate of order 8.
    pub(super) const ORDER_8: Self =
        Self { exponent: 1.0 / 8.0, beta: 0.0, negligible_error: 4.3046721e-9, shortest_telling_part: 0.15 };
    /// For an error estimate of order 5.
    pub(super) const ORDER_5: Self =
        Self { exponent: 1.0 / 5.0, beta: 0.0, negligible_error: 5.9049e-6, shortest_telling_part: 0.06 };

    /// Order of the error estimate's leading term.
    #[cfg(test)]
    pub(super) fn order(&self) -> f64 {
        1.0 / self.exponent
    }

    /// Factor of the step size from the error over tolerance of one step alone.
    pub(super) fn elementary_factor(&self, error: f64) -> f64 {
        // The common case of short communication steps, without a power.
        if error <= self.negligible_error {
            return LARGEST_FACTOR;
        }
        (SAFETY * error.powf(-self.exponent)).clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
    }

    /// Factor of the step size after an accepted step, from its error over tolerance and that of the one before.
    fn acceptance_factor(&self, error: f64, previous_error: f64) -> f64 {
        let factor = SAFETY * error.powf(0.75 * self.beta - self.exponent) * previous_error.powf(self.beta);
        factor.clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
    }

    /// Natural step size after an accepted step with the given error over tolerance; it never exceeds ten times a step really made.
    /// `natural` is what it was before, `previous_error` the error over tolerance of the last step of natural size.
    ///
    /// A step that a communication point cut short speaks for itself only: no proportional part, and nothing at all when it was
    /// too short to tell.
    pub(super) fn next(
        &self,
        natural: f64,
        previous_error: &mut f64,
        attempt: &Attempt,
        error: f64,
        after_rejection: bool,
    ) -> f64 {
        let proposal = if !attempt.shortened {
            let factor = self.acceptance_factor(error, *previous_error);
            *previous_error = error.max(SMALLEST_PREVIOUS_ERROR);
            attempt.step_size * factor
        } else if attempt.step_size >= self.shortest_telling_part * natural {
            let factor = self.elementary_factor(error);
            let proposal = attempt.step_size * factor;
            // The largest factor means "at least": no reason to give up a larger step size.
            if factor < LARGEST_FACTOR { proposal } else { proposal.max(natural) }
        } else {
            natural
        };
        // A step right after a rejection is not followed by a larger one (Hairer, Norsett, Wanner, II.4).
        if after_rejection { proposal.min(natural) } else { proposal }
    }
}

/// The step to try next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Attempt {
    /// Time at the start, s.
    pub start: f64,
    /// Time at the end, s; exactly the end of the integration for its last step.
    pub end: f64,
    /// `end - start`, s; rounding of the end included, so that time and state stay together.
    pub step_size: f64,
    /// True if the end of the integration made the step smaller than its natural size.
    pub shortened: bool,
}

impl Attempt {
    /// A step of size `natural` from `t`, or what the end allows. The last two steps share what is left evenly, which costs as many
    /// evaluations as a full step and a sliver, and is more accurate.
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

/// The smallest step size from `t` that makes sense, s: a few units in the last place of `t`, and near zero a part of the way to the
/// end, or of a second, that no problem of practical scale needs.
pub(super) fn smallest_step_size(t: f64, t_end: f64) -> f64 {
    let least = (4.0 * f64::EPSILON * t.abs()).max(f64::EPSILON * f64::EPSILON * (t_end - t).min(1.0));
    least.max(f64::MIN_POSITIVE)
}
