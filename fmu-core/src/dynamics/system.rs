//! A compiled model with its data: parameters, inputs, state derivatives, values of variables.

use crate::assembly::Model;
use crate::mechanism::Source;
use std::sync::Arc;

/// Why an evaluation failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// A joint moves no mass.
    #[error("joint {joint} moves no mass")]
    SingularJoint {
        /// Name of the joint.
        joint: String,
    },
    /// A value is not finite.
    #[error("{quantity} is not finite at time {time}")]
    NotFinite {
        /// Name of the variable.
        quantity: String,
        /// Time, s.
        time: f64,
    },
}

/// Evaluates a model: `f64` now.
#[derive(Clone, Debug)]
pub struct System {
    model: Arc<Model>,
}

impl System {
    /// A system with the parameters of the model file; [`Self::prepare`] must follow before anything is evaluated.
    pub fn new(model: Arc<Model>) -> Self {
        Self { model }
    }
    /// The compiled model.
    pub fn model(&self) -> &Model {
        &self.model
    }
    /// Length of the state array.
    pub fn dimension(&self) -> usize {
        0
    }
    /// Independent parameters and start values, to be set by the host; see [`crate::variables::Target::Parameter`].
    pub fn parameter(&self, _index: usize) -> f64 {
        0.0
    }
    /// Sets an independent parameter or start value; takes effect with [`Self::prepare`].
    pub fn set_parameter(&mut self, _index: usize, _value: f64) {}
    /// Value of an input; see [`crate::variables::Target::Input`].
    pub fn input(&self, _index: usize) -> f64 {
        0.0
    }
    /// Sets an input.
    pub fn set_input(&mut self, _index: usize, _value: f64) {}
    /// Evaluates bound parameters and lumps the links again; to be called after parameters were set.
    pub fn prepare(&mut self) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// Initial state at time `t` from the start values, and the discrete state of the sources.
    pub fn initialize(&mut self, _t: f64, _x: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// State derivatives.
    pub fn derivatives(&mut self, _t: f64, _x: &[f64], _dx: &mut [f64]) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// Puts the state back on its manifold (unit quaternions); false when nothing changed.
    pub fn project(&mut self, _x: &mut [f64]) -> bool {
        false
    }
    /// The first time event after `t`.
    pub fn next_time_event(&self, _t: f64) -> Option<f64> {
        None
    }
    /// Updates the discrete state at an event at time `t` (right limit).
    pub fn update_events(&mut self, _t: f64, _x: &[f64]) -> Result<(), EvaluationError> {
        Ok(())
    }
    /// Value of a variable at time `t` and state `x`; stages already evaluated for the same arguments are not repeated until
    /// [`Self::invalidate`].
    pub fn value(&mut self, _t: f64, _x: &[f64], _source: &Source) -> Result<f64, EvaluationError> {
        Ok(0.0)
    }
    /// Forgets cached stages: to be called when time, state, inputs or parameters changed.
    pub fn invalidate(&mut self) {}
}
