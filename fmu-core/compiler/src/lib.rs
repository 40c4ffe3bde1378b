//! The model compiler: model file -> names, expressions, units, sub-models -> structure ->
//! [`simulation::model::Model`].

mod assembly;
pub mod authoring;
mod connector_variables;
mod elements;
mod json;
mod minimal;
pub mod model_file;
pub mod package;
pub mod pictures;
mod table_files;
pub mod units;

pub use assembly::{Compilation, StructureProblem, compile};
pub use json::json_string;
pub use minimal::{MinimalProblem, minimal, state_selects};
pub use table_files::TableProblem;
