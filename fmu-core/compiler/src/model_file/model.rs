//! The model file's content.

use super::Access;
use super::{Experiment, Span};

/// A value with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Byte range in the source.
    pub span: Span,
}

/// Value of a parameter or attribute. The declaration in the component library decides the meaning of a string (expression, enumeration
/// literal, text).
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

impl Value {
    /// The number that it is.
    pub fn number(&self) -> Option<f64> {
        if let Self::Number(x) = self { Some(*x) } else { None }
    }
}

/// `name = value` inside a component.
#[derive(Clone, Debug, PartialEq)]
pub struct Modifier {
    /// Parameter, variable or part.
    pub name: Spanned<String>,
    /// The value, with its position in the file.
    pub value: Spanned<Value>,
}

/// One component.
#[derive(Clone, Debug, PartialEq)]
pub struct Component {
    /// Name, may hold dots and indices.
    pub name: Spanned<String>,
    /// Class as written.
    pub class: Spanned<String>,
    /// Text for people; an FMU does not contain it.
    pub description: Option<String>,
    /// Access to its parameters and variables from outside.
    pub access: Access,
    /// Everything else.
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

/// An entry of `[parameters]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelParameter {
    /// Name.
    pub name: Spanned<String>,
    /// Number, expression, or array of these; or a table of `start` and `fixed` for an unknown of the initialisation.
    pub value: Spanned<Value>,
    /// Unit in Modelica's notation.
    pub unit: Option<Spanned<String>>,
    /// Unit that it is shown in.
    pub display_unit: Option<Spanned<String>>,
    /// Description.
    pub description: Option<String>,
    /// Smallest legal value: a number, or a string with a number and a unit.
    pub min: Option<Spanned<Value>>,
    /// Largest legal value, the same.
    pub max: Option<Spanned<Value>>,
    /// Access from outside.
    pub access: Access,
}

/// An entry of `[variables]`, `[inputs]` or `[outputs]`: public name and what it stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicName {
    /// Name that the FMU shows.
    pub name: Spanned<String>,
    /// Variable or signal of a component, or an expression of variables.
    pub target: Spanned<String>,
    /// The target is an expression (never that of an input).
    pub is_expression: bool,
    /// Start value, for inputs: a number, or an array of numbers.
    pub start: Option<Spanned<Value>>,
    /// Unit of the start value, or of an expression, in Modelica's notation.
    pub unit: Option<Spanned<String>>,
    /// Unit that it is shown in.
    pub display_unit: Option<Spanned<String>>,
    /// Description, in place of the variable's own.
    pub description: Option<String>,
    /// A variable of the model that hosts do not see. The file in an FMU does not say it.
    pub is_protected: bool,
}

impl PublicName {
    /// Another name for a variable or signal, and nothing else.
    pub fn new(name: Spanned<String>, target: Spanned<String>) -> Self {
        Self {
            name,
            target,
            is_expression: false,
            start: None,
            unit: None,
            display_unit: None,
            description: None,
            is_protected: false,
        }
    }
}

/// A model as its file says it.
#[derive(Clone, Debug, PartialEq, Default)]
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
    /// Variables of the model: expressions, which signal inputs may take.
    pub variables: Vec<PublicName>,
    /// Public names of inputs.
    pub inputs: Vec<PublicName>,
    /// Public names of outputs.
    pub outputs: Vec<PublicName>,
    /// Information about the sub-models and arrays that the model was written with.
    pub expansion: Expansion,
}

/// Information about sub-models and arrays after their expansion.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Expansion {
    /// Warnings for legal but suspicious input: unused sub-models and parameters.
    pub warnings: Vec<super::Diagnostic>,
    /// Names that stand for one part of a text, each with what all of them have in common: `front_left` and `front_right` with the
    /// name of their sub-model, `link[1]` and `link[2]` with `link`.
    pub repeated: mechanism::hashed::HashMap<String, String>,
}
