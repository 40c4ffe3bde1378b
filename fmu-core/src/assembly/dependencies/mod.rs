//! What outputs, state derivatives and initial values depend on (FMI 2.0.5, 2.2.8).
//!
//! Hosts sort algebraic loops by it, and compress Jacobians. What the structure does not tell counts as a dependency. A model that runs
//! does not need it, so that it is found out on request ([`Model::with_dependencies`]).

mod groups;
mod index;
mod sets;
mod sources;
mod start;
mod structure;

use super::Model;
use crate::variables::Causality;
use start::Starts;
use structure::Structure;

impl Model {
    /// The same model with what its outputs, state derivatives, states and calculated parameters depend on
    /// ([`crate::variables::Variable::dependencies`], [`crate::variables::Variable::initial_dependencies`]).
    ///
    /// Variables that depend on the same share one list, so that a chain of many joints has few long ones.
    #[must_use]
    pub fn with_dependencies(mut self) -> Self {
        let structure = Structure::new(&self);
        let mut starts = Starts::new(&structure);
        let mut found = Vec::new();
        for (index, variable) in self.catalogue.variables.iter().enumerate() {
            let is_derivative = variable.derivative_of.is_some();
            let is_found = is_derivative || variable.causality == Causality::Output;
            let is_state = structure.is_state(index);
            if is_found || is_state || variable.causality == Causality::CalculatedParameter {
                let now = structure.of(variable.source);
                let initial = starts.of(variable.source, &now);
                found.push((index, is_found.then_some(now), initial));
            }
        }
        for (index, now, initial) in found {
            self.catalogue.variables.set_lists(index, [now, initial]);
        }
        self
    }
}
