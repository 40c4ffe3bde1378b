//! Tables with columns of several types, as CSV or Parquet.

use std::fmt;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Encoding, Repetition, Type as PhysicalType};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::content::GENERATOR;
use crate::csv::quoted;
use crate::output::{OutputError, OutputFile};

/// Rows that are written at once: row groups of Parquet.
const BATCH: usize = 1 << 14;

/// Type of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnType {
    /// In all rows; cells of the other types may be empty.
    Integer,
    Real,
    Text,
}

/// A value in a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Empty,
    Integer(i64),
    Real(f64),
    Text(String),
}

/// A cell of CSV.
impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => Ok(()),
            Self::Integer(value) => write!(f, "{value}"),
            Self::Real(value) => write!(f, "{value:?}"),
            Self::Text(text) => f.write_str(&quoted(text)),
        }
    }
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values, numbers in the shortest form that reads back to the same bits.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl TableFormat {
    /// The format of a file by its ending; none where it is another one.
    pub fn of(path: &Path) -> Option<Self> {
        let extension = path.extension()?;
        let known = [("csv", Self::Csv), ("parquet", Self::Parquet)];
        known.into_iter().find(|(name, _)| extension.eq_ignore_ascii_case(name)).map(|(_, format)| format)
    }
}

/// A table that is being written.
pub(super) struct TableWriter {
    sink: Sink,
    /// The rows that are not yet in the file.
    columns: Vec<Vec<Cell>>,
}

enum Sink {
    Csv(BufWriter<OutputFile>),
    Parquet(SerializedFileWriter<OutputFile>),
}

/// Why a table is not written.
#[derive(Debug, thiserror::Error)]
pub enum TableWriteError {
    /// The file cannot be made, or get its name.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The operating system says no.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Parquet says no.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
}

/// Names and types of the columns.
pub(super) type Schema = Vec<(String, ColumnType)>;

impl TableWriter {
    pub(super) fn create(path: &Path, format: TableFormat, schema: &Schema) -> Result<Self, TableWriteError> {
        let file = OutputFile::create(path)?;
        let columns = vec![Vec::new(); schema.len()];
        let sink = match format {
            TableFormat::Csv => {
                let mut file = BufWriter::new(file);
                let names = schema.iter().map(|(name, _)| quoted(name));
                writeln!(file, "{}", names.collect::<Vec<_>>().join(","))?;
                Sink::Csv(file)
            }
            TableFormat::Parquet => {
                let schema = Arc::new(parquet_schema(schema)?);
                Sink::Parquet(SerializedFileWriter::new(file, schema, Arc::new(properties()))?)
            }
        };
        Ok(Self { sink, columns })
    }

    /// Number of columns.
    pub(super) fn width(&self) -> usize {
        self.columns.len()
    }

    /// Adds a row.
    pub(super) fn add(&mut self, cells: impl Iterator<Item = Cell>) -> Result<(), TableWriteError> {
        self.columns.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        if self.rows() >= BATCH { self.flush() } else { Ok(()) }
    }

    fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// Writes the rows so far.
    pub(super) fn flush(&mut self) -> Result<(), TableWriteError> {
        let rows = self.rows();
        if rows == 0 {
            return Ok(());
        }
        match &mut self.sink {
            Sink::Csv(file) => {
                for row in 0..rows {
                    for (index, column) in self.columns.iter().enumerate() {
                        write!(file, "{}{}", if index == 0 { "" } else { "," }, column[row])?;
                    }
                    file.write_all(b"\n")?;
                }
            }
            Sink::Parquet(writer) => {
                let mut group = writer.next_row_group()?;
                let mut columns = self.columns.iter();
                while let (Some(mut column), Some(cells)) = (group.next_column()?, columns.next()) {
                    write_column(column.untyped(), cells)?;
                    column.close()?;
                }
                group.close()?;
            }
        }
        self.columns.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Gives the file its name.
    pub(super) fn finish(mut self) -> Result<(), TableWriteError> {
        self.flush()?;
        let file = match self.sink {
            Sink::Csv(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?,
            Sink::Parquet(writer) => writer.into_inner()?,
        };
        Ok(file.finish()?)
    }
}

fn parquet_schema(schema: &Schema) -> Result<Type, ParquetError> {
    let field = |(name, column_type): &(String, ColumnType)| {
        let (physical, converted, repetition) = match column_type {
            ColumnType::Integer => (PhysicalType::INT64, ConvertedType::NONE, Repetition::REQUIRED),
            ColumnType::Real => (PhysicalType::DOUBLE, ConvertedType::NONE, Repetition::OPTIONAL),
            ColumnType::Text => (PhysicalType::BYTE_ARRAY, ConvertedType::UTF8, Repetition::OPTIONAL),
        };
        let field = Type::primitive_type_builder(name, physical).with_repetition(repetition);
        field.with_converted_type(converted).build().map(Arc::new)
    };
    let fields = schema.iter().map(field).collect::<Result<_, _>>()?;
    Type::group_type_builder("schema").with_fields(fields).build()
}

/// Numbers as they are: a dictionary of doubles that all differ only takes time.
fn properties() -> WriterProperties {
    let properties = WriterProperties::builder().set_dictionary_enabled(false).set_encoding(Encoding::PLAIN);
    properties.set_created_by(GENERATOR.to_owned()).build()
}

fn write_column(column: &mut ColumnWriter<'_>, cells: &[Cell]) -> Result<(), ParquetError> {
    // Definition levels of Parquet: 1 for a value, 0 for none.
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(*cell != Cell::Empty)).collect();
    match column {
        ColumnWriter::Int64ColumnWriter(writer) => {
            let integer = |cell: &Cell| if let Cell::Integer(value) = cell { Some(*value) } else { None };
            writer.write_batch(&cells.iter().filter_map(integer).collect::<Vec<_>>(), None, None)
        }
        ColumnWriter::DoubleColumnWriter(writer) => {
            let real = |cell: &Cell| if let Cell::Real(value) = cell { Some(*value) } else { None };
            writer.write_batch(&cells.iter().filter_map(real).collect::<Vec<_>>(), Some(&levels), None)
        }
        ColumnWriter::ByteArrayColumnWriter(writer) => {
            let text =
                |cell: &Cell| if let Cell::Text(text) = cell { Some(ByteArray::from(text.as_str())) } else { None };
            writer.write_batch(&cells.iter().filter_map(text).collect::<Vec<_>>(), Some(&levels), None)
        }
        // The schema has no other columns.
        _ => Ok(0),
    }
    .map(drop)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::fs;
    use std::fs::File;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    fn table() -> (Schema, Vec<Vec<Cell>>) {
        let columns = vec![
            vec![Cell::Integer(0), Cell::Integer(1)],
            vec![Cell::Real(1.0 / 3.0), Cell::Empty],
            vec![Cell::Empty, Cell::Text("a \"b\", c".to_owned())],
        ];
        let schema = [("run", ColumnType::Integer), ("x", ColumnType::Real), ("reason", ColumnType::Text)];
        (schema.map(|(name, of)| (name.to_owned(), of)).into(), columns)
    }

    fn written(format: TableFormat, name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let (schema, columns) = table();
        let mut writer = TableWriter::create(&path, format, &schema).unwrap();
        for _ in 0..2 {
            (0..2).for_each(|row| writer.add(columns.iter().map(|column| column[row].clone())).unwrap());
            writer.flush().unwrap();
        }
        assert!(!path.exists());
        writer.finish().unwrap();
        (folder, path)
    }

    #[test]
    fn csv_has_empty_cells_and_quotes() {
        let (_folder, path) = written(TableFormat::Csv, "t.csv");
        let rows = "0,0.3333333333333333,\n1,,\"a \"\"b\"\", c\"\n";
        assert_eq!(fs::read_to_string(path).unwrap(), format!("\"run\",\"x\",\"reason\"\n{rows}{rows}"));
    }

    #[test]
    fn parquet_reads_back() {
        let (_folder, path) = written(TableFormat::Parquet, "t.parquet");
        let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
        let rows: Vec<_> = reader.get_row_iter(None).unwrap().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!((rows[2].get_long(0).unwrap(), rows[2].get_double(1).unwrap()), (0, 1.0 / 3.0));
        assert!(rows[1].get_double(1).is_err() && rows[0].get_string(2).is_err());
        assert_eq!(rows[3].get_string(2).unwrap(), "a \"b\", c");
    }
}
