//! Events: detection of changed relations, and their effects.
//!
//! Relations on time, positions, speeds and signals are iterated to a fixed point, all laws at once. Contacts with
//! friction are then switched one at a time, the largest violation first, until the modes agree with the accelerations.
//! Each trial is one evaluation; unlike switching all contacts at once, this finds a solution wherever there is one.

mod friction;

use super::{EvaluationError, EvaluationFault, Result, System};
use library::{AnyLaw, ExpressionLaw};
use mechanism::{
    APART, Event, FRICTION_INDICATORS, Failure, Formula, Jump, Parameters, RELATION_SHIFT, RelationalLaw, SLIDING,
    SLIDING_BACK, STUCK, Stage, slide_direction,
};

use friction::{friction_indicators, worst_friction};

/// Maximum number of iterations of one event.
const PASSES: usize = 100;
/// A contact whose surfaces slip slower than this may stick, rad/s or m/s.
const AT_REST: f64 = 2.0 * RELATION_SHIFT;

/// Effects of an event.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventOutcome {
    /// The state has changed.
    pub has_jumped: bool,
    /// A discrete state has changed.
    pub has_changed: bool,
    /// Reason to terminate the simulation.
    pub terminate: Option<String>,
    /// Log messages on the changes.
    pub log: Vec<String>,
    /// Approximate number of evaluations.
    pub evaluations: u64,
}

impl System {
    /// Number of indicators.
    pub fn indicator_count(&self) -> usize {
        self.model().discrete.indicators()
    }

    /// Writes the indicators at time `t`, s, and state `x`; all are positive as long as no event is due.
    pub fn indicators(&mut self, t: f64, x: &[f64], indicators: &mut [f64]) -> Result<()> {
        let (model, pipeline) = self.at(t, x)?;
        let layout = &model.discrete;
        pipeline.reach_relations(model)?;
        let evaluation = &mut pipeline.base;
        for relational in &layout.relational {
            let own = &mut indicators[relational.indicators.clone()];
            if let Some(law) = with_conditions(&model.laws[relational.law]) {
                let (values, mode) = (evaluation.variables(model, law), evaluation.modes[relational.law]);
                law.indicators_of_conditions(&evaluation.parameters, &values, mode, own);
            }
            let (mut view, signals) = evaluation.views(model, Some(relational.law));
            model.laws[relational.law].indicators(&mut view, &signals, own);
        }
        let of_frictions = indicators[layout.law_indicators..].chunks_exact_mut(FRICTION_INDICATORS);
        for (k, indicators) in of_frictions.enumerate() {
            indicators.copy_from_slice(&friction_indicators(model, evaluation, k));
        }
        Ok(())
    }

    /// Sets the discrete states, and the state `x` if it jumps, to the right limit of an event at time `t`, s.
    pub fn handle_event(&mut self, t: f64, x: &mut [f64], is_initial: bool) -> Result<EventOutcome> {
        if !self.model().discrete.has_state_events() {
            let has_changed = self.update_timed_laws(t)?;
            return Ok(EventOutcome { has_changed, ..EventOutcome::default() });
        }
        if !is_initial {
            self.remember_state(t, x)?;
        }
        let (modes, held) = (self.modes().to_vec(), self.held().to_vec());
        let mut outcome = EventOutcome::default();
        let (mut changing, mut jumps) = (Vec::new(), Vec::new());
        for pass in 0.. {
            outcome.evaluations += 1;
            let is_initial = is_initial && pass == 0;
            if pass == PASSES {
                return Err(EvaluationFault::UnsettledEvent { components: changing, time: self.start() + t }.into());
            }
            let mut failure = None;
            changing = self.update_laws(t, x, is_initial, &mut jumps, &mut failure)?;
            changing.extend(self.touch(t, x, is_initial)?);
            if !changing.is_empty() {
                continue;
            }
            // States jump between the iterations, so that all laws of one see the same state; the last value that was asked for holds.
            let has_jumped = self.apply(t, x, std::mem::take(&mut jumps), &mut outcome)?;
            outcome.has_jumped |= has_jumped;
            changing = self.settle_laws();
            if !changing.is_empty() || has_jumped {
                continue;
            }
            if let Some(failure) = failure {
                return Err(failure);
            }
            if self.hit_stops(t, x)? {
                outcome.has_jumped = true;
                continue;
            }
            // Removes the residual speeds of contacts that have come to rest: otherwise they would stop again as soon
            // as they begin to slide.
            outcome.has_jumped |= self.stop_slipping(t, x)?;
            changing = self.settle_frictions(t, x, &mut outcome.evaluations)?;
            if changing.is_empty() {
                break;
            }
        }
        outcome.has_jumped |= self.stop_slipping(t, x)?;
        outcome.has_changed = self.modes() != modes || self.held() != held;
        self.describe((&modes, &held), self.start() + t, &mut outcome.log);
        if !is_initial && !self.histories().is_empty() {
            let bends = outcome.has_jumped || self.modes() != modes || self.hold_others(&held);
            self.remember_event(t, x, bends)?;
        }
        Ok(outcome)
    }

    /// True if a law holds other values than these, but for laws with a past: a delay shows by its mode what it makes jump.
    fn hold_others(&self, held: &[f64]) -> bool {
        let layout = &self.model().discrete;
        let delays = |k: &usize| layout.remembered.iter().any(|(law, _)| layout.held[*law].contains(k));
        (0..held.len()).any(|k| held[k] != self.held()[k] && !delays(&k))
    }

    /// Updates the discrete states of all laws; returns the names of those that have changed, and the first violated
    /// condition.
    fn update_laws(
        &mut self,
        t: f64,
        x: &[f64],
        is_initial: bool,
        jumps: &mut Vec<Jump>,
        failure: &mut Option<EvaluationError>,
    ) -> Result<Vec<String>> {
        self.update_timed_laws(t)?;
        let (mut modes, mut held) = (self.modes().to_vec(), self.held().to_vec());
        let time = self.instant(t).time();
        let (model, pipeline) = self.at(t, x)?;
        let mut changed = Vec::new();
        if model.discrete.relational.is_empty() {
            return Ok(changed);
        }
        pipeline.reach_relations(model)?;
        let parameters = pipeline.base.parameters.clone();
        for RelationalLaw { name, law, .. } in &model.discrete.relational {
            let held = &mut held[model.discrete.held[*law].clone()];
            let before = (modes[*law], held.to_vec());
            let mode = modes[*law];
            let parameters = Parameters::new(&parameters);
            let mut failed = None;
            let mut event = Event { time, elapsed: t, is_initial, parameters, mode, held, jumps, failure: &mut failed };
            let (mut view, signals) = pipeline.base.views(model, Some(*law));
            model.laws[*law].update(&mut view, &signals, &mut event);
            modes[*law] = event.mode;
            let forbidden = |reason| EvaluationFault::Forbidden { component: name.clone(), reason, time }.into();
            match failed {
                Some(Failure::Forbidden(reason)) => drop(failure.get_or_insert(forbidden(reason))),
                Some(Failure::Impossible(reason)) => return Err(forbidden(reason)),
                None => {}
            }
            if let Some(expression) = with_conditions(&model.laws[*law]) {
                let evaluation = &mut pipeline.base;
                let values = evaluation.variables(model, expression);
                let (parameters, mode) = (&evaluation.parameters, modes[*law]);
                modes[*law] = expression.switch_conditions(parameters, &values, mode, is_initial);
            }
            if before.0 != modes[*law] || before.1 != *held {
                changed.push(name.clone());
            }
        }
        self.set_modes(&modes);
        self.set_held(&held);
        Ok(changed)
    }

    /// Ends an iteration of the event, in which the laws have agreed; returns the names of those that have changed.
    fn settle_laws(&mut self) -> Vec<String> {
        let mut held = self.held().to_vec();
        let (model, mut changed) = (self.model(), Vec::new());
        for RelationalLaw { name, law, .. } in &model.discrete.relational {
            let range = model.discrete.held[*law].clone();
            model.laws[*law].settle(&mut held[range.clone()]);
            if held[range.clone()] != self.held()[range] {
                changed.push(name.clone());
            }
        }
        if !changed.is_empty() {
            self.set_held(&held);
        }
        changed
    }

    /// Applies jumps of states and speeds; returns true if there were any.
    fn apply(&mut self, t: f64, x: &mut [f64], jumps: Vec<Jump>, outcome: &mut EventOutcome) -> Result<bool> {
        let mut has_jumped = false;
        for jump in jumps {
            match jump {
                Jump::Terminate(reason) => outcome.terminate = Some(reason),
                Jump::State(state, value) => {
                    let state = &mut x[self.model().states.first_law() + state];
                    has_jumped |= std::mem::replace(state, value) != value;
                }
            }
        }
        if has_jumped {
            self.project(t, x);
        }
        Ok(has_jumped)
    }

    /// Switches contacts with friction that come to rest, touch or separate; returns the names of those that have
    /// changed.
    fn touch(&mut self, t: f64, x: &[f64], is_initial: bool) -> Result<Vec<String>> {
        if self.model().discrete.frictions.is_empty() {
            return Ok(Vec::new());
        }
        let (mut modes, mut changed) = (self.modes().to_vec(), Vec::new());
        let (model, evaluation) = self.reach(t, x, Stage::Signals)?;
        for (k, element) in model.discrete.frictions.iter().enumerate() {
            let mode = &mut modes[element.law];
            let speed = evaluation.slip_speed(model, k);
            let [least, most] = evaluation.grip(model, element);
            let direction = slide_direction(*mode);
            let next = match direction {
                _ if least >= most => APART,
                1 if speed > -0.5 * RELATION_SHIFT && !is_initial => *mode,
                -1 if speed < 0.5 * RELATION_SHIFT && !is_initial => *mode,
                _ if *mode == STUCK && !is_initial => STUCK,
                _ if speed.abs() <= AT_REST => STUCK,
                _ if direction != 0 && f64::from(direction) * speed > 0.0 => *mode,
                _ if speed > 0.0 => SLIDING,
                _ => SLIDING_BACK,
            };
            if *mode != next {
                *mode = next;
                changed.push(element.name.clone());
            }
        }
        self.set_modes(&modes);
        Ok(changed)
    }

    /// Stops contacts that have reached an end stop, by the impulses that change the kinetic energy least; returns true
    /// if there are any. Friction transmits no impulse, so that sticking contacts may then slip.
    fn hit_stops(&mut self, t: f64, x: &mut [f64]) -> Result<bool> {
        let (mut modes, mut has_hit) = (self.modes().to_vec(), false);
        if !self.model().discrete.frictions.iter().any(|element| modes[element.law] == STUCK) {
            return Ok(false);
        }
        let (model, evaluation) = self.reach(t, x, Stage::Signals)?;
        for (k, element) in model.discrete.frictions.iter().enumerate() {
            if modes[element.law] != STUCK {
                continue;
            }
            let speed = evaluation.slip_speed(model, k);
            let [least, most] = evaluation.grip(model, element);
            has_hit |= (speed > AT_REST && most == f64::INFINITY) || (speed < -AT_REST && least == f64::NEG_INFINITY);
            if least.is_finite() && most.is_finite() {
                modes[element.law] = SLIDING;
            }
        }
        if has_hit {
            self.set_modes(&modes);
            self.stop_slipping(t, x)?;
            self.touch(t, x, true)?;
        }
        Ok(has_hit)
    }

    /// Switches contacts with friction at rest until their modes agree with the accelerations; returns the names of
    /// those that have changed.
    fn settle_frictions(&mut self, t: f64, x: &[f64], evaluations: &mut u64) -> Result<Vec<String>> {
        let count = self.model().discrete.frictions.len();
        let mut changed = Vec::new();
        if count == 0 {
            return Ok(changed);
        }
        for trial in 0.. {
            *evaluations += 1;
            let (model, evaluation) = self.reach(t, x, Stage::Acceleration)?;
            // After many trials the first contact is switched instead of the worst, which ends cycles in symmetric
            // models.
            let in_order = trial >= 3 * count;
            let Some((worst, next)) = worst_friction(model, evaluation, in_order) else { break };
            let element = &model.discrete.frictions[worst];
            let (law, name) = (element.law, element.name.clone());
            if trial == 20 * (count + 1) {
                return Err(EvaluationFault::UnsettledEvent { components: vec![name], time: self.start() + t }.into());
            }
            let mut modes = self.modes().to_vec();
            modes[law] = next;
            self.set_modes(&modes);
            if !changed.contains(&name) {
                changed.push(name);
            }
        }
        Ok(changed)
    }

    /// Removes the residual speeds of sticking contacts from the state; returns false if there were none.
    fn stop_slipping(&mut self, t: f64, x: &mut [f64]) -> Result<bool> {
        let modes = self.modes();
        if !self.model().discrete.frictions.iter().any(|element| modes[element.law] == STUCK) {
            return Ok(false);
        }
        let (model, pipeline) = self.at(t, x)?;
        pipeline.stop_slipping(model, x)
    }

    /// Logs the changes of the discrete states at the event, one line each.
    fn describe(&self, (modes, held): (&[i32], &[f64]), time: f64, log: &mut Vec<String>) {
        let (model, layout) = (self.model(), &self.model().discrete);
        let of_laws = layout.relational.iter().map(|relational| (relational.law, relational.name.as_str()));
        let of_frictions = layout.frictions.iter().map(|element| (element.law, element.name.as_str()));
        for (number, name) in of_laws.chain(of_frictions) {
            let (old, new) = (
                layout.of(number, modes, held, self.histories()),
                layout.of(number, self.modes(), self.held(), self.histories()),
            );
            if old.mode == new.mode {
                continue;
            }
            let law = &model.laws[number];
            if let Some(law) = with_conditions(law) {
                for relation in 0..law.formula.relations() {
                    let holds = Formula::holds(relation, new.mode);
                    if holds != Formula::holds(relation, old.mode) {
                        let condition = relation + 1;
                        log.push(format!("{time} s: condition {condition} on variables of {name} becomes {holds}"));
                    }
                }
                continue;
            }
            let change = match (law.mode_name(old), law.mode_name(new)) {
                (Some([old, _]), Some([new, _])) if old != new => format!("goes from {old} to {new}"),
                (Some([_, old]), Some([state, new])) if old != new => format!("stays {state}, {new}"),
                (None, None) => format!("goes from {} to {}", old.mode, new.mode),
                _ => continue,
            };
            let line = format!("{time} s: {name} {change}");
            // A law may be listed twice, and two laws of a component may change alike.
            if !log.contains(&line) {
                log.push(line);
            }
        }
    }
}

/// The expression of a law, if it has conditions on variables.
fn with_conditions(law: &AnyLaw) -> Option<&ExpressionLaw> {
    if let AnyLaw::Expression(law) = law { Some(law).filter(|law| law.formula.relations() > 0) } else { None }
}
