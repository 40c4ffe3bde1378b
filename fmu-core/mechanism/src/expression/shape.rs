//! Shapes of values, and subscripts.

use crate::digits::counted;
use std::fmt;

/// Number of dimensions and their sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Scalar,
    /// Vector with its number of elements.
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
