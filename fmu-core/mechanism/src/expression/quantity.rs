//! Values of expressions.

use super::{ExpressionProblem, Shape};
use crate::scalar::Scalar;

/// A number, a vector of numbers or a matrix.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity<T> {
    /// One number.
    Scalar(T),
    /// Vector.
    Array(Vec<T>),
    /// Matrix.
    Matrix {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
        /// `rows * columns` elements, row by row.
        elements: Vec<T>,
    },
}

/// A value, or why there is none.
pub type Outcome<T> = Result<Quantity<T>, ExpressionProblem>;

/// Gives the values of references, which it gets with their subscripts.
pub type Lookup<'a, T> = dyn FnMut(&str) -> Outcome<T> + 'a;

impl<T: Scalar> Quantity<T> {
    /// The value of a shape with these elements, row by row.
    pub fn of(shape: Shape, elements: &[T]) -> Self {
        match shape {
            Shape::Scalar => Self::Scalar(elements[0]),
            Shape::Vector(_) => Self::Array(elements.to_vec()),
            Shape::Matrix(rows, columns) => Self::Matrix { rows, columns, elements: elements.to_vec() },
        }
    }

    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Scalar(_) => Shape::Scalar,
            Self::Array(elements) => Shape::Vector(elements.len()),
            Self::Matrix { rows, columns, .. } => Shape::Matrix(*rows, *columns),
        }
    }

    /// The elements, row by row.
    pub fn elements(&self) -> &[T] {
        match self {
            Self::Scalar(x) => std::slice::from_ref(x),
            Self::Array(elements) | Self::Matrix { elements, .. } => elements,
        }
    }

    /// True when every element and every derivative of it is finite.
    pub fn is_finite(&self) -> bool {
        self.elements().iter().all(|x| x.is_finite())
    }

    /// Applies `f` to every element.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Quantity<U> {
        match self {
            Self::Scalar(x) => Quantity::Scalar(f(x)),
            Self::Array(elements) => Quantity::Array(elements.into_iter().map(f).collect()),
            Self::Matrix { rows, columns, elements } => {
                Quantity::Matrix { rows, columns, elements: elements.into_iter().map(f).collect() }
            }
        }
    }

    /// The element, or the row of a matrix, at the 1-based `subscripts`; the whole value without subscripts.
    ///
    /// # Errors
    /// [`ExpressionProblem::SubscriptOutOfRange`], also for more subscripts than dimensions.
    pub fn element(&self, subscripts: &[usize]) -> Outcome<T> {
        let found = match (self.shape(), subscripts) {
            (_, []) => Some(self.clone()),
            (Shape::Matrix(rows, columns), [i]) => {
                let row = i.checked_sub(1).filter(|row| *row < rows);
                row.map(|row| Self::Array(self.elements()[row * columns..][..columns].to_vec()))
            }
            (shape, _) => shape.element(subscripts).map(|element| Self::Scalar(self.elements()[element])),
        };
        let out_of_range = || ExpressionProblem::SubscriptOutOfRange {
            reference: None,
            subscripts: subscripts.to_vec(),
            shape: self.shape(),
        };
        found.ok_or_else(out_of_range)
    }
}
