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

impl<T: Scalar> Quantity<T> {
    /// Its shape.
    pub fn shape(&self) -> Shape {
        match self {
            Self::Scalar(_) => Shape::Scalar,
            Self::Array(elements) => Shape::Array(elements.len()),
            Self::Matrix { rows, columns, .. } => Shape::Matrix { rows: *rows, columns: *columns },
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
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Quantity<U> {
        match self {
            Self::Scalar(x) => {
                let mut f = f;
                Quantity::Scalar(f(x))
            }
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
    pub fn element(&self, subscripts: &[usize]) -> Result<Self, ExpressionProblem> {
        let found = match (self, subscripts) {
            (whole, []) => Some(whole.clone()),
            (Self::Array(elements), [i]) => i.checked_sub(1).and_then(|i| elements.get(i)).copied().map(Self::Scalar),
            (Self::Matrix { .. }, [i]) => self.row(*i).map(|row| Self::Array(row.to_vec())),
            (Self::Matrix { .. }, [i, j]) => {
                let row = self.row(*i);
                row.and_then(|row| j.checked_sub(1).and_then(|j| row.get(j))).copied().map(Self::Scalar)
            }
            _ => None,
        };
        let out_of_range = || ExpressionProblem::SubscriptOutOfRange {
            reference: None,
            subscripts: subscripts.to_vec(),
            shape: self.shape(),
        };
        found.ok_or_else(out_of_range)
    }

    /// Row `i` of a matrix, 1-based.
    fn row(&self, i: usize) -> Option<&[T]> {
        let Self::Matrix { rows, columns, elements } = self else { return None };
        let start = i.checked_sub(1).filter(|i| i < rows)? * columns;
        elements.get(start..start + columns)
    }
}
