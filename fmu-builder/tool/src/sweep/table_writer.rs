//! Tables with columns of several types, as CSV or Parquet.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::columns::{Schema, Values};
use super::parquet::ParquetWriter;
use crate::output::{OutputError, OutputFile};

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
    Parquet(ParquetWriter),
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
}

impl TableWriter {
    pub(super) fn create(path: &Path, format: TableFormat, schema: &Schema) -> Result<Self, TableWriteError> {
        let file = OutputFile::create(path)?;
        match format {
            TableFormat::Csv => {
                let mut file = BufWriter::new(file);
                let names = schema.iter().map(|(name, _)| format!("\"{}\"", name.replace('"', "\"\"")));
                writeln!(file, "{}", names.collect::<Vec<_>>().join(","))?;
                Ok(Self::Csv(file))
            }
            TableFormat::Parquet => Ok(Self::Parquet(ParquetWriter::create(file, schema)?)),
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
            Self::Parquet(writer) => writer.write(columns)?,
        }
        Ok(())
    }

    /// Gives the file its name.
    pub(super) fn finish(self) -> Result<(), TableWriteError> {
        let file = match self {
            Self::Csv(file) => file.into_inner().map_err(io::IntoInnerError::into_error)?,
            Self::Parquet(writer) => writer.finish()?,
        };
        Ok(file.finish()?)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use std::fs;

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

    /// The bytes of a file that pyarrow reads as that table.
    #[test]
    fn parquet_has_the_bytes_that_others_read() {
        let (_folder, path) = written(TableFormat::Parquet, "t.parquet");
        let hex: String = fs::read(path).unwrap().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, include_str!("table.parquet.hex").replace('\n', ""));
    }
}
