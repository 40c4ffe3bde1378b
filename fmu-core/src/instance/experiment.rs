//! Start time, stop time and tolerance of a run.

use super::InstanceError;
use simulation::solver::Tolerance;

/// Relative tolerance when neither the host nor the model says one.
pub const DEFAULT_TOLERANCE: f64 = 1e-6;

/// Settings of the host before initialization (fmi2SetupExperiment).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Experiment {
    /// Relative tolerance; the model's own when none.
    pub tolerance: Option<f64>,
    /// Start time, s.
    pub start_time: f64,
    /// Stop time, s; a step past it is an error.
    pub stop_time: Option<f64>,
}

impl Experiment {
    /// Refuses numbers that make no experiment.
    pub(super) fn check(&self) -> Result<(), InstanceError> {
        let refuse = |quantity, value, expected| Err(InstanceError::Experiment { quantity, value, expected });
        if !self.start_time.is_finite() {
            return refuse("startTime", self.start_time, "a finite time is expected");
        }
        if let Some(stop) = self.stop_time
            && !(stop.is_finite() && stop >= self.start_time)
        {
            return refuse("stopTime", stop, "a finite time not before the start time is expected");
        }
        match self.tolerance {
            Some(tolerance) if !(tolerance.is_finite() && tolerance > 0.0) => {
                refuse("tolerance", tolerance, "a positive number is expected; leave it undefined for the model's own")
            }
            _ => Ok(()),
        }
    }
}

/// Tolerances coarser than this are no error control any more.
const COARSEST: f64 = 1e-2;
/// Part of the tolerance that a step may use up. Where a host reads is in the middle of a step, and its result is that of many steps; so what
/// it sees keeps to the tolerance, as experience has it.
const PART_OF_A_STEP: f64 = 0.1;

/// The solver's tolerances for the relative tolerance of an experiment (FMI 2.0.5, 2.1.6): the relative one as it is, within what is
/// still an error control, and the absolute one as [`Tolerance::from_relative`] has it, both for a step's part.
pub(super) fn step_tolerance(tolerance: f64) -> Tolerance {
    Tolerance::from_relative(PART_OF_A_STEP * tolerance.min(COARSEST))
}
