//! Modelica.Blocks.Sources: signal sources.

pub(super) mod discrete;
pub(super) mod real_expression;
pub(super) mod time_tables;
pub(super) mod waves;

pub use real_expression::{PLAIN_INPUT, SAMPLED_VARIABLE, VARIABLE};
