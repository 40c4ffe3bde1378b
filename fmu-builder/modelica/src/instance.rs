//! Instances of classes that have a text: what their names stand for.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use fmu_core::library::{Class as LibraryClass, SignalType};
use fmu_core::model_file::{Access, Span};

use super::modifiers::{Bound, Modifier};
use super::records::OfRecord;
use super::standard;
use super::store::ClassRef;
use super::syntax::Component;
use super::value::Value;

/// An instance of a class with a text.
#[derive(Debug)]
pub(super) struct Instance {
    /// Empty for the model, else its name and a dot.
    pub(super) prefix: String,
    pub(super) parent: Option<usize>,
    /// What it is made of: the class and its bases, each with the text's equations.
    pub(super) classes: Vec<ClassRef>,
    /// The class of the component library that it extends, and the modifiers of that.
    pub(super) base: RefCell<Option<(&'static LibraryClass, Vec<Modifier>, Span)>>,
    pub(super) symbols: RefCell<Symbols>,
    /// Where it is a record.
    pub(super) of_record: Option<OfRecord>,
}

/// Names in the order of their declarations.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    pub(super) all: Vec<Rc<Symbol>>,
    by_name: HashMap<Rc<str>, usize>,
}

impl Symbols {
    pub(super) fn get(&self, name: &str) -> Option<Rc<Symbol>> {
        self.by_name.get(name).map(|index| self.all[*index].clone())
    }

    /// Adds it, in the place of what had its name.
    pub(super) fn set(&mut self, symbol: Symbol) {
        match self.by_name.get(&symbol.name) {
            Some(index) => self.all[*index] = Rc::new(symbol),
            None => {
                self.by_name.insert(symbol.name.clone(), self.all.len());
                self.all.push(Rc::new(symbol));
            }
        }
    }
}

/// A declared name.
#[derive(Debug)]
pub(super) struct Symbol {
    pub(super) name: Rc<str>,
    pub(super) span: Span,
    pub(super) declaration: Declared,
    pub(super) dimensions: Option<Vec<usize>>,
    pub(super) modifiers: Vec<Modifier>,
    pub(super) what: What,
    /// The value that the declaration of a signal gives it.
    pub(super) binding: Option<Bound>,
}

/// The declaration, and the class whose text it is in. Connectors of the library's bases have none.
pub(super) type Declared = Option<(Rc<super::syntax::Element>, ClassRef)>;

/// What a name stands for.
#[derive(Debug)]
pub(super) enum What {
    Parameter(Parameter),
    /// A component of the library.
    Library(&'static LibraryClass),
    /// One instance for each element of an array, the last index running fastest.
    Composite(Vec<usize>),
    Connector(standard::Connector),
    /// An expandable connector.
    Bus,
    Variable(Variable),
    /// A component that is not there, because its condition is false.
    Absent,
    /// `outer`: the inner one of an instance around.
    Outer,
    /// Something that was refused already.
    Refused,
}

/// A parameter or constant.
#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) kind: TypeKind,
    pub(super) constant: bool,
    pub(super) access: Access,
    pub(super) unit: Option<String>,
    pub(super) value: Option<Bound>,
}

/// A variable.
#[derive(Debug)]
pub(super) struct Variable {
    pub(super) kind: TypeKind,
    pub(super) input: bool,
    pub(super) output: bool,
    pub(super) protected: bool,
    pub(super) unit: Option<String>,
    pub(super) value: Option<Bound>,
}

/// A type of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypeKind {
    Real,
    Integer,
    Boolean,
    Text,
    Enumeration(String),
}

impl TypeKind {
    /// Whether a value of this type can be that scalar, as far as is known.
    pub(super) fn takes(&self, value: &Value) -> bool {
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

    /// The signal that has such values.
    pub(super) fn signal(&self) -> SignalType {
        match self {
            Self::Boolean => SignalType::Boolean,
            Self::Integer => SignalType::Integer,
            _ => SignalType::Real,
        }
    }

    /// What a message calls a value of this type.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Real => "a number".to_owned(),
            Self::Integer => "a whole number".to_owned(),
            Self::Boolean => "true or false".to_owned(),
            Self::Text => "a string".to_owned(),
            Self::Enumeration(name) => format!("a literal of {name}"),
        }
    }
}

impl Symbol {
    /// The signals that it can be: those of a connector, or of a variable of this type.
    pub(super) fn signal(&self) -> SignalType {
        match &self.what {
            What::Variable(variable) => variable.kind.signal(),
            What::Connector(standard::Connector::SignalInput(of) | standard::Connector::SignalOutput(of)) => *of,
            _ => SignalType::Real,
        }
    }

    /// The component as declared.
    pub(super) fn component(&self) -> Option<&Component> {
        match self.declaration.as_ref().map(|(element, _)| &**element) {
            Some(super::syntax::Element::Component(component)) => Some(component),
            _ => None,
        }
    }
}
