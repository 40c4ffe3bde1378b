//! Instances of classes with a text, and the meaning of their names.

pub(crate) mod at_components;
pub(crate) mod bases;
pub(crate) mod constraints;
pub(crate) mod model;
pub(crate) mod modifiers;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use compiler::model_file::Span;
use library::{Class as LibraryClass, ConnectorKind, SignalType};

use crate::classes::ClassRef;
use crate::instances::modifiers::{Bound, Modifier, Step};
use crate::syntax::{Component, Prefixes};
use crate::values::variable::TypeKind;

/// An instance of a class with a text.
#[derive(Debug, Default)]
pub(crate) struct Instance {
    /// Empty for the model, otherwise the instance's name and a dot.
    pub(crate) prefix: String,
    pub(crate) parent: Option<usize>,
    /// The class and its bases, each with the text's equations.
    pub(crate) classes: Vec<ClassRef>,
    /// The class of the component library that it extends, and the modifiers of that.
    pub(crate) base: Option<(&'static LibraryClass, Vec<Modifier>, Span)>,
    pub(crate) symbols: RefCell<Symbols>,
    /// For a record.
    pub(crate) of_record: Option<OfRecord>,
}

/// Names in the order of their declarations.
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    pub(crate) all: Vec<Rc<Symbol>>,
    by_name: HashMap<Rc<str>, usize>,
}

impl Symbols {
    pub(crate) fn get(&self, name: &str) -> Option<Rc<Symbol>> {
        self.by_name.get(name).map(|index| self.all[*index].clone())
    }

    /// Adds a symbol, or replaces the one of its name.
    pub(crate) fn set(&mut self, symbol: Symbol) {
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
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    pub(crate) name: Rc<str>,
    pub(crate) span: Span,
    pub(crate) declaration: Declared,
    pub(crate) dimensions: Option<Vec<usize>>,
    pub(crate) modifiers: Vec<Modifier>,
    pub(crate) what: What,
    /// The value that the declaration of a signal gives it.
    pub(crate) binding: Option<Bound>,
}

/// The declaration, and the class whose text it is in. Connectors of the library's bases have none.
pub(crate) type Declared = Option<(Rc<Component>, ClassRef)>;

/// Meaning of a name.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// A parameter or constant.
    Parameter(Quantity),
    /// A component of the library.
    Library(&'static LibraryClass),
    /// One instance for each element of an array, the last index running fastest.
    Composite(Vec<usize>),
    Connector(ConnectorKind),
    /// An expandable connector.
    Bus,
    Variable(Quantity),
    /// A component that is not there, because its condition is false.
    Absent,
    /// `outer`: the inner one of an instance around.
    Outer,
    /// A declaration that has been refused.
    Refused,
}

/// A parameter, constant or variable.
#[derive(Clone, Debug)]
pub(crate) struct Quantity {
    pub(crate) kind: TypeKind,
    /// Its own, with those of the record that it is in.
    pub(crate) prefixes: Prefixes,
    pub(crate) unit: Option<String>,
    pub(crate) value: Option<Bound>,
}

impl Symbol {
    /// A name without dimensions, modifiers and value.
    pub(crate) fn new(name: &str, span: &Span, declaration: Declared, what: What) -> Self {
        let (name, span) = (name.into(), span.clone());
        Self { name, span, declaration, dimensions: None, modifiers: Vec::new(), what, binding: None }
    }

    /// The signals that it can be: those of a connector, or of a variable of this type.
    pub(crate) fn signal(&self) -> SignalType {
        match &self.what {
            What::Variable(variable) => variable.kind.signal(),
            What::Connector(kind) => kind.signal_type().unwrap_or(SignalType::Real),
            _ => SignalType::Real,
        }
    }

    /// The component as declared.
    pub(crate) fn component(&self) -> Option<&Component> {
        self.declaration.as_ref().map(|(component, _)| &**component)
    }
}

/// Prefixes and value of a record's declaration, which hold for all members.
#[derive(Clone, Debug)]
pub(crate) struct OfRecord {
    pub(crate) prefixes: Prefixes,
    /// Value of the whole.
    pub(crate) value: Option<Bound>,
}

/// Prefixes of a member, with those of the record that it is in.
pub(crate) fn inherited(own: &Prefixes, of_record: Option<&OfRecord>) -> Prefixes {
    let Some(OfRecord { prefixes: record, .. }) = of_record else { return own.clone() };
    Prefixes {
        parameter: own.parameter || record.parameter,
        constant: own.constant || record.constant,
        input: own.input || record.input,
        output: own.output || record.output,
        protected: own.protected || record.protected,
        ..own.clone()
    }
}

/// Prefixes and value for the members of element `element` of a record.
pub(crate) fn of_record(symbol: &Symbol, instance: &Instance, dimensions: &[usize], element: usize) -> OfRecord {
    let declared = symbol.component().map(|component| component.prefixes.clone()).unwrap_or_default();
    let prefixes = inherited(&declared, instance.of_record.as_ref());
    let mut value = symbol.binding.clone();
    if let (Some(value), [count, ..]) = (&mut value, dimensions) {
        value.at.push(Step::Element(element, *count));
    }
    let is_final = prefixes.is_final || instance.of_record.as_ref().is_some_and(|record| record.prefixes.is_final);
    OfRecord { prefixes: Prefixes { is_final, ..prefixes }, value }
}
