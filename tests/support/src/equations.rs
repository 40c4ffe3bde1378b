//! The equations of a system for an integrator.

use simulation::dynamics::{EvaluationError, System};
use simulation::solver::OrdinaryDifferentialEquations;

/// A system with its exact Jacobian.
pub struct Equations<'a>(pub &'a mut System);

impl OrdinaryDifferentialEquations for Equations<'_> {
    type Error = EvaluationError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.0.derivatives(t, x, dx)
    }

    fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        self.0.project(t, x)
    }

    fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        _t_end: f64,
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), EvaluationError> {
        self.0.jacobian(t, x, by_state, by_time)
    }
}
