//! The equations of a [`Plant`] for the solver, and what the solver says of them.

use super::Plant;
use simulation::dynamics::EvaluationError;
use simulation::solver::{IntegrationError, OrdinaryDifferentialEquations, Tolerance, differences};
use simulation::variables::Catalogue;

/// Tolerances coarser than this are no error control any more.
const COARSEST: f64 = 1e-2;
/// Part of the tolerance that a step may use up. Where a host reads is in the middle of a step, and its result is that of many steps; so what
/// it sees keeps to the tolerance, as experience has it.
const PART_OF_A_STEP: f64 = 0.1;

/// The equations of a plant as the solver wants them.
pub(super) struct Equations<'a> {
    pub plant: &'a mut dyn Plant,
    /// Takes the warnings at the points that are reached.
    pub warnings: &'a mut Vec<String>,
}

impl OrdinaryDifferentialEquations for Equations<'_> {
    type Error = EvaluationError;

    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.plant.derivatives(t, x, dx)
    }

    fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        self.plant.project(t, x)
    }

    fn accepted(&mut self, t: f64, x: &[f64]) {
        self.plant.warnings(t, x, self.warnings);
    }

    fn indicator_count(&self) -> usize {
        self.plant.indicator_count()
    }

    fn indicators(&mut self, t: f64, x: &[f64], indicators: &mut [f64]) -> Result<(), EvaluationError> {
        self.plant.indicators(t, x, indicators)
    }

    fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        t_end: f64,
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<(), EvaluationError> {
        if self.plant.jacobian(t, x, by_state, by_time)? {
            return Ok(());
        }
        differences(self, t, x, t_end, by_state, by_time)
    }
}

/// Why an integration failed, with the name of the state that the solver only knows the index of.
pub(super) fn explain(error: IntegrationError<EvaluationError>, catalogue: &Catalogue) -> String {
    let name = error.state().and_then(|state| catalogue.variables.get(*catalogue.states.get(state)?));
    match (name, error.state()) {
        (Some(variable), Some(state)) => format!("{error} (state {state} is {})", variable.name),
        _ => error.to_string(),
    }
}

/// The solver's tolerances for the relative tolerance of an experiment (FMI 2.0.5, 2.1.6): the relative one as it is, within what is
/// still an error control, and the absolute one as [`Tolerance::from_relative`] has it, both for a step's part.
pub(super) fn step_tolerance(tolerance: f64) -> Tolerance {
    Tolerance::from_relative(PART_OF_A_STEP * tolerance.min(COARSEST))
}
