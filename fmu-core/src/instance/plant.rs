//! What an instance runs: parameters, inputs, state derivatives and values of variables.

use crate::assembly::Model;
use crate::dynamics::{EvaluationError, System};
use crate::variables::Catalogue;
use std::sync::Arc;

/// A set of differential equations with parameters, inputs and named variables, as an [`super::Instance`] needs it.
///
/// [`System`] is the one of this library ([`CompiledPlant`]); a Rust host may bring its own. The indices of parameters and inputs
/// are those of [`crate::variables::Target`].
pub trait Plant: Send {
    /// The variables; a value reference is an index into them.
    fn catalogue(&self) -> &Catalogue;
    /// Length of the state array.
    fn dimension(&self) -> usize;
    /// Back to the numbers that the model was made with; [`Self::prepare`] must follow.
    fn reset(&mut self);
    /// An independent parameter or start value.
    fn parameter(&self, index: usize) -> f64;
    /// Sets an independent parameter or start value; takes effect with [`Self::prepare`].
    fn set_parameter(&mut self, index: usize, value: f64);
    /// Value of an input.
    fn input(&self, index: usize) -> f64;
    /// Sets an input.
    fn set_input(&mut self, index: usize, value: f64);
    /// Evaluates everything that depends on parameters only.
    fn prepare(&mut self) -> Result<(), EvaluationError>;
    /// Writes the initial state at time `t`, s, into `x` and initializes the discrete state.
    fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError>;
    /// Writes the derivatives of the state `x` at time `t`, s, into `dx`.
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError>;
    /// Puts the state back on its manifold; false when nothing changed.
    fn project(&mut self, x: &mut [f64]) -> bool;
    /// The first time event after `t`, s.
    fn next_time_event(&self, t: f64) -> Option<f64>;
    /// Updates the discrete state at an event at time `t`, s (right limit).
    fn update_events(&mut self, t: f64, x: &[f64]) -> Result<(), EvaluationError>;
    /// Value of the variable with this index in [`Self::catalogue`].
    fn value(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError>;
    /// Forgets cached evaluations: time, state, inputs or parameters have changed.
    fn invalidate(&mut self);
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
        self.system = System::new(Arc::clone(&self.model));
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
    fn prepare(&mut self) -> Result<(), EvaluationError> {
        self.system.prepare()
    }
    fn initialize(&mut self, t: f64, x: &mut [f64]) -> Result<(), EvaluationError> {
        self.system.initialize(t, x)
    }
    fn derivatives(&mut self, t: f64, x: &[f64], dx: &mut [f64]) -> Result<(), EvaluationError> {
        self.system.derivatives(t, x, dx)
    }
    fn project(&mut self, x: &mut [f64]) -> bool {
        self.system.project(x)
    }
    fn next_time_event(&self, t: f64) -> Option<f64> {
        self.system.next_time_event(t)
    }
    fn update_events(&mut self, t: f64, x: &[f64]) -> Result<(), EvaluationError> {
        self.system.update_events(t, x)
    }
    fn value(&mut self, t: f64, x: &[f64], variable: usize) -> Result<f64, EvaluationError> {
        match self.model.catalogue.variables.get(variable) {
            Some(v) => self.system.value(t, x, &v.source),
            None => Err(EvaluationError::NotFinite { quantity: format!("variable number {variable}"), time: t }),
        }
    }
    fn invalidate(&mut self) {
        self.system.invalidate();
    }
}
