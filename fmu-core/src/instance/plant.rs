//! What an instance runs: parameters, inputs, state derivatives and values of variables.

use super::memory_need::memory_need;
use mechanism::Source;
use mechanism::scalar::RankLimit;
use simulation::dynamics::{EvaluationError, EventOutcome, Known, Point, System};
use simulation::model::Model;
use simulation::variables::{Catalogue, Target, Variable};
use std::sync::Arc;

/// A set of differential equations with parameters, inputs and named variables, as an [`super::Instance`] needs it.
///
/// [`System`] is the one of this library ([`CompiledPlant`]); a Rust host may bring its own. The indices of parameters and inputs
/// are those of [`simulation::variables::Target`].
pub trait Plant: Send {
    /// The variables; a value reference is an index into them.
    fn catalogue(&self) -> &Catalogue;
    /// Length of the state array.
    fn dimension(&self) -> usize;
    /// Time at which the simulation begins, s, from which all times `t` count; 0 before and after [`Self::reset`].
    fn set_start(&mut self, start: f64);
    /// Back to the numbers that the model was made with; [`Self::prepare`] must follow.
    fn reset(&mut self);
    /// Sets everything that can be set to the start value in [`Self::catalogue`]; [`Self::prepare`] must follow.
    fn restore_start_values(&mut self) {
        let start = |variable: Variable<'_>| Some((variable.target?, variable.start?.number()));
        let starts: Vec<(Target, f64)> = self.catalogue().variables.iter().filter_map(start).collect();
        for (target, value) in starts {
            match target {
                Target::Parameter(parameter) => self.set_parameter(parameter, value),
                Target::Input(input) => self.set_input(input, value),
            }
        }
    }
    /// All parameters and start values: what a snapshot must hold of them.
    fn parameters(&self) -> &[f64];
    /// An independent parameter or start value.
    fn parameter(&self, index: usize) -> f64;
    /// Sets an independent parameter or start value; takes effect with [`Self::prepare`].
    fn set_parameter(&mut self, index: usize, value: f64);
    /// Value of an input.
    fn input(&self, index: usize) -> f64;
    /// Sets an input.
    fn set_input(&mut self, index: usize, value: f64);
    /// First two time derivatives of an input, per s and per s2.
    fn input_rates(&self, index: usize) -> [f64; 2];
    /// Sets the first two time derivatives of an input at the time of [`Self::begin_inputs`].
    fn set_input_rates(&mut self, index: usize, rates: [f64; 2]);
    /// Returns true if derivatives of the state may depend on those of the inputs, and not on their values alone.
    fn depends_on_input_rates(&self) -> bool {
        true
    }
    /// The inputs have the values and derivatives that were set at time `t`, s.
    fn begin_inputs(&mut self, t: f64);
    /// The inputs take the values and derivatives that they have at time `t`, s, and go on from there.
    fn advance_inputs(&mut self, t: f64);
    /// The discrete state, constant between events; always of the same length.
    fn discrete_state(&self) -> &[i32];
    /// Takes back what [`Self::discrete_state`] gave.
    fn set_discrete_state(&mut self, values: &[i32]);
    /// The first of these numbers that its element of the discrete state never has, with a name for the element; none by default.
    fn foreign_discrete_state(&self, _values: &mut dyn Iterator<Item = i32>) -> Option<(String, i32)> {
        None
    }
    /// Rank of each cluster of constraints, which the initial state determines; always of the same length.
    fn row_limits(&self) -> &[RankLimit] {
        &[]
    }
    /// Takes back what [`Self::row_limits`] gave.
    fn set_row_limits(&mut self, _limits: &[RankLimit]) {}
    /// The first number in these limits that no run of the model has, with what it is and what is expected; none by default.
    fn foreign_row_limit(&self, _limits: &mut dyn Iterator<Item = RankLimit>) -> Option<(String, f64, &'static str)> {
        None
    }
    /// Bytes that [`Self::prepare`], [`Self::initialize`], derivatives in time and along directions may take; 0 by default.
    fn memory_need(&self) -> usize {
        0
    }
    /// Evaluates everything that depends on parameters only.
    fn prepare(&mut self) -> Result<(), EvaluationError>;
    /// Looks for parameters that no mechanism has, once [`Self::prepare`] and [`Self::initialize`] have followed what was set.
    fn check_parameters(&self) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// Writes the initial state at time `t`, s, into `x` and initializes the discrete state.
    fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError>;
    /// Writes the derivatives of the state `x` at time `t`, s, into `dx`.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError>;
    /// Puts the state at time `t`, s, back on its manifold; false when nothing changed.
    fn project(&mut self, t: f64, x: &mut [f64]) -> bool;
    /// The first state of those that have no meaning together, if there are some: a quaternion of zeros.
    fn meaningless_state(&self, _x: &[f64]) -> Option<usize> {
        None
    }
    /// Drift of the state at time `t`, s, off its manifold, relative to its size.
    fn drift(&mut self, t: f64, x: &[f64]) -> f64;
    /// Rate, 1/s, at which derivatives lead a state back to its manifold: 0, as at first, where every state is projected. Survives
    /// [`Self::reset`].
    fn set_stabilization(&mut self, _rate: f64) {}
    /// The first time event after `t`, s.
    fn next_time_event(&self, t: f64) -> Option<f64>;
    /// Numbers that are constant between events, besides [`Self::discrete_state`]; always of the same length.
    fn held_state(&self) -> &[f64] {
        &[]
    }
    /// Takes back what [`Self::held_state`] gave.
    fn set_held_state(&mut self, _values: &[f64]) {}
    /// Number of event indicators.
    fn indicator_count(&self) -> usize {
        0
    }
    /// Writes the event indicators at time `t`, s, and state `x`: positive as long as no event is due.
    fn indicators(&mut self, _t: f64, _x: &[f64], _indicators: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// What an event indicator belongs to.
    fn indicator_name(&self, indicator: usize) -> String {
        format!("event indicator {indicator}")
    }
    /// Brings the discrete state, and the state `x` where it jumps, to the right limit of an event at time `t`, s.
    fn handle_event(&mut self, t: f64, x: &mut [f64]) -> Result<EventOutcome, EvaluationError>;
    /// Value of the variable with this index in [`Self::catalogue`].
    fn value(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError>;
    /// The same right after a call of [`Self::value`] for the same time and state, which need not be compared again.
    fn value_again(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError> {
        self.value(t, x, variable)
    }
    /// First two time derivatives of a variable along the motion, per s and per s2.
    fn time_derivatives(&mut self, t: f64, x: &[f64], variable: usize) -> Result<[f64; 2], EvaluationError>;
    /// Derivatives of variables along the direction that has these components.
    fn directional_derivatives(
        &mut self,
        t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[usize],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError>;
    /// Writes the exact derivatives of [`Self::derivatives`] by the states into `by_state` (one column for each state, one after the other)
    /// and by time into `by_time`; false when the plant does not know them, as by default.
    fn jacobian(
        &mut self,
        _t: f64,
        _x: &[f64],
        _by_state: &mut [f64],
        _by_time: &mut [f64],
    ) -> Result<bool, EvaluationError> {
        Ok(false)
    }
    /// Appends the warnings that have come up at time `t`, s, and state `x` since the last call.
    fn warnings(&mut self, _t: f64, _x: &[f64], _messages: &mut Vec<String>) {}
    /// For each warning that may come up: it has been handed over, and what it says still holds. Always of the same length.
    fn standing_warnings(&self) -> &[bool] {
        &[]
    }
    /// Takes back what [`Self::standing_warnings`] gave.
    fn set_standing_warnings(&mut self, _standing: &[bool]) {}
}

/// A compiled model and its [`System`].
pub struct CompiledPlant {
    model: Arc<Model>,
    system: System,
}

impl CompiledPlant {
    /// A system of its own over a shared, immutable model.
    pub fn new(model: Arc<Model>) -> Self {
        Self { system: System::new(Arc::clone(&model)), model }
    }
}

impl Plant for CompiledPlant {
    fn catalogue(&self) -> &Catalogue {
        &self.model.catalogue
    }
    fn dimension(&self) -> usize {
        self.system.dimension()
    }
    fn reset(&mut self) {
        // A new system instead of a list of things to undo: nothing can be forgotten.
        let stabilization = self.system.stabilization();
        self.system = System::new(Arc::clone(&self.model));
        self.system.set_stabilization(stabilization);
    }
    fn set_start(&mut self, start: f64) {
        self.system.set_start(start);
    }
    fn restore_start_values(&mut self) {
        // The catalogue has its start values from the numbers that a new system begins with.
        self.reset();
    }
    fn parameters(&self) -> &[f64] {
        self.system.all_parameters()
    }
    fn parameter(&self, index: usize) -> f64 {
        self.system.parameter(index)
    }
    fn set_parameter(&mut self, index: usize, value: f64) {
        self.system.set_parameter(index, value);
    }
    fn input(&self, index: usize) -> f64 {
        self.system.input(index)
    }
    fn set_input(&mut self, index: usize, value: f64) {
        self.system.set_input(index, value);
    }
    fn input_rates(&self, index: usize) -> [f64; 2] {
        self.system.input_rates(index)
    }
    fn set_input_rates(&mut self, index: usize, rates: [f64; 2]) {
        self.system.set_input_rates(index, rates);
    }
    fn depends_on_input_rates(&self) -> bool {
        self.model.depends_on_input_rates()
    }
    fn begin_inputs(&mut self, t: f64) {
        self.system.begin_inputs(t);
    }
    fn advance_inputs(&mut self, t: f64) {
        self.system.advance_inputs(t);
    }
    fn discrete_state(&self) -> &[i32] {
        self.system.modes()
    }
    fn set_discrete_state(&mut self, values: &[i32]) {
        self.system.set_modes(values);
    }
    fn foreign_discrete_state(&self, values: &mut dyn Iterator<Item = i32>) -> Option<(String, i32)> {
        let mut pairs = self.model.laws.iter().zip(values).enumerate();
        let (number, (law, mode)) = pairs.find(|(_, (law, mode))| !law.has_mode(*mode))?;
        let written = law.output().map(|output| output.first);
        let is_it = |source: &Source| matches!(source, Source::Signal(signal, _) if Some(*signal) == written);
        let names = self.model.catalogue.variables.iter().filter(|variable| is_it(variable.source));
        // The law's signal, and what it is connected with.
        let names: Vec<&str> = names.map(|variable| variable.name).collect();
        let name = if names.is_empty() { format!("law number {number}") } else { names.join(" = ") };
        Some((name, mode))
    }
    fn row_limits(&self) -> &[RankLimit] {
        self.system.row_limits()
    }
    fn set_row_limits(&mut self, limits: &[RankLimit]) {
        self.system.set_row_limits(limits);
    }
    fn foreign_row_limit(&self, limits: &mut dyn Iterator<Item = RankLimit>) -> Option<(String, f64, &'static str)> {
        let mechanism = &self.model.mechanism;
        mechanism.tree.clusters.iter().zip(limits).find_map(|(cluster, limit)| {
            let of = |what: &str| {
                let name = mechanism.constraints.get(cluster.constraints.start).map_or("", |first| first.name.as_str());
                format!("{what} of the constraints around {name}")
            };
            if limit.rank > cluster.rows() {
                return Some((of("the rank"), limit.rank as f64, "no more than there are equations"));
            }
            let fits = (0.0..1.0).contains(&limit.threshold);
            (!fits).then(|| (of("the threshold"), limit.threshold, "a number from 0 to 1"))
        })
    }
    fn memory_need(&self) -> usize {
        memory_need(&self.model)
    }
    fn prepare(&mut self) -> Result<(), EvaluationError> {
        self.system.prepare()
    }
    fn check_parameters(&self) -> Result<(), EvaluationError> {
        let (table, values) = (&self.model.parameters, self.system.all_parameters());
        table.check_bounds(values)?;
        self.model.mechanism.check_inertias(&table.slots, values).map_err(Into::into)
    }
    fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        self.system.initialize(t, x)
    }
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.system.derivatives(t, x, dx)
    }
    fn project(&mut self, t: f64, x: &mut [f64]) -> bool {
        self.system.project(t, x)
    }
    fn meaningless_state(&self, x: &[f64]) -> Option<usize> {
        self.system.zero_quaternion(x)
    }
    fn drift(&mut self, t: f64, x: &[f64]) -> f64 {
        self.system.drift(t, x)
    }
    fn set_stabilization(&mut self, rate: f64) {
        self.system.set_stabilization(rate);
    }
    fn next_time_event(&self, t: f64) -> Option<f64> {
        self.system.next_time_event(t)
    }
    fn held_state(&self) -> &[f64] {
        self.system.held()
    }
    fn set_held_state(&mut self, values: &[f64]) {
        self.system.set_held(values);
    }
    fn indicator_count(&self) -> usize {
        self.model.discrete.indicators()
    }
    fn indicators(&mut self, t: f64, x: &[f64], indicators: &mut [f64]) -> Result<(), EvaluationError> {
        self.system.indicators(t, x, indicators)
    }
    fn indicator_name(&self, indicator: usize) -> String {
        self.model.discrete.name(indicator).to_owned()
    }
    fn handle_event(&mut self, t: f64, x: &mut [f64]) -> Result<EventOutcome, EvaluationError> {
        self.system.handle_event(t, x, false)
    }
    fn value(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError> {
        self.system.value(t, x, source(&self.model, variable, t)?)
    }
    fn value_again(&mut self, t: f64, _x: &[f64], variable: usize) -> Result<f64, EvaluationError> {
        self.system.value_again(t, source(&self.model, variable, t)?)
    }
    fn time_derivatives(&mut self, t: f64, x: &[f64], variable: usize) -> Result<[f64; 2], EvaluationError> {
        let model = Arc::clone(&self.model);
        self.system.time_derivatives(t, x, source(&model, variable, t)?)
    }
    fn directional_derivatives(
        &mut self,
        t: f64,
        point: Point<'_>,
        direction: &[(Known, f64)],
        unknowns: &[usize],
        derivatives: &mut [f64],
    ) -> Result<(), EvaluationError> {
        let model = Arc::clone(&self.model);
        let sources = unknowns.iter().map(|&variable| source(&model, variable, t));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        self.system.directional_derivatives(t, point, direction, &sources, derivatives)
    }
    fn jacobian(
        &mut self,
        t: f64,
        x: &[f64],
        by_state: &mut [f64],
        by_time: &mut [f64],
    ) -> Result<bool, EvaluationError> {
        self.system.jacobian(t, x, by_state, by_time).map(|()| true)
    }
    fn warnings(&mut self, t: f64, x: &[f64], messages: &mut Vec<String>) {
        // What cannot be evaluated is an error of the call that needs it.
        let _ = self.system.warnings(t, x, |message| messages.push(message));
    }
    fn standing_warnings(&self) -> &[bool] {
        self.system.standing_warnings()
    }
    fn set_standing_warnings(&mut self, standing: &[bool]) {
        self.system.set_standing_warnings(standing);
    }
}

/// Source of the value of a variable.
#[inline]
fn source(model: &Model, variable: usize, t: f64) -> Result<&Source, EvaluationError> {
    let found = model.catalogue.variables.get(variable).map(|v| v.source);
    found.ok_or_else(|| EvaluationError::NotFinite { quantity: format!("variable number {variable}"), time: t })
}
