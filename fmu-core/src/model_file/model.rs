//! The model file's content.

use super::tree::Problems;
use super::{Diagnostic, InvalidModelFile, Problem, SourceText, Span};
use std::path::Path;

/// A value with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Byte range in the source.
    pub span: Span,
}

/// What may stand where a parameter or attribute is set. What a string means (expression, enumeration literal, text) is decided by
/// the declaration in the component library.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Number (integers too).
    Number(f64),
    /// Boolean.
    Boolean(bool),
    /// String: an expression, an enumeration literal or a text.
    String(String),
    /// Array, nested for matrices.
    Array(Vec<Spanned<Value>>),
    /// Attributes: `{ start = 1, fixed = true }`; keys in the order of the text.
    Table(Vec<(Spanned<String>, Spanned<Value>)>),
}

/// `name = value` inside a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// Parameter, variable or part.
    pub name: Spanned<String>,
    /// What it is set to.
    pub value: Spanned<Value>,
}

/// One component.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Name, may hold dots and indices.
    pub name: Spanned<String>,
    /// Class as written.
    pub class: Spanned<String>,
    /// Everything but `class`.
    pub modifiers: Vec<Modifier>,
}

/// `["a.frame_b", "b.frame_a"]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Connection {
    /// One end.
    pub from: Spanned<String>,
    /// The other.
    pub to: Spanned<String>,
}

/// `[experiment]`.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Experiment {
    /// Start time, s.
    pub start_time: Option<f64>,
    /// Stop time, s.
    pub stop_time: Option<f64>,
    /// Relative tolerance of the solver.
    pub tolerance: Option<f64>,
    /// Communication step, s.
    pub step_size: Option<f64>,
}

/// An entry of `[parameters]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelParameter {
    /// Name.
    pub name: Spanned<String>,
    /// Number, expression, or array of these; or a table of `start` and `fixed` for an unknown of the initialisation.
    pub value: Spanned<Value>,
    /// Unit in Modelica's notation.
    pub unit: Option<Spanned<String>>,
    /// Description.
    pub description: Option<String>,
    /// Smallest legal value.
    pub min: Option<f64>,
    /// Largest legal value.
    pub max: Option<f64>,
}

/// An entry of `[inputs]` or `[outputs]`: public name and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicName {
    /// Name that the FMU shows.
    pub name: Spanned<String>,
    /// Variable or signal of a component.
    pub target: Spanned<String>,
}

/// A model as its file says it.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelFile {
    /// FMI model name.
    pub name: String,
    /// Description.
    pub description: Option<String>,
    /// Default experiment.
    pub experiment: Experiment,
    /// Model-level parameters.
    pub parameters: Vec<ModelParameter>,
    /// Components in the order of the text.
    pub components: Vec<Component>,
    /// Connections in the order of the text.
    pub connections: Vec<Connection>,
    /// Public names of inputs.
    pub inputs: Vec<PublicName>,
    /// Public names of outputs.
    pub outputs: Vec<PublicName>,
}

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
