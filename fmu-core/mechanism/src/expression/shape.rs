//! Shapes of values, and subscripts.

use crate::digits::counted;
use binary::Binary;
use std::borrow::Cow;
use std::fmt;

/// Shape of a parameter, or of the value of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Binary)]
pub enum Shape {
    /// One number.
    Scalar,
    /// `n` numbers.
    Vector(usize),
    /// `rows x columns` numbers, stored by rows.
    Matrix(usize, usize),
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar => write!(f, "a scalar"),
            Self::Vector(size) => write!(f, "an array of {}", counted(*size, "element")),
            Self::Matrix(rows, columns) => write!(f, "a matrix of {rows} x {columns} elements"),
        }
    }
}

impl Shape {
    /// Number of elements.
    pub const fn size(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(n) => n,
            Self::Matrix(r, c) => r * c,
        }
    }

    /// Index of the element at 1-based subscripts, if it exists.
    pub fn element(self, subscripts: &[usize]) -> Option<usize> {
        match (self, subscripts) {
            (Self::Vector(n), [i]) => i.checked_sub(1).filter(|k| *k < n),
            (Self::Matrix(rows, columns), [i, j]) => {
                let (row, column) = (i.checked_sub(1)?, j.checked_sub(1)?);
                (row < rows && column < columns).then_some(row * columns + column)
            }
            _ => None,
        }
    }

    /// Subscript text of element `k`: empty, `[2]` or `[2,3]`, counting from 1.
    pub fn subscript(self, k: usize) -> Cow<'static, str> {
        match self {
            Self::Scalar => Cow::Borrowed(""),
            Self::Vector(_) if k < 9 => Cow::Borrowed(OF_VECTOR[k]),
            Self::Vector(_) => Cow::Owned(format!("[{}]", k + 1)),
            Self::Matrix(_, 3) if k < 9 => Cow::Borrowed(OF_MATRIX[k]),
            Self::Matrix(_, columns) => Cow::Owned(format!("[{},{}]", k / columns + 1, k % columns + 1)),
        }
    }

    /// The value that a parameter of this shape expects, in words.
    pub fn describe(self) -> String {
        match self {
            Self::Scalar => "a number".to_owned(),
            Self::Vector(n) => format!("{n} numbers in an array"),
            Self::Matrix(r, c) => format!("a matrix of {r} rows and {c} columns"),
        }
    }
}

/// Subscripts of the elements of vectors up to nine elements, and of 3 x 3 matrices: nearly all that occur.
const OF_VECTOR: [&str; 9] = ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "[9]"];
const OF_MATRIX: [&str; 9] = ["[1,1]", "[1,2]", "[1,3]", "[2,1]", "[2,2]", "[2,3]", "[3,1]", "[3,2]", "[3,3]"];

/// Splits the trailing subscripts off a reference: `rod.r[2]` is `rod.r` and `[2]`; `gain[2].k` has none.
pub fn split_subscripts(name: &str) -> Option<(&str, Vec<usize>)> {
    let (base, subscripts) = name.strip_suffix(']')?.rsplit_once('[')?;
    let subscripts = parse_subscripts(subscripts)?;
    (!base.is_empty()).then_some((base, subscripts))
}

/// Parses `2` or `1,2`: one or two positive integers without blanks.
pub fn parse_subscripts(text: &str) -> Option<Vec<usize>> {
    let subscripts: Option<Vec<usize>> = text.split(',').map(parse_subscript).collect();
    subscripts.filter(|s| s.len() <= 2)
}

/// A positive integer, written with digits only and without leading zeros.
fn parse_subscript(text: &str) -> Option<usize> {
    let canonical = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    canonical.then(|| text.parse().ok()).flatten()
}
