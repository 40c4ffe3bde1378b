//! What a numeric parameter is set to: numbers or expressions.

use super::maker::Maker;
use super::values::{describe, fits, numbers_of, same_kind};
use crate::model_file::Diagnostic;
use crate::model_file::{Expression, LibraryProblem, Place, Quantity, Span, Spanned, Value, split_subscripts};
use library::Parameter;
use mechanism::{NamedExpression, Shape};
use std::sync::Arc;

/// What a model parameter may be.
const NUMBERS: &str = "a number, an expression, or an array of these";

/// Who has a numeric parameter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Owner<'a> {
    /// The model: name of the parameter.
    Model(&'a str),
    /// A component: its name, and that of the parameter.
    Component(&'a str, &'a str),
}

impl Owner<'_> {
    pub fn wrong_value(self, found: String, expected: String) -> LibraryProblem {
        match self {
            Self::Model(name) => LibraryProblem::WrongModelParameter { parameter: name.to_owned(), found, expected },
            Self::Component(component, name) => LibraryProblem::WrongValue {
                component: component.to_owned(),
                parameter: name.to_owned(),
                found,
                expected,
            },
        }
    }

    fn place(self) -> Place {
        match self {
            Self::Model(name) => Place::Parameter(name.to_owned()),
            Self::Component(component, path) => {
                Place::Modifier { component: component.to_owned(), path: path.to_owned() }
            }
        }
    }
}

/// What a numeric parameter is set to.
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
}

impl Maker<'_> {
    /// Reads a numeric value; for a model parameter (`expected` is none) the value decides the shape.
    pub(super) fn content(
        &mut self,
        owner: Owner<'_>,
        value: &Spanned<Value>,
        expected: Option<&'static Parameter>,
    ) -> Option<(Shape, Content)> {
        let shape = match expected {
            Some(parameter) if parameter.any_size => same_kind(parameter.shape, self.shape_of(&value.value)),
            Some(parameter) => parameter.shape,
            None => self.shape_of(&value.value),
        };
        if shape.size() == 0 {
            self.problems.add(Some(&value.span), owner.wrong_value("an empty array".to_owned(), NUMBERS.to_owned()));
            return None;
        }
        if let Some(numbers) = numbers_of(value, shape) {
            return Some((shape, Content::Numbers(numbers)));
        }
        match &value.value {
            Value::String(text) => {
                let expression = self.user_expression(owner, text, &value.span)?;
                return Some((shape, expression));
            }
            Value::Array(_) if fits(value, shape) => {
                let expression = Content::shared(self.array_expression(owner, value)?);
                let text_span = Some(value.span.clone());
                return Some((shape, Content::Expression { expression, scope: None, text_span }));
            }
            _ => {}
        }
        let expected = expected.map_or_else(|| NUMBERS.to_owned(), |p| format!("{}, or an expression", p.expected()));
        self.problems.add(Some(&value.span), owner.wrong_value(describe(&value.value), expected));
        None
    }

    /// Shape that the value of a model parameter has.
    pub(super) fn shape_of(&self, value: &Value) -> Shape {
        match value {
            Value::Array(elements) => match elements.first().map(|e| &e.value) {
                Some(Value::Array(row)) => Shape::Matrix(elements.len(), row.len()),
                _ => Shape::Vector(elements.len()),
            },
            Value::String(text) => Expression::parse(text).map_or(Shape::Scalar, |e| self.shape_of_expression(&e)),
            _ => Shape::Scalar,
        }
    }

    /// Shape of an expression whose names are known; a number when it cannot be told.
    fn shape_of_expression(&self, expression: &Expression) -> Shape {
        let value = expression.evaluate(&mut |name: &str| {
            let found = self.out.find_parameter(name, None).map(|(entry, subscripts)| (entry.shape, subscripts));
            let (shape, subscripts) = found.unwrap_or_else(|| {
                let (base, subscripts) = split_subscripts(name).unwrap_or((name, Vec::new()));
                (self.model_shapes.get(base).copied().unwrap_or(Shape::Scalar), subscripts)
            });
            Ok(match shape {
                _ if !subscripts.is_empty() => Quantity::Scalar(1.0),
                Shape::Scalar => Quantity::Scalar(1.0),
                Shape::Vector(n) => Quantity::Array(vec![1.0; n]),
                Shape::Matrix(rows, columns) => Quantity::Matrix { rows, columns, elements: vec![1.0; rows * columns] },
            })
        });
        match value {
            Ok(Quantity::Array(elements)) => Shape::Vector(elements.len()),
            Ok(Quantity::Matrix { rows, columns, .. }) => Shape::Matrix(rows, columns),
            _ => Shape::Scalar,
        }
    }

    pub(super) fn user_expression(&mut self, owner: Owner<'_>, text: &str, span: &Span) -> Option<Content> {
        match Expression::parse(text) {
            Ok(expression) => {
                let expression = Content::shared(expression);
                Some(Content::Expression { expression, scope: None, text_span: Some(span.clone()) })
            }
            Err(diagnostic) => {
                self.problems.push(Diagnostic::from(diagnostic).inside_string(text, span).at(owner.place()));
                None
            }
        }
    }

    pub(super) fn array_expression(&mut self, owner: Owner<'_>, value: &Spanned<Value>) -> Option<Expression> {
        match &value.value {
            Value::Number(x) => Some(Expression::Number(*x)),
            Value::String(text) => match self.user_expression(owner, text, &value.span)? {
                Content::Expression { expression, .. } => Some(expression.expression.clone()),
                _ => None,
            },
            Value::Array(elements) => {
                let elements = elements.iter().map(|e| self.array_expression(owner, e)).collect::<Option<Vec<_>>>()?;
                Some(Expression::Array(elements))
            }
            _ => None,
        }
    }
}
