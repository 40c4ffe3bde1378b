//! The model file's content.

use super::diagnostic::{Diagnostic, read_expression};
use super::{Condition, Experiment, Expression, Span};
use mechanism::digits::counted;
use std::fmt;

/// A value with its place in the text.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Byte range in the source.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// Another value at this place.
    pub(crate) fn with<U>(&self, value: U) -> Spanned<U> {
        Spanned { value, span: self.span.clone() }
    }
}

impl Spanned<Value> {
    /// The problem of a string, possibly in an array, that is required to be an expression and cannot be parsed.
    pub(crate) fn unreadable(&self) -> Option<Diagnostic> {
        match &self.value {
            Value::String(text) => read_expression(text, &self.span).err(),
            Value::Array(elements) => elements.iter().find_map(Self::unreadable),
            _ => None,
        }
    }

    /// Calls `look` for each name in the expressions of the value.
    pub(crate) fn for_each_reference<'a>(&'a self, look: &mut dyn FnMut(&'a str)) {
        match &self.value {
            Value::Expression(expression) => expression.references().into_iter().for_each(look),
            Value::Condition(condition) => condition.references().into_iter().for_each(look),
            Value::Array(elements) => elements.iter().for_each(|element| element.for_each_reference(look)),
            Value::Table(entries) => entries.iter().for_each(|(_, value)| value.for_each_reference(look)),
            Value::Number(_) | Value::Boolean(_) | Value::String(_) => {}
        }
    }
}

/// Value of a parameter or attribute.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Number (integers too).
    Number(f64),
    /// Boolean.
    Boolean(bool),
    /// Enumeration literal or text. While the file is being read, also an expression or a condition: this depends on
    /// the declaration of the parameter in the library.
    String(String),
    /// Expression, or a number with a unit.
    Expression(Expression),
    /// Condition, `time >= 5`.
    Condition(Condition),
    /// Array, nested for matrices.
    Array(Vec<Spanned<Value>>),
    /// Attributes: `{ start = 1, fixed = true }`; keys in the order of the text.
    Table(Vec<(Spanned<String>, Spanned<Value>)>),
}

impl Value {
    /// The number, if it is one.
    pub fn number(&self) -> Option<f64> {
        if let Self::Number(x) = self { Some(*x) } else { None }
    }

    /// A number, an expression or an array of these, as an expression.
    pub(crate) fn expression(&self) -> Option<Expression> {
        match self {
            Self::Number(x) => Some(Expression::Number(*x)),
            Self::Expression(expression) => Some(expression.clone()),
            Self::Array(elements) => {
                let elements = elements.iter().map(|element| element.value.expression());
                Some(Expression::Array(elements.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    /// The names in an expression, or in the expressions of an array.
    pub(crate) fn references(&self) -> Vec<&str> {
        match self {
            Self::Expression(expression) => expression.references(),
            Self::Array(elements) => elements.iter().flat_map(|element| element.value.references()).collect(),
            _ => Vec::new(),
        }
    }

    /// The value in words, for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Number(x) => format!("the number {x}"),
            Self::Boolean(x) => format!("{x}"),
            Self::String(text) => format!("the text \"{text}\""),
            Self::Expression(expression) => format!("the expression `{expression}`"),
            Self::Condition(condition) => format!("the condition `{condition}`"),
            Self::Array(elements) => {
                let numbers = elements.iter().map(|element| element.value.number().map(|x| x.to_string()));
                match numbers.collect::<Option<Vec<_>>>() {
                    Some(numbers) if (1..=6).contains(&numbers.len()) => format!("the array [{}]", numbers.join(", ")),
                    _ => format!("an array of {}", counted(elements.len(), "element")),
                }
            }
            Self::Table(_) => "a table of attributes".to_owned(),
        }
    }
}

impl fmt::Display for Value {
    /// The value as in TOML, without quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) => x.fmt(f),
            Self::Boolean(x) => x.fmt(f),
            Self::String(text) => text.fmt(f),
            Self::Expression(expression) => expression.fmt(f),
            Self::Condition(condition) => condition.fmt(f),
            Self::Array(elements) => {
                let elements: Vec<String> = elements.iter().map(|element| element.value.to_string()).collect();
                write!(f, "[{}]", elements.join(", "))
            }
            Self::Table(entries) => {
                let entries = entries.iter().map(|(key, value)| format!("{} = {}", key.value, value.value));
                write!(f, "{{ {} }}", entries.collect::<Vec<_>>().join(", "))
            }
        }
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
    /// Name, possibly with dots and indices.
    pub name: Spanned<String>,
    /// Class as written.
    pub class: Spanned<String>,
    /// Description; an FMU does not contain it.
    pub description: Option<String>,
    /// Access to its parameters and variables from outside.
    pub access: Access,
    /// Settings.
    pub modifiers: Vec<Modifier>,
}

impl Component {
    /// Returns true for a World.
    pub(crate) fn is_world(&self) -> bool {
        library::find_class(&self.class.value)
            .is_some_and(|class| std::ptr::eq(class, &raw const library::world::CLASS))
    }
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
    /// Display unit.
    pub display_unit: Option<Spanned<String>>,
    /// Description.
    pub description: Option<String>,
    /// Smallest legal value: a number, or a string with a number and a unit.
    pub min: Option<Spanned<Value>>,
    /// Largest legal value: a number, or a string with a number and a unit.
    pub max: Option<Spanned<Value>>,
    /// Access from outside.
    pub access: Access,
}

impl ModelParameter {
    /// A parameter without attributes.
    pub fn new(name: Spanned<String>, value: Spanned<Value>) -> Self {
        Self {
            name,
            value,
            unit: None,
            display_unit: None,
            description: None,
            min: None,
            max: None,
            access: Access::default(),
        }
    }
}

/// An entry of `[variables]`, `[inputs]` or `[outputs]`: a public name with its target.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicName {
    /// Name in the FMU.
    pub name: Spanned<String>,
    /// Target; for an input a signal.
    pub target: Spanned<Target>,
    /// Start value, for inputs and sampled variables: a number, or an array of numbers.
    pub start: Option<Spanned<Value>>,
    /// Period of a sampled variable, s: its expression is evaluated at multiples of it.
    pub sample: Option<Spanned<Value>>,
    /// Unit of the start value, or of an expression, in Modelica's notation.
    pub unit: Option<Spanned<String>>,
    /// Display unit.
    pub display_unit: Option<Spanned<String>>,
    /// Description that replaces the variable's.
    pub description: Option<String>,
    /// A variable or another name of one that is hidden from hosts, and no output. Not in the file in an FMU.
    pub is_protected: bool,
}

/// Target of a public name.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Variable or signal of a component.
    Variable(String),
    /// Derivative of a variable.
    Derivative(String),
    /// Expression of variables.
    Expression(Expression),
}

impl Target {
    /// The expression, if the target is one.
    pub fn expression(&self) -> Option<&Expression> {
        if let Self::Expression(expression) = self { Some(expression) } else { None }
    }

    /// True for the variable `name`.
    pub fn is_variable(&self, name: &str) -> bool {
        matches!(self, Self::Variable(variable) if variable == name)
    }

    /// The variables that it names.
    pub fn variables(&self) -> Vec<&str> {
        match self {
            Self::Variable(name) | Self::Derivative(name) => vec![name],
            Self::Expression(expression) => expression.references(),
        }
    }
}

impl From<String> for Target {
    /// A variable, or the derivative of one: `der(x)`.
    fn from(text: String) -> Self {
        match text.strip_prefix("der(").and_then(|rest| rest.strip_suffix(')')) {
            Some(variable) => Self::Derivative(variable.to_owned()),
            None => Self::Variable(text),
        }
    }
}

impl From<Expression> for Target {
    fn from(expression: Expression) -> Self {
        Self::Expression(expression)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(name) => f.write_str(name),
            Self::Derivative(name) => write!(f, "der({name})"),
            Self::Expression(expression) => expression.fmt(f),
        }
    }
}

impl PublicName {
    /// True for an input that is no input of a component: expressions read it, and connections lead from it.
    pub fn is_plain_input(&self) -> bool {
        self.target.value.is_variable(&self.name.value)
    }

    /// Returns true if there is more than the name and the target.
    pub(crate) fn has_attributes(&self) -> bool {
        let Self { name: _, target: _, start, sample, unit, display_unit, description, is_protected } = self;
        let has_units = unit.is_some() || display_unit.is_some();
        start.is_some() || sample.is_some() || has_units || description.is_some() || *is_protected
    }

    /// An alias of a variable or signal, without further attributes.
    pub fn new(name: Spanned<String>, target: Spanned<impl Into<Target>>) -> Self {
        Self {
            name,
            target: Spanned { value: target.value.into(), span: target.span },
            start: None,
            sample: None,
            unit: None,
            display_unit: None,
            description: None,
            is_protected: false,
        }
    }
}

/// Content of a model file.
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
    /// Variables of the model: expressions, which signal inputs may be connected to.
    pub variables: Vec<PublicName>,
    /// Public names of inputs.
    pub inputs: Vec<PublicName>,
    /// Public names of outputs.
    pub outputs: Vec<PublicName>,
    /// Information about expanded sub-models and arrays.
    pub expansion: Expansion,
}

/// Information about sub-models and arrays after their expansion.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Expansion {
    /// Warnings for legal but suspicious input: unused sub-models and parameters.
    pub warnings: Vec<super::Diagnostic>,
    /// Names of repeated parts of a text, each with their common name: `front_left` and `front_right` with the name of
    /// their sub-model, `link[1]` and `link[2]` with `link`.
    pub repeated: mechanism::hashed::HashMap<String, String>,
}

/// Key of Modelica's `final`.
pub const FINAL: &str = "final";
/// Key of Modelica's `protected`.
pub const PROTECTED: &str = "protected";

/// Modelica's `final` and `protected` of a parameter or a component. The model file in an FMU does not contain them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Neither hosts nor users of the sub-model may set it.
    pub is_final: bool,
    /// Like final, and hidden from hosts.
    pub is_protected: bool,
}

impl Access {
    /// Returns true if it cannot be set from outside.
    pub fn is_closed(self) -> bool {
        self.is_final || self.is_protected
    }

    /// Access to a part of `whole`.
    #[must_use]
    pub fn within(self, whole: Self) -> Self {
        Self { is_final: self.is_final || whole.is_final, is_protected: self.is_protected || whole.is_protected }
    }

    /// The keys that are set.
    pub fn keys(self) -> impl Iterator<Item = &'static str> {
        [(FINAL, self.is_final), (PROTECTED, self.is_protected)].into_iter().filter(|(_, is)| *is).map(|(key, _)| key)
    }
}
