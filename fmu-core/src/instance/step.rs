//! Communication steps.

use super::calls::Function;
use super::communication::{self, CommunicationStep};
use super::{Instance, InstanceError, Mode};
use crate::solver::Budget;

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Time reached, s.
    pub time: f64,
    /// Number of time events on the way.
    pub time_events: usize,
}

impl Instance {
    /// Advances from the communication point `point` by `step`, both in s (fmi2DoStep).
    ///
    /// The step ends at `point + step` even where the host's time differs from ours by rounding. An event at its end belongs to it:
    /// values are right limits. A refused step changes nothing; a failed one leaves the instance at the last successful time, in the
    /// state step failed. One that would cost more evaluations than it may is given up early ([`Budget`]).
    ///
    /// # Errors
    /// A step that is refused, or that fails ([`InstanceError::StepFailed`]).
    pub fn do_step(&mut self, point: f64, step: f64) -> Result<StepReport, InstanceError> {
        self.require(Function::DoStep)?;
        let stop = self.experiment.and_then(|e| e.stop_time);
        let plan = communication::plan(self.time, point, step, stop)?;
        self.plant.begin_inputs(self.time);
        (0..self.next_input_rates.len()).for_each(|input| self.apply_input_rates(input));
        let result = self.run(&plan);
        self.plant.advance_inputs(self.time);
        self.next_input_rates.fill([0.0; 2]);
        if result.is_err() {
            self.mode = Mode::StepFailed;
        }
        let failed = |cause| InstanceError::StepFailed { time: self.time, end: plan.end, cause };
        result.map(|time_events| StepReport { time: self.time, time_events }).map_err(failed)
    }

    /// Integrates to the end of a step, from event to event; the number of time events.
    fn run(&mut self, plan: &CommunicationStep) -> Result<usize, String> {
        self.settle().map_err(|error| error.to_string())?;
        if std::mem::take(&mut self.changes.jump) {
            // A jump moves joints that follow a signal, and what constraints tie to them.
            self.plant.project(self.time, &mut self.state);
            self.integrator.discontinuity();
        }
        let mut budget = Budget::new(self.maximum_evaluations, self.time, plan.end);
        let mut events = 0;
        while let Some(event) = self.next_event(plan.last_event) {
            self.advance(event, plan.rounding, &mut budget)?;
            self.plant.update_events(self.time, &self.state).map_err(|error| error.to_string())?;
            self.plant.project(self.time, &mut self.state);
            self.integrator.discontinuity();
            events += 1;
            self.events += 1;
            budget.event(self.time).map_err(|error| error.to_string())?;
        }
        self.advance(plan.end, plan.rounding, &mut budget)?;
        Ok(events)
    }

    /// The next time event, if it is not after `last`. Only events ahead count, so that a step always ends.
    fn next_event(&self, last: f64) -> Option<f64> {
        self.plant.next_time_event(self.time).filter(|&event| event > self.time && event <= last)
    }

    /// Integrates to `end`; a distance within `rounding` is skipped, a point already passed is left alone.
    fn advance(&mut self, end: f64, rounding: f64, budget: &mut Budget) -> Result<(), String> {
        if end - self.time > rounding {
            let (plant, warnings) = (self.plant.as_mut(), &mut self.warnings);
            return self.integrator.advance(plant, &mut self.time, &mut self.state, end, warnings, budget);
        }
        self.time = self.time.max(end);
        Ok(())
    }
}
