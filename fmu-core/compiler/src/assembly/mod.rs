//! From model file and library to the compiled model: names, parameters, connection sets, spanning tree, schedule,
//! catalogue of variables.

mod adaptors;
mod bindings;
mod catalogue;
mod circuits;
mod closed_forms;
mod closed_parts;
mod clusters;
mod collected;
mod components;
mod connections;
mod flange_flows;
mod flange_network;
mod formulas;
mod heat_network;
mod initialization;
mod inner_variables;
mod massless;
mod model;
mod moving_supports;
mod problems;
mod rotors;
mod schedule;
mod signal_expressions;
mod spanned;
mod spanning_tree;
mod structure_problem;
mod sweep;
mod wheels;

pub use structure_problem::StructureProblem;

use crate::authoring::{Authored, ShownUnits};
use crate::model_file::{Diagnostic, ModelFile};
use problems::Problems;
use simulation::model::Model;

/// A compiled model, with additional data for its author.
#[derive(Clone, Debug)]
pub struct Compilation {
    /// The model.
    pub model: Model,
    /// The model file stored in the FMU, with every value in the unit of its declaration.
    pub file: ModelFile,
    /// Display units of variables.
    pub shown_units: ShownUnits,
    /// Warnings: legal but suspicious input.
    pub warnings: Vec<Diagnostic>,
}

/// Compiles a model file.
///
/// # Errors
/// All problems found, in the order of the text, each with its place: unknown names, wrong values, incompatible
/// connections, structures that cannot be solved.
pub fn compile(file: &ModelFile) -> Result<Model, Vec<Diagnostic>> {
    Compilation::new(file).map(|compilation| compilation.model)
}

impl Compilation {
    /// Compiles a model file.
    ///
    /// # Errors
    /// See [`compile`].
    pub fn new(file: &ModelFile) -> Result<Self, Vec<Diagnostic>> {
        Self::of_authored(Authored::new(file))
    }

    /// Compiles a model file whose units have been read.
    ///
    /// # Errors
    /// See [`compile`].
    pub fn of_authored(authored: Authored) -> Result<Self, Vec<Diagnostic>> {
        let expansion = authored.file.expansion.clone();
        Self::of_expanded(authored).map_err(|mut problems| {
            crate::authoring::distinct(&mut problems, &expansion);
            problems
        })
    }

    fn of_expanded(mut authored: Authored) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Problems::default();
        authored.problems.iter().for_each(|problem| problems.push(problem.clone()));
        let mut model = assemble(&authored.file, problems)?;
        authored.check_outputs(&model.catalogue)?;
        crate::authoring::settle(&mut authored.file, &mut model.catalogue, &mut authored.units)?;
        let warnings = authored.review(&model)?;
        Ok(Self { model, file: authored.file, shown_units: authored.units, warnings })
    }
}

fn assemble(file: &ModelFile, mut problems: Problems) -> Result<Model, Vec<Diagnostic>> {
    let mut collected = components::collect(file, &mut problems);
    wheels::take_starts(&mut collected, &mut problems);
    formulas::resolve(&mut collected, &mut problems);
    let table = bindings::resolve(&mut collected, &mut problems);
    let mut sets = connections::connect(file, &collected, &mut problems);
    problems.check()?;
    let values = bindings::check_values(&table, &collected, &mut problems);
    adaptors::join(&mut collected, &mut sets);
    moving_supports::separate(&mut collected, &mut sets);
    moving_supports::hold_free_ends(&mut collected, &mut sets);
    let circuits = circuits::build(&mut collected, &mut sets, &values, &mut problems);
    let tree = spanning_tree::span(&collected, &sets, &mut problems);
    signal_expressions::resolve(&mut collected, &mut sets, &tree, &mut problems);
    wheels::check_roots(&collected, &tree, &mut problems);
    let heat = heat_network::build(&collected, &sets, &mut problems);
    let schedule = schedule::order(&collected, &sets, &mut problems);
    problems.check()?;
    let model = model::finish(file, collected, (table, values), sets, tree, (heat, circuits), schedule, &mut problems);
    crate::pictures::check(file, &model.catalogue).into_iter().for_each(|problem| problems.push(problem));
    problems.check()?;
    Ok(model)
}
