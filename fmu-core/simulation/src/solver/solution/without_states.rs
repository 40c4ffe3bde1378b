//! Solutions of systems without states.

use super::Solution;
use crate::solver::{Budget, IntegrationError, OrdinaryDifferentialEquations, Piece, StateEvent};

/// Number of pieces in which events are searched for.
const PIECES: u32 = 16;

impl Solution {
    /// The first state event of a system without states, whose indicators depend on time.
    pub(super) fn pass_time<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: &mut f64,
        t_end: f64,
        budget: &mut Budget,
    ) -> Result<Option<StateEvent>, IntegrationError<S::Error>> {
        let start = *t;
        let event = self.search_times(system, start, t_end);
        let event = event.map_err(|source| IntegrationError::Derivatives { time: start, source })?;
        *t = event.map_or(t_end, |event| event.time);
        system.accepted(*t, &[]);
        budget.step(*t, self.watch.take_evaluations())?;
        Ok(event)
    }

    fn search_times<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        t: f64,
        t_end: f64,
    ) -> Result<Option<StateEvent>, S::Error> {
        if self.watch.is_empty() {
            return Ok(None);
        }
        if let Some(event) = self.watch.begin(system, t, &[])? {
            return Ok(Some(event));
        }
        let point = |k: u32| if k == PIECES { t_end } else { t + (t_end - t) * f64::from(k) / f64::from(PIECES) };
        for k in 0..PIECES {
            let piece = Piece { interval: [point(k), point(k + 1)], end: &[], interpolate: &|_, _| {} };
            if let Some(event) = self.watch.search(system, &piece)? {
                return Ok(Some(event));
            }
        }
        Ok(None)
    }
}
