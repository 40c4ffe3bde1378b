//! From a text to a model and back.

use super::tree::Problems;
use super::{Diagnostic, InvalidModelFile, ModelFile, Problem, SourceText};
use std::path::Path;

impl ModelFile {
    /// Reads a JSON model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one.
    pub fn from_json(text: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_tree(|problems| super::json_tree::parse(text, problems))
    }

    /// Reads a TOML model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one. A text that is not TOML gives its syntax errors only.
    #[cfg(feature = "toml")]
    pub fn from_toml(text: &str) -> Result<Self, Vec<Diagnostic>> {
        Self::from_tree(|problems| super::toml_tree::parse(text, problems))
    }

    /// Reads a model from its tree of values, whatever text it comes from: the tables that a TOML file would have, with places.
    ///
    /// # Errors
    /// All problems found, in the order of the places; at least one.
    #[cfg(feature = "toml")]
    pub fn from_tree_of_values(root: super::Spanned<super::Value>) -> Result<Self, Vec<Diagnostic>> {
        Self::from_tree(|_| Ok(super::tree::Node::from_value(root)))
    }

    /// Reads the file at `path`, which is TOML or JSON as its extension says (in any case of letters).
    ///
    /// # Errors
    /// Everything that is wrong, with the text for its display.
    pub fn from_path(path: &Path) -> Result<(Self, SourceText), InvalidModelFile> {
        // A file of an unknown type is not read.
        parser_for(path).map_err(|problem| unusable(path, Diagnostic::without_place(problem)))?;
        let source = SourceText::read(path).map_err(|diagnostic| unusable(path, diagnostic))?;
        Self::from_source(source)
    }

    /// Reads a text that is TOML or JSON as the extension of its name says.
    ///
    /// # Errors
    /// Everything that is wrong, with the text for its display.
    pub fn from_source(source: SourceText) -> Result<(Self, SourceText), InvalidModelFile> {
        let parsed = match parser_for(Path::new(&source.name)) {
            Ok(parse) => parse(&source.text),
            Err(problem) => Err(vec![Diagnostic::without_place(problem)]),
        };
        match parsed {
            Ok(file) => Ok((file, source)),
            Err(diagnostics) => Err(InvalidModelFile { source, diagnostics }),
        }
    }

    /// The model as compact JSON in the same schema ([`Self::from_json`] reads it back equal, but for spans).
    pub fn to_json(&self) -> String {
        super::write_json::model(self)
    }

    fn from_tree(
        parse: impl FnOnce(&mut Problems) -> Result<super::tree::Node, Vec<Diagnostic>>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Problems::default();
        let root = parse(&mut problems)?;
        let file = super::check::check(root, &mut problems);
        problems.into_result()?;
        // Without problems there is a model.
        file.ok_or_else(Vec::new)
    }
}

type Parse = fn(&str) -> Result<ModelFile, Vec<Diagnostic>>;

/// The reader for the extension of `path`.
fn parser_for(path: &Path) -> Result<Parse, Problem> {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "json" => Ok(ModelFile::from_json),
        #[cfg(feature = "toml")]
        "toml" => Ok(ModelFile::from_toml),
        _ => Err(Problem::UnknownFileType {
            path: path.display().to_string(),
            expected: if cfg!(feature = "toml") { "`.toml` or `.json`" } else { "`.json`" },
        }),
    }
}

/// A file of which no text is known.
fn unusable(path: &Path, diagnostic: Diagnostic) -> InvalidModelFile {
    let source = SourceText { name: path.display().to_string(), text: String::new() };
    InvalidModelFile { source, diagnostics: vec![diagnostic] }
}
