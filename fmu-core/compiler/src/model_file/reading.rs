//! Reading of model files.

use super::check::{check, check_used};
use super::tree::{Node, Problems};
use super::uses::{Parse, load, parser_for};
use super::{Diagnostic, InvalidModelFile, ModelFile, SourceText, Sources, SubModel};
use std::path::Path;

impl ModelFile {
    /// Reads a JSON model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one.
    pub fn from_json(text: &str) -> Result<Self, Vec<Diagnostic>> {
        read(text, super::json_tree::parse, None)
    }

    /// Reads a TOML model.
    ///
    /// # Errors
    /// All problems found, in the order of the text; at least one. A text that is not TOML gives its syntax errors only.
    pub fn from_toml(text: &str) -> Result<Self, Vec<Diagnostic>> {
        read(text, super::toml_tree::parse, None)
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
        Self::from_source(open(path)?.1)
    }

    /// Reads a text, TOML or JSON according to the extension of its name. Files that it uses are searched for beside
    /// the file of this name.
    ///
    /// # Errors
    /// All errors, with the texts for their display.
    pub fn from_source(source: SourceText) -> Result<(Self, Sources), InvalidModelFile> {
        let parser = parser_for(Path::new(&source.name));
        let mut sources = Sources::from(source.clone());
        let file = parser
            .map_err(|problem| vec![Diagnostic::without_place(problem)])
            .and_then(|parse| read(&source.text, parse, Some(&mut sources)));
        match file {
            Ok(file) => Ok((file, sources)),
            Err(diagnostics) => Err(InvalidModelFile { sources, diagnostics }),
        }
    }
}

impl SubModel {
    /// The sub-models of the file at `path` and of those that it uses.
    ///
    /// # Errors
    /// All problems in the tables of the sub-models.
    pub fn from_path(path: &Path) -> Result<Vec<Self>, InvalidModelFile> {
        let (parse, source) = open(path)?;
        let mut sources = Sources::from(source.clone());
        let mut problems = Problems::default();
        let found = parse(&source.text, 0, &mut problems).and_then(|root| {
            let mut written = check_used(root, &mut problems);
            load(&mut written, Some(&mut sources), &mut problems);
            problems.into_result().map(|()| written.models)
        });
        found.map_err(|diagnostics| InvalidModelFile { sources, diagnostics })
    }
}

fn read(text: &str, parse: Parse, sources: Option<&mut Sources>) -> Result<ModelFile, Vec<Diagnostic>> {
    let mut problems = Problems::default();
    let root = parse(text, 0, &mut problems)?;
    finish(root, problems, sources)
}

/// The model, if there are no errors. `sources` has its text if it is a file, which may use others beside it.
fn finish(root: Node, mut problems: Problems, sources: Option<&mut Sources>) -> Result<ModelFile, Vec<Diagnostic>> {
    // Relative to the folder of the model file, or to the working directory.
    let beside = sources.as_ref().and_then(|sources| Some(Path::new(&sources.main()?.name).parent()?.to_owned()));
    let checked = check(root, &mut problems).map(|mut written| {
        let used = load(&mut written, sources, &mut problems);
        (written, used)
    });
    problems.into_result()?;
    // Without errors there is a model.
    let Some((written, used)) = checked else { return Err(Vec::new()) };
    let mut file = crate::authoring::expand(written, &used)?;
    let problems = crate::table_files::read(&mut file, &beside.unwrap_or_default());
    if problems.is_empty() { Ok(file) } else { Err(problems) }
}

/// The parser and the text of a file. One of an unknown type is not read.
fn open(path: &Path) -> Result<(Parse, SourceText), InvalidModelFile> {
    let found = parser_for(path).and_then(|parse| Ok((parse, SourceText::read(path)?)));
    found.map_err(|problem| InvalidModelFile::unread(path, problem))
}
