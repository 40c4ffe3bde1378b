//! Problems of tables in files.

use crate::model_file::LaterProblem;
use mechanism::quoted::quoted;

/// Maximum size of a file, bytes.
pub(super) const SIZE_LIMIT: u64 = 64 << 20;

/// An error in reading a table from a file, or in the selection of its columns.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The file cannot be read.
    #[error("the file {path} of the table cannot be read: {reason}")]
    Unreadable {
        /// Path of the file.
        path: String,
        /// Message of the operating system.
        reason: String,
    },
    /// The file is too large.
    #[error("the file {path} has more than the {} bytes that are read", SIZE_LIMIT)]
    TooLarge {
        /// Path of the file.
        path: String,
    },
    /// The file name or the table name is missing.
    #[error("tableOnFile = true, but `{missing}` is not given")]
    Unnamed {
        /// The parameter.
        missing: &'static str,
    },
    /// MSL's `usertab`, a table in a C function.
    #[error("tableOnFile = true, but no file is named: tables of the C function `usertab` are not supported")]
    UserTable,
    /// A table name that the file does not contain.
    #[error("there is no table {} in {path}{}", quoted(name), listed(tables))]
    NoTable {
        /// The name.
        name: String,
        /// Path of the file.
        path: String,
        /// Names of the tables in the file.
        tables: Vec<String>,
    },
    /// Content that does not follow the format.
    #[error("{path}{}: {what}", line.map(|line| format!(", line {line}")).unwrap_or_default())]
    Content {
        /// Path of the file.
        path: String,
        /// The line of a text file, from 1.
        line: Option<usize>,
        /// The error, and the expected content.
        what: String,
    },
    /// `columns` selects a column that the table lacks.
    #[error("`columns` names column {column}, but the table has {columns}")]
    NoColumn {
        /// The column.
        column: usize,
        /// Number of columns.
        columns: usize,
    },
    /// A setting without effect.
    #[error("`{name}` has no effect: {why}")]
    NoEffect {
        /// The parameter.
        name: &'static str,
        /// The reason.
        why: &'static str,
    },
}

/// Lists the names of the tables of a file.
fn listed(tables: &[String]) -> String {
    match tables {
        [] => ", which has none".to_owned(),
        [one] => format!(", which has {}", quoted(one)),
        _ if tables.len() <= 12 => format!(", which has {}", tables.join(", ")),
        _ => format!(", which has {}, ...", tables[..12].join(", ")),
    }
}

impl LaterProblem for TableProblem {
    fn help(&self) -> Option<String> {
        Some(match self {
            Self::Unreadable { .. } => "a relative name is looked for beside the model file".to_owned(),
            Self::UserTable => "write the table into a text file, and name it in `fileName`".to_owned(),
            _ => return None,
        })
    }
}
