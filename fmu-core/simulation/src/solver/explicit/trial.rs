//! Trial steps, their acceptance and rejection.

use super::super::controller::{Attempt, SMALLEST_FACTOR, smallest_step_size};
use super::super::evaluation::{EvaluationFailure, evaluate};
use super::super::{IntegrationError, OrdinaryDifferentialEquations, Statistics};
use super::ExplicitRungeKutta;

/// Reasons to reject a trial step.
pub(super) enum Rejection<F> {
    /// Error over tolerance, above 1.
    Error(f64),
    /// A stage could not be evaluated.
    Evaluation(EvaluationFailure<F>),
}

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

    /// Reduces the step size after a rejected trial; returns an error if it becomes too small.
    pub(super) fn reduce<F>(
        &mut self,
        attempt: &Attempt,
        t_end: f64,
        x: &[f64],
        rejection: Rejection<F>,
    ) -> Result<(), IntegrationError<F>> {
        let factor = match rejection {
            Rejection::Error(error) => self.kernel.pair.control.elementary_factor(error),
            Rejection::Evaluation(_) => SMALLEST_FACTOR,
        };
        let (time, step_size) = (attempt.start, attempt.step_size * factor);
        self.memory.step_size = step_size;
        if step_size >= smallest_step_size(time, t_end) {
            return Ok(());
        }
        Err(match rejection {
            Rejection::Error(error) => {
                let index = self.tolerance.worst(&self.kernel.error, x, &self.end);
                IntegrationError::StepSizeTooSmall { time, step_size, index, error }
            }
            Rejection::Evaluation(failure) => failure.into(),
        })
    }
}

impl<F> From<EvaluationFailure<F>> for Rejection<F> {
    fn from(failure: EvaluationFailure<F>) -> Self {
        Self::Evaluation(failure)
    }
}
