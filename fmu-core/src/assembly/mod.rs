//! Model file + library -> compiled model: names, parameters, connection sets, spanning tree, schedule, catalogue of variables.

mod attributes;
mod bindings;
mod catalogue;
mod components;
mod connections;
mod dependencies;
mod flange_network;
mod heat_network;
mod initialization;
mod model;
mod names;
mod schedule;
mod spanning_tree;
mod union_find;

pub use initialization::{Dimension, Equation, InitialCondition, Initialization, Level, Unknown};
pub use model::{Follower, JointStart, Model, Motions, Schedule, StartReference, StateLayout};

use crate::model_file::{Diagnostic, LibraryProblem, ModelFile, Span};

/// Collects problems; the assembly goes on as far as it can.
#[derive(Debug, Default)]
struct Problems(Vec<Diagnostic>);

impl Problems {
    fn add(&mut self, span: Option<&Span>, problem: LibraryProblem) {
        self.0.push(Diagnostic { span: span.cloned(), problem: problem.into() });
    }

    /// `Err` with the problems found so far, in the order of the text.
    fn check(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.0.is_empty() {
            return Ok(());
        }
        let mut found = std::mem::take(&mut self.0);
        found.sort_by_key(|d| d.span.as_ref().map_or(usize::MAX, |s| s.start));
        found.dedup();
        Err(found)
    }
}

impl Model {
    /// Compiles a model file; all problems found, in the order of the text.
    ///
    /// # Errors
    /// Every problem with its place: unknown names, wrong values, connections that do not fit, structures that cannot be solved.
    pub fn compile(file: &ModelFile) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Problems::default();
        let mut collected = components::collect(file, &mut problems);
        let table = bindings::resolve(&mut collected, &mut problems);
        let sets = connections::connect(file, &collected, &mut problems);
        problems.check()?;
        bindings::check_values(&table, &collected, &mut problems);
        let tree = spanning_tree::span(&collected, &sets, &mut problems);
        let heat = heat_network::build(&collected, &sets, &mut problems);
        let schedule = schedule::order(&collected, &sets, &mut problems);
        problems.check()?;
        let model = model::finish(file, collected, table, sets, tree, heat, schedule, &mut problems);
        problems.check()?;
        Ok(model)
    }
}
