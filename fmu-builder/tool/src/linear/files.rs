//! Files with the matrices of a linear system and the names of its variables.

use std::io::{Cursor, Write};

use nalgebra::DMatrix;
use zip::CompressionMethod;
use zip::write::SimpleFileOptions;

use super::{Linearization, Mode, Signal};
use crate::csv::quoted;

/// Types of data elements in a MAT-file.
const INT8: u32 = 1;
const UINT16: u32 = 4;
const INT32: u32 = 5;
const UINT32: u32 = 6;
const DOUBLE: u32 = 9;
const MATRIX: u32 = 14;
/// Classes of arrays in a MAT-file.
const CELL_CLASS: u32 = 1;
const CHAR_CLASS: u32 = 4;
const DOUBLE_CLASS: u32 = 6;

/// Formats of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinearFormat {
    /// An object with `A`, `B`, `C`, `D` as lists of rows, names, units and the operating point.
    Json,
    /// One table: a row for each derivative and output, a column for each state and input.
    Csv,
    /// MATLAB's level 5: `A`, `B`, `C`, `D`, cell arrays of names and units, column vectors of values.
    Mat,
    /// Arrays of numpy: the same, names and units as arrays of text.
    Npz,
}

impl LinearFormat {
    /// The format for a file extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "csv" => Some(Self::Csv),
            "mat" => Some(Self::Mat),
            "npz" => Some(Self::Npz),
            _ => None,
        }
    }

    /// The content of the file.
    pub fn write(self, system: &Linearization) -> Vec<u8> {
        match self {
            Self::Json => json(system).into_bytes(),
            Self::Csv => csv(system).into_bytes(),
            Self::Mat => mat(system),
            Self::Npz => npz(system),
        }
    }
}

/// Lists of variables with their names in the file, and the vector of their values.
fn lists(system: &Linearization) -> [(&'static str, &'static str, &[Signal]); 4] {
    [
        ("states", "x0", &system.states),
        ("derivatives", "f0", &system.derivatives),
        ("inputs", "u0", &system.inputs),
        ("outputs", "y0", &system.outputs),
    ]
}

/// Matrices with names.
fn matrices(system: &Linearization) -> [(&'static str, &DMatrix<f64>); 4] {
    [("A", &system.a), ("B", &system.b), ("C", &system.c), ("D", &system.d)]
}

/// JSON, with a row of a matrix on a line.
fn json(system: &Linearization) -> String {
    let mut entries = vec![format!("\"time\": {:?}", system.time)];
    for (name, values, signals) in lists(system) {
        let described = signals.iter().map(|signal| format!("    {}", variable(signal)));
        entries.push(list(name, described));
        let numbers: Vec<String> = signals.iter().map(|signal| format!("{:?}", signal.value)).collect();
        entries.push(format!("\"{values}\": [{}]", numbers.join(", ")));
    }
    for (name, matrix) in matrices(system) {
        entries.push(list(name, matrix.row_iter().map(|row| format!("    {:?}", row.iter().collect::<Vec<_>>()))));
    }
    let modes = system.modes().unwrap_or_default();
    entries.push(list("modes", modes.iter().map(|one| format!("    {}", mode(one)))));
    format!("{{\n  {}\n}}\n", entries.join(",\n  "))
}

fn list(name: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return format!("\"{name}\": []");
    }
    format!("\"{name}\": [\n{}\n  ]", lines.join(",\n"))
}

fn variable(signal: &Signal) -> String {
    let name = serde_json::Value::from(signal.name.as_str());
    let unit = signal.unit.as_deref().map_or(serde_json::Value::Null, serde_json::Value::from);
    format!("{{ \"name\": {name}, \"unit\": {unit} }}")
}

fn mode(mode: &Mode) -> String {
    let parts = mode.parts.iter().map(|part| {
        format!("{{ \"name\": {}, \"share\": {:?} }}", serde_json::Value::from(part.name.as_str()), part.share)
    });
    let damping = mode.damping().map_or_else(|| "null".to_owned(), |ratio| format!("{ratio:?}"));
    format!(
        "{{ \"eigenvalue\": [{:?}, {:?}], \"natural_frequency\": {:?}, \"damping_ratio\": {damping}, \"coordinates\": [{}] }}",
        mode.real,
        mode.imaginary,
        mode.natural(),
        parts.collect::<Vec<_>>().join(", ")
    )
}

/// One table `[A B; C D]` with names above and before it.
fn csv(system: &Linearization) -> String {
    let mut text = String::new();
    let knowns = system.states.iter().chain(&system.inputs);
    for signal in knowns {
        text.push(',');
        text.push_str(&quoted(&signal.name));
    }
    text.push('\n');
    let unknowns = system.derivatives.iter().chain(&system.outputs);
    let by_state = system.a.row_iter().chain(system.c.row_iter());
    let by_input = system.b.row_iter().chain(system.d.row_iter());
    for (signal, (by_state, by_input)) in unknowns.zip(by_state.zip(by_input)) {
        text.push_str(&quoted(&signal.name));
        by_state.iter().chain(by_input.iter()).for_each(|number| text.push_str(&format!(",{number:?}")));
        text.push('\n');
    }
    text
}

/// A MAT-file, level 5, not compressed (MathWorks, MAT-File Format).
fn mat(system: &Linearization) -> Vec<u8> {
    let mut file = header();
    doubles(&mut file, "time", [1, 1], &[system.time]);
    for (name, values, signals) in lists(system) {
        cells(&mut file, name, signals.iter().map(|signal| signal.name.as_str()));
        cells(&mut file, &format!("{name}_units"), signals.iter().map(|s| s.unit.as_deref().unwrap_or_default()));
        let column: Vec<f64> = signals.iter().map(|signal| signal.value).collect();
        doubles(&mut file, values, [column.len(), 1], &column);
    }
    for (name, matrix) in matrices(system) {
        doubles(&mut file, name, matrix.shape().into(), matrix.as_slice());
    }
    file
}

/// 116 characters of text, no subsystem data, the version, and the mark of little-endian numbers.
fn header() -> Vec<u8> {
    let mut header = b"MATLAB 5.0 MAT-file, linear system by multibody-fmu".to_vec();
    header.resize(116, b' ');
    header.resize(124, 0);
    header.extend(0x0100_u16.to_le_bytes());
    header.extend(b"IM");
    header
}

/// A matrix of doubles, column by column.
fn doubles(file: &mut Vec<u8>, name: &str, shape: [usize; 2], numbers: &[f64]) {
    let numbers: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    array(file, DOUBLE_CLASS, name, shape, |body| element(body, DOUBLE, &numbers));
}

/// A column of texts.
fn cells<'a>(file: &mut Vec<u8>, name: &str, texts: impl ExactSizeIterator<Item = &'a str>) {
    array(file, CELL_CLASS, name, [texts.len(), 1], |body| {
        for text in texts {
            let units: Vec<u16> = text.encode_utf16().collect();
            let bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let rows = usize::from(!units.is_empty());
            array(body, CHAR_CLASS, "", [rows, units.len()], |body| element(body, UINT16, &bytes));
        }
    });
}

/// An array with its flags, dimensions and name.
fn array(file: &mut Vec<u8>, class: u32, name: &str, dimensions: [usize; 2], content: impl FnOnce(&mut Vec<u8>)) {
    let mut body = Vec::new();
    element(&mut body, UINT32, &[class.to_le_bytes(), [0; 4]].concat());
    // A system is far smaller than what four bytes count.
    let dimensions = dimensions.map(|size| i32::try_from(size).unwrap_or(i32::MAX).to_le_bytes());
    element(&mut body, INT32, &dimensions.concat());
    element(&mut body, INT8, name.as_bytes());
    content(&mut body);
    element(file, MATRIX, &body);
}

/// Type, length, and data that zeros fill up to a multiple of eight bytes.
fn element(file: &mut Vec<u8>, kind: u32, data: &[u8]) {
    file.extend(kind.to_le_bytes());
    file.extend(u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes());
    file.extend(data);
    file.resize(file.len().next_multiple_of(8), 0);
}

/// A zip archive with an array for each name (NumPy, numpy.lib.format); dates are fixed, so that equal systems give equal bytes.
fn npz(system: &Linearization) -> Vec<u8> {
    let mut arrays: Vec<(String, Vec<u8>)> = vec![("time".to_owned(), npy("<f8", "()", &system.time.to_le_bytes()))];
    for (name, values, signals) in lists(system) {
        let shape = format!("({},)", signals.len());
        let texts = |text: &dyn Fn(&Signal) -> String| {
            let texts: Vec<String> = signals.iter().map(text).collect();
            let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
            let padded = texts.iter().flat_map(|text| text.chars().chain(std::iter::repeat('\0')).take(width));
            npy(&format!("<U{width}"), &shape, &padded.flat_map(|c| u32::from(c).to_le_bytes()).collect::<Vec<u8>>())
        };
        arrays.push((name.to_owned(), texts(&|signal| signal.name.clone())));
        arrays.push((format!("{name}_units"), texts(&|signal| signal.unit.clone().unwrap_or_default())));
        let numbers: Vec<u8> = signals.iter().flat_map(|signal| signal.value.to_le_bytes()).collect();
        arrays.push((values.to_owned(), npy("<f8", &shape, &numbers)));
    }
    for (name, matrix) in matrices(system) {
        // numpy's arrays are row by row.
        let numbers: Vec<u8> = matrix.transpose().iter().flat_map(|number| number.to_le_bytes()).collect();
        arrays.push((name.to_owned(), npy("<f8", &format!("{:?}", matrix.shape()), &numbers)));
    }
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in arrays {
        // Writing to memory does not fail.
        let written = archive.start_file(format!("{name}.npy"), options).and_then(|()| Ok(archive.write_all(&bytes)?));
        debug_assert!(written.is_ok());
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}

/// An array in numpy's format, version 1.0: the header ends at a multiple of 64 bytes.
fn npy(kind: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}");
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    header.extend(std::iter::repeat_n(' ', length - 1 - header.len()));
    header.push('\n');
    let size = u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes();
    [b"\x93NUMPY\x01\x00".as_slice(), &size, header.as_bytes(), data].concat()
}
