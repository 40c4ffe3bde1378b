//! Interface of a sub-model.

use super::reading::unusable;
use super::tree::Problems;
use super::uses::parser_for;
use super::written::Definition;
use super::{Diagnostic, InvalidModelFile, ModelParameter, PublicName, SourceText, Sources};
use std::path::Path;

/// A sub-model as declared, not expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct SubModel {
    /// Name, the class of components.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Parameters; a required one has an empty table as its value.
    pub parameters: Vec<ModelParameter>,
    /// Connectors, each with the components' connectors that it exposes.
    pub connectors: Vec<(String, Vec<String>)>,
    /// Names and classes of the components.
    pub components: Vec<(String, String)>,
    /// Names of inputs.
    pub inputs: Vec<PublicName>,
    /// Names of outputs.
    pub outputs: Vec<PublicName>,
}

impl SubModel {
    /// The sub-models of the file at `path` and of those that it uses.
    ///
    /// # Errors
    /// All problems in the tables of the sub-models.
    pub fn from_path(path: &Path) -> Result<Vec<Self>, InvalidModelFile> {
        let parse = parser_for(path).map_err(|problem| unusable(path, Diagnostic::without_place(problem)))?;
        let source = SourceText::read(path).map_err(|diagnostic| unusable(path, diagnostic))?;
        let mut sources = Sources::from(source.clone());
        let mut problems = Problems::default();
        let found = parse(&source.text, &mut problems).and_then(|root| {
            let mut written = super::check::check_used(root, &mut problems);
            super::uses::load(&mut written, Some(&mut sources), &mut problems);
            problems.into_result().map(|()| written.models)
        });
        match found {
            Ok(models) => Ok(models.into_iter().map(Self::new).collect()),
            Err(diagnostics) => Err(InvalidModelFile { sources, diagnostics }),
        }
    }

    fn new(definition: Definition) -> Self {
        let Definition { name, description, body, .. } = definition;
        let texts = |ends: Vec<super::Spanned<String>>| ends.into_iter().map(|end| end.value).collect();
        Self {
            name: name.value,
            description,
            parameters: body.parameters,
            connectors: body.connectors.into_iter().map(|own| (own.name.value, texts(own.ends))).collect(),
            components: body.components.into_iter().map(|part| (part.name.value, part.class.value)).collect(),
            inputs: body.inputs,
            outputs: body.outputs,
        }
    }
}
