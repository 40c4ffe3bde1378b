//! Steps that end on the events that are found inside of them.

use super::{IntegrationError, OrdinaryDifferentialEquations, Reach, Solution, Step};
use crate::solver::Budget;

/// Largest number of repetitions of a step; then the event stays at the place last found.
const REPETITIONS: u32 = 20;
/// Part of a step at its ends in which an event stays where it was found.
const NEAR_AN_END: f64 = 0.01;

impl Solution {
    /// Makes a step from the front, and looks for events in it. A step that goes past an event is made again up to there: beyond it the
    /// equations of the present mode need not be smooth (a spring with an exponent, past the end of its contact), and the error estimate, which
    /// is of the end of the step, says nothing of the interpolated state at the event.
    pub(super) fn make_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        reach: Reach,
        budget: &mut Budget,
    ) -> Result<(), IntegrationError<S::Error>> {
        let mut before = self.statistics;
        self.try_step(system, reader, reach, budget)?;
        for _ in 0..REPETITIONS {
            let Some(end) = self.event_inside() else { break };
            before.withdraw(&mut self.statistics);
            self.back_to_origin()?;
            self.begin(system)?;
            before = self.statistics;
            self.try_step(system, reader, Reach { end, is_change: false }, budget)?;
        }
        Ok(())
    }

    /// Time of the event in the running step, s, if there is one away from the ends of the step.
    fn event_inside(&self) -> Option<f64> {
        let Step::Running(Some(event)) = self.step else { return None };
        let size = self.front.time - self.origin.time;
        let near = NEAR_AN_END * size;
        let is_inside = event.time - self.origin.time > near && self.front.time - event.time > near;
        (is_inside && self.fixed_step.is_none()).then_some(event.time)
    }
}
