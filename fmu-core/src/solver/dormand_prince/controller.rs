//! Step-size control.
//!
//! Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I, II.4 (elementary control, safety factors), and Hairer, Wanner:
//! Solving Ordinary Differential Equations II, IV.2 (proportional-integral control, which keeps the step size from oscillating where
//! stability rather than accuracy limits it).

/// Largest growth of the step size from one step to the next.
pub(super) const LARGEST_FACTOR: f64 = 10.0;
/// Largest reduction of the step size from one step to the next; also the reduction after a trial without an error estimate.
pub(super) const SMALLEST_FACTOR: f64 = 0.2;
/// The smallest error over tolerance that counts as history; one lucky step should not shape the next ones.
pub(super) const SMALLEST_PREVIOUS_ERROR: f64 = 1e-4;

/// Aim below the tolerance, so that most steps are accepted.
const SAFETY: f64 = 0.9;
/// One over the order of the error estimate's leading term.
const EXPONENT: f64 = 1.0 / 5.0;
/// Weight of the proportional part.
const BETA: f64 = 0.04;
/// Error over tolerance at which [`elementary_factor`] reaches [`LARGEST_FACTOR`]: `(SAFETY / LARGEST_FACTOR)^5`.
const NEGLIGIBLE_ERROR: f64 = 5.9049e-6;
/// A step may be stretched by this much to meet the end, instead of leaving a sliver.
const STRETCH: f64 = 1.01;

/// Factor of the step size from the error over tolerance of one step alone.
pub(super) fn elementary_factor(error: f64) -> f64 {
    // The common case of short communication steps, without a power.
    if error <= NEGLIGIBLE_ERROR {
        return LARGEST_FACTOR;
    }
    (SAFETY * error.powf(-EXPONENT)).clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
}

/// Factor of the step size after an accepted step, from its error over tolerance and that of the one before.
pub(super) fn acceptance_factor(error: f64, previous_error: f64) -> f64 {
    let factor = SAFETY * error.powf(0.75 * BETA - EXPONENT) * previous_error.powf(BETA);
    factor.clamp(SMALLEST_FACTOR, LARGEST_FACTOR)
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
    /// Whether the end of the integration made the step smaller than its natural size.
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
/// end that no problem of practical scale needs.
pub(super) fn smallest_step_size(t: f64, t_end: f64) -> f64 {
    (4.0 * f64::EPSILON * t.abs()).max(f64::EPSILON * f64::EPSILON * (t_end - t))
}
