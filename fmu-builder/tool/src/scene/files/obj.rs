//! Wavefront OBJ: corners (`v`) and faces (`f`), which become triangles. All other lines are passed over: normals are found anew, colours are
//! those of the model. Not a crate: two kinds of lines are read, and a mistake is told with its line.

use super::{ShapeFault, Triangle, coordinate, shortened};

/// The triangles of a file.
pub(super) fn triangles(bytes: &[u8]) -> Result<Vec<Triangle>, ShapeFault> {
    let text = String::from_utf8_lossy(bytes);
    let mut points: Vec<[f32; 3]> = Vec::new();
    let mut triangles = Vec::new();
    let mut continued = String::new();
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(start) = text.trim_end().strip_suffix('\\') {
            continued += start;
            continued.push(' ');
            continue;
        }
        let whole = std::mem::take(&mut continued) + text;
        let mut words = whole.split_ascii_whitespace();
        match words.next() {
            Some("v") => {
                let mut next = || coordinate(words.next(), line);
                points.push([next()?, next()?, next()?]);
            }
            Some("f") => {
                let corners: Vec<[f32; 3]> = words.map(|word| corner(word, &points, line)).collect::<Result<_, _>>()?;
                let [first, rest @ ..] = corners.as_slice() else { continue };
                if rest.len() < 2 {
                    return Err(ShapeFault::at_line(line, "a face has three corners or more"));
                }
                triangles.extend(rest.windows(2).map(|pair| [*first, pair[0], pair[1]]));
            }
            _ => {}
        }
    }
    if points.is_empty() {
        return Err(ShapeFault::broken("it is not an OBJ file: there is no line `v x y z`"));
    }
    Ok(triangles)
}

/// The point that `index/texture/normal` names: from 1 on, or backwards from the last.
fn corner(word: &str, points: &[[f32; 3]], line: usize) -> Result<[f32; 3], ShapeFault> {
    let index = word.split('/').next().and_then(|index| index.parse::<i64>().ok());
    let place = index.and_then(|index| match index {
        1.. => usize::try_from(index - 1).ok(),
        0 => None,
        _ => points.len().checked_sub(usize::try_from(index.unsigned_abs()).ok()?),
    });
    place.and_then(|place| points.get(place)).copied().ok_or_else(|| {
        ShapeFault::at_line(line, format!("`{}` names none of the {} points so far", shortened(word), points.len()))
    })
}
