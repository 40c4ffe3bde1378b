//! Reading and writing of model files.

use super::check::Checked;
use super::tree::{Node, Problems};
use super::uses::{Parse, parser_for};
use super::{Diagnostic, InvalidModelFile, ModelFile, SourceText, Sources};

use std::path::Path;

impl ModelFile {
    /// Reads a JSON model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one.
    pub fn from_json(text: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_text(text, super::json_tree::parse)
    }

    /// Reads a TOML model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one. A text that is not TOML gives its syntax errors only.
    pub fn from_toml(text: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_text(text, super::toml_tree::parse)
    }

    /// Reads a model from a tree of values with places, which has the tables of a TOML file. For front ends with other
    /// texts.
    ///
    /// # Errors
    /// All problems found, in the order of the places; at least one.
    pub fn from_tree_of_values(root: super::Spanned<super::Value>) -> Result<Self, Vec<Diagnostic>> {
        finish(Node::from_value(root), Problems::default(), None)
    }

    /// Reads the file at `path`, TOML or JSON according to its extension (in upper or lower case), and the files that
    /// it uses.
    ///
    /// # Errors
    /// All errors, with the texts for their display.
    pub fn from_path(path: &Path) -> Result<(Self, Sources), InvalidModelFile> {
        // A file of an unknown type is not read.
        parser_for(path).map_err(|problem| unusable(path, Diagnostic::without_place(problem)))?;
        let source = SourceText::read(path).map_err(|diagnostic| unusable(path, diagnostic))?;
        Self::from_source(source)
    }

    /// Reads a text, TOML or JSON according to the extension of its name. Files that it uses are searched for beside
    /// the file of this name.
    ///
    /// # Errors
    /// All errors, with the texts for their display.
    pub fn from_source(source: SourceText) -> Result<(Self, Sources), InvalidModelFile> {
        let parser = parser_for(Path::new(&source.name));
        let mut sources = Sources::from(source.clone());
        let read = parser.map_err(|problem| vec![Diagnostic::without_place(problem)]).and_then(|parse| {
            let mut problems = Problems::default();
            let root = parse(&source.text, &mut problems)?;
            finish(root, problems, Some(&mut sources))
        });
        match read {
            Ok(file) => Ok((file, sources)),
            Err(diagnostics) => Err(InvalidModelFile { sources, diagnostics }),
        }
    }

    /// The model as compact JSON in the same schema ([`Self::from_json`] reads it back identically, except for places).
    pub fn to_json(&self) -> String {
        super::write_json::model(self)
    }

    fn from_text(text: &str, parse: Parse) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Problems::default();
        let root = parse(text, &mut problems)?;
        finish(root, problems, None)
    }
}

/// The model, if there are no errors. `sources` has its text if it is a file, which may use others beside it.
fn finish(root: Node, mut problems: Problems, sources: Option<&mut Sources>) -> Result<ModelFile, Vec<Diagnostic>> {
    // Relative to the folder of the model file, or to the working directory.
    let beside = sources.as_ref().and_then(|sources| Some(Path::new(&sources.main()?.name).parent()?.to_owned()));
    let checked = super::check::check(root, &mut problems).map(|Checked { file, mut written }| {
        let used = super::uses::load(&mut written, sources, &mut problems);
        (file, written, used)
    });
    problems.into_result()?;
    // Without errors there is a model.
    let Some((file, written, used)) = checked else { return Err(Vec::new()) };
    let mut file = crate::authoring::expand(file, written, &used)?;
    let problems = crate::table_files::read(&mut file, &beside.unwrap_or_default());
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

/// Error for a file whose text is not known.
pub(super) fn unusable(path: &Path, diagnostic: Diagnostic) -> InvalidModelFile {
    let source = SourceText { name: path.display().to_string(), text: String::new() };
    InvalidModelFile { sources: source.into(), diagnostics: vec![diagnostic] }
}
