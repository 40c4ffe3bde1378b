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

/// An axis: name, direction, width direction, the directions of its label's plane, and the strokes in it.
struct Axis {
    name: &'static str,
    along: Vector,
    wide: Vector,
    plane: [Vector; 2],
    strokes: &'static [[[f64; 2]; 2]],
}

const X: Vector = [1.0, 0.0, 0.0];
const Y: Vector = [0.0, 1.0, 0.0];
const Z: Vector = [0.0, 0.0, 1.0];

const AXES: [Axis; 3] = [
    Axis {
        name: "x",
        along: X,
        wide: Y,
        plane: [X, Y],
        strokes: &[[[0.0, 0.0], [1.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]],
    },
    Axis {
        name: "y",
        along: Y,
        wide: X,
        plane: [Y, [-1.0, 0.0, 0.0]],
        strokes: &[[[0.0, 0.0], [1.0, 1.5]], [[0.0, 1.5], [0.5, 0.75]]],
    },
    Axis {
        name: "z",
        along: Z,
        wide: Y,
        plane: [Z, Y],
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
        pieces.push(piece(
            ".head",
            Geometry::Cone(0.0_f64.to_bits()),
            at,
            axis.along,
            [head, 3.0 * diameter, 3.0 * diameter],
        ));
        let strokes = if with_labels { axis.strokes } else { &[] };
        for (k, stroke) in strokes.iter().enumerate() {
            let [a, b] = stroke.map(|[u, v]| {
                let height = 3.0 * diameter;
                let offset = add(scaled(axis.plane[0], u * height), scaled(axis.plane[1], v * height));
                add(scaled(axis.along, 1.05 * size), offset)
            });
            let way = subtract(b, a);
            let name = format!(".label{}", k + 1);
            pieces.push(piece(&name, Geometry::Cylinder, a, way, [length(way), diameter, diameter]));
        }
    }
    pieces
}
