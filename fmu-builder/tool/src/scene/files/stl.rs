//! STL (3D Systems), binary and ASCII. Not a crate: those that are there take a binary file for a text where its header begins with `solid`, as
//! that of many programs does, and say nothing of the line of a mistake.

use super::{ShapeFault, Triangle, coordinate, shortened};

/// Bytes before the first triangle: a header, then the number of triangles.
const HEADER: usize = 84;
/// Bytes of a triangle: normal, three corners, two of no meaning.
const RECORD: usize = 50;

/// The triangles of a file.
pub(super) fn triangles(bytes: &[u8]) -> Result<Vec<Triangle>, ShapeFault> {
    let count = bytes.get(HEADER - 4..HEADER).and_then(|word| Some(u32::from_le_bytes(word.try_into().ok()?) as usize));
    let fits = count.is_some_and(|count| count.checked_mul(RECORD) == bytes.len().checked_sub(HEADER));
    let is_text = !bytes.contains(&0)
        && bytes.trim_ascii_start().get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    match count {
        Some(_) if fits => binary(&bytes[HEADER..]),
        _ if is_text => ascii(&String::from_utf8_lossy(bytes)),
        Some(count) => Err(ShapeFault::broken(format!(
            "{count} triangles are announced, for which a binary STL file has {} bytes; this one has {}",
            HEADER as u64 + RECORD as u64 * count as u64,
            bytes.len()
        ))),
        None => {
            Err(ShapeFault::broken("it is not an STL file: it has neither `solid` nor the header of a binary file"))
        }
    }
}

fn binary(bytes: &[u8]) -> Result<Vec<Triangle>, ShapeFault> {
    let number = |at: &[u8]| at.try_into().map(f32::from_le_bytes).unwrap_or(f32::NAN);
    let corner = |bytes: &[u8]| [number(&bytes[..4]), number(&bytes[4..8]), number(&bytes[8..12])];
    let triangle = |(index, record): (usize, &[u8])| {
        let triangle = [corner(&record[12..24]), corner(&record[24..36]), corner(&record[36..48])];
        let fault =
            || ShapeFault::broken(format!("triangle {} has a coordinate that is not a finite number", index + 1));
        if triangle.as_flattened().iter().all(|x| x.is_finite()) { Ok(triangle) } else { Err(fault()) }
    };
    bytes.chunks_exact(RECORD).enumerate().map(triangle).collect()
}

fn ascii(text: &str) -> Result<Vec<Triangle>, ShapeFault> {
    let mut triangles = Vec::new();
    let mut corners: Vec<[f32; 3]> = Vec::new();
    let (mut is_open, mut last) = (false, 1);
    for (line, text) in (1..).zip(text.lines()) {
        last = line;
        let mut words = text.split_ascii_whitespace();
        let Some(word) = words.next() else { continue };
        match word.to_ascii_lowercase().as_str() {
            "solid" => is_open = true,
            "endsolid" => is_open = false,
            "facet" => corners.clear(),
            "outer" | "endloop" => {}
            "vertex" => {
                let mut next = || coordinate(words.next(), line);
                corners.push([next()?, next()?, next()?]);
            }
            "endfacet" => {
                let triangle = corners.as_slice().try_into().map_err(|_| {
                    ShapeFault::at_line(line, format!("a facet has three corners, this one has {}", corners.len()))
                })?;
                triangles.push(triangle);
                corners.clear();
            }
            _ => return Err(ShapeFault::at_line(line, format!("`{}` is not a keyword of STL", shortened(word)))),
        }
    }
    if is_open {
        return Err(ShapeFault::at_line(last, "the file ends before `endsolid`"));
    }
    Ok(triangles)
}
