//! Model exchange: the host integrates, the instance evaluates and handles events (FMI 2.0.5, 3.2). Event Mode of co-simulation, too
//! (FMI 3.0.2, 4.2).

use super::calls::Function;
use super::{Changes, Instance, InstanceError, Interface, Mode, Version};
use simulation::dynamics::EvaluationFault;

/// An event this near ahead, relative to the time, is due: the host's integrator has met it but for rounding.
const EVENT_SLACK: f64 = 1e-12;
/// The same, in units of rounding of the start time.
const ROUNDING: f64 = 8.0;
/// Event Mode is asked for when the state has drifted off its manifold by so many relative tolerances. Nothing depends on the length
/// of a quaternion, and residuals of constraints are led back by [`STABILIZATION`], so that this is for the digits of the coordinates
/// themselves and for the host's error control.
const DRIFT: f64 = 100.0;
/// But never for less than this, nor only for more than the second.
const DRIFT_RANGE: [f64; 2] = [1e-8, 1e-3];

/// Rate at which residuals of constraints die away while the host integrates, 1/s. It divides their drift by ten and more; from about
/// 20 on it would make the equations stiffer than the mechanism is.
pub(super) const STABILIZATION: f64 = 1.0;

/// Changes at an event (fmi2EventInfo). Another call never changes anything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EventReport {
    /// A discrete state has changed: what depends on it outside of the model may change, too.
    pub has_changed: bool,
    /// The host must read the state again and restart its integrator: the state has jumped, or its derivatives may bend or jump here,
    /// because a discrete state, an input or a parameter has changed.
    pub restart: bool,
    /// Other coordinates are the continuous states now ([`Model::minimal`](simulation::model::Model::minimal)).
    pub exchanged: bool,
    /// The next time event, s.
    pub next_event: Option<f64>,
    /// The model has ended the simulation.
    pub terminate: bool,
}

impl Instance {
    /// Enters Event Mode.
    ///
    /// # Errors
    /// A mode in which there are no events, or co-simulation without Event Mode.
    pub fn enter_event_mode(&mut self) -> Result<(), InstanceError> {
        self.require(Function::EnterEventMode)?;
        self.mode = Mode::Event;
        self.restart = false;
        for (variable, value) in std::mem::take(&mut self.waiting) {
            self.apply(variable, value);
        }
        Ok(())
    }

    /// Handles the events at the present time: discrete states take their right limits, the state goes back to its manifold
    /// (unit quaternions, closed loops).
    ///
    /// # Errors
    /// Another mode than Event Mode, or a model that cannot be evaluated.
    pub fn new_discrete_states(&mut self) -> Result<EventReport, InstanceError> {
        self.require(Function::NewDiscreteStates)?;
        self.settle()?;
        if self.interface == Interface::CoSimulation {
            return self.pending_events();
        }
        let start = self.start();
        let slack = (EVENT_SLACK * self.elapsed.abs()).max(ROUNDING * f64::EPSILON * start.abs());
        let due = self.system.next_time_event(self.elapsed).filter(|event| event - self.elapsed <= slack);
        let now = due.unwrap_or(self.elapsed);
        let failed = |cause| InstanceError::Initialization { time: start + now, cause };
        let moved = self.system.project(now, &mut self.state);
        let outcome = self.system.handle_event(now, &mut self.state, false).map_err(failed)?;
        let has_jumped = std::mem::take(&mut self.changes.jump);
        if has_jumped {
            self.system.remember_event(now, &self.state, true).map_err(failed)?;
        }
        let derivatives_bend = outcome.has_changed || has_jumped;
        let state_changed = self.system.project(now, &mut self.state) || moved || outcome.has_jumped;
        let has_changed = outcome.has_changed;
        self.note_event(outcome);
        let exchanged = self.exchange_coordinates();
        // A host of FMI 3.0 calls again where a discrete state has changed, and may look at the last answer only.
        let said = self.restart && self.version == Version::Fmi3;
        self.restart = said || state_changed || derivatives_bend || exchanged;
        Ok(EventReport {
            has_changed,
            restart: self.restart,
            exchanged,
            next_event: self.system.next_time_event(now).map(|event| start + event),
            terminate: self.termination.is_some(),
        })
    }

    /// Handles the event that the last step has ended at, and what inputs do that were set since then.
    fn pending_events(&mut self) -> Result<EventReport, InstanceError> {
        let has_jumped = std::mem::take(&mut self.changes.jump);
        if has_jumped {
            // As in a step: joints may follow a signal.
            self.system.project(self.elapsed, &mut self.state);
            self.rhythm.change(self.elapsed);
        }
        let is_due = std::mem::take(&mut self.pending) || has_jumped;
        let time = self.time();
        let failed = |cause| InstanceError::Event { time, cause };
        let handled = if is_due { Some(self.handle_event().map_err(failed)?) } else { None };
        if has_jumped {
            self.remember_event(true).map_err(failed)?;
        }
        Ok(EventReport {
            has_changed: handled.is_some_and(|handled| handled.has_changed),
            restart: handled.is_some_and(|handled| handled.is_moved),
            exchanged: false,
            next_event: self.next_event().map(|event| self.start() + event),
            terminate: self.termination.is_some(),
        })
    }

    /// Leaves Event Mode of co-simulation, ready for a step.
    ///
    /// # Errors
    /// Another mode than Event Mode, or model exchange.
    pub fn enter_step_mode(&mut self) -> Result<(), InstanceError> {
        self.require(Function::EnterStepMode)?;
        self.mode = Mode::Step;
        Ok(())
    }

    /// Leaves Event Mode: from now on the discrete state is frozen.
    ///
    /// # Errors
    /// Another mode than Event Mode.
    pub fn enter_continuous_time_mode(&mut self) -> Result<(), InstanceError> {
        self.require(Function::EnterContinuousTimeMode)?;
        self.mode = Mode::ContinuousTime;
        Ok(())
    }

    /// The host's integrator has accepted a step; true when Event Mode must be entered: the state has drifted, or inputs wait for it.
    ///
    /// # Errors
    /// Another mode than Continuous-Time Mode.
    pub fn completed_integrator_step(&mut self) -> Result<bool, InstanceError> {
        self.require(Function::CompletedIntegratorStep)?;
        if self.minimal.is_some() {
            self.settle()?;
        }
        self.look_for_warnings();
        let remembered = self.system.remember_state(self.elapsed, &self.state);
        remembered.map_err(|cause| self.trial("what is delayed", cause))?;
        let tolerance = self.experiment.and_then(|experiment| experiment.tolerance);
        let [least, most] = DRIFT_RANGE;
        let limit = (DRIFT * tolerance.unwrap_or(self.default_tolerance)).clamp(least, most);
        let is_off = match self.minimal {
            Some(_) => self.complete_states(),
            None => self.system.drift(self.elapsed, &self.state) > limit,
        };
        Ok(!self.waiting.is_empty() || is_off)
    }

    /// Sets the time, s. Before initialization this has no effect, the experiment says the start time; the standard's example calls it
    /// there. A time beyond the stop time is no error: trial steps of the host's integrator may go there.
    ///
    /// # Errors
    /// A mode in which the host does not integrate, or a time that is not finite.
    pub fn set_time(&mut self, time: f64) -> Result<(), InstanceError> {
        self.require(Function::SetTime)?;
        if !time.is_finite() {
            let expected = "a finite time is expected, the old one stays";
            return Err(InstanceError::Experiment { quantity: "time", value: time, expected });
        }
        let elapsed = time - self.start();
        if self.mode != Mode::Instantiated && elapsed.to_bits() != self.elapsed.to_bits() {
            self.elapsed = elapsed;
            self.system.begin_inputs(elapsed);
            self.have_moved();
        }
        Ok(())
    }

    /// Sets the continuous states.
    ///
    /// # Errors
    /// Another mode than Continuous-Time Mode, a wrong number, or a value that is not finite; the old state stays then.
    pub fn set_continuous_states(&mut self, state: &[f64]) -> Result<(), InstanceError> {
        self.require(Function::SetContinuousStates)?;
        check_count("continuous states", self.state_count(), state.len())?;
        if let Some(index) = state.iter().position(|x| !x.is_finite()) {
            let reference = self.model.catalogue.exchanged()[0].get(index).copied().unwrap_or_default();
            let variable = self.name(reference).to_owned();
            return Err(InstanceError::NotFinite { variable, reference: reference as u32, value: state[index] });
        }
        match &mut self.minimal {
            Some(minimal) => {
                minimal.states.copy_from_slice(state);
                self.have_moved();
            }
            None => self.state.copy_from_slice(state),
        }
        Ok(())
    }

    /// The continuous states.
    ///
    /// # Errors
    /// No model exchange, before Initialization Mode, a wrong number, or parameters that make no mechanism.
    pub fn continuous_states(&mut self, state: &mut [f64]) -> Result<(), InstanceError> {
        self.require(Function::GetContinuousStates)?;
        check_count("continuous states", self.state_count(), state.len())?;
        self.settle_system()?;
        state.copy_from_slice(self.minimal.as_ref().map_or(&self.state, |minimal| &minimal.states));
        Ok(())
    }

    /// The derivatives of the continuous states.
    ///
    /// # Errors
    /// As [`Self::continuous_states`], and [`InstanceError::Trial`] where the host has tried a state without derivatives.
    pub fn derivatives(&mut self, derivatives: &mut [f64]) -> Result<(), InstanceError> {
        self.require(Function::GetDerivatives)?;
        check_count("derivatives", self.state_count(), derivatives.len())?;
        self.settle()?;
        let result = match &self.minimal {
            Some(minimal) => {
                let mut rates = vec![0.0; self.state.len()];
                let result = self.system.derivatives(self.elapsed, &self.state, &mut rates);
                minimal.chart.apply(&rates, derivatives);
                result
            }
            None => self.system.derivatives(self.elapsed, &self.state, derivatives),
        };
        result.map_err(|cause| self.trial("the derivatives", cause))
    }

    /// The nominal values of the continuous states, all 1: modelDescription.xml lists no others.
    ///
    /// # Errors
    /// No model exchange, or a wrong number.
    pub fn nominal_states(&self, nominals: &mut [f64]) -> Result<(), InstanceError> {
        self.require(Function::GetNominalsOfContinuousStates)?;
        check_count("continuous states", self.state_count(), nominals.len())?;
        nominals.fill(1.0);
        Ok(())
    }

    /// Number of event indicators.
    pub fn indicator_count(&self) -> usize {
        self.system.indicator_count()
    }

    /// The event indicators: positive as long as no event is due, and never zero after Event Mode.
    ///
    /// # Errors
    /// No model exchange, before Initialization Mode, or a wrong number; as [`Self::derivatives`].
    pub fn event_indicators(&mut self, indicators: &mut [f64]) -> Result<(), InstanceError> {
        self.require(Function::GetEventIndicators)?;
        check_count("event indicators", self.indicator_count(), indicators.len())?;
        self.settle()?;
        let result = self.system.indicators(self.elapsed, &self.state, indicators);
        let infinite = result.map(|()| indicators.iter().position(|indicator| !indicator.is_finite()));
        let infinite = infinite.map(|found| found.map(|number| self.model.discrete.name(number).to_owned()));
        let cause = match infinite {
            Ok(None) => return Ok(()),
            Ok(Some(quantity)) => EvaluationFault::NotFinite { quantity, time: self.time() }.into(),
            Err(cause) => cause,
        };
        Err(self.trial("the event indicators", cause))
    }
}

fn check_count(what: &'static str, expected: usize, found: usize) -> Result<(), InstanceError> {
    if found == expected { Ok(()) } else { Err(InstanceError::Count { what, expected, found }) }
}

impl Changes {
    /// Changes after [`Instance::new`] and a reset: nothing has been evaluated.
    pub(super) const ALL: Self = Self { parameters: true, initial: true, jump: false };
}
