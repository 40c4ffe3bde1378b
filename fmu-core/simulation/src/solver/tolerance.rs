//! Tolerance of the local error.

/// Bounds of the local error: `|error| <= relative |x| + absolute` in every component of every step.
///
/// The norm for step-size control is the largest of these ratios, not their root mean square: a mechanism with a
/// thousand bodies at rest then integrates its one moving body as accurately as a single body. It is at least as strict
/// as the root mean square and needs no square root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Part in proportion to the magnitude of the component, dimensionless; values below [`Self::SMALLEST_RELATIVE`]
    /// are raised to it.
    pub relative: f64,
    /// Part independent of the component, in its unit; should be positive, since a component may pass through zero.
    pub absolute: f64,
}

impl Tolerance {
    /// The smallest relative tolerance that an integrator can meet with rounding errors: a hundred times the machine
    /// precision.
    pub const SMALLEST_RELATIVE: f64 = 100.0 * f64::EPSILON;

    /// The tolerance for FMI's single relative tolerance, for states with nominal value 1: the absolute part is a
    /// hundredth of the relative one times the nominal value (FMI 2.0.5, section 3.2.2,
    /// `fmi2GetNominalsOfContinuousStates`).
    pub fn from_relative(relative: f64) -> Self {
        Self { relative, absolute: 0.01 * relative }
    }

    /// The tolerance with valid values for step-size control: no NaN, no negative or vanishing part.
    pub(super) fn usable(self) -> Self {
        Self { relative: self.relative.max(Self::SMALLEST_RELATIVE), absolute: self.absolute.max(f64::MIN_POSITIVE) }
    }

    /// The largest ratio of `|error|` to its bound; the magnitude of a component is the larger one of both ends of the
    /// step. Infinite if a ratio is not finite. The slices have equal lengths.
    pub(super) fn norm(&self, error: &[f64], start: &[f64], end: &[f64]) -> f64 {
        let mut largest = 0.0;
        let mut finite = true;
        for ((&error, &start), &end) in error.iter().zip(start).zip(end) {
            let ratio = self.ratio(error, start.abs().max(end.abs()));
            finite &= ratio.is_finite();
            largest = if ratio > largest { ratio } else { largest };
        }
        if finite { largest } else { f64::INFINITY }
    }

    /// The component with the largest ratio of [`Self::norm`]; the first one that is not finite, if any.
    pub(super) fn worst(&self, error: &[f64], start: &[f64], end: &[f64]) -> usize {
        let mut worst = (0, 0.0);
        for (index, ((&error, &start), &end)) in error.iter().zip(start).zip(end).enumerate() {
            let ratio = self.ratio(error, start.abs().max(end.abs()));
            if !ratio.is_finite() {
                return index;
            }
            if ratio > worst.1 {
                worst = (index, ratio);
            }
        }
        worst.0
    }

    /// Error over its bound for a component of the given magnitude.
    fn ratio(&self, error: f64, magnitude: f64) -> f64 {
        error.abs() / (self.relative * magnitude + self.absolute)
    }
}
