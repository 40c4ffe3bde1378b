//! Shapes of values, and subscripts.

use crate::digits::counted;
use std::fmt;

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
