//! Communication steps.

use super::calls::Function;
use super::communication::{self, CommunicationStep};
use super::{Instance, InstanceError, Mode};
use mechanism::Instant;
use simulation::dynamics::{EvaluationError, EventOutcome};
use simulation::solver::{Budget, Horizon, IntegrationError, StateEvent};
use simulation::variables::Catalogue;

/// Lines of what events have changed that are kept while nobody takes them.
const EVENT_LOG: usize = 1000;
/// Number of state events in a row at one time that counts as endless.
const STANDING_EVENTS: usize = 100;

/// Events of a step.
#[derive(Clone, Copy, Debug, Default)]
struct Events {
    time: usize,
    state: usize,
}

/// Result of a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepReport {
    /// Time reached, s.
    pub time: f64,
    /// Number of time events on the way.
    pub time_events: usize,
    /// Number of state events on the way.
    pub state_events: usize,
}

impl Instance {
    /// Advances from the communication point `point` by `step`, both in s (fmi2DoStep).
    ///
    /// The step ends at `point + step` even where the host's time differs from ours by rounding. An event at its end belongs to it:
    /// values are right limits. Steps of the integrator do not end there, so that results do not depend on the steps of the host where nothing
    /// is set between them. A refused step changes nothing; a failed one leaves the instance at the last successful time, in the
    /// state step failed. One that would cost more evaluations than it may is given up early ([`Budget`]).
    ///
    /// # Errors
    /// A step that is refused, or that fails ([`InstanceError::StepFailed`]), or in which the model ends the simulation
    /// ([`InstanceError::Terminated`]).
    pub fn do_step(&mut self, point: f64, step: f64) -> Result<StepReport, InstanceError> {
        self.require(Function::DoStep)?;
        let stop = self.experiment.and_then(|e| e.stop_time);
        let now = Instant { start: self.start(), elapsed: self.elapsed };
        let plan = communication::plan(now, point, step, stop)?;
        self.system.begin_inputs(self.elapsed);
        (0..self.next_input_rates.len()).for_each(|input| self.apply_input_rates(input));
        let result = self.run(&plan);
        self.system.advance_inputs(self.elapsed);
        self.next_input_rates.fill([0.0; 2]);
        if result.is_err() || self.termination.is_some() {
            self.mode = Mode::StepFailed;
        }
        let failed = |cause| InstanceError::StepFailed { time: self.time(), end: now.start + plan.end, cause };
        let events = result.map_err(failed)?;
        match &self.termination {
            Some(reason) => Err(InstanceError::Terminated { time: self.time(), reason: reason.clone() }),
            None => Ok(StepReport { time: self.time(), time_events: events.time, state_events: events.state }),
        }
    }

    /// Integrates to the end of a step, from event to event.
    fn run(&mut self, plan: &CommunicationStep) -> Result<Events, String> {
        self.settle().map_err(|error| error.to_string())?;
        if std::mem::take(&mut self.changes.jump) {
            // A jump moves joints that follow a signal, and what constraints couple with them.
            self.system.project(self.elapsed, &mut self.state);
            self.solution.discontinuity();
            self.rhythm.change(self.elapsed);
        }
        let mut budget = Budget::new(self.maximum_evaluations, self.elapsed, plan.end);
        let mut events = Events::default();
        let mut standing = 0;
        while self.termination.is_none() {
            let event = self.next_event();
            let next = event.filter(|&event| event <= plan.last_event);
            let horizon = self.horizon(plan, event);
            let before = self.elapsed;
            let found = self.advance(next.unwrap_or(plan.end), &horizon, plan.rounding, &mut budget)?;
            if found.is_none() && next.is_none() {
                break;
            }
            standing = if self.elapsed > before { 0 } else { standing + 1 };
            if let Some(event) = found {
                let switches = self.solution.chatters(event.indicator) || standing > STANDING_EVENTS;
                if switches {
                    return Err(chattering(self.model.discrete.name(event.indicator), self.time()));
                }
                events.state += 1;
            } else {
                events.time += 1;
            }
            let evaluations = self.handle_event()?;
            self.events += 1;
            budget.event(self.elapsed, evaluations).map_err(|error| error.later(self.start()).to_string())?;
        }
        Ok(events)
    }

    /// Brings everything to the right limit of the event at the present time; about how many evaluations that took.
    fn handle_event(&mut self) -> Result<u64, String> {
        let outcome =
            self.system.handle_event(self.elapsed, &mut self.state, false).map_err(|error| error.to_string())?;
        self.system.project(self.elapsed, &mut self.state);
        self.solution.discontinuity();
        // A projection follows.
        let evaluations = 1 + outcome.evaluations;
        self.note_event(outcome);
        Ok(evaluations)
    }

    /// Keeps what an event has to say.
    pub(super) fn note_event(&mut self, outcome: EventOutcome) {
        let room = EVENT_LOG.saturating_sub(self.event_log.len());
        self.event_log.extend(outcome.log.into_iter().take(room));
        self.termination = outcome.terminate.or(self.termination.take());
    }

    /// The next time event. Only events ahead count, so that a step always ends.
    fn next_event(&self) -> Option<f64> {
        self.system.next_time_event(self.elapsed).filter(|&event| event > self.elapsed)
    }

    /// Up to which time the integrator may look ahead, with the next time event.
    fn horizon(&self, plan: &CommunicationStep, event: Option<f64>) -> Horizon {
        let stop = self.experiment.and_then(|experiment| experiment.stop_time).unwrap_or(f64::INFINITY) - self.start();
        let limit = stop.min(event.unwrap_or(f64::INFINITY));
        // Polynomials of inputs hold to the end of the step.
        let inputs_move = self.next_input_rates.iter().flatten().any(|rate| *rate != 0.0);
        // A horizon that is the end of the step but for rounding is meant to be there.
        let limit = if (limit - plan.end).abs() <= plan.rounding { plan.end } else { limit };
        Horizon { limit, rhythm: self.rhythm, inputs_move }
    }

    /// Integrates to `end`, or to the first state event before, which is returned; a distance within `rounding` is skipped, a point already
    /// passed is left alone.
    fn advance(
        &mut self,
        end: f64,
        horizon: &Horizon,
        rounding: f64,
        budget: &mut Budget,
    ) -> Result<Option<StateEvent>, String> {
        if end - self.elapsed > rounding {
            let start = self.start();
            let Self { solution, system, elapsed, state, .. } = self;
            let result = solution.advance(system, elapsed, state, end, horizon, budget);
            return result.map_err(|error| explain(error.later(start), &self.model.catalogue));
        }
        self.elapsed = self.elapsed.max(end);
        Ok(None)
    }
}

/// Why an integration failed, with the name of the state that the solver only knows the index of.
fn explain(error: IntegrationError<EvaluationError>, catalogue: &Catalogue) -> String {
    let name = error.state().and_then(|state| catalogue.variables.get(*catalogue.states.get(state)?));
    match (name, error.state()) {
        (Some(variable), Some(state)) => format!("{error} (state {state} is {})", variable.name),
        _ => error.to_string(),
    }
}

/// Why a step is given up whose events do not end.
fn chattering(component: &str, time: f64) -> String {
    format!(
        "{component} switches to and fro without moving away, at {time} s: the model has a sliding mode, or events that come ever faster (a \
         bouncing ball); add hysteresis, damping or a rest position to it, or compare inside noEvent"
    )
}
