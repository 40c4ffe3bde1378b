//! As a MAT-file, level 5, not compressed (MathWorks, MAT-File Format).

use super::{lists, matrices};
use crate::host::Linearization;

/// Types of data elements.
const INT8: u32 = 1;
const UINT16: u32 = 4;
const INT32: u32 = 5;
const UINT32: u32 = 6;
const DOUBLE: u32 = 9;
const MATRIX: u32 = 14;
/// Classes of arrays.
const CELL_CLASS: u32 = 1;
const CHAR_CLASS: u32 = 4;
const DOUBLE_CLASS: u32 = 6;

pub(super) fn mat(system: &Linearization) -> Vec<u8> {
    let mut file = header();
    doubles(&mut file, "time", &[vec![system.time]], 1, 1);
    for (name, values, signals) in lists(system) {
        cells(&mut file, name, signals.iter().map(|signal| signal.name.as_str()));
        cells(&mut file, &format!("{name}_units"), signals.iter().map(|s| s.unit.as_deref().unwrap_or_default()));
        let column: Vec<Vec<f64>> = signals.iter().map(|signal| vec![signal.value]).collect();
        doubles(&mut file, values, &column, signals.len(), 1);
    }
    for (name, rows, row_count, column_count) in matrices(system) {
        doubles(&mut file, name, rows, row_count, column_count);
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

/// A matrix of doubles, which the file holds column by column.
fn doubles(file: &mut Vec<u8>, name: &str, rows: &[Vec<f64>], row_count: usize, column_count: usize) {
    let column = |column: usize| rows.iter().filter_map(move |row| row.get(column)).copied();
    let numbers: Vec<u8> = (0..column_count).flat_map(column).flat_map(f64::to_le_bytes).collect();
    array(file, DOUBLE_CLASS, name, [row_count, column_count], |body| element(body, DOUBLE, &numbers));
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
