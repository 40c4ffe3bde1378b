//! Model file + component library -> compiled model: names, parameters, connection sets, spanning tree.

use crate::model_file::{Diagnostic, Experiment, ModelFile};
use crate::variables::Catalogue;

/// A compiled model: immutable; parameters, state and caches are data beside it.
#[derive(Clone, Debug)]
pub struct Model {
    /// FMI model name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Default experiment.
    pub experiment: Experiment,
    /// FMI variables.
    pub catalogue: Catalogue,
}

impl Model {
    /// Compiles a model file; all problems found, in the order of the text.
    pub fn compile(file: &ModelFile) -> Result<Self, Vec<Diagnostic>> {
        Ok(Self {
            name: file.name.clone(),
            description: file.description.clone(),
            experiment: file.experiment.clone(),
            catalogue: Catalogue::default(),
        })
    }
}
