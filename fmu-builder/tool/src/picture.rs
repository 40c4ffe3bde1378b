//! A small drawing of a double pendulum, for mechanisms of which nothing is to be seen.

use drawing::{EncodingError, Picture};

/// Edge length of the picture, pixels.
const SIZE: u16 = 100;
/// Colour of bodies and joints: red, green, blue.
const INK: [u8; 3] = [28, 92, 140];

/// A line with round ends, in pixels; a point where both ends are equal.
struct Stroke {
    from: [f64; 2],
    to: [f64; 2],
    half_width: f64,
    /// 1 draws ink, 0 cuts a hole.
    ink: f64,
}

/// Support, two rods, two bobs, and the holes of the joints, back to front.
const STROKES: [Stroke; 8] = [
    Stroke { from: [20.0, 14.0], to: [80.0, 14.0], half_width: 3.0, ink: 1.0 },
    Stroke { from: [50.0, 16.0], to: [32.0, 50.0], half_width: 4.0, ink: 1.0 },
    Stroke { from: [32.0, 50.0], to: [62.0, 76.0], half_width: 4.0, ink: 1.0 },
    Stroke { from: [50.0, 16.0], to: [50.0, 16.0], half_width: 8.0, ink: 1.0 },
    Stroke { from: [32.0, 50.0], to: [32.0, 50.0], half_width: 8.0, ink: 1.0 },
    Stroke { from: [62.0, 76.0], to: [62.0, 76.0], half_width: 13.0, ink: 1.0 },
    Stroke { from: [50.0, 16.0], to: [50.0, 16.0], half_width: 3.5, ink: 0.0 },
    Stroke { from: [32.0, 50.0], to: [32.0, 50.0], half_width: 3.5, ink: 0.0 },
];

/// The drawing, 100 x 100 pixels with a transparent ground.
pub(crate) fn drawing() -> Result<Vec<u8>, EncodingError> {
    let mut pixels = Vec::with_capacity(usize::from(SIZE) * usize::from(SIZE));
    for y in 0..SIZE {
        for x in 0..SIZE {
            let opacity = opacity([f64::from(x) + 0.5, f64::from(y) + 0.5]);
            let [red, green, blue] = INK;
            pixels.push(u32::from_be_bytes([(255.0 * opacity).round() as u8, red, green, blue]));
        }
    }
    Picture { pixels, size: [SIZE.into(); 2] }.small_png()
}

/// Coverage of the pixel around `point` by strokes, 0 to 1.
fn opacity(point: [f64; 2]) -> f64 {
    STROKES.iter().fold(0.0, |below, stroke| {
        let cover = (stroke.half_width - stroke.distance(point) + 0.5).clamp(0.0, 1.0);
        below + (stroke.ink - below) * cover
    })
}

impl Stroke {
    /// Distance of `point` from the line between the ends.
    fn distance(&self, point: [f64; 2]) -> f64 {
        let along = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        let offset = [point[0] - self.from[0], point[1] - self.from[1]];
        let length_squared = along[0] * along[0] + along[1] * along[1];
        let projection = along[0] * offset[0] + along[1] * offset[1];
        let part = if length_squared > 0.0 { (projection / length_squared).clamp(0.0, 1.0) } else { 0.0 };
        (offset[0] - part * along[0]).hypot(offset[1] - part * along[1])
    }
}
