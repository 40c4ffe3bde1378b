//! Apache Parquet files with plain columns: no codec, dictionary or statistics, by which columns of doubles do not get smaller.
//!
//! A file is the magic number, for each batch of rows the pages of each column, the metadata, their length and the magic number again
//! (<https://parquet.apache.org/docs/file-format/>). Headers of pages and metadata are structures of Thrift in its compact protocol.

use std::io::{self, BufWriter, Write};

use super::columns::{Schema, Values};
use crate::output::OutputFile;

const MAGIC: &[u8; 4] = b"PAR1";
/// Most values of a page.
const PAGE: usize = 1 << 16;

/// `Type` of Parquet.
const INT64: i64 = 2;
const DOUBLE: i64 = 5;
const BYTE_ARRAY: i64 = 6;
/// `ConvertedType`.
const UTF8: i64 = 0;
/// `Encoding`.
const PLAIN: i64 = 0;
const RLE: i64 = 3;

/// A file that is being written.
pub(super) struct ParquetWriter {
    file: BufWriter<OutputFile>,
    /// Bytes written.
    offset: usize,
    columns: Vec<Column>,
    /// Metadata of the batches.
    groups: Vec<Vec<u8>>,
    rows: usize,
}

struct Column {
    name: String,
    kind: i64,
    is_optional: bool,
}

impl ParquetWriter {
    pub(super) fn create(file: OutputFile, schema: &Schema) -> io::Result<Self> {
        let columns = schema.iter().map(|(name, values)| {
            let (kind, is_optional) = match values {
                Values::Integer(_) => (INT64, false),
                Values::Real(_) => (DOUBLE, true),
                Values::Text(_) => (BYTE_ARRAY, true),
            };
            Column { name: name.clone(), kind, is_optional }
        });
        let columns = columns.collect();
        let mut writer = Self { file: BufWriter::new(file), offset: 0, columns, groups: Vec::new(), rows: 0 };
        writer.put(MAGIC)?;
        Ok(writer)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.offset += bytes.len();
        self.file.write_all(bytes)
    }

    /// Appends a row group: a batch of values for each column.
    pub(super) fn write(&mut self, batches: &[Values]) -> io::Result<()> {
        let begin = self.offset;
        let rows = batches.first().map_or(0, Values::len);
        let mut chunks = Vec::with_capacity(batches.len());
        for (index, values) in batches.iter().enumerate() {
            let start = self.offset;
            for from in (0..rows.max(1)).step_by(PAGE) {
                self.write_page(values, from, rows.min(from + PAGE))?;
            }
            let Some(column) = self.columns.get(index) else { break };
            let size = self.offset - start;
            let encodings = [PLAIN, RLE].map(integer).into_iter().collect();
            let metadata = Struct::new()
                .i32(1, column.kind)
                .list(2, I32, encodings)
                .list(3, BINARY, vec![text(&column.name)])
                .i32(4, 0)
                .i64(5, rows)
                .i64(6, size)
                .i64(7, size)
                .i64(9, start);
            chunks.push(Struct::new().i64(2, start).nested(3, metadata).end());
        }
        let size = self.offset - begin;
        self.groups.push(Struct::new().list(1, STRUCT, chunks).i64(2, size).i64(3, rows).end());
        self.rows += rows;
        Ok(())
    }

    /// Writes a data page with the values of these rows.
    fn write_page(&mut self, values: &Values, from: usize, to: usize) -> io::Result<()> {
        let mut page = Vec::new();
        match values {
            Values::Integer(values) => {
                values[from..to].iter().for_each(|value| page.extend(value.to_le_bytes()));
            }
            Values::Real(values) => {
                let values = &values[from..to];
                levels(values, &mut page);
                values.iter().flatten().for_each(|value| page.extend(value.to_le_bytes()));
            }
            Values::Text(values) => {
                let values = &values[from..to];
                levels(values, &mut page);
                for value in values.iter().flatten() {
                    page.extend(length(value.len())?);
                    page.extend(value.as_bytes());
                }
            }
        }
        let size = i64::from(i32::try_from(page.len()).map_err(io::Error::other)?);
        let rows = i64::try_from(to - from).map_err(io::Error::other)?;
        let data = Struct::new().i32(1, rows).i32(2, PLAIN).i32(3, RLE).i32(4, RLE);
        let header = Struct::new().i32(1, 0).i32(2, size).i32(3, size).nested(5, data).end();
        self.put(&header)?;
        self.put(&page)
    }

    /// Writes the metadata; the file, which has no name yet.
    pub(super) fn finish(mut self) -> io::Result<OutputFile> {
        let root = Struct::new().text(4, "schema").i64_as_i32(5, self.columns.len()).end();
        let columns = self.columns.iter().map(|column| {
            let field = Struct::new().i32(1, column.kind).i32(3, i64::from(column.is_optional)).text(4, &column.name);
            if column.kind == BYTE_ARRAY { field.i32(6, UTF8).end() } else { field.end() }
        });
        let schema = std::iter::once(root).chain(columns).collect();
        let metadata = Struct::new()
            .i32(1, 1)
            .list(2, STRUCT, schema)
            .i64(3, self.rows)
            .list(4, STRUCT, std::mem::take(&mut self.groups))
            .text(6, "multibody-fmu")
            .end();
        self.put(&metadata)?;
        self.put(&length(metadata.len())?)?;
        self.put(MAGIC)?;
        self.file.into_inner().map_err(io::IntoInnerError::into_error)
    }
}

/// A length in four bytes.
fn length(bytes: usize) -> io::Result<[u8; 4]> {
    Ok(u32::try_from(bytes).map_err(io::Error::other)?.to_le_bytes())
}

/// Definition levels, 1 for a value and 0 for none: runs of equal ones, and before them their length in bytes.
fn levels<T>(values: &[Option<T>], page: &mut Vec<u8>) {
    let begin = page.len();
    page.extend([0; 4]);
    for run in values.chunk_by(|a, b| a.is_some() == b.is_some()) {
        varint((run.len() as u64) << 1, page);
        page.push(u8::from(run[0].is_some()));
    }
    let bytes = (page.len() - begin - 4) as u32;
    page[begin..begin + 4].copy_from_slice(&bytes.to_le_bytes());
}

/// Types of Thrift's compact protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A structure of Thrift; fields come in the order of their numbers.
struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    fn new() -> Self {
        Self { bytes: Vec::new(), last: 0 }
    }

    fn field(mut self, number: u8, kind: u8, value: &[u8]) -> Self {
        self.bytes.push((number - self.last) << 4 | kind);
        self.bytes.extend(value);
        Self { last: number, ..self }
    }

    fn i32(self, number: u8, value: i64) -> Self {
        self.field(number, I32, &integer(value))
    }

    fn i64_as_i32(self, number: u8, value: usize) -> Self {
        self.field(number, I32, &integer(value as i64))
    }

    fn i64(self, number: u8, value: usize) -> Self {
        self.field(number, I64, &integer(value as i64))
    }

    fn text(self, number: u8, value: &str) -> Self {
        self.field(number, BINARY, &text(value))
    }

    fn nested(self, number: u8, value: Self) -> Self {
        self.field(number, STRUCT, &value.end())
    }

    fn list(self, number: u8, kind: u8, items: Vec<Vec<u8>>) -> Self {
        let mut value = Vec::new();
        match items.len() {
            short @ 0..15 => value.push((short as u8) << 4 | kind),
            long => {
                value.push(0xf0 | kind);
                varint(long as u64, &mut value);
            }
        }
        value.extend(items.into_iter().flatten());
        self.field(number, LIST, &value)
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Seven bits a byte, the lowest first.
fn varint(mut value: u64, bytes: &mut Vec<u8>) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// An integer, whose sign is its lowest bit.
fn integer(value: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(((value << 1) ^ (value >> 63)).cast_unsigned(), &mut bytes);
    bytes
}

fn text(value: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(value.len() as u64, &mut bytes);
    bytes.extend(value.as_bytes());
    bytes
}
