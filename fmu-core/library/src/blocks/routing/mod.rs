//! Modelica.Blocks.Routing: signals passed on.

mod extractor;
mod selections;

pub(super) use extractor::EXTRACTOR;
pub use extractor::Extraction;
pub use selections::Selection;
pub(super) use selections::*;
