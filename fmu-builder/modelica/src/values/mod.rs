//! Values of expressions: known ones, and expressions of the netlist.

pub(crate) mod arithmetic;
pub(crate) mod conditions;
pub(crate) mod conversions;
pub(crate) mod open;
pub(crate) mod variable;

use std::rc::Rc;

use compiler::model_file::{Span, Spanned, Value as NetlistValue};
use compiler::units::Unit;

use crate::values::open::{Open, Tree};

/// Bytes of an element of an array.
pub(crate) const ELEMENT: usize = std::mem::size_of::<Value>();

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Number(f64),
    Boolean(bool),
    Text(String),
    /// A literal of an enumeration.
    Literal {
        /// Name of the enumeration; for one of the library without its packages.
        of: String,
        name: String,
    },
    Array(Vec<Value>),
    Record(Record),
    /// Variable of a function before its first assignment.
    Unset,
    /// Expression of parameters and variables of the netlist: its value is not known before the start, or changes.
    Open(Open),
}

/// Members of a record with their values, in the order of their declarations.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    /// Name of the class.
    pub(crate) of: String,
    pub(crate) members: Vec<(Rc<str>, Value)>,
}

impl FromIterator<Value> for Value {
    /// The array of these elements.
    fn from_iter<I: IntoIterator<Item = Self>>(elements: I) -> Self {
        Self::Array(elements.into_iter().collect())
    }
}

impl Value {
    pub(crate) fn vector(numbers: impl IntoIterator<Item = f64>) -> Self {
        numbers.into_iter().map(Self::Number).collect()
    }

    /// Description for messages.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Number(x) => format!("the number {x}"),
            Self::Boolean(x) => format!("the Boolean {x}"),
            Self::Text(_) => "a string".to_owned(),
            Self::Literal { of, name } => format!("the enumeration literal {of}.{name}"),
            Self::Array(_) => format!("an array with the dimensions {}", shown(&self.dimensions())),
            Self::Record(record) => format!("a record `{}`", record.of),
            Self::Unset => "a variable that nothing is assigned to".to_owned(),
            Self::Open(open) if open.dimensions.is_empty() => format!("`{}`", open.tree),
            Self::Open(open) => format!("`{}` with the dimensions {}", open.tree, shown(&open.dimensions)),
        }
    }

    /// Dimensions, none for a scalar.
    pub(crate) fn dimensions(&self) -> Vec<usize> {
        match self {
            Self::Array(elements) => {
                let inner = elements.first().map(Self::dimensions).unwrap_or_default();
                std::iter::once(elements.len()).chain(inner).collect()
            }
            Self::Open(open) => open.dimensions.clone(),
            _ => Vec::new(),
        }
    }

    /// True if nothing in it is open.
    pub(crate) fn is_known(&self) -> bool {
        self.all(&|scalar| !matches!(scalar, Self::Open(_) | Self::Unset))
    }

    /// True if `is` holds for each scalar in the value.
    pub(crate) fn all(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        match self {
            Self::Array(elements) => elements.iter().all(|element| element.all(is)),
            Self::Record(record) => record.members.iter().all(|(_, member)| member.all(is)),
            scalar => is(scalar),
        }
    }

    /// True if every scalar in it has a value.
    pub(crate) fn is_set(&self) -> bool {
        self.all(&|scalar| !matches!(scalar, Self::Unset))
    }

    /// Member `name` of a record; for an array of records, the array of their members.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        match self {
            Self::Record(record) => {
                record.members.iter().find(|(known, _)| **known == *name).map(|(_, value)| value.clone())
            }
            Self::Array(elements) => elements.iter().map(|element| element.member(name)).collect(),
            _ => None,
        }
    }

    /// Memory, bytes.
    pub(crate) fn bytes(&self) -> usize {
        let further = match self {
            Self::Text(text) => text.len(),
            Self::Literal { of, name } => of.len() + name.len(),
            Self::Array(elements) => elements.iter().map(Self::bytes).sum(),
            Self::Record(record) => {
                let member = |(_, value): &(Rc<str>, Self)| std::mem::size_of::<Rc<str>>() + value.bytes();
                record.of.len() + record.members.iter().map(member).sum::<usize>()
            }
            Self::Open(open) => open.bytes(),
            Self::Number(_) | Self::Boolean(_) | Self::Unset => 0,
        };
        ELEMENT + further
    }

    /// All elements of an array, if each can be taken.
    pub(crate) fn flat(&self) -> Vec<Self> {
        match (self.dimensions().is_empty(), self.elements()) {
            (false, Some(elements)) => elements.iter().flat_map(Self::flat).collect(),
            _ => vec![self.clone()],
        }
    }

    /// The same, with the members of records in the order of their declarations.
    pub(crate) fn scalars(&self) -> Vec<Self> {
        let parts = |value: Self| match value {
            Self::Record(record) => record.members.iter().flat_map(|(_, member)| member.scalars()).collect(),
            value => vec![value],
        };
        self.flat().into_iter().flat_map(parts).collect()
    }

    /// True if it is known to be a whole number.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::Number(x) => x.fract() == 0.0,
            Self::Open(open) => open.whole,
            _ => false,
        }
    }

    /// The same value, marked as a whole number if `whole`.
    pub(crate) fn marked(mut self, whole: bool) -> Self {
        if let Self::Open(open) = &mut self {
            open.whole = whole;
        }
        self
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self {
            Self::Number(x) => Some(*x),
            _ => None,
        }
    }

    /// The value as a whole number from 0 on.
    pub(crate) fn count(&self) -> Option<usize> {
        self.number().filter(|x| x.fract() == 0.0 && (0.0..1e15).contains(x)).map(|x| x as usize)
    }

    /// Numbers of a vector.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        match self {
            Self::Array(elements) => elements.iter().map(Self::number).collect(),
            _ => None,
        }
    }

    /// Element `index` (from 0) of an array.
    pub(crate) fn element(&self, index: usize) -> Option<Self> {
        match self {
            Self::Array(elements) => elements.get(index).cloned(),
            Self::Open(open) => open.element(index),
            _ => None,
        }
    }

    /// All elements of an array, if each can be taken.
    pub(crate) fn elements(&self) -> Option<Vec<Self>> {
        match self {
            Self::Array(elements) => Some(elements.clone()),
            _ => (0..*self.dimensions().first()?).map(|index| self.element(index)).collect(),
        }
    }

    /// The value in the netlist, at `span`.
    pub(crate) fn netlist(&self, span: &Span) -> Spanned<NetlistValue> {
        let value = match self {
            Self::Number(x) => NetlistValue::Number(*x),
            Self::Boolean(x) => NetlistValue::Boolean(*x),
            Self::Text(text) => NetlistValue::String(text.clone()),
            Self::Literal { name, .. } => NetlistValue::String(name.clone()),
            Self::Array(elements) => NetlistValue::Array(elements.iter().map(|e| e.netlist(span)).collect()),
            Self::Open(open) => match &open.tree {
                Tree::Number(number) => NetlistValue::Expression(number.clone()),
                Tree::Condition(condition) => NetlistValue::Condition(condition.clone()),
            },
            Self::Record(_) | Self::Unset => NetlistValue::String(self.describe()),
        };
        Spanned { value, span: span.clone() }
    }
}

/// `[2, 3]`
pub(crate) fn shown(dimensions: &[usize]) -> String {
    let sizes: Vec<String> = dimensions.iter().map(usize::to_string).collect();
    format!("[{}]", sizes.join(", "))
}

pub(crate) fn filled(value: &Value, sizes: &[usize]) -> Value {
    sizes.iter().rev().fold(value.clone(), |inner, n| Value::Array(vec![inner; *n]))
}

/// True if the netlist keeps this unit of a parameter.
pub(crate) fn is_unit(unit: &str) -> bool {
    !unit.is_empty() && unit != "1" && is_si(unit)
}

/// True for an SI unit, in which the netlist calculates. A parameter in another unit is a plain number there, as in Modelica.
pub(crate) fn is_si(unit: &str) -> bool {
    Unit::parse(unit).is_ok_and(|parsed| parsed.to_si(1.0) == 1.0 && !parsed.has_offset())
}
