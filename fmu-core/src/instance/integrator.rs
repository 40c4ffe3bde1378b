//! The integrator of an instance: [`Automatic`] over the equations of a [`Plant`].

use super::Plant;
use crate::dynamics::EvaluationError;
use crate::solver::{
    Automatic, Budget, IntegrationError, Memory, OrdinaryDifferentialEquations, Statistics, Stiffness, Tolerance,
    WrongDimension, differences,
};
use crate::variables::Catalogue;

/// Tolerances coarser than this are no error control any more.
const COARSEST: f64 = 1e-2;

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

/// Advances the state of a plant between events.
pub(super) struct Integrator {
    method: Automatic,
    /// All that the present run has cost; an integration that failed is not counted.
    work: Statistics,
}

impl Integrator {
    /// For `dimension` states, with the relative tolerance of the experiment.
    pub(super) fn new(dimension: usize, tolerance: f64) -> Self {
        Self { method: Automatic::new(dimension, solver_tolerance(tolerance)), work: Statistics::default() }
    }

    /// Another relative tolerance of the experiment.
    pub(super) fn set_tolerance(&mut self, tolerance: f64) {
        self.method.set_tolerance(solver_tolerance(tolerance));
    }

    /// An input, a parameter or the discrete state has jumped.
    pub(super) fn discontinuity(&mut self) {
        self.method.discontinuity();
    }

    /// Another run begins.
    pub(super) fn restart(&mut self) {
        self.method.restart();
        self.work = Statistics::default();
    }

    /// What the run has cost so far.
    pub(super) fn work(&self) -> Statistics {
        self.work
    }

    /// What a snapshot must hold.
    pub(super) fn memory(&self) -> (&Memory, Stiffness) {
        self.method.memory()
    }

    /// Continues from a snapshot, bit for bit.
    pub(super) fn restore(&mut self, memory: &Memory, stiffness: Stiffness) -> Result<(), WrongDimension> {
        self.method.restore(memory, stiffness)
    }

    /// Advances `t`, s, and `x` to `t_end`; on failure they are those of the last accepted point, and the cause is returned. Warnings on
    /// the way are appended to `warnings`, and the work goes at the expense of `budget`.
    pub(super) fn advance(
        &mut self,
        plant: &mut dyn Plant,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        warnings: &mut Vec<String>,
        budget: &mut Budget,
    ) -> Result<(), String> {
        if x.is_empty() {
            *t = t_end;
            plant.warnings(*t, x, warnings);
            return Ok(());
        }
        let result = self.method.integrate(&mut Equations { plant, warnings }, t, x, t_end, budget);
        result.map(|statistics| self.work += statistics).map_err(|error| explain(&error, plant.catalogue()))
    }
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
/// still an error control, and the absolute one as [`Tolerance::from_relative`] has it.
fn solver_tolerance(tolerance: f64) -> Tolerance {
    Tolerance::from_relative(tolerance.min(COARSEST))
}
