//! Content of a file before sub-models and arrays are expanded.

use super::Experiment;
use super::model::{Component, Connection, ModelParameter, PublicName, Spanned};
use std::ops::Range;

/// Content of a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    /// FMI model name; empty for a file of sub-models.
    pub(crate) name: String,
    /// Description.
    pub(crate) description: Option<String>,
    /// Default experiment.
    pub(crate) experiment: Experiment,
    /// Sub-models.
    pub(crate) models: Vec<SubModel>,
    /// Files with further sub-models, relative to this file.
    pub(crate) uses: Vec<Spanned<String>>,
    /// Content of the model.
    pub(crate) body: Body,
}

/// A file in the model's own `use`, and the numbers of the files that were read for it.
pub(crate) struct Used {
    /// As written.
    pub(crate) path: Spanned<String>,
    /// The file and those that it uses; none if they have been read already.
    pub(crate) files: Range<usize>,
}

/// `[models.NAME]`: a sub-model as declared, not expanded.
#[derive(Clone, Debug)]
pub struct SubModel {
    /// Name.
    pub name: Spanned<String>,
    /// Description.
    pub description: Option<String>,
    /// Number of the file that it is in; 0 is the file of the model.
    pub(crate) file: usize,
    /// Components, connections and parameters.
    pub body: Body,
}

/// Content of a model or a sub-model.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Parameters; a required one of a sub-model has an empty table as its value.
    pub parameters: Vec<ModelParameter>,
    /// Components; `for` is one of the modifiers of an array.
    pub components: Vec<Component>,
    /// Connections.
    pub(crate) connections: Vec<WrittenConnection>,
    /// Connectors of the sub-model.
    pub connectors: Vec<OwnConnector>,
    /// Variables: expressions, which signal inputs may take.
    pub variables: Vec<PublicName>,
    /// Public names of inputs.
    pub inputs: Vec<PublicName>,
    /// Public names of outputs.
    pub outputs: Vec<PublicName>,
}

impl Body {
    /// Calls `look` for each name in values, in targets of public names, and at the ends of connections and connectors.
    /// The target of a plain input is its own name, which does not count.
    pub(crate) fn for_each_name<'a>(&'a self, look: &mut dyn FnMut(&'a str)) {
        let settings = self.components.iter().flat_map(|component| &component.modifiers).map(|setting| &setting.value);
        let parameters = self.parameters.iter().map(|parameter| &parameter.value);
        let inputs = self.inputs.iter().filter(|input| !input.is_plain_input());
        let targets = self.variables.iter().chain(inputs).chain(&self.outputs);
        let public = self.variables.iter().chain(&self.inputs).chain(&self.outputs);
        let of_public = public.flat_map(|public| public.sample.iter().chain(&public.start));
        settings.chain(parameters).chain(of_public).for_each(|value| value.for_each_reference(look));
        targets.flat_map(|public| public.target.value.variables()).for_each(&mut *look);
        let pairs = self.connections.iter().flat_map(|written| [&written.pair.from, &written.pair.to]);
        pairs.chain(self.connectors.iter().flat_map(|connector| &connector.ends)).for_each(|end| look(&end.value));
    }
}

/// A connector of a sub-model.
#[derive(Clone, Debug)]
pub struct OwnConnector {
    /// Name.
    pub name: Spanned<String>,
    /// Connectors of components that it exposes; at least one.
    pub ends: Vec<Spanned<String>>,
}

/// A connection, or many.
#[derive(Clone, Debug)]
pub(crate) struct WrittenConnection {
    /// Counted from 1 in the order of the text.
    pub(crate) number: usize,
    /// `i in 1:9`, if the connection is repeated for each `i`.
    pub(crate) indices: Option<Spanned<String>>,
    /// It starts at the source of a constant input, which may be any input inside a sub-model.
    pub(crate) is_constant: bool,
    /// Its ends as written.
    pub(crate) pair: Connection,
}
