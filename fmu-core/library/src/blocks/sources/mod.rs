//! Modelica.Blocks.Sources: signal sources.

pub(super) mod constant;
pub(super) mod discrete;
pub(super) mod point_to_point;
pub(super) mod ramp;
pub(super) mod real_expression;
pub(super) mod sine;
pub(super) mod time_tables;
pub(super) mod trapezoid;

pub use real_expression::VARIABLE;
