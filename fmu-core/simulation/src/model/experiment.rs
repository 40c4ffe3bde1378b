//! The default experiment of a model, and its checks.

use crate::solver::Method;
use binary::Binary;

/// The default experiment: `[experiment]` of a model file.
#[derive(Clone, Debug, PartialEq, Default, Binary)]
pub struct Experiment {
    /// Start time, s.
    pub start_time: Option<f64>,
    /// Stop time, s.
    pub stop_time: Option<f64>,
    /// Relative tolerance of the solver.
    pub tolerance: Option<f64>,
    /// Communication step, s.
    pub step_size: Option<f64>,
    /// Maximum number of evaluations of the equations in one communication step.
    pub max_evaluations: Option<u64>,
    /// Integration method of the solver.
    pub method: Option<Method>,
    /// Number of equal steps in a communication step of `step_size`, for [`Method::Fixed`].
    pub substeps: Option<u64>,
    /// Continuous states of model exchange.
    #[binary(skip)]
    pub states: Option<StateSet>,
    /// Version of FMI of the FMU that is built; the runtime serves both.
    #[binary(skip)]
    pub fmi: Option<u64>,
}

/// Continuous states of model exchange.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StateSet {
    /// All coordinates and speeds of the spanning tree.
    #[default]
    All,
    /// Independent ones.
    Minimal,
}

impl StateSet {
    /// The sets with their names in a model file.
    pub const ALL: [(&str, Self); 2] = [("all", Self::All), ("minimal", Self::Minimal)];
    /// The names, for messages.
    pub const EXPECTED: &str = "\"all\" or \"minimal\"";

    /// The set with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, set)| *set)
    }

    /// Its name in a model file.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// Times that cannot be simulated.
#[allow(missing_docs, reason = "the messages describe variants and fields")]
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ExperimentFault {
    #[error("the stop time {stop:?} s is not after the start time {start:?} s")]
    StopNotAfterStart { start: f64, stop: f64 },
    #[error("the time from {start:?} s to {stop:?} s is too long for a floating-point number")]
    TooLong { start: f64, stop: f64 },
    #[error("{steps:.1e} steps of {step:?} s are too many: expected at most {:e}", Experiment::MOST_STEPS)]
    TooManySteps { steps: f64, step: f64 },
    #[error("the method \"fixed\" needs `step_size`, the communication step, which it divides")]
    FixedWithoutStep,
    #[error("`substeps` is a setting of the method \"fixed\"")]
    SubstepsWithoutFixed,
    #[error("a step of {step:?} s is too small for times between {start:?} s and {stop:?} s: it does not change them")]
    StepTooSmall { step: f64, start: f64, stop: f64 },
}

impl ExperimentFault {
    /// A suggestion for the user.
    pub fn help(&self) -> &'static str {
        match self {
            Self::StopNotAfterStart { .. } => "choose a later stop time",
            Self::TooLong { .. } => "choose an earlier stop time",
            Self::TooManySteps { .. } => "choose a larger step size or an earlier stop time",
            Self::FixedWithoutStep => "set `step_size` to the step with which the host calls the FMU",
            Self::SubstepsWithoutFixed => "set `method = \"fixed\"`, or leave `substeps` out",
            Self::StepTooSmall { .. } => {
                "choose a larger step size, or a start time nearer to zero and a longer duration"
            }
        }
    }
}

impl Experiment {
    /// Default duration, s.
    pub const DURATION: f64 = 1.0;
    /// Default number of communication steps.
    pub const STEPS: f64 = 500.0;
    /// Maximum number of communication steps: more indicate a wrong step size.
    pub const MOST_STEPS: f64 = 1e9;

    /// Start time, s; 0 by default.
    pub fn start(&self) -> f64 {
        self.start_time.unwrap_or(0.0)
    }

    /// Stop time, s; by default [`Self::DURATION`] after the start.
    pub fn stop(&self) -> f64 {
        self.stop_time.unwrap_or(self.start() + Self::DURATION)
    }

    /// Communication step, s; by default the duration divided by [`Self::STEPS`].
    pub fn step(&self) -> f64 {
        self.step_size.unwrap_or((self.stop() - self.start()) / Self::STEPS)
    }

    /// The longest step of [`Method::Fixed`], s; none for other methods.
    pub fn fixed_step(&self) -> Option<f64> {
        let is_fixed = self.method == Some(Method::Fixed);
        is_fixed.then(|| self.step() / self.substeps.unwrap_or(1) as f64)
    }

    /// Checks a run with these times, which are finite, and this step, which is not negative.
    pub fn fault(&self) -> Option<ExperimentFault> {
        let (start, stop, step) = (self.start(), self.stop(), self.step());
        let duration = stop - start;
        let steps = duration / step;
        if self.substeps.is_some() && self.method != Some(Method::Fixed) {
            Some(ExperimentFault::SubstepsWithoutFixed)
        } else if self.step_size.is_none() && self.method == Some(Method::Fixed) {
            Some(ExperimentFault::FixedWithoutStep)
        } else if stop <= start {
            Some(ExperimentFault::StopNotAfterStart { start, stop })
        } else if !duration.is_finite() {
            Some(ExperimentFault::TooLong { start, stop })
        } else if start + step == start || stop - step == stop {
            Some(ExperimentFault::StepTooSmall { step, start, stop })
        } else if steps > Self::MOST_STEPS {
            Some(ExperimentFault::TooManySteps { steps, step })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(start: f64, stop: f64, step: Option<f64>) -> Option<ExperimentFault> {
        Experiment { start_time: Some(start), stop_time: Some(stop), step_size: step, ..Experiment::default() }.fault()
    }

    #[test]
    fn times_that_can_be_simulated() {
        for (start, stop, step) in [
            (0.0, 1.0, None),
            (-1.0, 0.0, Some(0.25)),
            (0.0, 1.0, Some(1e-9)),
            (0.0, 1.0, Some(5.0)),
            (0.0, 1e-300, None),
            (0.0, 1e308, Some(1e300)),
            (1e9, 1e9 + 1.0, Some(1e-3)),
        ] {
            assert_eq!(fault(start, stop, step), None, "{start} {stop} {step:?}");
        }
    }

    #[test]
    fn times_that_cannot() {
        use ExperimentFault::{StepTooSmall, StopNotAfterStart, TooLong, TooManySteps};
        assert!(matches!(fault(1.0, 1.0, None), Some(StopNotAfterStart { .. })));
        assert!(matches!(fault(-1e308, 1e308, None), Some(TooLong { .. })));
        assert!(matches!(fault(0.0, 1e308, Some(1e-308)), Some(StepTooSmall { .. })));
        assert!(matches!(fault(0.0, 5e-324, None), Some(StepTooSmall { .. })));
        assert!(matches!(fault(1e16, 1e16 + 1000.0, Some(0.5)), Some(StepTooSmall { .. })));
        assert!(matches!(fault(0.0, 1.0, Some(1e-10)), Some(TooManySteps { .. })));
        // The default stop time is checked, too.
        let late = Experiment { start_time: Some(1e300), ..Experiment::default() };
        assert!(matches!(late.fault(), Some(StopNotAfterStart { .. })));
    }
}
