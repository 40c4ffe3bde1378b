//! A compiled model with its data, as the instance and the solver use it: `f64`, stages evaluated once for the same arguments.

use super::articulated_body::normalize_quaternions;
use super::{Evaluation, EvaluationError};
use crate::assembly::Model;
use crate::mechanism::{Law, Source, Stage};
use crate::scalar::{Scalar, Taylor};
use std::sync::Arc;

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
    /// The evaluation with time derivatives, made when something asks for it.
    rates: Option<Box<Evaluation<Taylor<f64>>>>,
    /// True when `rates` holds for the present arguments.
    rates_reached: bool,
}

impl System {
    /// A system with the parameters of the model file; [`Self::prepare`] must follow before anything is evaluated.
    pub fn new(model: Arc<Model>) -> Self {
        let parameters = model.parameters.slots.iter().map(|s| s.value).collect();
        let inputs = vec![0.0; model.catalogue.inputs.len()];
        Self {
            model,
            evaluation: None,
            parameters,
            inputs,
            reached: None,
            outputs: None,
            rates: None,
            rates_reached: false,
        }
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
        self.rates = None;
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

    /// Initial state at time `t` from the start values, and the discrete state of the sources.
    ///
    /// # Errors
    /// A joint that moves no mass, or one that starts at a reference that depends on where it is.
    pub fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        self.invalidate();
        self.update_events(t, &[])?;
        let model = Arc::clone(&self.model);
        self.write_inputs(t)?;
        self.follow(t)?;
        let evaluation = self.prepared()?;
        evaluation.start(&model)?;
        evaluation.start_laws(&model);
        model.states.pack(&evaluation.q, &evaluation.v, &evaluation.states, x);
        self.reach(t, x, Stage::Acceleration)
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
            self.follow(t)?;
            let evaluation = self.prepared()?;
            let (q, v, states) = (&mut evaluation.q, &mut evaluation.v, &mut evaluation.states);
            model.states.unpack(x, q, v, states);
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
        model.states.pack(&evaluation.qdot, &evaluation.vdot, &evaluation.state_derivatives, dx);
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
        let Some(evaluation) = self.evaluation.as_deref_mut() else { return false };
        let (q, v, states) = (&mut evaluation.q, &mut evaluation.v, &mut evaluation.states);
        model.states.unpack(x, q, v, states);
        let changed = normalize_quaternions(&model.mechanism.tree, q);
        if changed {
            model.states.pack(q, v, states, x);
        }
        self.invalidate();
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
        if self.reads_derivatives(source) {
            self.reach_rates(t, x)?;
            let model = Arc::clone(&self.model);
            return Ok(self.rates.as_deref_mut().map_or(f64::NAN, |rates| rates.value(&model, source).value));
        }
        // Flows of force laws are known once the accelerations are.
        self.reach(t, x, stage)?;
        let model = Arc::clone(&self.model);
        if let Source::Signal(signal, _) = source
            && model.schedule.producer[*signal].is_some()
        {
            // Laws that act on the accelerations are evaluated on the way to them, and passive laws may read their signals.
            self.reach(t, x, Stage::Acceleration)?;
            if model.schedule.signal_is_passive[*signal] {
                self.reach_outputs(stage)?;
            }
        }
        Ok(self.prepared()?.value(&model, source))
    }

    fn reads_derivatives(&self, source: &Source) -> bool {
        let schedule = &self.model.schedule;
        let law = match source {
            Source::Signal(signal, _) => schedule.producer[*signal],
            Source::Law(law, _, _) => Some(*law),
            _ => None,
        };
        law.is_some_and(|law| schedule.reads_derivatives[law])
    }

    /// Position, speed and acceleration of joints that follow a signal, from its Taylor expansion.
    fn follow(&mut self, t: f64) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        if model.motions.followers.is_empty() {
            return Ok(());
        }
        self.seed_time(t)?;
        if let (Some(rates), Some(evaluation)) = (self.rates.as_deref_mut(), self.evaluation.as_deref_mut()) {
            rates.laws(&model, &model.schedule.time);
            for (i, follower) in model.motions.followers.iter().enumerate() {
                let signal = rates.signals[follower.signal];
                evaluation.followed[i] = [signal.value, signal.first, signal.second];
                let third = Taylor::constant(0.0).value;
                rates.followed[i] =
                    [signal, Taylor::new(signal.first, signal.second, third), Taylor::new(signal.second, third, third)];
            }
        }
        Ok(())
    }

    /// Time and inputs with their derivatives; inputs of the host are constant between its calls.
    fn seed_time(&mut self, t: f64) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        if self.rates.is_none() {
            let parameters = self.parameters.iter().map(|p| Taylor::constant(*p)).collect();
            self.rates = Some(Box::new(Evaluation::new(&model, parameters)?));
        }
        self.prepared()?;
        if let (Some(rates), Some(evaluation)) = (self.rates.as_deref_mut(), self.evaluation.as_deref()) {
            rates.modes.copy_from_slice(&evaluation.modes);
            rates.time = Taylor::new(t, 1.0, 0.0);
            let first = model.first_input_signal;
            for (signal, input) in rates.signals[first..].iter_mut().zip(&self.inputs) {
                *signal = Taylor::constant(*input);
            }
        }
        Ok(())
    }

    /// Evaluates all stages with time derivatives. A first pass with the first derivatives of the state gives the second ones, a
    /// second pass with both gives two derivatives of every signal.
    fn reach_rates(&mut self, t: f64, x: &[f64]) -> Result<(), EvaluationError> {
        if self.rates_reached {
            return Ok(());
        }
        self.reach(t, x, Stage::Acceleration)?;
        self.seed_time(t)?;
        let model = Arc::clone(&self.model);
        let (Some(rates), Some(base)) = (self.rates.as_deref_mut(), self.evaluation.as_deref_mut()) else {
            return Ok(());
        };
        base.position_derivatives(&model);
        let seed = |to: &mut [Taylor<f64>], value: &[f64], first: &[f64]| {
            to.iter_mut().zip(value.iter().zip(first)).for_each(|(t, (x, dx))| *t = Taylor::new(*x, *dx, t.second));
        };
        for pass in 0..2 {
            seed(&mut rates.q, &base.q, &base.qdot);
            seed(&mut rates.v, &base.v, &base.vdot);
            seed(&mut rates.states, &base.states, &base.state_derivatives);
            rates.motion(&model);
            rates.accelerate(&model)?;
            if pass == 0 {
                rates.position_derivatives(&model);
                rates.take_second_derivatives();
            }
        }
        rates.reactions(&model);
        for stage in [Stage::Motion, Stage::Acceleration, Stage::Reaction] {
            rates.output_laws(&model, stage);
        }
        self.rates_reached = true;
        Ok(())
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
        self.rates_reached = false;
    }
}
