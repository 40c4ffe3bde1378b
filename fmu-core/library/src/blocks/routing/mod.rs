//! Modelica.Blocks.Routing: signals selected, replicated, joined and split.

mod extractor;
mod selections;

pub(super) use extractor::EXTRACTOR;
pub(super) use selections::*;
