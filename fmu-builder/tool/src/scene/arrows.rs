//! Arrows: their scales and shapes.

use std::collections::BTreeMap;

use drawing::geometry::Geometry;
use library::pictures::Quantity;

use super::evaluate::Arrow;
use super::part::{Part, Track};

/// The largest arrow of a quantity by the size of the picture.
const LARGEST: f64 = 0.4;
/// Length and width of a head by the diameter of the arrow.
const HEAD_LENGTH: f64 = 4.0;
const HEAD_WIDTH: f64 = 3.0;

/// Value that one metre of an arrow represents, by quantity.
pub(crate) type Scales = BTreeMap<Quantity, f64>;

/// The scales of the quantities: those that are given, else so that the largest arrow of the run is a part of the picture.
pub(crate) fn scales(arrows: &[Arrow], rows: usize, size: f64, given: &Scales) -> Scales {
    let mut scales = Scales::new();
    for arrow in arrows.iter().filter(|arrow| arrow.quantity != Quantity::RelativePosition) {
        let largest = (0..rows).map(|row| arrow.length.get(row)).fold(0.0, f64::max);
        let scale = scales.entry(arrow.quantity).or_insert(0.0_f64);
        *scale = scale.max(largest);
    }
    // Nothing is seen of vectors that stay zero.
    scales.retain(|_, largest| *largest > 0.0);
    for (quantity, scale) in &mut scales {
        let chosen = given.get(quantity).copied().filter(|scale| *scale > 0.0);
        *scale = chosen.unwrap_or_else(|| round_up(*scale / (LARGEST * size)));
    }
    scales
}

/// The next of 1, 2 and 5 times a power of ten.
fn round_up(x: f64) -> f64 {
    if !(x.is_finite() && x > 0.0) {
        return 1.0;
    }
    let power = 10.0_f64.powi(x.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= x * (1.0 - 1e-9));
    step.unwrap_or(10.0) * power
}

/// The shapes of an arrow.
pub(crate) fn parts(arrow: &Arrow, rows: usize, scales: &Scales, diameter: f64) -> Vec<Part> {
    let scale = scales.get(&arrow.quantity).copied().unwrap_or(1.0);
    let heads = if arrow.quantity == Quantity::Torque { 2 } else { 1 };
    let rows = if arrow.length.is_constant() && arrow.part.body.is_constant() { 1 } else { rows };
    let length = |row: usize| arrow.length.get(row) / scale;
    // The second head begins half a head behind the first.
    let head = |row: usize| (HEAD_LENGTH * diameter).min(length(row) / (1.0 + 0.5 * f64::from(heads - 1)));
    let width = |row: usize| HEAD_WIDTH * head(row) / HEAD_LENGTH;
    let end = |row: usize| if arrow.head_at_origin { 0.0 } else { length(row) };
    let shaft = |row: usize| length(row) - head(row) * (1.0 + 0.5 * f64::from(heads - 1));
    let seen = |scale: [f64; 3]| if scale[0] <= 1e-9 { [0.0; 3] } else { scale };
    let part = |name: &str, geometry, shift: &dyn Fn(usize) -> f64, scale: &dyn Fn(usize) -> [f64; 3]| Part {
        name: format!("{}{name}", arrow.part.name),
        geometry,
        shift: Track::new(rows, shift),
        scale: Track::new(rows, scale),
        ..arrow.part.clone()
    };
    let tail = |row: usize| end(row) - length(row);
    let mut parts = vec![part("", Geometry::Cylinder, &tail, &|row| seen([shaft(row).max(0.0), diameter, diameter]))];
    for number in 0..heads {
        let name = if number == 0 { ".head".to_owned() } else { format!(".head{}", number + 1) };
        let begin = |row: usize| end(row) - head(row) * (1.0 + 0.5 * f64::from(number));
        let geometry = Geometry::Cone(0.0_f64.to_bits());
        parts.push(part(&name, geometry, &begin, &|row| seen([head(row), width(row), width(row)])));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_round() {
        for (x, expected) in [(0.9, 1.0), (1.0, 1.0), (1.2, 2.0), (2100.0, 5000.0), (6e-4, 1e-3), (0.0, 1.0)] {
            assert!((round_up(x) / expected - 1.0).abs() < 1e-12, "{x}");
        }
    }
}
