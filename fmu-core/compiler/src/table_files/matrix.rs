//! The content of a table file.

/// A matrix of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Matrix {
    pub rows: usize,
    pub columns: usize,
    /// Elements in row-major order.
    pub elements: Vec<f64>,
}

/// A variable of a file.
pub(super) struct Named {
    /// Its name; `s.name` for a member of a structure.
    pub name: String,
    pub matrix: Matrix,
}

impl Matrix {
    /// From elements in column-major order, as in MATLAB files.
    pub fn from_columns(rows: usize, columns: usize, by_columns: &[f64]) -> Self {
        let element = |k: usize| by_columns[k % columns * rows + k / columns];
        Self { rows, columns, elements: (0..by_columns.len()).map(element).collect() }
    }
}

/// Maximum number of elements of a table.
pub(super) const ELEMENT_LIMIT: usize = 1_000_000;

/// Number of elements of a matrix; none if it exceeds the limit.
pub(super) fn size(rows: usize, columns: usize) -> Option<usize> {
    rows.checked_mul(columns).filter(|size| *size <= ELEMENT_LIMIT)
}
