//! When a simulation communicates.

use fmu_core::model_file::Experiment;

use super::description::ModelDescription;
use super::simulation::{SimulationError, SimulationOptions};

/// Times and tolerance of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub start: f64,
    pub stop: f64,
    pub step: f64,
    pub tolerance: Option<f64>,
}

impl Plan {
    pub(super) fn new(description: &ModelDescription, options: &SimulationOptions) -> Result<Self, SimulationError> {
        let default = &description.experiment;
        let experiment = Experiment {
            start_time: options.start_time.or(default.start_time),
            stop_time: options.stop_time.or(default.stop_time),
            step_size: options.step_size.or(default.step_size),
            tolerance: options.tolerance.or(default.tolerance),
            max_evaluations: None,
        };
        check(&experiment).map_err(SimulationError::Times)?;
        let (start, stop, step) = (experiment.start(), experiment.stop(), experiment.step());
        Ok(Self { start, stop, step, tolerance: experiment.tolerance })
    }

    /// Number of steps; one that would be shorter than rounding errors is left out.
    pub(super) fn steps(&self) -> u64 {
        // At most Experiment::MOST_STEPS, checked above.
        ((self.stop - self.start) / self.step - 1e-9).ceil().max(1.0) as u64
    }

    /// Communication points, start and stop included.
    pub(super) fn times(self) -> impl Iterator<Item = f64> {
        let steps = self.steps();
        (0..=steps).map(move |index| if index == steps { self.stop } else { self.start + self.step * index as f64 })
    }
}

/// Whether times and tolerance make sense.
fn check(experiment: &Experiment) -> Result<(), String> {
    for (name, time) in [("start", experiment.start()), ("stop", experiment.stop())] {
        if !time.is_finite() {
            return Err(format!("the {name} time is {time}; a finite number of seconds is expected"));
        }
    }
    let not_positive = |value: &f64| !(value.is_finite() && *value > 0.0);
    if let Some(step) = experiment.step_size.filter(not_positive) {
        return Err(format!("the step size is {step}; a positive number of seconds is expected"));
    }
    if let Some(tolerance) = experiment.tolerance.filter(not_positive) {
        return Err(format!("the tolerance is {tolerance}; a positive number is expected"));
    }
    experiment.fault().map_or(Ok(()), |fault| Err(format!("{fault}; {}", fault.help())))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    fn times(start: f64, stop: f64, step: f64) -> Vec<f64> {
        Plan { start, stop, step, tolerance: None }.times().collect()
    }

    #[test]
    fn the_last_step_ends_at_the_stop_time() {
        assert_eq!(times(0.0, 1.0, 0.5), [0.0, 0.5, 1.0]);
        assert_eq!(times(0.0, 1.0, 0.4), [0.0, 0.4, 0.8, 1.0]);
        assert_eq!(times(1.0, 2.0, 5.0), [1.0, 2.0]);
        let tenths = times(0.0, 0.3, 0.1);
        assert_eq!((tenths.len(), tenths[3]), (4, 0.3));
    }

    #[test]
    fn times_that_make_no_sense_are_refused() {
        let check = |start, stop, step, tolerance| {
            let (start_time, stop_time, step_size) = (Some(start), Some(stop), Some(step));
            check(&Experiment { start_time, stop_time, step_size, tolerance, max_evaluations: None })
        };
        assert!(check(0.0, 1.0, 0.1, Some(1e-6)).is_ok());
        for (start, stop, step, tolerance) in [
            (f64::NAN, 1.0, 0.1, None),
            (0.0, 0.0, 0.1, None),
            (0.0, f64::INFINITY, 0.1, None),
            (0.0, 1.0, 0.0, None),
            (0.0, 1.0, -0.1, None),
            (0.0, 1.0, 1e-12, None),
            (0.0, 1.0, 0.1, Some(0.0)),
        ] {
            assert!(check(start, stop, step, tolerance).is_err(), "{start} {stop} {step} {tolerance:?}");
        }
    }
}
