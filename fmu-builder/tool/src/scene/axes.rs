//! Coordinate systems: arrows and the strokes of their labels.

use drawing::geometry::Geometry;
use drawing::math::{Vector, add, length, scaled, subtract};

/// A cylinder or a cone of a coordinate system.
pub(crate) struct Piece {
    pub name: String,
    pub geometry: Geometry,
    pub origin: Vector,
    pub along: Vector,
    pub wide: Vector,
    pub scale: Vector,
}

/// An axis: name, direction, width direction, the direction that is up in its label, and the strokes of that, along and up.
struct Axis {
    name: &'static str,
    along: Vector,
    wide: Vector,
    up: Vector,
    strokes: &'static [[[f64; 2]; 2]],
}

const X: Vector = [1.0, 0.0, 0.0];
const Y: Vector = [0.0, 1.0, 0.0];
const Z: Vector = [0.0, 0.0, 1.0];

const AXES: [Axis; 3] = [
    Axis { name: "x", along: X, wide: Y, up: Y, strokes: &[[[0.0, 0.0], [1.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]] },
    Axis {
        name: "y",
        along: Y,
        wide: X,
        up: [-1.0, 0.0, 0.0],
        strokes: &[[[0.0, 0.0], [1.0, 1.5]], [[0.0, 1.5], [0.5, 0.75]]],
    },
    Axis {
        name: "z",
        along: Z,
        wide: Y,
        up: Y,
        strokes: &[[[0.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]],
    },
];

/// The pieces of a coordinate system with the number of their axis: a head of 5 diameters, and labels 3 diameters high.
pub(crate) fn pieces(size: f64, diameter: f64, with_labels: bool) -> Vec<(Piece, usize)> {
    let head = size.min(5.0 * diameter);
    let mut pieces = Vec::new();
    for (number, axis) in AXES.iter().enumerate() {
        let piece = |name: &str, geometry, origin, along, scale| {
            (Piece { name: format!("{}{name}", axis.name), geometry, origin, along, wide: axis.wide, scale }, number)
        };
        let shaft = (size - head).max(0.0);
        pieces.push(piece("", Geometry::Cylinder, [0.0; 3], axis.along, [shaft, diameter, diameter]));
        let at = scaled(axis.along, shaft);
        let (cone, height) = (Geometry::Cone(0.0_f64.to_bits()), 3.0 * diameter);
        pieces.push(piece(".head", cone, at, axis.along, [head, height, height]));
        let strokes = if with_labels { axis.strokes } else { &[] };
        for (k, stroke) in strokes.iter().enumerate() {
            let [a, b] = stroke.map(|[u, v]| {
                let offset = add(scaled(axis.along, u * height), scaled(axis.up, v * height));
                add(scaled(axis.along, 1.05 * size), offset)
            });
            let way = subtract(b, a);
            let name = format!(".label{}", k + 1);
            pieces.push(piece(&name, Geometry::Cylinder, a, way, [length(way), diameter, diameter]));
        }
    }
    pieces
}
