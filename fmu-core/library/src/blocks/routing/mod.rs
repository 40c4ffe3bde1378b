//! Modelica.Blocks.Routing: signals passed on.

pub(super) mod boolean_pass_through;
pub(super) mod boolean_replicator;
pub(super) mod de_multiplex;
pub(super) mod de_multiplex2;
pub(super) mod de_multiplex3;
pub(super) mod de_multiplex4;
pub(super) mod de_multiplex5;
pub(super) mod de_multiplex6;
pub(super) mod extract_signal;
mod extraction;
pub(super) mod extractor;
pub(super) mod integer_pass_through;
pub(super) mod integer_replicator;
pub(super) mod multiplex;
pub(super) mod multiplex2;
pub(super) mod multiplex3;
pub(super) mod multiplex4;
pub(super) mod multiplex5;
pub(super) mod multiplex6;
pub(super) mod real_replicator;
mod selection;

pub use extraction::Extraction;
pub use selection::Selection;
