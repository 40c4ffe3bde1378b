//! The netlist as written: a tree of values with places, and errors that refer to the text.
//!
//! A text (JSON or TOML) is parsed to a tree of values with places, and one checker converts the tree to a
//! [`ModelFile`]; it collects all errors instead of stopping at the first. Names and values are interpreted by the
//! component library.

mod check;
mod diagnostic;
mod experiment;
mod json_tree;
mod library_problem;
mod model;
mod names;
mod nesting;
mod place;
mod problem;
mod reading;
mod source_text;
mod sources;
mod to_values;
mod toml_tree;
mod tree;
mod uses;
mod written;

#[cfg(test)]
mod tests;

pub use crate::json::shortest;
pub(crate) use check::{check_set_parameter, constant_output};
pub use diagnostic::Diagnostic;
pub(crate) use diagnostic::{read_condition, read_expression};
pub use experiment::{ExperimentKey, Kind as ExperimentKind};
pub use library_problem::{LibraryProblem, Member};
pub use mechanism::expression::{
    BinaryOperator, Choice, Condition, Expression, ExpressionProblem, Function, NESTING_LIMIT, Quantity, Relation,
    Shape, Span, measure, split_subscripts,
};
pub use mechanism::nearest::nearest;
pub use mechanism::quoted::is_unseen;
pub use model::{
    Access, Component, Connection, Expansion, FINAL, ModelFile, ModelParameter, Modifier, PROTECTED, PublicName,
    Spanned, Target, Value,
};
pub use names::c_identifier;
pub(crate) use names::{check as check_name, owners, splits};
pub use place::Place;
pub use problem::{LaterProblem, NameFault, Problem};
pub use simulation::model::{Experiment, ExperimentFault};
pub use source_text::{SourceText, floor_char_boundary, line_and_column};
#[cfg(target_family = "wasm")]
pub use source_text::{held_file, hold_file, holds_file};
pub use sources::{InvalidModelFile, ReadModel, Sources};
pub use tree::Problems;
pub use written::{Body, OwnConnector, SubModel};
pub(crate) use written::{Used, Written, WrittenConnection};

/// Largest size of a model file, bytes.
pub const SIZE_LIMIT: usize = 64 << 20;
/// Maximum number of reported errors.
pub const PROBLEM_LIMIT: usize = 1000;
