//! Communication steps.

use super::calls::Function;
use super::communication::{self, CommunicationStep};
use super::{EventUse, Instance, InstanceError, Mode, Version};
use mechanism::Instant;
use simulation::dynamics::{EvaluationError, EventOutcome};
use simulation::solver::{Budget, Horizon, IntegrationError, StateEvent};
use simulation::variables::Catalogue;

/// Lines of what events have changed that are kept while nobody takes them.
const EVENT_LOG: usize = 1000;
/// Number of state events in a row at one time that counts as endless.
const STANDING_EVENTS: usize = 100;

/// End of a step (FMI 3.0.2, 4.2.1.2).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StepEnd {
    /// Time reached, s.
    pub time: f64,
    /// The host must enter Event Mode.
    pub event: bool,
    /// Before the end of the communication step.
    pub early: bool,
    /// The model has ended the simulation.
    pub terminate: bool,
}

/// Result of handling an event.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handled {
    /// About how many evaluations it took.
    evaluations: u64,
    pub(super) has_changed: bool,
    /// The state has jumped.
    pub(super) is_moved: bool,
}

/// Result of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
        let (_, report) = self.step(point, step)?;
        match &self.termination {
            Some(reason) => {
                self.mode = Mode::StepFailed;
                Err(InstanceError::Terminated { time: self.time(), reason: reason.clone() })
            }
            None => Ok(report),
        }
    }

    /// The same for FMI 3.0 (fmi3DoStep). Where the host uses Event Mode, the step ends at an event, before it is handled: values are left
    /// limits.
    ///
    /// # Errors
    /// As [`Self::do_step`], but for a model that ends the simulation; another step after that is refused.
    pub fn step_to_event(&mut self, point: f64, step: f64) -> Result<StepEnd, InstanceError> {
        self.require(Function::DoStep)?;
        if let Some(reason) = &self.termination {
            return Err(InstanceError::Terminated { time: self.time(), reason: reason.clone() });
        }
        let (plan, _) = self.step(point, step)?;
        let is_short = plan.end - self.elapsed > plan.rounding;
        Ok(StepEnd {
            time: if is_short { self.time() } else { point + step },
            event: self.pending,
            early: is_short && self.event_use.early_return,
            terminate: self.termination.is_some(),
        })
    }

    /// Makes a step, as far as the model and the host's use of events let it.
    fn step(&mut self, point: f64, step: f64) -> Result<(CommunicationStep, StepReport), InstanceError> {
        self.require(Function::DoStep)?;
        let stop = self.experiment.and_then(|e| e.stop_time);
        let now = Instant { start: self.start(), elapsed: self.elapsed };
        let plan = communication::plan(now, point, step, stop)?;
        self.system.begin_inputs(self.elapsed);
        (0..self.next_input_rates.len()).for_each(|input| self.apply_input_rates(input));
        let result = self.run(&plan);
        self.system.advance_inputs(self.elapsed);
        self.next_input_rates.fill([0.0; 2]);
        if result.is_err() {
            // FMI 3.0 has no state for it.
            self.mode = if self.version == Version::Fmi2 { Mode::StepFailed } else { Mode::Error };
        }
        let failed = |cause| InstanceError::StepFailed { time: self.time(), end: now.start + plan.end, cause };
        Ok((plan, result.map_err(failed)?))
    }

    /// Integrates to the end of a step, from event to event.
    fn run(&mut self, plan: &CommunicationStep) -> Result<StepReport, String> {
        self.settle().map_err(|error| error.to_string())?;
        if std::mem::take(&mut self.changes.jump) {
            // A jump moves joints that follow a signal, and what constraints couple with them.
            self.system.project(self.elapsed, &mut self.state);
            self.solution.discontinuity();
            self.rhythm.change(self.elapsed);
            self.remember_event(true)?;
        } else if self.inputs_move() {
            self.remember_event(false)?;
        }
        let mut budget = Budget::new(self.maximum_evaluations, self.elapsed, plan.end);
        let mut report = StepReport::default();
        if !self.event_use.event_mode {
            self.standing = 0;
        }
        if std::mem::take(&mut self.pending) {
            // The host has gone on without Event Mode.
            self.handle_event()?;
        }
        while self.termination.is_none() {
            let event = self.next_event();
            let next = event.filter(|&event| event <= plan.last_event);
            let horizon = self.horizon(plan, event);
            let before = self.elapsed;
            let found = self.advance(next.unwrap_or(plan.end), &horizon, plan.rounding, &mut budget)?;
            if found.is_none() && next.is_none() {
                break;
            }
            self.standing = if self.elapsed > before { 0 } else { self.standing + 1 };
            if let Some(event) = found {
                let switches = self.solution.chatters(event.indicator) || self.standing > STANDING_EVENTS;
                if switches {
                    return Err(chattering(self.model.discrete.name(event.indicator), self.time()));
                }
                report.state_events += 1;
            } else {
                report.time_events += 1;
            }
            if self.ends_at_event(plan) {
                self.pending = true;
                break;
            }
            let evaluations = self.handle_event()?.evaluations;
            budget.event(self.elapsed, evaluations).map_err(|error| error.later(self.start()).to_string())?;
        }
        report.time = self.time();
        Ok(report)
    }

    /// True if a step ends at an event that is due now, and leaves it to the host.
    fn ends_at_event(&self, plan: &CommunicationStep) -> bool {
        let EventUse { event_mode, early_return } = self.event_use;
        event_mode && (early_return || plan.end - self.elapsed <= plan.rounding)
    }

    /// Brings everything to the right limit of the event at the present time.
    pub(super) fn handle_event(&mut self) -> Result<Handled, String> {
        let outcome =
            self.system.handle_event(self.elapsed, &mut self.state, false).map_err(|error| error.to_string())?;
        let is_moved = self.system.project(self.elapsed, &mut self.state) || outcome.has_jumped;
        self.solution.discontinuity();
        self.events += 1;
        // A projection follows.
        let handled = Handled { evaluations: 1 + outcome.evaluations, has_changed: outcome.has_changed, is_moved };
        self.note_event(outcome);
        Ok(handled)
    }

    /// Keeps what an event has to say.
    pub(super) fn note_event(&mut self, outcome: EventOutcome) {
        let room = EVENT_LOG.saturating_sub(self.event_log.len());
        self.event_log.extend(outcome.log.into_iter().take(room));
        self.termination = outcome.terminate.or(self.termination.take());
    }

    /// The next time event. Only events ahead count, so that a step always ends.
    pub(super) fn next_event(&self) -> Option<f64> {
        self.system.next_time_event(self.elapsed).filter(|&event| event > self.elapsed)
    }

    fn inputs_move(&self) -> bool {
        self.next_input_rates.iter().flatten().any(|rate| *rate != 0.0)
    }

    /// Notes for delays that inputs or parameters have changed.
    pub(super) fn remember_event(&mut self, bends: bool) -> Result<(), String> {
        self.system.remember_event(self.elapsed, &self.state, bends).map_err(|error| error.to_string())
    }

    /// Up to which time the integrator may look ahead, with the next time event.
    fn horizon(&self, plan: &CommunicationStep, event: Option<f64>) -> Horizon {
        let stop = self.experiment.and_then(|experiment| experiment.stop_time).unwrap_or(f64::INFINITY) - self.start();
        let limit = stop.min(event.unwrap_or(f64::INFINITY));
        // Polynomials of inputs hold to the end of the step.
        let inputs_move = self.inputs_move();
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
