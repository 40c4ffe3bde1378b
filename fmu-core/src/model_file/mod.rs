//! The netlist as the user wrote it: one tree of values with positions, and errors that point at the text.
//!
//! A text (JSON, or TOML with the feature `toml`) becomes a tree of positioned values, and one checker turns the tree into a
//! [`ModelFile`]; it collects every problem instead of stopping at the first. What a name or a value means is not decided here but
//! by the component library.

#[cfg(feature = "authoring")]
mod access;
mod check;
mod diagnostic;
mod experiment;
mod expression;
mod json_tree;
mod library_problem;
mod model;
mod names;
mod nearest;
mod nesting;
mod place;
mod problem;
mod quoted;
mod reading;
mod source_text;
mod sources;
#[cfg(feature = "authoring")]
mod sub_model;
#[cfg(feature = "toml")]
mod toml_tree;
mod tree;
#[cfg(feature = "authoring")]
mod uses;
mod write_json;
#[cfg(feature = "authoring")]
mod written;

#[cfg(all(test, feature = "toml"))]
mod tests;

#[cfg(feature = "authoring")]
pub use access::{Access, FINAL, PROTECTED};
#[cfg(feature = "authoring")]
pub(crate) use check::check_set_parameter;
pub(crate) use check::constant_output;
pub use diagnostic::{Diagnostic, Span};
pub use experiment::{ExperimentFault, ExperimentKey, ExperimentKind, ExperimentSetting};
#[cfg(feature = "authoring")]
pub(crate) use expression::measure;
pub use expression::{
    BinaryOperator, Choice, Condition, Expression, ExpressionProblem, Function, Quantity, Relation, Shape,
    split_subscripts,
};
pub use library_problem::LibraryProblem;
#[cfg(feature = "authoring")]
pub use model::Expansion;
pub use model::{Component, Connection, Experiment, ModelFile, ModelParameter, Modifier, PublicName, Spanned, Value};
#[cfg(feature = "authoring")]
pub(crate) use names::check as check_name;
pub use names::{NameFault, c_identifier, is_unseen};
pub use nearest::nearest;
pub use place::Place;
pub use problem::{LaterProblem, Nested, Problem};
pub use source_text::{SourceText, line_and_column};
pub use sources::{InvalidModelFile, Sources};
#[cfg(feature = "authoring")]
pub use sub_model::SubModel;
#[cfg(feature = "authoring")]
pub(crate) use tree::Problems;
#[cfg(feature = "authoring")]
pub(crate) use uses::Used;
#[cfg(feature = "authoring")]
pub(crate) use written::{Body, Definition, Written, WrittenConnection};

/// Largest depth of nested tables and arrays in a model file, and of nested parentheses, braces and calls in an expression.
pub const NESTING_LIMIT: usize = 64;
/// Largest size of a model file, bytes.
pub const SIZE_LIMIT: usize = 64 << 20;
/// After so many problems a file is not read on.
pub const PROBLEM_LIMIT: usize = 1000;
