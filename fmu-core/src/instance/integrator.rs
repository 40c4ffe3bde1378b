//! The integrator of an instance: a [`Solution`] of the equations of a [`Plant`].

use super::Plant;
use crate::dynamics::EvaluationError;
use crate::solver::{
    Budget, Horizon, IntegrationError, OrdinaryDifferentialEquations, Solution, StateEvent, Tolerance, differences,
};
use crate::variables::Catalogue;

/// Tolerances coarser than this are no error control any more.
const COARSEST: f64 = 1e-2;
/// Part of the tolerance that a step may use up. Where a host reads is in the middle of a step, and its result is that of many steps; so what
/// it sees keeps to the tolerance, as experience has it.
const PART_OF_A_STEP: f64 = 0.1;

/// The equations of a plant as the solver wants them.
struct Equations<'a> {
    plant: &'a mut dyn Plant,
    warnings: &'a mut Vec<String>,
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

/// Advances `t`, s, and `x` to `t_end`, or to the first state event before, which is returned; see [`Solution::advance`]. On failure they are
/// those of a point that was reached, and the cause is returned. Warnings on the way are appended to `warnings`.
#[expect(clippy::too_many_arguments)]
pub(super) fn advance(
    solution: &mut Solution,
    plant: &mut dyn Plant,
    t: &mut f64,
    x: &mut [f64],
    t_end: f64,
    horizon: &Horizon,
    warnings: &mut Vec<String>,
    budget: &mut Budget,
) -> Result<Option<StateEvent>, String> {
    let equations = &mut Equations { plant, warnings };
    let result = solution.advance(equations, t, x, t_end, horizon, budget);
    result.map_err(|error| explain(&error, plant.catalogue()))
}

/// Why an integration failed, with the name of the state that the solver only knows the index of.
fn explain(error: &IntegrationError<EvaluationError>, catalogue: &Catalogue) -> String {
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
