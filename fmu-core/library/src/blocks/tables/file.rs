//! Parameters of tables that are read from files, and of the selection of their columns.

use crate::class::*;

/// tableOnFile
pub(in crate::blocks) const TABLE_ON_FILE: Parameter = reading(
    "tableOnFile",
    Reading::Boolean,
    DefaultValue::Boolean(false),
    "= true, if the table is read from a file when the model is built",
);
/// tableName
pub(in crate::blocks) const TABLE_NAME: Parameter = reading(
    "tableName",
    Reading::Text,
    DefaultValue::Literal("NoName"),
    "Name of the table in the file (not of a csv file)",
);
/// fileName
pub(in crate::blocks) const FILE_NAME: Parameter = reading(
    "fileName",
    Reading::Text,
    DefaultValue::Literal("NoName"),
    "File with the table: .txt, .csv or .mat, beside the model file",
);
/// delimiter
pub(in crate::blocks) const DELIMITER: Parameter =
    reading("delimiter", Reading::Text, DefaultValue::Literal(","), "Column delimiter of a csv file");
/// nHeaderLines
pub(in crate::blocks) const HEADER_LINES: Parameter = reading(
    "nHeaderLines",
    Reading::Integer,
    DefaultValue::Number(0.0),
    "Lines at the head of a csv file that are skipped",
);
/// verboseRead
pub(in crate::blocks) const VERBOSE_READ: Parameter = reading(
    "verboseRead",
    Reading::Boolean,
    DefaultValue::Boolean(true),
    "= true, if other tools tell that they read the file",
);
/// verboseExtrapolation
pub(in crate::blocks) const VERBOSE_EXTRAPOLATION: Parameter = reading(
    "verboseExtrapolation",
    Reading::Boolean,
    DefaultValue::Boolean(false),
    "= true, if other tools warn of values outside of the table",
);
/// columns
pub(in crate::blocks) const COLUMNS: Parameter = reading(
    "columns",
    Reading::Integers,
    DefaultValue::Absent,
    "Columns of the table to be interpolated (all from 2 on)",
);
