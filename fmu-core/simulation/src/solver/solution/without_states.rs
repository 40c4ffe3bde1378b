//! Solutions of systems without states.

use super::Solution;
use crate::solver::{Budget, Integrated, IntegrationError, OrdinaryDifferentialEquations, Piece, StateEvent};

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
    ) -> Integrated<S, Option<StateEvent>> {
        loop {
            let start = *t;
            let end = t_end.min(start + system.longest_step());
            let failed = |source| IntegrationError::Derivatives { time: start, source };
            let event = self.search_times(system, start, end).map_err(failed)?;
            *t = event.map_or(end, |event| event.time);
            let past = Piece { interval: [start, *t], end: &[], interpolate: &|_, _| {} };
            system.remember(&past, &self.method.explicit.tolerance()).map_err(failed)?;
            system.accepted(*t, &[]);
            budget.step(*t, u64::from(system.remembers()) + std::mem::take(&mut self.watch.evaluations))?;
            if event.is_some() || end >= t_end {
                return Ok(event);
            }
        }
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
