//! Model file + library -> compiled model: names, parameters, connection sets, spanning tree, schedule, catalogue of variables.

mod bindings;
mod catalogue;
mod circuits;
mod closed_forms;
mod closed_parts;
mod clusters;
mod collected;
mod components;
mod conditions;
mod connections;
mod context;
mod dependencies;
mod discrete;
mod feedback;
mod flange_coordinates;
mod flange_flows;
mod flange_network;
mod formulas;
mod heat_network;
mod initialization;
mod massless;
mod model;
mod motions;
mod moving_supports;
mod orders;
mod origins;
mod own_declaration;
mod problems;
mod rotors;
mod schedule;
mod signal_expressions;
mod spanned;
mod spanning_tree;
mod state_layout;
mod structure_problem;
mod sweep;
mod union_find;
mod wheels;

pub use closed_forms::ClosedForm;
pub use conditions::{
    ComputedDistance, Dimension, Equation, InitialCondition, Initialization, Level, Subject, Unknown,
};
pub use dependencies::Dependencies;
pub use feedback::Feedback;
pub use model::Model;
pub use motions::{Follower, Motions, StartReference};
pub use schedule::{Need, Schedule};
pub use state_layout::{AngleStates, StateLayout};
pub use structure_problem::StructureProblem;
pub(crate) use union_find::UnionFind;

#[cfg(feature = "authoring")]
use crate::authoring::Authored;
use crate::model_file::{Diagnostic, ModelFile};
use problems::Problems;

impl Model {
    /// Compiles a model file; all problems found, in the order of the text.
    ///
    /// # Errors
    /// Every problem with its place: unknown names, wrong values, connections that do not fit, structures that cannot be solved.
    #[cfg(feature = "authoring")]
    pub fn compile(file: &ModelFile) -> Result<Self, Vec<Diagnostic>> {
        Self::of_authored(Authored::new(file)).map(|(model, _)| model)
    }

    /// Compiles a model file whose units have been read; beside the model the file as the runtime gets it.
    ///
    /// # Errors
    /// The same.
    #[cfg(feature = "authoring")]
    pub fn of_authored(authored: Authored) -> Result<(Self, ModelFile), Vec<Diagnostic>> {
        let expansion = authored.file.expansion.clone();
        Self::of_expanded(authored).map_err(|mut problems| {
            crate::authoring::distinct(&mut problems, &expansion);
            problems
        })
    }

    #[cfg(feature = "authoring")]
    fn of_expanded(mut authored: Authored) -> Result<(Self, ModelFile), Vec<Diagnostic>> {
        let mut problems = Problems::default();
        authored.problems.iter().for_each(|problem| problems.push(problem.clone()));
        let mut model = Self::assemble(&authored.file, problems)?;
        authored.check_outputs(&model.catalogue)?;
        crate::authoring::settle(&mut authored.file, &mut model.catalogue, &mut authored.units)?;
        authored.review(&mut model)?;
        model.shown_units = authored.units;
        Ok((model, authored.file))
    }

    /// Compiles a model file without units; all problems found, in the order of the text.
    ///
    /// # Errors
    /// Every problem with its place: unknown names, wrong values, connections that do not fit, structures that cannot be solved.
    #[cfg(not(feature = "authoring"))]
    pub fn compile(file: &ModelFile) -> Result<Self, Vec<Diagnostic>> {
        Self::assemble(file, Problems::default())
    }

    fn assemble(file: &ModelFile, mut problems: Problems) -> Result<Self, Vec<Diagnostic>> {
        let mut collected = components::collect(file, &mut problems);
        wheels::take_starts(&mut collected, &mut problems);
        formulas::resolve(&mut collected, &mut problems);
        let table = bindings::resolve(&mut collected, &mut problems);
        let mut sets = connections::connect(file, &collected, &mut problems);
        problems.check()?;
        let values = bindings::check_values(&table, &collected, &mut problems);
        moving_supports::separate(&mut collected, &mut sets);
        let circuits = circuits::build(&mut collected, &sets, &values, &mut problems);
        let tree = spanning_tree::span(&collected, &sets, &mut problems);
        signal_expressions::resolve(&mut collected, &mut sets, &tree, &mut problems);
        wheels::check_roots(&collected, &tree, &mut problems);
        let heat = heat_network::build(&collected, &sets, &mut problems);
        let schedule = schedule::order(&collected, &sets, &mut problems);
        problems.check()?;
        let model =
            model::finish(file, collected, (table, values), sets, tree, (heat, circuits), schedule, &mut problems);
        #[cfg(feature = "authoring")]
        crate::pictures::check(file, &model.catalogue).into_iter().for_each(|problem| problems.push(problem));
        problems.check()?;
        Ok(model)
    }
}
