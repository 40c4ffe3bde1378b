//! The netlist as the user wrote it: one tree of values with positions, and errors that point at the text.

mod diagnostic;
mod expression;
mod model;

pub use diagnostic::{Diagnostic, Problem, Span};
pub use expression::{BinaryOperator, Expression, Function};
pub use model::{Component, Connection, Experiment, ModelFile, ModelParameter, Modifier, PublicName, Spanned, Value};
