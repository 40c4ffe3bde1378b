//! Dependencies of outputs, state derivatives and initial values (FMI 2.0.5, 2.2.8).
//!
//! Hosts use them to sort algebraic loops and to compress Jacobians. In case of doubt a dependency is assumed. A
//! running model does not need them, so they are computed on request ([`Model::dependencies`],
//! [`Model::with_dependencies`]).

mod groups;
mod index;
mod minimal;
mod sets;
mod sources;
mod start;
mod structure;

use super::Model;
use crate::variables::Causality;
use sets::Set;
use start::Starts;
use std::collections::HashSet;
use std::sync::Arc;
use structure::Structure;

/// Dependencies of variables, at run time and at the start. Variables with equal dependencies share one list: a chain
/// of many joints has few long lists.
#[derive(Clone, Debug, Default)]
pub struct Dependencies {
    /// Catalogue indices, ascending, each with its lists.
    found: Vec<(usize, [Option<Set>; 2])>,
}

impl Dependencies {
    /// The lists of the variable with this catalogue index, for [`crate::variables::Variable::dependencies`] and
    /// [`crate::variables::Variable::initial_dependencies`].
    pub fn of(&self, index: usize) -> [Option<&Arc<[usize]>>; 2] {
        let place = self.found.binary_search_by_key(&index, |(index, _)| *index).ok();
        place
            .and_then(|place| self.found.get(place))
            .map_or([None; 2], |(_, lists)| lists.each_ref().map(Option::as_ref))
    }
}

impl Model {
    /// Computes the dependencies of the outputs, state derivatives, states and calculated parameters of the model.
    pub fn dependencies(&self) -> Dependencies {
        let structure = Structure::new(self);
        let mut starts = Starts::new(&structure);
        let mut found = Vec::new();
        let derivatives: HashSet<usize> = self.catalogue.derivatives.iter().copied().collect();
        for (index, variable) in self.catalogue.variables.numbered() {
            let is_derivative = variable.derivative_of.is_some() || derivatives.contains(&index);
            let is_found = is_derivative || variable.causality == Causality::Output;
            let is_state = structure.is_state(index);
            if is_found || is_state || variable.causality == Causality::CalculatedParameter {
                let now = structure.of(variable.source);
                let initial = starts.of(variable.source, &now);
                found.push((index, [is_found.then_some(now), initial]));
            }
        }
        let dependencies = Dependencies { found };
        if self.minimal.is_some() { dependencies.on_minimal_states(self) } else { dependencies }
    }

    /// The same model with [`Self::dependencies`] in its catalogue.
    #[must_use]
    pub fn with_dependencies(mut self) -> Self {
        for (index, lists) in self.dependencies().found {
            self.catalogue.variables.set_lists(index, lists);
        }
        self
    }
}
