//! Matrices in files of MATLAB: versions 4, 5 to 7 (with compression), and 7.3, which is HDF5.

use super::bytes::{Bytes, Storage, inflated};
use super::hdf5;
use super::matrix::{Matrix, Named, size};

/// Maximum size of decompressed data, bytes.
const INFLATED_LIMIT: u64 = 256 << 20;
/// Length of the header in version 5 and later, bytes.
const HEAD: usize = 128;
/// Maximum nesting of structures.
const DEPTH_LIMIT: usize = 16;

/// All real matrices of a file; none if it is not a MATLAB file.
pub(super) fn matrices(content: &[u8]) -> Option<Vec<Named>> {
    if content.starts_with(b"MATLAB") {
        let version = content.get(124..128)?;
        let is_big_endian = &version[2..] == b"MI";
        let number = if is_big_endian { version[0] } else { version[1] };
        return if number >= 2 {
            hdf5::matrices(content)
        } else {
            let rest = content.get(HEAD..)?;
            let mut found = Vec::new();
            elements(Bytes { rest, is_big_endian }, &mut found)?;
            Some(found)
        };
    }
    version4(content)
}

/// Version 4: for each matrix a header of five numbers, the name and the elements.
fn version4(content: &[u8]) -> Option<Vec<Named>> {
    let mut found = Vec::new();
    let is_big_endian = content.first()? == &0 && Bytes::little(content).unsigned(4)? > 5000;
    let mut bytes = Bytes { rest: content, is_big_endian };
    while !bytes.rest.is_empty() {
        let [kind, rows, columns, imaginary, length] =
            [bytes.size(4)?, bytes.size(4)?, bytes.size(4)?, bytes.size(4)?, bytes.size(4)?];
        let (precision, is_full) = (kind / 10 % 10, kind % 10 == 0);
        let storage = match precision {
            0 => Storage::Float(8),
            1 => Storage::Float(4),
            2 => Storage::Signed(4),
            3 => Storage::Signed(2),
            4 => Storage::Unsigned(2),
            5 => Storage::Unsigned(1),
            _ => return None,
        };
        let name = bytes.take(length)?.text();
        let count = size(rows, columns)?;
        let mut data = bytes.take(count * storage.bytes())?;
        if imaginary == 1 {
            bytes.take(count * storage.bytes())?;
        }
        let elements = data.numbers(count, storage)?;
        if is_full && imaginary == 0 {
            found.push(Named { name, matrix: Matrix::from_columns(rows, columns, &elements) });
        }
    }
    Some(found)
}

/// Types of data elements.
const COMPRESSED: usize = 15;
const MATRIX: usize = 14;

/// Type and content of the next data element.
fn element<'a>(bytes: &mut Bytes<'a>) -> Option<(usize, Bytes<'a>)> {
    let first = bytes.size(4)?;
    let (kind, short) = (first & 0xffff, first >> 16);
    if short > 0 {
        let mut data = bytes.take(4)?;
        return Some((kind, data.take(short)?));
    }
    let length = bytes.size(4)?;
    let data = bytes.take(length)?;
    if kind != COMPRESSED {
        // The last element of a file may lack its padding.
        bytes.take((length.wrapping_neg() & 7).min(bytes.rest.len()))?;
    }
    Some((kind, data))
}

fn elements(mut bytes: Bytes<'_>, found: &mut Vec<Named>) -> Option<()> {
    while !bytes.rest.is_empty() {
        let (kind, data) = element(&mut bytes)?;
        match kind {
            COMPRESSED => {
                let inflated = inflated(data.rest, INFLATED_LIMIT)?;
                elements(Bytes { rest: &inflated, ..data }, found)?;
            }
            MATRIX => matrix(data, "", found, DEPTH_LIMIT)?,
            _ => {}
        }
    }
    Some(())
}

fn storage(kind: usize) -> Option<Storage> {
    Some(match kind {
        1 => Storage::Signed(1),
        2 => Storage::Unsigned(1),
        3 => Storage::Signed(2),
        4 => Storage::Unsigned(2),
        5 => Storage::Signed(4),
        6 => Storage::Unsigned(4),
        7 => Storage::Float(4),
        9 => Storage::Float(8),
        12 => Storage::Signed(8),
        13 => Storage::Unsigned(8),
        _ => return None,
    })
}

/// A matrix, or the matrices of a structure, named by `outer` and the own name.
fn matrix(mut bytes: Bytes<'_>, outer: &str, found: &mut Vec<Named>, depth: usize) -> Option<()> {
    let depth = depth.checked_sub(1)?;
    if bytes.rest.is_empty() {
        return Some(());
    }
    let (_, mut flags) = element(&mut bytes)?;
    let flags = flags.size(4)?;
    let (class, is_complex) = (flags & 0xff, flags & 0x800 != 0);
    let (_, mut dimensions) = element(&mut bytes)?;
    let mut sizes = Vec::new();
    while !dimensions.rest.is_empty() {
        sizes.push(dimensions.size(4)?);
    }
    let (_, own) = element(&mut bytes)?;
    let name = format!("{outer}{}", own.text());
    match class {
        // Structure.
        2 => {
            let (_, mut length) = element(&mut bytes)?;
            let length = length.size(4)?.max(1);
            let (_, names) = element(&mut bytes)?;
            for field in names.rest.chunks(length) {
                let field = Bytes { rest: field, ..names }.text();
                let (kind, data) = element(&mut bytes)?;
                if kind == MATRIX && sizes.iter().product::<usize>() == 1 {
                    matrix(data, &format!("{name}.{field}"), found, depth)?;
                }
            }
        }
        6..=15 => {
            let (kind, mut data) = element(&mut bytes)?;
            let [rows, columns] = sizes.as_slice() else { return Some(()) };
            let (storage, count) = (storage(kind)?, size(*rows, *columns)?);
            let elements = data.numbers(count, storage)?;
            if !is_complex {
                found.push(Named { name, matrix: Matrix::from_columns(*rows, *columns, &elements) });
            }
        }
        _ => {}
    }
    Some(())
}
