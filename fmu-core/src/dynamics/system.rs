//! A compiled model with its data, as the instance and the solver use it: `f64`, stages evaluated once for the same arguments.

use super::articulated_body::normalize_quaternions;
use super::directional::Directional;
use super::rates::Rates;
use super::{Evaluation, EvaluationError, initialization};
use crate::assembly::Model;
use crate::mechanism::{Law, Source, Stage};
use crate::scalar::{RankLimit, Scalar};
use crate::variables::Variable;
use std::sync::Arc;

/// How often the initial state is solved for while its solution changes what it was solved with: discrete state, signals that joints
/// follow.
const MODE_ITERATIONS: usize = 10;

/// Relative change at which what the initial state is solved with counts as settled: rounding.
const SETTLED: f64 = 1e-12;

/// A signal and one of its time derivatives.
type Given = (usize, f64);

/// Evaluates a model: `f64`.
#[derive(Clone, Debug)]
pub struct System {
    model: Arc<Model>,
    /// None until the first successful [`Self::prepare`].
    evaluation: Option<Box<Evaluation<f64>>>,
    /// The parameter array as set, bound elements as of the last preparation.
    parameters: Vec<f64>,
    /// Inputs at [`Self::input_time`].
    inputs: Vec<f64>,
    /// First two time derivatives of the inputs at that time.
    input_rates: Vec<[f64; 2]>,
    /// When the inputs have the values that were set, s.
    input_time: f64,
    /// Discrete state of each law.
    modes: Vec<i32>,
    /// How many rows of each cluster of constraints count; found at the initial state.
    limits: Vec<RankLimit>,
    /// For each watched law: it had a warning when it was looked at last.
    warned: Vec<bool>,
    /// The last stage whose results hold for the present arguments.
    reached: Option<Stage>,
    /// The same for laws that only outputs need.
    outputs: Option<Stage>,
    /// The evaluation with time derivatives, made when something asks for it.
    rates: Option<Box<Rates<f64>>>,
    /// True when `rates` holds for the present arguments.
    rates_reached: bool,
    /// The evaluation over dual numbers, made when something asks for it.
    pub(super) directional: Option<Box<Directional>>,
}

impl System {
    /// A system with the parameters of the model file; [`Self::prepare`] must follow before anything is evaluated.
    pub fn new(model: Arc<Model>) -> Self {
        let parameters = model.parameters.slots.iter().map(|s| s.value).collect();
        let inputs = model.catalogue.inputs.len();
        Self {
            evaluation: None,
            parameters,
            inputs: vec![0.0; inputs],
            input_rates: vec![[0.0; 2]; inputs],
            input_time: 0.0,
            modes: vec![0; model.laws.len()],
            limits: Vec::new(),
            warned: vec![false; model.watched.len()],
            reached: None,
            outputs: None,
            rates: None,
            rates_reached: false,
            directional: None,
            model,
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

    /// The whole parameter array, bound elements as of the last preparation.
    pub fn all_parameters(&self) -> &[f64] {
        &self.parameters
    }

    /// Replaces the whole parameter array; takes effect with [`Self::prepare`]. Elements that are missing or too many are left alone.
    pub fn set_all_parameters(&mut self, values: &[f64]) {
        self.parameters.iter_mut().zip(values).for_each(|(parameter, value)| *parameter = *value);
    }

    /// Tells another evaluation of the model how many rows of each cluster count.
    pub(super) fn give_limits<T: Scalar>(&self, evaluation: &mut Evaluation<T>) {
        evaluation.work.clusters.iter_mut().zip(&self.limits).for_each(|(work, limit)| work.limit = *limit);
    }

    /// Discrete state of each law.
    pub fn modes(&self) -> &[i32] {
        &self.modes
    }

    /// Takes back a discrete state that [`Self::modes`] gave.
    pub fn set_modes(&mut self, modes: &[i32]) {
        self.modes.iter_mut().zip(modes).for_each(|(mode, value)| *mode = *value);
        if let Some(evaluation) = self.evaluation.as_deref_mut() {
            evaluation.modes.copy_from_slice(&self.modes);
        }
        self.invalidate();
    }

    /// First two time derivatives of an input, per s and per s2.
    pub fn input_rates(&self, index: usize) -> [f64; 2] {
        self.input_rates.get(index).copied().unwrap_or([f64::NAN; 2])
    }

    /// Lets an input go on as a polynomial in time: its first two derivatives at the time of [`Self::begin_inputs`].
    pub fn set_input_rates(&mut self, index: usize, rates: [f64; 2]) {
        if let Some(input) = self.input_rates.get_mut(index) {
            *input = rates;
        }
        self.invalidate();
    }

    /// The inputs have the values and derivatives that were set at time `t`, s.
    pub fn begin_inputs(&mut self, t: f64) {
        self.input_time = t;
        self.invalidate();
    }

    /// The inputs take the values and derivatives that they have at time `t`, s, and go on from there.
    pub fn advance_inputs(&mut self, t: f64) {
        for i in 0..self.inputs.len() {
            self.inputs[i] = self.input_at(i, t);
            self.input_rates[i][0] += (t - self.input_time) * self.input_rates[i][1];
        }
        self.begin_inputs(t);
    }

    /// Value of an input at time `t`, s.
    pub(super) fn input_at(&self, index: usize, t: f64) -> f64 {
        let ([once, twice], elapsed) = (self.input_rates[index], t - self.input_time);
        self.inputs[index] + elapsed * (once + 0.5 * elapsed * twice)
    }

    /// Time derivatives of all inputs at time `t`, s.
    pub(super) fn input_rates_at(&self, t: f64) -> impl Iterator<Item = [f64; 2]> {
        let elapsed = t - self.input_time;
        self.input_rates.iter().map(move |[once, twice]| [once + elapsed * twice, *twice])
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
        evaluation.modes.copy_from_slice(&self.modes);
        self.give_limits(&mut evaluation);
        self.evaluation = Some(Box::new(evaluation));
        (self.rates, self.directional) = (None, None);
        self.invalidate();
        Ok(())
    }

    pub(super) fn require_prepared(&mut self) -> Result<(), EvaluationError> {
        self.prepared().map(|_| ())
    }

    pub(super) fn shared_model(&self) -> &Arc<Model> {
        &self.model
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
    /// A joint that moves no mass, or one that starts at a reference that depends on where it is; initial conditions that contradict
    /// each other or have no solution that was found.
    pub fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        self.invalidate();
        let model = Arc::clone(&self.model);
        self.take_guesses()?;
        self.update_events(t, &[])?;
        let mut unsettled = None;
        for _ in 0..MODE_ITERATIONS {
            if let Err(error) = self.solve_initial_state(t) {
                // It holds what the search tried last.
                self.evaluation = None;
                return Err(error);
            }
            let (modes, before) = (self.modes.clone(), self.given_signals()?);
            self.update_events(t, &[])?;
            self.follow(t)?;
            let after = self.given_signals()?;
            let differs = |((_, before), (_, after)): &(&Given, &Given)| {
                let size = before.abs().max(after.abs()).max(1.0);
                (before - after).abs() > SETTLED * size
            };
            unsettled = before.iter().zip(&after).find(differs).map(|((signal, _), _)| *signal);
            if modes == self.modes && unsettled.is_none() {
                break;
            }
        }
        if let Some(signal) = unsettled {
            return Err(EvaluationError::UnsettledSignal { signal: self.signal_name(signal) });
        }
        let evaluation = self.prepared()?;
        evaluation.find_ranks(&model);
        let limits = evaluation.limits();
        evaluation.find_angles(&model)?;
        let Evaluation { q, v, angles, states, .. } = evaluation;
        model.states.pack(q, v, angles, states, x);
        self.limits = limits;
        (self.rates, self.directional) = (None, None);
        self.invalidate();
        self.reach(t, x, Stage::Acceleration)
    }

    /// Signals whose time derivatives the motion needs, with what it takes from each.
    fn given_signals(&mut self) -> Result<Vec<Given>, EvaluationError> {
        let model = Arc::clone(&self.model);
        let evaluation = self.prepared()?;
        let followed = model.motions.followers.iter().zip(&evaluation.followed);
        let followed = followed.flat_map(|(follower, values)| values.map(|value| (follower.signal, value)));
        let given = model.schedule.given_derivatives[0].iter().filter_map(|law| model.laws[*law].output());
        let given = given.flat_map(|output| output.first..output.first + output.size);
        Ok(followed.chain(given.map(|signal| (signal, evaluation.signals[signal]))).collect())
    }

    fn signal_name(&self, signal: usize) -> String {
        let is_it = |v: &&Variable| matches!(v.source, Source::Signal(other, _) if other == signal);
        let found = self.model.catalogue.variables.iter().find(is_it);
        found.map_or_else(|| format!("signal {signal}"), |variable| variable.name.clone())
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
        self.follow(t)?;
        let evaluation = self.prepared()?;
        initialization::solve(&model, evaluation)?;
        if !model.parameters.solved.is_empty() {
            let solution = evaluation.parameters.clone();
            self.parameters = solution;
            (self.rates, self.directional) = (None, None);
        }
        Ok(())
    }

    fn write_inputs(&mut self, t: f64) -> Result<(), EvaluationError> {
        let first = self.model.first_input_signal;
        self.prepared()?;
        if let Some(mut evaluation) = self.evaluation.take() {
            evaluation.time = t;
            for (i, signal) in evaluation.signals[first..].iter_mut().enumerate() {
                *signal = self.input_at(i, t);
            }
            self.evaluation = Some(evaluation);
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
            evaluation.take_state(&model, x);
            evaluation.motion(&model);
            self.give_before_forces(t)?;
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
        evaluation.find_angle_derivatives(&model)?;
        let Evaluation { qdot, vdot, angle_derivatives, state_derivatives, .. } = evaluation;
        model.states.pack(qdot, vdot, angle_derivatives, state_derivatives, dx);
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
        evaluation.take_state(&model, x);
        let normalized = normalize_quaternions(&model.mechanism.tree, &mut evaluation.q);
        let changed = evaluation.project_constraints(&model) || normalized;
        if changed {
            let Evaluation { q, v, angles, states, .. } = evaluation;
            model.states.pack(q, v, angles, states, x);
        }
        self.invalidate();
        changed
    }

    /// How far the state has drifted off its manifold: the largest deviation of a quaternion's length from one.
    pub fn drift(&self, x: &[f64]) -> f64 {
        let quaternions = self.model.mechanism.tree.joints.iter().filter_map(|joint| {
            // Positions are in the order of the joints.
            let first = self.model.states.positions.binary_search(&(joint.q + joint.kind.quaternion()?)).ok()?;
            x.get(first..first + 4)
        });
        let deviation = |q: &[f64]| (q.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs();
        quaternions.map(deviation).fold(0.0, f64::max)
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
            self.modes.copy_from_slice(&evaluation.modes);
        }
        self.invalidate();
        Ok(())
    }

    /// Hands over the warnings that have come up at time `t`, s, and state `x` since the last call: the component and what is wrong, once
    /// until it has been right again.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub fn warnings(&mut self, t: f64, x: &[f64], mut hand_over: impl FnMut(String)) -> Result<(), EvaluationError> {
        if self.warned.is_empty() {
            return Ok(());
        }
        self.invalidate();
        self.reach(t, x, Stage::Motion)?;
        let model = Arc::clone(&self.model);
        let mut warned = std::mem::take(&mut self.warned);
        let evaluation = self.prepared()?;
        for (warned, watched) in warned.iter_mut().zip(&model.watched) {
            let warning = model.laws[watched.law].warning(&evaluation.view(&model, 0));
            if let (Some(warning), false) = (warning, *warned) {
                hand_over(format!("{} at {t} s: {warning}", watched.component));
            }
            *warned = warning.is_some();
        }
        self.warned = warned;
        Ok(())
    }

    /// For each warning that may come up: it has been handed over, and what it says still holds.
    pub fn standing_warnings(&self) -> &[bool] {
        &self.warned
    }

    /// Takes back what [`Self::standing_warnings`] gave; of another length it is ignored.
    pub fn set_standing_warnings(&mut self, standing: &[bool]) {
        if standing.len() == self.warned.len() {
            self.warned.copy_from_slice(standing);
        }
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
            Source::Input(i) if *i < self.inputs.len() => return Ok(self.input_at(*i, t)),
            Source::Time => return Ok(t),
            Source::Constant(x) => return Ok(*x),
            _ => {}
        }
        if self.reads_derivatives(source) {
            self.reach_rates(t, x)?;
            let model = Arc::clone(&self.model);
            return Ok(self
                .rates
                .as_deref_mut()
                .map_or(f64::NAN, |rates| rates.evaluation.value(&model, source).value));
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

    /// First two time derivatives of a variable along the motion at time `t`, s, and state `x`, exact to rounding: per s and per s2.
    ///
    /// Where a joint follows a signal exactly, third and higher derivatives of that signal count as zero. Of a signal that is a time
    /// derivative itself, derivatives that would need a third one are not known: NaN.
    ///
    /// # Errors
    /// As [`Self::derivatives`].
    pub fn time_derivatives(&mut self, t: f64, x: &[f64], source: &Source) -> Result<[f64; 2], EvaluationError> {
        self.reach_rates(t, x)?;
        let model = Arc::clone(&self.model);
        let value = self.rates.as_deref_mut().map(|rates| rates.evaluation.value(&model, source));
        let [first, second] = value.map_or([f64::NAN; 2], |value| [value.first, value.second]);
        Ok(match self.derivatives_in(source) {
            0 => [first, second],
            1 => [first, f64::NAN],
            _ => [f64::NAN; 2],
        })
    }

    pub(super) fn reads_derivatives(&self, source: &Source) -> bool {
        self.derivatives_in(source) > 0
    }

    /// Number of time derivatives one after the other on the way to a variable.
    fn derivatives_in(&self, source: &Source) -> usize {
        let schedule = &self.model.schedule;
        let law = match source {
            Source::Signal(signal, _) => schedule.producer[*signal],
            Source::Law(law, _, _) => Some(*law),
            _ => None,
        };
        law.map_or(0, |law| schedule.derivatives_in[law])
    }

    /// Position, speed and acceleration of joints that follow a signal.
    fn follow(&mut self, t: f64) -> Result<(), EvaluationError> {
        if !self.model.needs_rates_before_motion() {
            return Ok(());
        }
        self.seed_rates(t)?;
        if let (Some(rates), Some(base)) = (self.rates.as_deref_mut(), self.evaluation.as_deref_mut()) {
            rates.follow(&self.model, base);
        }
        Ok(())
    }

    /// Time derivatives of signals that forces read and that depend on positions.
    fn give_before_forces(&mut self, t: f64) -> Result<(), EvaluationError> {
        if self.model.schedule.given_derivatives[1].is_empty() {
            return Ok(());
        }
        self.seed_rates(t)?;
        if let (Some(rates), Some(base)) = (self.rates.as_deref_mut(), self.evaluation.as_deref_mut()) {
            rates.give_before_forces(&self.model, base);
        }
        Ok(())
    }

    /// Time and inputs with their derivatives.
    fn seed_rates(&mut self, t: f64) -> Result<(), EvaluationError> {
        self.prepared()?;
        let mut rates = match self.rates.take() {
            Some(rates) => rates,
            None => Box::new(Rates::new(&self.model, &self.parameters)?),
        };
        if let Some(base) = self.evaluation.as_deref() {
            rates.seed_time(&self.model, base, self.input_rates_at(t));
        }
        self.rates = Some(rates);
        Ok(())
    }

    /// Evaluates all stages with time derivatives.
    fn reach_rates(&mut self, t: f64, x: &[f64]) -> Result<(), EvaluationError> {
        if self.rates_reached {
            return Ok(());
        }
        self.reach(t, x, Stage::Acceleration)?;
        self.seed_rates(t)?;
        if let (Some(rates), Some(base)) = (self.rates.as_deref_mut(), self.evaluation.as_deref_mut()) {
            rates.reach(&self.model, base)?;
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
