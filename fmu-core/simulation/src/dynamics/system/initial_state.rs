//! The initial state of a model: modes, positions, speeds and solved parameters.

use super::super::{EvaluationFault, Result, initialization};
use super::System;
use mechanism::{APART, History, Stage};

/// Maximum number of solutions for the initial state while the solution changes the discrete state.
const MODE_ITERATIONS: usize = 10;

impl System {
    /// Computes the initial state at time `t` from start values and initial conditions, the solved parameters, and the
    /// discrete state of the sources.
    ///
    /// # Errors
    /// A joint that moves no mass, or one that starts at a reference that depends on its own position; initial
    /// conditions that contradict each other or for which no solution was found; a singular position with incompatible
    /// speeds.
    pub fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<()> {
        self.take_guesses()?;
        self.begin_discrete()?;
        self.update_timed_laws(t)?;
        for iteration in 0..MODE_ITERATIONS {
            if let Err(error) = self.solve_initial_state(t) {
                let is_found = iteration == 0 && self.start_otherwise(t)? && self.solve_initial_state(t).is_ok();
                if !is_found {
                    return Err(error);
                }
            }
            self.find_ranks(t)?;
            let (model, pipeline) = self.at_time(t)?;
            pipeline.base.find_angles(model)?;
            pipeline.base.write_state(model, x);
            if !self.handle_event(t, x, true)?.has_changed || self.initial_conditions_hold(t, x)? {
                break;
            }
        }
        self.begin_past(t, x)?;
        let (model, evaluation) = self.reach(t, x, Stage::Acceleration)?;
        evaluation.check_speeds(model)
    }

    /// Sets the discrete states with which the search for the initial state begins. Contacts do not stick then:
    /// conditions that require rest must be satisfied by the drives of the mechanism, and friction is not a drive.
    fn begin_discrete(&mut self) -> Result<()> {
        self.require_prepared()?;
        for relational in &self.model.discrete.relational {
            self.modes[relational.law] = self.model.laws[relational.law].first_mode();
        }
        for element in &self.model.discrete.frictions {
            self.modes[element.law] = APART;
        }
        self.held.fill(0.0);
        self.change_past(|all| all.fill(History::default()));
        self.hand_on_discrete();
        Ok(())
    }

    /// Switches to other initial discrete states of laws ([`mechanism::Law::other_start`]); returns false if there are
    /// none.
    fn start_otherwise(&mut self, t: f64) -> Result<bool> {
        let mut modes = self.modes.clone();
        let (model, pipeline) = self.at_time(t)?;
        pipeline.start(model, |_| {})?;
        pipeline.reach_relations(model)?;
        for relational in &model.discrete.relational {
            let (mut view, signals) = pipeline.base.views(model, Some(relational.law));
            if let Some(mode) = model.laws[relational.law].other_start(&mut view, &signals) {
                modes[relational.law] = mode;
            }
        }
        let has_changed = modes != self.modes;
        self.set_modes(&modes);
        Ok(has_changed)
    }

    /// Returns true if the initial conditions also hold in the present modes.
    fn initial_conditions_hold(&mut self, t: f64, x: &[f64]) -> Result<bool> {
        let jets = self.jets;
        let (model, pipeline) = self.at(t, x)?;
        let holds = initialization::still_holds(model, pipeline, jets);
        if holds.is_err() {
            self.pipeline = None;
        }
        holds
    }

    /// Determines the rank of each cluster of constraints at the initial state.
    fn find_ranks(&mut self, t: f64) -> Result<()> {
        let (model, pipeline) = self.at_time(t)?;
        let limits = pipeline.find_ranks(model);
        (self.limits, self.directional) = (limits, None);
        Ok(())
    }

    /// Resets solved parameters to their guesses.
    fn take_guesses(&mut self) -> Result<()> {
        if self.model.parameters.solved.is_empty() {
            return Ok(());
        }
        let result = self.model.parameters.evaluate_guesses(&mut self.parameters);
        result.map_err(|error| EvaluationFault::Parameter { problem: error.1 })?;
        self.prepare()
    }

    /// Solves for coordinates, speeds and parameters in the present discrete state.
    fn solve_initial_state(&mut self, t: f64) -> Result<()> {
        let jets = self.jets;
        let (model, pipeline) = self.at_time(t)?;
        if let Err(error) = initialization::solve(model, pipeline, jets) {
            // It has the values of the last trial.
            self.pipeline = None;
            return Err(error);
        }
        if !model.parameters.solved.is_empty() {
            let solution = pipeline.base.parameters.clone();
            self.parameters = solution;
            self.directional = None;
        }
        Ok(())
    }
}
