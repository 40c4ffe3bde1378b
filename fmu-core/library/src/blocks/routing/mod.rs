//! Modelica.Blocks.Routing: signals selected, replicated, joined and split.

pub(super) mod selections;
