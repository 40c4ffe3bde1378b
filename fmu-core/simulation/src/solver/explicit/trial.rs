//! Trial steps and their acceptance.

use super::super::controller::{Attempt, Rejection};
use super::super::{OrdinaryDifferentialEquations, Statistics, evaluate};
use super::ExplicitRungeKutta;

impl ExplicitRungeKutta {
    /// Tries a step; on success the projected state is in `end`, and the error over tolerance is returned.
    pub(super) fn trial<S: OrdinaryDifferentialEquations>(
        &mut self,
        system: &mut S,
        attempt: &Attempt,
        x: &[f64],
        statistics: &mut Statistics,
    ) -> Result<f64, Rejection<S::Error>> {
        let Self { tolerance, memory, kernel, end, .. } = self;
        kernel.stages[0].copy_from_slice(&memory.derivative);
        kernel.step(system, attempt, x, end, statistics)?;
        let error = kernel.error_norm(system, tolerance, x, end);
        if error > 1.0 {
            return Err(Rejection::Error(error));
        }
        let moved = &mut kernel.stage_state;
        moved.copy_from_slice(end);
        if system.project(attempt.end, end) {
            moved.iter_mut().zip(end.iter()).for_each(|(moved, end)| *moved -= end);
            if tolerance.norm(moved, x, end) > 1.0 {
                let stage = kernel.end_stage();
                evaluate(system, attempt.end, end, &mut kernel.stages[stage], statistics)?;
            }
        }
        Ok(error)
    }

    /// Makes the end of the step the current point.
    pub(super) fn commit(&mut self, attempt: &Attempt, t: &mut f64, x: &mut [f64]) {
        self.start.copy_from_slice(x);
        x.copy_from_slice(&self.end);
        *t = attempt.end;
        self.memory.derivative.copy_from_slice(&self.kernel.stages[self.kernel.end_stage()]);
        self.last = Some(*attempt);
        self.is_extended = false;
    }
}
