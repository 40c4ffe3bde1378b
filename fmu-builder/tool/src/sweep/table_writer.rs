//! Tables with columns of several types, as CSV or Parquet.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{ConvertedType, Encoding, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;

use crate::csv::quoted;
use crate::output::{OutputError, OutputFile};

/// Values of a column; none is an empty cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Values {
    Integer(Vec<i64>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<String>>),
}

impl Values {
    fn len(&self) -> usize {
        match self {
            Self::Integer(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// A cell of CSV.
    fn write_cell(&self, row: usize, output: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Integer(values) => values.get(row).map_or(Ok(()), |value| write!(output, "{value}")),
            Self::Real(values) => {
                values.get(row).copied().flatten().map_or(Ok(()), |value| write!(output, "{value:?}"))
            }
            Self::Text(values) => {
                let text = values.get(row).and_then(Option::as_deref);
                text.map_or(Ok(()), |text| write!(output, "{}", quoted(text)))
            }
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
pub(super) enum TableWriter {
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

/// A column without values tells its type.
pub(super) type Schema = Vec<(String, Values)>;

impl TableWriter {
    pub(super) fn create(path: &Path, format: TableFormat, schema: &Schema) -> Result<Self, TableWriteError> {
        let file = OutputFile::create(path)?;
        match format {
            TableFormat::Csv => {
                let mut file = BufWriter::new(file);
                let names = schema.iter().map(|(name, _)| quoted(name));
                writeln!(file, "{}", names.collect::<Vec<_>>().join(","))?;
                Ok(Self::Csv(file))
            }
            TableFormat::Parquet => {
                let schema = Arc::new(parquet_schema(schema)?);
                Ok(Self::Parquet(SerializedFileWriter::new(file, schema, Arc::new(properties()))?))
            }
        }
    }

    /// Appends rows: a batch of values for each column of the schema.
    pub(super) fn write(&mut self, columns: &[Values]) -> Result<(), TableWriteError> {
        match self {
            Self::Csv(file) => {
                for row in 0..columns.first().map_or(0, Values::len) {
                    for (index, column) in columns.iter().enumerate() {
                        file.write_all(if index == 0 { b"" } else { b"," })?;
                        column.write_cell(row, file)?;
                    }
                    file.write_all(b"\n")?;
                }
            }
            Self::Parquet(writer) => {
                let mut group = writer.next_row_group()?;
                let mut columns = columns.iter();
                while let (Some(mut column), Some(values)) = (group.next_column()?, columns.next()) {
                    write_column(&mut column, values)?;
                    column.close()?;
                }
                group.close()?;
            }
        }
        Ok(())
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), TableWriteError> {
        let file = match self {
            Self::Csv(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?,
            Self::Parquet(writer) => writer.into_inner()?,
        };
        Ok(file.finish()?)
    }
}

fn parquet_schema(schema: &Schema) -> Result<Type, ParquetError> {
    let field = |(name, values): &(String, Values)| {
        let (physical, converted, repetition) = match values {
            Values::Integer(_) => (PhysicalType::INT64, ConvertedType::NONE, Repetition::REQUIRED),
            Values::Real(_) => (PhysicalType::DOUBLE, ConvertedType::NONE, Repetition::OPTIONAL),
            Values::Text(_) => (PhysicalType::BYTE_ARRAY, ConvertedType::UTF8, Repetition::OPTIONAL),
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
    properties.set_created_by(concat!("multibody-fmu ", env!("CARGO_PKG_VERSION")).to_owned()).build()
}

fn write_column(column: &mut SerializedColumnWriter<'_>, values: &Values) -> Result<(), ParquetError> {
    match values {
        Values::Integer(values) => column.typed::<Int64Type>().write_batch(values, None, None),
        Values::Real(values) => {
            let present: Vec<f64> = values.iter().copied().flatten().collect();
            column.typed::<DoubleType>().write_batch(&present, Some(&levels(values)), None)
        }
        Values::Text(values) => {
            let present: Vec<ByteArray> = values.iter().flatten().map(|text| ByteArray::from(text.as_str())).collect();
            column.typed::<ByteArrayType>().write_batch(&present, Some(&levels(values)), None)
        }
    }
    .map(drop)
}

/// Definition levels of Parquet: 1 for a value, 0 for none.
fn levels<T>(values: &[Option<T>]) -> Vec<i16> {
    values.iter().map(|value| i16::from(value.is_some())).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::fs;
    use std::fs::File;

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;

    use super::*;

    fn table() -> (Schema, Vec<Values>) {
        let columns = vec![
            Values::Integer(vec![0, 1]),
            Values::Real(vec![Some(1.0 / 3.0), None]),
            Values::Text(vec![None, Some("a \"b\", c".to_owned())]),
        ];
        let names = ["run", "x", "reason"];
        (names.iter().map(|name| (*name).to_owned()).zip(columns.clone()).collect(), columns)
    }

    fn written(format: TableFormat, name: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let (schema, columns) = table();
        let mut writer = TableWriter::create(&path, format, &schema).unwrap();
        writer.write(&columns).unwrap();
        writer.write(&columns).unwrap();
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
