//! Shapes and numbers of values in the model file.

use crate::model_file::{Spanned, Value};
use mechanism::Shape;

/// The shape found, if it is a vector or matrix like the expected one; otherwise the expected shape.
pub(super) fn same_kind(expected: Shape, found: Shape) -> Shape {
    match (expected, found) {
        (Shape::Vector(_), Shape::Vector(n)) if n > 0 => found,
        (Shape::Matrix(..), Shape::Matrix(_, columns)) if columns > 0 => found,
        _ => expected,
    }
}

/// Elements of a literal of the given shape; none for expressions and other shapes.
pub(super) fn numbers_of(value: &Spanned<Value>, shape: Shape) -> Option<Vec<f64>> {
    match (&value.value, shape) {
        (Value::Number(x), Shape::Scalar) => Some(vec![*x]),
        (Value::Array(elements), Shape::Vector(n)) if elements.len() == n => {
            elements.iter().map(|e| if let Value::Number(x) = e.value { Some(x) } else { None }).collect()
        }
        (Value::Array(rows), Shape::Matrix(r, c)) if rows.len() == r => {
            let rows: Option<Vec<Vec<f64>>> = rows.iter().map(|row| numbers_of(row, Shape::Vector(c))).collect();
            rows.map(|rows| rows.concat())
        }
        _ => None,
    }
}

/// Returns true if the array has the shape, whatever its elements are.
pub(super) fn fits(value: &Spanned<Value>, shape: Shape) -> bool {
    let is_element = |e: &Spanned<Value>| matches!(e.value, Value::Number(_) | Value::Expression(_));
    match (&value.value, shape) {
        (Value::Array(elements), Shape::Vector(n)) => elements.len() == n && elements.iter().all(is_element),
        (Value::Array(rows), Shape::Matrix(r, c)) => {
            rows.len() == r && rows.iter().all(|row| fits(row, Shape::Vector(c)))
        }
        _ => false,
    }
}
