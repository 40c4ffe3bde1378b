//! Options of a run, and when it communicates.

use compiler::model_file::Experiment;

use crate::inputs::Inputs;
use crate::settings::Setting;

/// Options of a run. The default experiment replaces options that are not given.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Start time, s; that of the default experiment, or 0.
    pub start_time: Option<f64>,
    /// Stop time, s; that of the default experiment, or 1 s after the start.
    pub stop_time: Option<f64>,
    /// Communication step size, s; that of the default experiment, or a 500th of the duration.
    pub step_size: Option<f64>,
    /// Relative tolerance; that of the default experiment, or the solver's own.
    pub tolerance: Option<f64>,
    /// Values of parameters, start values and inputs.
    pub settings: Vec<Setting>,
    /// Inputs over time; the others keep their start values.
    pub inputs: Option<Inputs>,
}

impl RunOptions {
    /// Times and tolerance of the run of a model with this default experiment, or what is wrong with them.
    pub(crate) fn plan(&self, default: &Experiment) -> Result<Plan, String> {
        Plan::new(&Experiment {
            start_time: self.start_time.or(default.start_time),
            stop_time: self.stop_time.or(default.stop_time),
            step_size: self.step_size.or(default.step_size),
            tolerance: self.tolerance.or(default.tolerance),
            ..Experiment::default()
        })
    }
}

/// Times and tolerance of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// Start time, s.
    pub start: f64,
    /// Stop time, s.
    pub stop: f64,
    /// Time between two communication points, s.
    pub step: f64,
    /// Relative tolerance.
    pub tolerance: Option<f64>,
}

impl Plan {
    /// The plan that an experiment is, or what is wrong with its times.
    pub(crate) fn new(experiment: &Experiment) -> Result<Self, String> {
        check(experiment)?;
        let (start, stop, step) = (experiment.start(), experiment.stop(), experiment.step());
        Ok(Self { start, stop, step, tolerance: experiment.tolerance })
    }

    /// The experiment of an instance.
    pub(crate) fn experiment(self) -> fmu_core::instance::Experiment {
        let Self { start, stop, tolerance, .. } = self;
        fmu_core::instance::Experiment { start_time: start, stop_time: Some(stop), tolerance }
    }

    /// With at most `steps` steps, each a multiple of the present ones, so that the points are among those of the whole run.
    pub(crate) fn with_at_most(self, steps: f64) -> Self {
        let multiple = ((self.stop - self.start) / self.step / steps).ceil().max(1.0);
        Self { step: self.step * multiple, ..self }
    }

    /// Number of steps; one that would be shorter than rounding errors is left out.
    pub(crate) fn steps(&self) -> u64 {
        // At most Experiment::MOST_STEPS, checked above.
        ((self.stop - self.start) / self.step - 1e-9).ceil().max(1.0) as u64
    }

    /// Communication points, start and stop included.
    pub(crate) fn times(self) -> impl Iterator<Item = f64> {
        let steps = self.steps();
        (0..=steps).map(move |index| if index == steps { self.stop } else { self.start + self.step * index as f64 })
    }
}

/// Checks that times and tolerance are valid.
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
    fn larger_steps_end_on_points_of_the_run() {
        for (stop, step, most, expected) in
            [(1.0, 0.25, 1000.0, 5), (1.0, 0.4, 1000.0, 4), (1.0, 2e-3, 1000.0, 501), (3.0, 1e-3, 1000.0, 1001)]
        {
            let plan = Plan { start: 0.0, stop, step, tolerance: None }.with_at_most(most);
            let times: Vec<f64> = plan.times().collect();
            assert_eq!((times.len(), times[0], times[times.len() - 1]), (expected, 0.0, stop));
            assert!(times.is_sorted_by(|a, b| a < b));
        }
    }

    #[test]
    fn times_that_make_no_sense_are_refused() {
        let check = |start, stop, step, tolerance| {
            let (start_time, stop_time, step_size) = (Some(start), Some(stop), Some(step));
            check(&Experiment { start_time, stop_time, step_size, tolerance, ..Experiment::default() })
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
