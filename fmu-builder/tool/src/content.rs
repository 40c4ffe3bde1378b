//! Content of an FMU.

use compiler::authoring::ShownUnits;
use compiler::model_file::PublicName;
use simulation::model::Model;

/// Tool and version, for `generationTool` and the documentation.
pub(crate) const GENERATOR: &str = concat!("multibody-fmu ", env!("CARGO_PKG_VERSION"));

/// A compiled model, and what an FMU says about it beside that.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// The compiled model.
    pub model: &'a Model,
    /// Catalogue indices, ascending, of variables that only [`crate::Expose::All`] shows: protected ones, and parameters that affect pictures
    /// only.
    pub hidden: &'a [usize],
    /// Units that the model says variables are to be shown in.
    pub shown_units: &'a ShownUnits,
    /// Inputs and outputs of the model file.
    pub public_names: [&'a [PublicName]; 2],
    /// The model as JSON ([`compiler::model_file::ModelFile::to_json`]).
    pub model_json: &'a str,
}
