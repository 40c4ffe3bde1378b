//! Steps that end at the events found inside them.

use super::{Integrated, OrdinaryDifferentialEquations, Reach, Solution, Step};
use crate::solver::Budget;

/// Maximum number of repetitions of a step; then the last located event is used.
const REPETITIONS: u32 = 20;
/// Fraction of a step at each end in which an event is accepted as located.
const NEAR_AN_END: f64 = 0.01;

impl Solution {
    /// Makes a step from the front, and searches for events in it. A step beyond an event is repeated up to the event:
    /// beyond it the equations of the present mode need not be smooth (for example a contact spring with an exponent
    /// beyond separation), and the error estimate is valid for the end of the step only, not for the interpolated state
    /// at the event.
    pub(super) fn make_step<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        reader: f64,
        reach: Reach,
        budget: &mut Budget,
    ) -> Integrated<S> {
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

    /// Time of the event in the running step, s, if it is not near the ends of the step.
    fn event_inside(&self) -> Option<f64> {
        let Step::Running(Some(event)) = self.step else { return None };
        let size = self.front.time - self.origin.time;
        let near = NEAR_AN_END * size;
        let is_inside = event.time - self.origin.time > near && self.front.time - event.time > near;
        (is_inside && self.fixed_step.is_none()).then_some(event.time)
    }
}
