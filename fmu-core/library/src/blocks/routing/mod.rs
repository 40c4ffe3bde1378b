//! Modelica.Blocks.Routing: signals passed on.

pub(super) mod extractor;
pub(super) mod selections;
