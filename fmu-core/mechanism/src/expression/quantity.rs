//! Values of expressions.

use crate::digits::counted;
use crate::expression::ExpressionProblem;
use crate::scalar::Scalar;
use std::fmt;

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
        /// Row after row, `rows * columns` elements.
        elements: Vec<T>,
    },
}

/// Number of dimensions and their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Scalar,
    /// Vector of so many elements.
    Array(usize),
    /// Matrix.
    Matrix {
        /// Number of rows.
        rows: usize,
        /// Number of columns.
        columns: usize,
    },
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => write!(f, "a scalar"),
            Self::Array(size) => write!(f, "an array of {}", counted(*size, "element")),
            Self::Matrix { rows, columns } => write!(f, "a matrix of {rows} x {columns} elements"),
        }
    }
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

    /// The elements, row after row.
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

    /// `f` applied to every element.
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

    /// The element, or the row of a matrix, at `subscripts`, which count from 1; without any the whole value.
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

    /// Row `i` of a matrix, from 1.
    fn row(&self, i: usize) -> Option<&[T]> {
        let Self::Matrix { rows, columns, elements } = self else { return None };
        let start = i.checked_sub(1).filter(|i| i < rows)? * columns;
        elements.get(start..start + columns)
    }
}

/// The name and the trailing subscripts of a reference: `rod.r[2]` is `rod.r` and `[2]`, `gain[2].k` has none at its end.
pub fn split_subscripts(name: &str) -> Option<(&str, Vec<usize>)> {
    let (base, subscripts) = name.strip_suffix(']')?.rsplit_once('[')?;
    let subscripts = parse_subscripts(subscripts)?;
    (!base.is_empty()).then_some((base, subscripts))
}

/// `2` or `1,2`: one or two positive whole numbers without blanks.
pub fn parse_subscripts(text: &str) -> Option<Vec<usize>> {
    let subscripts: Option<Vec<usize>> = text.split(',').map(parse_subscript).collect();
    subscripts.filter(|s| s.len() <= 2)
}

/// A whole number from 1 on, written with digits only and without leading zeros.
fn parse_subscript(text: &str) -> Option<usize> {
    let canonical = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    canonical.then(|| text.parse().ok()).flatten()
}
