//! Content of an FMU.

use compiler::authoring::ShownUnits;
use compiler::model_file::{Experiment, PublicName};
use simulation::model::Model;
use simulation::variables::Catalogue;

use crate::diagram::Diagram;

/// Tool and version, for `generationTool` and the documentation.
pub(crate) const GENERATOR: &str = concat!("multibody-fmu ", env!("CARGO_PKG_VERSION"));

/// The parts of a compiled model that an FMU describes, and the model for the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Content<'a> {
    /// FMI modelName.
    pub name: &'a str,
    /// Description of the model.
    pub description: Option<&'a str>,
    /// Default experiment.
    pub experiment: &'a Experiment,
    /// Number of event indicators.
    pub event_indicators: usize,
    /// All variables.
    pub catalogue: &'a Catalogue,
    /// Catalogue indices, ascending, of variables that only [`crate::Expose::All`] shows: protected ones, and parameters that affect pictures
    /// only.
    pub hidden: &'a [usize],
    /// Units that the model says variables are to be shown in.
    pub shown_units: &'a ShownUnits,
    /// Inputs and outputs of the model file.
    pub public_names: [&'a [PublicName]; 2],
    /// Components and connections.
    pub diagram: &'a Diagram,
    /// The model as JSON ([`compiler::model_file::ModelFile::to_json`]).
    pub model_json: &'a str,
    /// The compiled model, without which an FMU can be looked at and not run.
    pub model: Option<&'a Model>,
}
