//! Types of variables of functions and of members of records.

use std::rc::Rc;

use compiler::model_file::Span;
use library::SignalType;

use crate::problem::{Fault, Outcome, fault};
use crate::values::Value;

/// A variable of a function.
pub(crate) struct Variable {
    pub(crate) name: Rc<str>,
    /// None for a record.
    pub(crate) kind: Option<TypeKind>,
    /// None if any dimensions are allowed; an element is none for `:`.
    pub(crate) dimensions: Option<Vec<Option<usize>>>,
    pub(crate) is_input: bool,
}

impl Variable {
    pub(crate) fn of_any(name: Rc<str>, is_input: bool) -> Self {
        Self { name, kind: None, dimensions: None, is_input }
    }

    /// True if the variable can have that value.
    pub(crate) fn check(&self, value: &Value, function: &str, span: &Span) -> Outcome<()> {
        self.check_in(value, &|| format!("of the function `{function}`"), span)
    }

    /// The same of a variable of what `around` says.
    pub(crate) fn check_in(&self, value: &Value, around: &dyn Fn() -> String, span: &Span) -> Outcome<()> {
        let name = &self.name;
        let takes = |scalar: &Value| match (&self.kind, scalar) {
            (_, Value::Unset) => true,
            (Some(kind), scalar) => kind.takes(scalar),
            (None, _) => true,
        };
        let is_record = value.flat().iter().any(|element| matches!(element, Value::Record(_)));
        let wrong = |kind: String| {
            fault(span, Fault::WrongType { name: name.to_string(), around: around(), kind, found: value.describe() })
        };
        if let Some(kind) = self.kind.as_ref().filter(|_| is_record || !value.all(&takes)) {
            return wrong(kind.describe());
        }
        let (Some(declared), found) = (&self.dimensions, value.dimensions()) else { return Ok(()) };
        if self.kind.is_none() && !is_record && *value != Value::Unset {
            return wrong("a record".to_owned());
        }
        let fits = declared.len() == found.len()
            && declared.iter().zip(&found).all(|(size, found)| size.is_none_or(|size| size == *found));
        if !fits && *value != Value::Unset {
            let sizes: Vec<String> =
                declared.iter().map(|size| size.map_or_else(|| ":".to_owned(), |size| size.to_string())).collect();
            let declared = if sizes.is_empty() {
                "is a scalar".to_owned()
            } else {
                format!("has the dimensions [{}]", sizes.join(", "))
            };
            let (name, found) = (name.to_string(), value.describe());
            return fault(span, Fault::WrongDimensions { name, around: around(), declared, found });
        }
        Ok(())
    }
}

/// A type of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TypeKind {
    Real,
    Integer,
    Boolean,
    Text,
    Enumeration(String),
}

impl TypeKind {
    /// True if the scalar may be of this type; an expression may be if its type is not known.
    pub(crate) fn takes(&self, value: &Value) -> bool {
        match (self, value) {
            (_, Value::Open(open)) => match self {
                Self::Real | Self::Integer => !open.is_condition(),
                Self::Boolean => true,
                Self::Text | Self::Enumeration(_) => false,
            },
            (Self::Real, Value::Number(_)) => true,
            (Self::Integer, Value::Number(x)) => x.fract() == 0.0,
            (Self::Boolean, Value::Boolean(_)) => true,
            (Self::Text, Value::Text(_)) => true,
            (Self::Enumeration(name), Value::Literal { of, .. }) => name == of,
            _ => false,
        }
    }

    /// Type of a signal with such values.
    pub(crate) fn signal(&self) -> SignalType {
        match self {
            Self::Boolean => SignalType::Boolean,
            Self::Integer => SignalType::Integer,
            _ => SignalType::Real,
        }
    }

    /// Description of a value of this type, for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Real => "a number".to_owned(),
            Self::Integer => "a whole number".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Enumeration(name) => format!("a literal of {name}"),
        }
    }
}
