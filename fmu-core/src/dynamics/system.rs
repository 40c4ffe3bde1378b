//! A compiled model with its data, as the instance and the solver use it: `f64`, stages evaluated once for the same arguments.

use super::articulated_body::normalize_quaternions;
use super::{Evaluation, EvaluationError, initialization};
use crate::assembly::Model;
use crate::mechanism::{Law, Source, Stage};
use std::sync::Arc;

/// How often the initial state is solved for while its solution changes the discrete state that it was solved with.
const MODE_ITERATIONS: usize = 10;

/// Evaluates a model: `f64`.
#[derive(Clone, Debug)]
pub struct System {
    model: Arc<Model>,
    /// None until the first successful [`Self::prepare`].
    evaluation: Option<Box<Evaluation<f64>>>,
    /// The parameter array as set, bound elements as of the last preparation.
    parameters: Vec<f64>,
    inputs: Vec<f64>,
    /// The last stage whose results hold for the present arguments.
    reached: Option<Stage>,
    /// The same for laws that only outputs need.
    outputs: Option<Stage>,
}

impl System {
    /// A system with the parameters of the model file; [`Self::prepare`] must follow before anything is evaluated.
    pub fn new(model: Arc<Model>) -> Self {
        let parameters = model.parameters.slots.iter().map(|s| s.value).collect();
        let inputs = vec![0.0; model.catalogue.inputs.len()];
        Self { model, evaluation: None, parameters, inputs, reached: None, outputs: None }
    }

    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Length of the state array.
    pub fn dimension(&self) -> usize {
        self.model.states.dimension()
    }

    /// Element of the parameter array; see [`crate::variables::Target::Parameter`].
    pub fn parameter(&self, index: usize) -> f64 {
        self.parameters.get(index).copied().unwrap_or(f64::NAN)
    }

    /// Sets an independent parameter or start value; takes effect with [`Self::prepare`].
    pub fn set_parameter(&mut self, index: usize, value: f64) {
        if let Some(parameter) = self.parameters.get_mut(index) {
            *parameter = value;
        }
    }

    /// Value of an input; see [`crate::variables::Target::Input`].
    pub fn input(&self, index: usize) -> f64 {
        self.inputs.get(index).copied().unwrap_or(f64::NAN)
    }

    /// Sets an input.
    pub fn set_input(&mut self, index: usize, value: f64) {
        if let Some(input) = self.inputs.get_mut(index) {
            *input = value;
        }
        self.invalidate();
    }

    /// Evaluates bound parameters and lumps the links again; to be called after parameters were set.
    ///
    /// # Errors
    /// An expression without value, or an impossible direction; nothing that was prepared before is changed then.
    pub fn prepare(&mut self) -> Result<(), EvaluationError> {
        let mut evaluation = Evaluation::new(&self.model, self.parameters.clone())?;
        self.parameters.clone_from(&evaluation.parameters);
        if let Some(old) = self.evaluation.take() {
            evaluation.modes = old.modes;
        }
        self.evaluation = Some(Box::new(evaluation));
        self.invalidate();
        Ok(())
    }

    fn prepared(&mut self) -> Result<&mut Evaluation<f64>, EvaluationError> {
        if self.evaluation.is_none() {
            self.prepare()?;
        }
        self.evaluation
            .as_deref_mut()
            .ok_or_else(|| EvaluationError::NotFinite { quantity: "the parameters".to_owned(), time: 0.0 })
    }

    /// Initial state at time `t` from start values and initial conditions, the parameters that these decide, and the discrete state of
    /// the sources.
    ///
    /// # Errors
    /// A joint that moves no mass; initial conditions that contradict each other or have no solution that was found.
    pub fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        self.invalidate();
        let model = Arc::clone(&self.model);
        self.take_guesses()?;
        self.update_events(t, &[])?;
        for _ in 0..MODE_ITERATIONS {
            if let Err(error) = self.solve_initial_state(t) {
                // It holds what the search tried last.
                self.evaluation = None;
                return Err(error);
            }
            let modes = self.prepared()?.modes.clone();
            self.update_events(t, &[])?;
            if modes == self.prepared()?.modes {
                break;
            }
        }
        let evaluation = self.prepared()?;
        let (positions, speeds) = x.split_at_mut(model.states.nq);
        positions.copy_from_slice(&evaluation.q);
        for (state, speed) in speeds.iter_mut().zip(&model.states.speeds) {
            *state = evaluation.v[*speed];
        }
        self.reach(t, x, Stage::Acceleration)
    }

    /// Solved parameters go back to their guesses.
    fn take_guesses(&mut self) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        if model.parameters.solved.is_empty() {
            return Ok(());
        }
        let result = model.parameters.evaluate_guesses(&mut self.parameters);
        result.map_err(|error| EvaluationError::Parameter { problem: Box::new(error.1) })?;
        self.prepare()
    }

    /// Coordinates, speeds and solved parameters for the present discrete state.
    fn solve_initial_state(&mut self, t: f64) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        self.write_inputs(t)?;
        let evaluation = self.prepared()?;
        initialization::solve(&model, evaluation)?;
        let solution = evaluation.parameters.clone();
        self.parameters = solution;
        Ok(())
    }

    fn write_inputs(&mut self, t: f64) -> Result<(), EvaluationError> {
        let first = self.model.first_input_signal;
        self.prepared()?;
        if let Some(evaluation) = self.evaluation.as_deref_mut() {
            evaluation.time = t;
            evaluation.signals[first..].copy_from_slice(&self.inputs);
        }
        Ok(())
    }

    /// Evaluates up to `stage`, as far as that was not done for the same arguments.
    fn reach(&mut self, t: f64, x: &[f64], stage: Stage) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        if self.reached.is_none() {
            self.write_inputs(t)?;
            let evaluation = self.prepared()?;
            let (positions, speeds) = x.split_at(model.states.nq);
            evaluation.q.copy_from_slice(positions);
            for (state, speed) in speeds.iter().zip(&model.states.speeds) {
                evaluation.v[*speed] = *state;
            }
            evaluation.motion(&model);
            self.reached = Some(Stage::Motion);
        }
        if stage >= Stage::Force && self.reached < Some(Stage::Acceleration) {
            let evaluation = self.prepared()?;
            evaluation.accelerate(&model)?;
            self.reached = Some(Stage::Acceleration);
        }
        if stage >= Stage::Reaction && self.reached < Some(Stage::Reaction) {
            self.prepared()?.reactions(&model);
            self.reached = Some(Stage::Reaction);
        }
        Ok(())
    }

    /// State derivatives.
    ///
    /// # Errors
    /// A joint that moves no mass, or a derivative that is not finite.
    pub fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.invalidate();
        self.reach(t, x, Stage::Acceleration)?;
        let model = Arc::clone(&self.model);
        let evaluation = self.prepared()?;
        evaluation.position_derivatives(&model);
        let (positions, speeds) = dx.split_at_mut(model.states.nq);
        positions.copy_from_slice(&evaluation.qdot);
        for (derivative, speed) in speeds.iter_mut().zip(&model.states.speeds) {
            *derivative = evaluation.vdot[*speed];
        }
        match dx.iter().position(|d| !d.is_finite()) {
            None => Ok(()),
            Some(i) => Err(EvaluationError::NotFinite { quantity: self.derivative_name(i), time: t }),
        }
    }

    fn derivative_name(&self, i: usize) -> String {
        let catalogue = &self.model.catalogue;
        let variable = catalogue.derivatives.get(i).and_then(|index| catalogue.variables.get(*index));
        variable.map_or_else(|| format!("derivative of state {}", i + 1), |v| v.name.clone())
    }

    /// Puts the state back on its manifold (unit quaternions); false when nothing changed.
    pub fn project(&mut self, x: &mut [f64]) -> bool {
        let model = Arc::clone(&self.model);
        let changed = normalize_quaternions(&model.mechanism.tree, &mut x[..model.states.nq]);
        if changed {
            self.invalidate();
        }
        changed
    }

    /// The first time event after `t`.
    pub fn next_time_event(&self, t: f64) -> Option<f64> {
        let events = self.model.laws.iter().filter_map(|law| law.next_event(&self.parameters, t));
        events.min_by(f64::total_cmp)
    }

    /// Updates the discrete state at an event at time `t` (right limit).
    ///
    /// # Errors
    /// As [`Self::prepare`], when that was not done.
    pub fn update_events(&mut self, t: f64, _x: &[f64]) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        self.prepared()?;
        if let Some(evaluation) = self.evaluation.as_deref_mut() {
            evaluation.time = t;
            evaluation.update_modes(&model, &self.parameters);
        }
        self.invalidate();
        Ok(())
    }

    /// Value of a variable at time `t` and state `x`; stages already evaluated for the same arguments are not repeated until
    /// [`Self::invalidate`].
    ///
    /// # Errors
    /// As [`Self::derivatives`].
    pub fn value(&mut self, t: f64, x: &[f64], source: &Source) -> Result<f64, EvaluationError> {
        let stage = source.stage();
        match source {
            Source::Parameter(i) => return Ok(self.parameter(*i)),
            Source::Input(i) => return Ok(self.input(*i)),
            Source::Time => return Ok(t),
            Source::Constant(x) => return Ok(*x),
            _ => {}
        }
        // Flows of force laws are known once the accelerations are.
        self.reach(t, x, stage)?;
        let model = Arc::clone(&self.model);
        if let Source::Signal(signal, _) = source
            && model.schedule.signal_is_passive[*signal]
        {
            self.reach_outputs(stage)?;
        } else if matches!(source, Source::Signal(signal, Stage::Motion) if model.schedule.producer[*signal].is_some())
        {
            self.reach(t, x, Stage::Acceleration)?;
        }
        Ok(self.prepared()?.value(&model, source))
    }

    fn reach_outputs(&mut self, stage: Stage) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        for step in [Stage::Motion, Stage::Acceleration, Stage::Reaction] {
            if (step == Stage::Motion || step <= stage) && self.outputs < Some(step) {
                self.prepared()?.output_laws(&model, step);
                self.outputs = Some(step);
            }
        }
        Ok(())
    }

    /// Forgets cached stages: to be called when time, state, inputs or parameters changed.
    pub fn invalidate(&mut self) {
        self.reached = None;
        self.outputs = None;
    }
}
