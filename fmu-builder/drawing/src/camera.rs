//! The eye that looks at a mechanism.

use crate::math::{Vector, add, cross, dot, length, scaled, subtract, unit};

/// From the middle of the picture to the eye: cosine and sine of 0.35 rad upwards and of 0.6 rad to the right.
const TO_EYE: Vector = [0.939_372_7 * 0.564_642_5, 0.342_897_8, 0.939_372_7 * 0.825_335_6];
/// Distance of the eye by the radius of what it sees.
const DISTANCE: f64 = 4.0;
/// Part of the picture that stays empty on each side.
const MARGIN: f64 = 0.04;

/// Perspective projection from the world to the picture.
pub(crate) struct Camera {
    pub eye: Vector,
    axes: [Vector; 3],
    /// Samples by the tangent of the angle from the middle.
    factor: f64,
    middle: [f64; 2],
}

/// A corner of a triangle: place in samples, distance from the eye.
#[derive(Clone, Copy)]
pub(crate) struct Corner {
    pub at: [f64; 2],
    pub depth: f64,
    pub place: Vector,
}

impl Camera {
    /// A camera that sees all points, for a picture of this size in samples.
    pub fn new(points: impl Iterator<Item = Vector> + Clone, size: [f64; 2]) -> Self {
        let [low, high] = bounds(points.clone());
        let is_empty = low[0] > high[0];
        let (centre, radius) =
            if is_empty { ([0.0; 3], 1.0) } else { (scaled(add(low, high), 0.5), length(subtract(high, low)) / 2.0) };
        let radius = if radius > 0.0 { radius } else { 1.0 };
        let z = unit(TO_EYE).unwrap_or([0.0, 0.0, 1.0]);
        let x = unit(cross([0.0, 1.0, 0.0], z)).unwrap_or([1.0, 0.0, 0.0]);
        let mut camera = Self {
            eye: add(centre, scaled(z, DISTANCE * radius)),
            axes: [x, cross(z, x), z],
            factor: 1.0,
            middle: [0.0; 2],
        };
        camera.fit(points, size);
        camera
    }

    /// Moves and enlarges the picture until it holds all points, with a margin.
    fn fit(&mut self, points: impl Iterator<Item = Vector>, size: [f64; 2]) {
        let [low, high] = bounds(points.filter_map(|point| self.corner(point)).map(|corner| corner.at));
        let factor =
            |k: usize| if high[k] > low[k] { size[k] * (1.0 - 2.0 * MARGIN) / (high[k] - low[k]) } else { f64::MAX };
        self.factor = factor(0).min(factor(1));
        if self.factor == f64::MAX {
            self.factor = size[0];
        }
        let middle = |k: usize| size[k] / 2.0 - self.factor * (low[k] + high[k]) / 2.0;
        self.middle = if low[0] > high[0] { [size[0] / 2.0, size[1] / 2.0] } else { [middle(0), middle(1)] };
    }

    /// Projection of a point; none for points behind the eye.
    pub fn corner(&self, place: Vector) -> Option<Corner> {
        let way = subtract(place, self.eye);
        let [x, y, z] = self.axes.map(|axis| dot(axis, way));
        let depth = -z;
        let at = [self.middle[0] + self.factor * x / depth, self.middle[1] - self.factor * y / depth];
        (depth > 0.0).then_some(Corner { at, depth, place })
    }
}

/// The least and the largest of each coordinate; without points the least is above the largest.
pub fn bounds<const N: usize>(points: impl Iterator<Item = [f64; N]>) -> [[f64; N]; 2] {
    points.fold([[f64::MAX; N], [f64::MIN; N]], |[mut low, mut high], point| {
        for k in 0..N {
            low[k] = low[k].min(point[k]);
            high[k] = high[k].max(point[k]);
        }
        [low, high]
    })
}
