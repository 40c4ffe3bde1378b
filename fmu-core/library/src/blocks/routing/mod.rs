//! Modelica.Blocks.Routing: signals passed on.

pub(super) mod selections;
