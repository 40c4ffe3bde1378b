//! The integrator of an instance: [`Automatic`] over the equations of a [`Plant`].

use super::Plant;
use crate::dynamics::EvaluationError;
use crate::solver::{
    Automatic, Budget, EventWatch, IntegrationError, Memory, OrdinaryDifferentialEquations, Piece, StateEvent,
    Statistics, Stiffness, Tolerance, WrongDimension, differences,
};
use crate::variables::Catalogue;

/// Tolerances coarser than this are no error control any more.
const COARSEST: f64 = 1e-2;

/// Pieces of an integration without states in which events are looked for.
const PIECES: u32 = 16;

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

/// Advances the state of a plant between events.
pub(super) struct Integrator {
    method: Automatic,
    watch: EventWatch,
    /// All that the present run has cost; an integration that failed is not counted.
    work: Statistics,
}

impl Integrator {
    /// For `dimension` states and so many event indicators, with the relative tolerance of the experiment.
    pub(super) fn new(dimension: usize, indicators: usize, tolerance: f64) -> Self {
        let method = Automatic::new(dimension, solver_tolerance(tolerance));
        Self { method, watch: EventWatch::new(indicators, dimension), work: Statistics::default() }
    }

    /// Another relative tolerance of the experiment.
    pub(super) fn set_tolerance(&mut self, tolerance: f64) {
        self.method.set_tolerance(solver_tolerance(tolerance));
    }

    /// An input, a parameter or the discrete state has jumped.
    pub(super) fn discontinuity(&mut self) {
        self.method.discontinuity();
        self.watch.discontinuity();
    }

    /// Notes a state event; true when its indicator switches to and fro without moving away.
    pub(super) fn chatters(&mut self, indicator: usize) -> bool {
        self.watch.has_happened(indicator)
    }

    /// Another run begins.
    pub(super) fn restart(&mut self) {
        self.method.restart();
        self.watch.restart();
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

    /// Continues from a snapshot, bit for bit. Events that were counted on another way are forgotten.
    pub(super) fn restore(&mut self, memory: &Memory, stiffness: Stiffness) -> Result<(), WrongDimension> {
        self.watch.restart();
        self.method.restore(memory, stiffness)
    }

    /// Advances `t`, s, and `x` to `t_end`, or to the first state event before, which is returned; on failure they are those of the last
    /// accepted point, and the cause is returned. Warnings on the way are appended to `warnings`, and the work goes at the expense of
    /// `budget`.
    pub(super) fn advance(
        &mut self,
        plant: &mut dyn Plant,
        t: &mut f64,
        x: &mut [f64],
        t_end: f64,
        warnings: &mut Vec<String>,
        budget: &mut Budget,
    ) -> Result<Option<StateEvent>, String> {
        if x.is_empty() {
            let event = self.pass_time(plant, *t, t_end).map_err(|error| error.to_string())?;
            *t = event.map_or(t_end, |event| event.time);
            plant.warnings(*t, x, warnings);
            return Ok(event);
        }
        let equations = &mut Equations { plant, warnings };
        let result = self.method.integrate_to_event(equations, t, x, t_end, budget, &mut self.watch);
        let (statistics, event) = result.map_err(|error| explain(&error, plant.catalogue()))?;
        self.work += statistics;
        Ok(event)
    }

    /// The first state event of a plant without states, whose signals depend on time.
    fn pass_time(&mut self, plant: &mut dyn Plant, t: f64, t_end: f64) -> Result<Option<StateEvent>, EvaluationError> {
        if self.watch.is_empty() {
            return Ok(None);
        }
        let equations = &mut Equations { plant, warnings: &mut Vec::new() };
        if let Some(event) = self.watch.begin(equations, t, &[])? {
            return Ok(Some(event));
        }
        let point = |k: u32| if k == PIECES { t_end } else { t + (t_end - t) * f64::from(k) / f64::from(PIECES) };
        for k in 0..PIECES {
            let piece = Piece { interval: [point(k), point(k + 1)], end: &[], interpolate: &|_, _| {} };
            if let Some(event) = self.watch.search(equations, &piece)? {
                return Ok(Some(event));
            }
        }
        Ok(None)
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
