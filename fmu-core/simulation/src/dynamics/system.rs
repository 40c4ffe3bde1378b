//! A compiled model with its data, for the instance and the solver: the `f64` form of the stages.

mod charts;
mod directional;
mod equations;
mod initial_state;
mod inputs;
mod jacobian;
mod past;
#[cfg(feature = "live")]
mod pulling;
#[cfg(feature = "live")]
mod tangent;
mod values;
mod warnings;

pub use super::linearized::Known;
pub use directional::Point;
#[cfg(feature = "live")]
pub use tangent::Condition;

use super::articulated_body::{first_limit, normalize};
use super::evaluation::evaluate_parameters;
use super::linearized::Linearized;
use super::pipeline::Pipeline;
use super::{Evaluation, EvaluationError, EvaluationFault, Jets, Result};
use crate::model::Model;
use directional::Directional;
use inputs::Inputs;
use mechanism::scalar::RankLimit;
use mechanism::{History, Instant, Parameters, Source, Stage};
use std::sync::Arc;

/// Evaluates a model in `f64`. Results for unchanged arguments are reused.
///
/// Times `t` are relative to the start of the simulation ([`Self::set_start`]).
#[derive(Clone, Debug)]
pub struct System {
    model: Arc<Model>,
    jets: &'static Jets,
    /// None until the first successful [`Self::prepare`].
    pipeline: Option<Box<Pipeline<f64>>>,
    /// The parameter array as set; bound elements as of the last preparation.
    parameters: Vec<f64>,
    inputs: Inputs,
    /// Start time of the simulation, s.
    start: f64,
    /// Time, s, for which the pipeline has the inputs; none if inputs have been set since.
    time: Option<f64>,
    /// Discrete state of each law.
    modes: Vec<i32>,
    /// Values that laws hold between events.
    held: Vec<f64>,
    /// The past of signals.
    histories: Arc<Vec<History>>,
    /// Rank of each cluster of constraints, determined at the initial state.
    limits: Vec<RankLimit>,
    /// Rate at which residuals of constraints decay, 1/s.
    stabilization: f64,
    /// For each watched law: it had a warning at the last check.
    warned: Vec<bool>,
    /// Warnings that have not been fetched yet.
    warnings: Vec<String>,
    /// The evaluation over jets for directional derivatives, created on demand.
    directional: Option<Box<Directional>>,
    /// A spring that drags a link.
    #[cfg(feature = "live")]
    pull: Option<super::pull::Pull>,
    /// Derivatives without jets, made when something asks for the Jacobian; none inside where the model needs jets.
    linearized: Option<Option<Box<Linearized>>>,
}

impl System {
    /// A system with the parameters of the model file, which finds derivatives by the functions over jets of the crate `jets`; its function
    /// `system` gives them. [`Self::prepare`] must be called before an evaluation.
    pub fn new(model: Arc<Model>, jets: &'static Jets) -> Self {
        Self {
            jets,
            pipeline: None,
            parameters: model.parameters.slots.iter().map(|s| s.value).collect(),
            inputs: Inputs::new(model.catalogue.input_starts()),
            start: 0.0,
            time: None,
            modes: vec![0; model.laws.len()],
            held: vec![0.0; model.discrete.held_count],
            histories: Arc::new(vec![History::default(); model.discrete.remembered.len()]),
            limits: model.mechanism.tree.clusters.iter().map(|cluster| first_limit(cluster.rows())).collect(),
            stabilization: 0.0,
            warned: vec![false; model.watched.len()],
            warnings: Vec::new(),
            directional: None,
            #[cfg(feature = "live")]
            pull: None,
            linearized: None,
            model,
        }
    }

    /// Another system with the same parameters, inputs and discrete states; [`Self::prepare`] must be called next. No clone: the code that
    /// copies evaluations would be 30 kB of each FMU.
    pub(super) fn unprepared_twin(&self) -> Self {
        let mut twin = Self::new(Arc::clone(&self.model), self.jets);
        twin.parameters.clone_from(&self.parameters);
        twin.inputs = self.inputs.clone();
        twin.modes.clone_from(&self.modes);
        twin.held.clone_from(&self.held);
        twin.histories.clone_from(&self.histories);
        twin.limits.clone_from(&self.limits);
        (twin.start, twin.stabilization) = (self.start, self.stabilization);
        twin
    }

    /// Resets parameters, inputs and discrete state to those of [`Self::new`]; the stabilization is kept.
    /// [`Self::prepare`] must be called next.
    pub fn reset(&mut self) {
        // A new system: no field can be forgotten.
        let stabilization = self.stabilization;
        *self = Self::new(Arc::clone(&self.model), self.jets);
        self.stabilization = stabilization;
    }

    /// Gives back the model.
    pub fn into_model(self) -> Model {
        Arc::unwrap_or_clone(self.model)
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

    /// Rank of each cluster of constraints; the number of rows before the first initial state.
    pub fn row_limits(&self) -> &[RankLimit] {
        &self.limits
    }

    /// Restores [`Self::row_limits`]; limits of another length are ignored.
    pub fn set_row_limits(&mut self, limits: &[RankLimit]) {
        if limits.len() != self.limits.len() || limits == self.limits {
            return;
        }
        self.limits.copy_from_slice(limits);
        self.hand_on_rows();
    }

    /// For each law: the mode, which selects the active equations.
    pub fn modes(&self) -> &[i32] {
        &self.modes
    }

    /// Restores the modes from [`Self::modes`].
    pub fn set_modes(&mut self, modes: &[i32]) {
        self.modes.iter_mut().zip(modes).for_each(|(mode, value)| *mode = *value);
        self.hand_on_discrete();
    }

    /// Values that laws hold between events.
    pub fn held(&self) -> &[f64] {
        &self.held
    }

    /// Restores the values from [`Self::held`].
    pub fn set_held(&mut self, held: &[f64]) {
        self.held.iter_mut().zip(held).for_each(|(own, value)| *own = *value);
        self.hand_on_discrete();
    }

    fn hand_on_discrete(&mut self) {
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.set_discrete(&self.modes, &self.held);
        }
    }

    /// First two time derivatives of an input, per s and per s2.
    pub fn input_rates(&self, index: usize) -> [f64; 2] {
        self.inputs.rates.get(index).copied().unwrap_or([f64::NAN; 2])
    }

    /// Continues an input as a polynomial in time, with its first two derivatives at the time of
    /// [`Self::begin_inputs`].
    pub fn set_input_rates(&mut self, index: usize, rates: [f64; 2]) {
        if let Some(input) = self.inputs.rates.get_mut(index) {
            *input = rates;
        }
        self.time = None;
    }

    /// Start time of the simulation, s; initially 0.
    pub fn start(&self) -> f64 {
        self.start
    }

    /// Sets [`Self::start`].
    pub fn set_start(&mut self, start: f64) {
        if self.start.to_bits() != start.to_bits() {
            self.start = start;
            (self.time, self.directional) = (None, None);
        }
    }

    /// The instant `elapsed` seconds after the start.
    pub(super) fn instant(&self, elapsed: f64) -> Instant {
        Instant { start: self.start, elapsed }
    }

    /// Defines that the inputs have the values and derivatives that were set at time `t`, s.
    pub fn begin_inputs(&mut self, t: f64) {
        self.inputs.time = t;
        self.time = None;
    }

    /// Moves the inputs to their values and derivatives at time `t`, s.
    pub fn advance_inputs(&mut self, t: f64) {
        self.inputs.advance(t);
        // At the same time they do not change.
        self.time = self.time.filter(|time| time.to_bits() == t.to_bits());
    }

    /// Value of an input; see [`crate::variables::Target::Input`].
    pub fn input(&self, index: usize) -> f64 {
        self.inputs.values.get(index).copied().unwrap_or(f64::NAN)
    }

    /// Sets an input.
    pub fn set_input(&mut self, index: usize, value: f64) {
        if let Some(input) = self.inputs.values.get_mut(index) {
            *input = value;
        }
        self.time = None;
    }

    /// Evaluates bound parameters and constants; must be called after parameters were set.
    ///
    /// # Errors
    /// An expression without a value, or an impossible direction; the results of the previous preparation are then
    /// unchanged.
    pub fn prepare(&mut self) -> Result<()> {
        let mut parameters = self.parameters.clone();
        if !self.has_values_of_model() {
            evaluate_parameters(&self.model, &mut parameters)?;
        }
        let mut pipeline = Pipeline::new(&self.model, parameters, &self.jets.evaluation)?;
        self.parameters.clone_from(&pipeline.base.parameters);
        pipeline.set_discrete(&self.modes, &self.held);
        pipeline.set_histories(&self.histories);
        pipeline.treat_rows(&self.limits, self.stabilization);
        #[cfg(feature = "live")]
        pipeline.set_pull(self.pull);
        self.pipeline = Some(Box::new(pipeline));
        (self.time, self.directional, self.linearized) = (None, None, None);
        Ok(())
    }

    /// Checks for physically impossible parameters: limits and inertias.
    ///
    /// # Errors
    /// [`EvaluationFault::Parameter`].
    pub fn check_parameters(&self) -> Result<()> {
        let table = &self.model.parameters;
        table.check_bounds(&self.parameters)?;
        self.model.mechanism.check_inertias(&table.slots, &self.parameters).map_err(Into::into)
    }

    /// Returns true if all parameters have their values in the model, whose dependent values are known.
    fn has_values_of_model(&self) -> bool {
        let table = &self.model.parameters;
        let mut pairs = self.parameters.iter().zip(&table.slots);
        table.solved.is_empty() && pairs.all(|(value, slot)| value.to_bits() == slot.value.to_bits())
    }

    pub(super) fn require_prepared(&mut self) -> Result<()> {
        if self.pipeline.is_none() { self.prepare() } else { Ok(()) }
    }

    /// The model and its stages at time `t`, s; results for the same time and inputs are kept.
    fn at_time(&mut self, t: f64) -> Result<(&Model, &mut Pipeline<f64>)> {
        self.require_prepared()?;
        let pipeline = self.pipeline.as_deref_mut().ok_or_else(|| no_parameters(self.start + t))?;
        if self.time.map(f64::to_bits) != Some(t.to_bits()) {
            pipeline.set_time(&self.model, (self.start, t), self.inputs.all_at(t));
            self.time = Some(t);
        }
        Ok((&*self.model, pipeline))
    }

    /// The model and its stages at time `t` and state `x`.
    pub(super) fn at(&mut self, t: f64, x: &[f64]) -> Result<(&Model, &mut Pipeline<f64>)> {
        let (model, pipeline) = self.at_time(t)?;
        if !pipeline.state().is_some_and(|state| is_same(state, x)) {
            pipeline.set_state(model, x.iter().copied());
        }
        Ok((model, pipeline))
    }

    /// The model and its evaluation at time `t` and state `x`, up to `stage`.
    pub(super) fn reach(&mut self, t: f64, x: &[f64], stage: Stage) -> Result<(&Model, &mut Evaluation<f64>)> {
        let (model, pipeline) = self.at(t, x)?;
        pipeline.reach(model, stage)?;
        Ok((model, &mut pipeline.base))
    }

    /// State derivatives.
    ///
    /// # Errors
    /// A joint that moves no mass, or a derivative that is not finite.
    pub fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<()> {
        let (model, pipeline) = self.at(t, x)?;
        pipeline.state_derivatives(model, dx)?;
        match dx.iter().position(|d| !d.is_finite()) {
            None => Ok(()),
            Some(i) => Err(EvaluationFault::NotFinite { quantity: self.not_finite(i), time: self.start + t }.into()),
        }
    }

    /// Name of the cause if the derivative of state `i` is not finite: the first signal that is not finite, in the
    /// order of evaluation, otherwise the derivative itself.
    #[cold]
    fn not_finite(&self, i: usize) -> String {
        let schedule = &self.model.schedule;
        let feedback = &schedule.feedback;
        let order =
            [&schedule.time, &schedule.motion, &feedback.accelerations, &feedback.reactions].into_iter().flatten();
        let outputs = order.filter_map(|law| self.model.laws[*law].output());
        let signals = self.pipeline.as_ref().map(|pipeline| &pipeline.base.signals);
        let mut elements = outputs.flat_map(|output| output.first..output.first + output.size);
        let cause = elements.find(|k| signals.and_then(|s| s.get(*k)).is_some_and(|value| !value.is_finite()));
        let name = cause.and_then(|signal| self.signal_name(signal));
        let name = name.or_else(|| self.listed_name(&self.model.catalogue.derivatives, i));
        name.unwrap_or_else(|| format!("derivative of state {}", i + 1))
    }

    /// Name of a variable that is this signal.
    fn signal_name(&self, signal: usize) -> Option<String> {
        let is_it = |source: &Source| matches!(source, Source::Signal(k, _) if *k == signal);
        let variable = self.model.catalogue.variables.iter().find(|variable| is_it(variable.source));
        variable.map(|variable| variable.name.to_owned())
    }

    /// Name of a variable in a list of the catalogue.
    fn listed_name(&self, list: &[usize], i: usize) -> Option<String> {
        self.model.catalogue.variables.get(*list.get(i)?).map(|variable| variable.name.to_owned())
    }

    /// Projects the state at time `t`, s, onto its manifold (unit quaternions, positions and velocities on the
    /// constraints); returns false if nothing changed. A state that cannot be evaluated stays as it is: the next
    /// evaluation reports the error.
    pub fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        let normalized = self.quaternions().fold(false, |changed, first| normalize(&mut x[first..first + 4]) | changed);
        let moved = self.is_constrained() && self.at(t, x).is_ok_and(|(model, pipeline)| pipeline.project(model, x));
        normalized || moved
    }

    /// Drift of the state at time `t`, s, off its manifold: the largest deviation of a quaternion's length from one, or
    /// of a constraint's position (rad, lengths relative to the size of its mechanism). Velocities are not included:
    /// their errors soon appear in the positions.
    pub fn drift(&mut self, t: f64, x: &[f64]) -> f64 {
        let deviation = |q: &[f64]| (q.iter().map(|x| x * x).sum::<f64>().sqrt() - 1.0).abs();
        let off = self.quaternions().map(|first| deviation(&x[first..first + 4])).fold(0.0, f64::max);
        if !self.is_constrained() {
            return off;
        }
        let residual = self.at(t, x).and_then(|(model, pipeline)| pipeline.residual(model));
        residual.map_or(off, |residual| off.max(residual))
    }

    /// Returns true if constraints couple joints, or forces balance on massless points.
    fn is_constrained(&self) -> bool {
        let mechanism = &self.model.mechanism;
        !(mechanism.tree.clusters.is_empty() && mechanism.massless.is_empty())
    }

    /// Sets the rate, 1/s, at which residuals of constraints decay along the derivatives. The initial value is 0, for states that are
    /// projected.
    pub fn set_stabilization(&mut self, rate: f64) {
        self.stabilization = rate;
        self.hand_on_rows();
    }

    fn hand_on_rows(&mut self) {
        self.directional = None;
        if let Some(pipeline) = &mut self.pipeline {
            pipeline.treat_rows(&self.limits, self.stabilization);
        }
    }

    /// The first element of each quaternion in the state array.
    fn quaternions(&self) -> impl Iterator<Item = usize> {
        let positions = &self.model.states.positions;
        let joints = self.model.mechanism.tree.joints.iter();
        // Positions are in the order of the joints.
        joints.filter_map(|joint| positions.binary_search(&(joint.q + joint.kind.quaternion()?)).ok())
    }

    /// The first element in `x` of a quaternion of zero length: its number among the states.
    pub fn zero_quaternion(&self, x: &[f64]) -> Option<usize> {
        self.quaternions().find(|&first| x[first..first + 4].iter().all(|q| *q == 0.0))
    }

    /// The first time event after `t`.
    pub fn next_time_event(&self, t: f64) -> Option<f64> {
        let discrete = |law| self.model.discrete.of(law, &self.modes, &self.held, &self.histories);
        let laws = self.model.laws.iter().enumerate();
        let (parameters, now) = (Parameters::new(&self.parameters), self.instant(t));
        let events = laws.filter_map(|(number, law)| law.next_event(parameters, discrete(number), now));
        events.min_by(f64::total_cmp)
    }

    /// Updates the discrete states that depend on time only, at an event at time `t` (right limit); returns true if one
    /// has changed.
    ///
    /// # Errors
    /// Those of [`Self::prepare`], if it has not been called.
    pub(super) fn update_timed_laws(&mut self, t: f64) -> Result<bool> {
        self.require_prepared()?;
        let mut has_changed = false;
        let time = self.instant(t).time();
        for law in &self.model.discrete.timed {
            let mode = self.model.laws[*law].mode(Parameters::new(&self.parameters), time);
            has_changed |= std::mem::replace(&mut self.modes[*law], mode) != mode;
        }
        self.hand_on_discrete();
        Ok(has_changed)
    }

    /// First two time derivatives of a variable along the motion at time `t`, s, and state `x`, exact to rounding: per s and per s2.
    ///
    /// Third and higher derivatives of a signal that a joint follows exactly are taken as zero. For a signal that is
    /// itself a time derivative, derivatives that would need a third one are unknown: NaN.
    pub fn time_derivatives(&mut self, t: f64, x: &[f64], source: &Source) -> Result<[f64; 2]> {
        let (model, pipeline) = self.at(t, x)?;
        let value = pipeline.expansion(model, source)?;
        Ok(match model.schedule.derivatives_before(source) {
            0 => [value.first, value.second],
            1 => [value.first, f64::NAN],
            _ => [f64::NAN; 2],
        })
    }

    /// Number of evaluations of a stage since the last preparation, without those for time derivatives.
    pub fn evaluations(&self, stage: Stage) -> u64 {
        self.pipeline.as_ref().map_or(0, |pipeline| pipeline.base.evaluations(stage))
    }
}

/// The error for parameters that are not finite, or were never prepared.
#[cold]
fn no_parameters(time: f64) -> EvaluationError {
    EvaluationFault::NotFinite { quantity: "the parameters".to_owned(), time }.into()
}

/// Bitwise equality: laws may distinguish zeros of different sign.
fn is_same(x: &[f64], y: &[f64]) -> bool {
    x.len() == y.len() && x.iter().zip(y).all(|(x, y)| x.to_bits() == y.to_bits())
}
