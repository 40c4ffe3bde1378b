//! Values of numeric parameters: numbers or expressions.

use super::maker::Maker;
use crate::model_file::{Expression, LibraryProblem, Place, Quantity, Span, Spanned, Value, split_subscripts};
use library::Parameter;
use mechanism::{NamedExpression, Shape};
use std::sync::Arc;

/// Expected values of a model parameter.
const NUMBERS: &str = "a number, an expression, or an array of these";

/// Owner of a numeric parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner<'a> {
    /// The model: name of the parameter.
    Model(&'a str),
    /// A component: its name, and that of the parameter.
    Component(&'a str, &'a str),
}

impl Owner<'_> {
    /// The parameter, for messages.
    pub fn place(self) -> Place {
        match self {
            Self::Model(name) => Place::Parameter(name.to_owned()),
            Self::Component(component, path) => {
                Place::Modifier { component: component.to_owned(), path: path.to_owned() }
            }
        }
    }

    pub fn wrong_value(self, found: String, expected: String) -> LibraryProblem {
        match self {
            Self::Model(name) => {
                LibraryProblem::WrongValue { subject: format!("model parameter `{name}`"), found, expected }
            }
            Self::Component(component, name) => LibraryProblem::wrong_value(component, name, found, expected),
        }
    }
}

/// Value of a numeric parameter.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Zero,
    Numbers(Vec<f64>),
    Expression { expression: Arc<NamedExpression>, scope: Option<usize>, text_span: Option<Span> },
}

impl Content {
    pub fn shared(expression: Expression) -> Arc<NamedExpression> {
        Arc::new(NamedExpression::new(expression))
    }

    /// An expression in the model file, or an array of numbers and expressions.
    fn of_value(value: &Spanned<Value>) -> Option<Self> {
        let expression = Self::shared(value.value.expression()?);
        Some(Self::Expression { expression, scope: None, text_span: Some(value.span.clone()) })
    }
}

impl Maker<'_> {
    /// Reads a numeric value; for a model parameter (`expected` is none) the value determines the shape.
    pub(super) fn content(
        &mut self,
        owner: Owner<'_>,
        value: &Spanned<Value>,
        expected: Option<&'static Parameter>,
    ) -> Option<(Shape, Content)> {
        let is_empty = matches!(&value.value, Value::Array(elements) if elements.is_empty());
        let shape = match expected {
            Some(parameter) if parameter.may_be_empty && is_empty => Shape::Vector(0),
            Some(parameter) if parameter.any_size => same_kind(parameter.shape, self.shape_of(&value.value)),
            Some(parameter) => parameter.shape,
            None => self.shape_of(&value.value),
        };
        if shape.size() == 0 && !expected.is_some_and(|parameter| parameter.may_be_empty) {
            self.problems.add(Some(&value.span), owner.wrong_value("an empty array".to_owned(), NUMBERS.to_owned()));
            return None;
        }
        let expected =
            || expected.map_or_else(|| NUMBERS.to_owned(), |p| format!("{}, or an expression", p.expected()));
        Some((shape, self.content_of_shape(owner, value, shape, &expected)?))
    }

    /// Reads numbers or expressions of a shape.
    pub(super) fn content_of_shape(
        &mut self,
        owner: Owner<'_>,
        value: &Spanned<Value>,
        shape: Shape,
        expected: &dyn Fn() -> String,
    ) -> Option<Content> {
        let elements = elements_of(&value.value, shape);
        let numbers = || elements.as_ref()?.iter().map(|element| element.number()).collect();
        if let Some(numbers) = numbers() {
            return Some(Content::Numbers(numbers));
        }
        let is_element = |element: &&Value| matches!(element, Value::Number(_) | Value::Expression(_));
        if matches!(value.value, Value::Expression(_)) || elements.is_some_and(|all| all.iter().all(is_element)) {
            return Content::of_value(value);
        }
        match value.unreadable() {
            Some(diagnostic) => self.problems.push(diagnostic.at(owner.place())),
            None => self.problems.add(Some(&value.span), owner.wrong_value(value.value.describe(), expected())),
        }
        None
    }

    /// Shape of the value of a model parameter.
    pub(super) fn shape_of(&self, value: &Value) -> Shape {
        match value {
            Value::Array(elements) => match elements.first().map(|e| &e.value) {
                Some(Value::Array(row)) => Shape::Matrix(elements.len(), row.len()),
                _ => Shape::Vector(elements.len()),
            },
            Value::Expression(expression) => self.shape_of_expression(expression),
            _ => Shape::Scalar,
        }
    }

    /// Shape of an expression whose names are known; scalar if it cannot be determined.
    fn shape_of_expression(&self, expression: &Expression) -> Shape {
        let value = expression.evaluate(&mut |name: &str| {
            let found = self.out.find_parameter(name, None).map(|(entry, subscripts)| (entry.shape, subscripts));
            let (shape, subscripts) = found.unwrap_or_else(|| {
                let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
                (self.model_shapes.get(base).copied().unwrap_or(Shape::Scalar), subscripts)
            });
            let shape = if subscripts.is_empty() { shape } else { Shape::Scalar };
            Ok(Quantity::of(shape, &vec![1.0; shape.size()]))
        });
        value.map_or(Shape::Scalar, |value| value.shape())
    }
}

/// The shape found, if it is a vector or matrix like the expected one; otherwise the expected shape.
pub(super) fn same_kind(expected: Shape, found: Shape) -> Shape {
    match (expected, found) {
        (Shape::Vector(_), Shape::Vector(n)) if n > 0 => found,
        (Shape::Matrix(..), Shape::Matrix(_, columns)) if columns > 0 => found,
        _ => expected,
    }
}

/// The elements of a value of the given shape, row by row; none for other shapes.
fn elements_of(value: &Value, shape: Shape) -> Option<Vec<&Value>> {
    match (value, shape) {
        (Value::Array(elements), Shape::Vector(n)) if elements.len() == n => {
            Some(elements.iter().map(|element| &element.value).collect())
        }
        (Value::Array(rows), Shape::Matrix(r, c)) if rows.len() == r => {
            let rows: Option<Vec<_>> = rows.iter().map(|row| elements_of(&row.value, Shape::Vector(c))).collect();
            rows.map(|rows| rows.concat())
        }
        (value, Shape::Scalar) => Some(vec![value]),
        _ => None,
    }
}
