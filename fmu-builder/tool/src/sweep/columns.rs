//! Columns of tables.

use std::io::{self, Write};

/// A column without values tells its type.
pub(super) type Schema = Vec<(String, Values)>;

/// Values of a column; none is an empty cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Integer(Vec<i64>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

impl Values {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Integer(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// A cell of CSV.
    pub(super) fn write_cell(&self, row: usize, output: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Integer(values) => values.get(row).map_or(Ok(()), |value| write!(output, "{value}")),
            Self::Real(values) => {
                values.get(row).copied().flatten().map_or(Ok(()), |value| write!(output, "{value:?}"))
            }
            Self::Text(values) => {
                let text = values.get(row).and_then(Option::as_deref);
                text.map_or(Ok(()), |text| write!(output, "\"{}\"", text.replace('"', "\"\"")))
            }
        }
    }
}
