//! Modelica.Blocks.Routing: signals selected, replicated, joined and split.

pub(super) mod extractor;
pub(super) mod selections;
