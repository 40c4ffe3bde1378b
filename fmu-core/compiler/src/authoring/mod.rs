//! Parts of a model file that are resolved before the assembly: units, `final`, `stateSelect`, sub-models.
//!
//! [`Authored`] converts a model file to one whose numbers are in the units of the library's declarations, nearly all
//! of them SI units. This file is compiled and stored in the FMU; so the runtime needs neither a table of units nor
//! this module.

mod absent;
mod access;
mod attributes;
mod canonical;
mod components;
mod expressions;
mod loose;
mod measure;
mod origins;
mod output_expressions;
mod parameters;
mod problem;
mod public_names;
mod review;
mod scope;
mod shown;
mod sub_models;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_access;
#[cfg(test)]
mod tests_review;
mod texts;
mod values;

pub use absent::{absent_class, absent_classes, absent_package, nearest_classes};
pub use access::protected_variables;
pub use canonical::{Natural, canonical, in_order, place};
pub use origins::with_origins;
pub use problem::AuthoringProblem;
pub(crate) use public_names::settle;
pub use shown::{Bounds, ShownUnit, ShownUnits};
pub use sub_models::SubModelProblem;
pub(crate) use sub_models::{distinct, expand};

use crate::model_file::{Diagnostic, Expression, ModelFile, PROBLEM_LIMIT, Place, Problem, Span};
use crate::units::Unit;
use attributes::Wish;
use mechanism::hashed::HashMap;
use scope::Scope;

/// A model file in the units of the library, with data about its units.
#[derive(Clone, Debug, Default)]
pub struct Authored {
    /// The model without units except those of model parameters, which are SI units. Values with errors are not converted.
    pub file: ModelFile,
    /// Display units of variables.
    pub units: ShownUnits,
    /// Errors in units and dimensions.
    pub problems: Vec<Diagnostic>,
    /// Warnings: legal but suspicious input.
    pub warnings: Vec<Diagnostic>,
    /// Variables with `stateSelect`.
    wishes: Vec<Wish>,
    /// Outputs given by expressions, as written.
    outputs: HashMap<String, Expression>,
}

impl Authored {
    /// Reads the units of a model file.
    pub fn new(file: &ModelFile) -> Self {
        let mut author = Author { scope: Scope::new(file), out: Self::default() };
        let mut result = file.clone();
        author.texts(&mut result);
        author.parameters(&mut result.parameters);
        for component in &mut result.components {
            author.component(component);
            access::close_component(component);
        }
        author.public_names("variables", &mut result.variables);
        author.variables(&mut result.variables);
        author.public_names("inputs", &mut result.inputs);
        author.output_expressions(&mut result.outputs);
        author.public_names("outputs", &mut result.outputs);
        author.out.warnings.extend(file.expansion.warnings.iter().cloned());
        Self { file: result, ..author.out }
    }
}

/// State of the conversion of a file.
struct Author<'a> {
    scope: Scope<'a>,
    /// All but the file.
    out: Authored,
}

impl Author<'_> {
    fn refuse(&mut self, span: &Span, place: Place, problem: impl Into<Problem>) {
        if self.out.problems.len() < PROBLEM_LIMIT {
            self.out.problems.push(Diagnostic::about(span, place, problem));
        }
    }

    fn warn(&mut self, span: &Span, place: Place, problem: impl Into<Problem>) {
        if self.out.warnings.len() < PROBLEM_LIMIT {
            self.out.warnings.push(Diagnostic::about(span, place, problem));
        }
    }
}

/// The time in s of a number with a unit, `10 ms`; none for another expression.
pub(crate) fn time(expression: &Expression) -> Option<Result<f64, Problem>> {
    let (value, unit) = expression.lone_measure()?;
    let seconds = Unit::parse("s").ok()?;
    let time = Unit::parse(unit).map_err(AuthoringProblem::Unit).and_then(|unit| {
        let mismatch = || AuthoringProblem::mismatch(&format!("`{expression}`"), &unit, &seconds);
        unit.convert(value, &seconds).ok_or_else(mismatch)
    });
    Some(time.map_err(Problem::from))
}
