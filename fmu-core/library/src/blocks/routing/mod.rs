//! Modelica.Blocks.Routing: signals passed on.

mod extractor;
mod selections;

pub(super) use extractor::EXTRACTOR;
pub(super) use selections::*;
