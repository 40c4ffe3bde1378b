//! Triangles are painted, with a depth for every sample.
//!
//! The picture inside an FMU has to be the same on every platform. So positions are rounded, and only sums, products, quotients and
//! square roots follow.

use crate::camera::{Camera, Corner, bounds};
use crate::geometry::Mesh;
use crate::math::{Vector, add, dot, rotate, scaled, subtract, unit};
use crate::picture::Picture;
use crate::placement::Placement;

/// Samples of a pixel in each direction.
const SAMPLES: usize = 2;

/// A sample: depth and colour.
#[derive(Clone, Copy)]
struct Sample {
    depth: f64,
    colour: [f64; 4],
}

/// A picture that is being painted.
pub struct Canvas {
    /// In samples, as the height.
    width: usize,
    height: usize,
    samples: Vec<Sample>,
}

/// Colour and surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// Red, green and blue, sRGB.
    pub colour: [u8; 3],
    /// Reflection in percent.
    pub specular: u8,
    /// Opacity in percent.
    pub opacity: u8,
}

/// A shape in the picture.
pub struct Figure<'a> {
    /// Its triangles.
    pub mesh: &'a Mesh,
    /// Its place.
    pub placement: Placement,
    /// Length of a spring, m: by it the mesh is stretched, where it can be.
    pub length: f64,
    /// Its surface.
    pub material: Material,
}

/// A figure with the corners of its mesh in the axes of the picture.
struct Surface<'a> {
    figure: &'a Figure<'a>,
    points: Vec<Vector>,
}

impl<'a> Surface<'a> {
    fn new(figure: &'a Figure<'a>) -> Self {
        let Figure { mesh, placement, length, .. } = figure;
        let points = match &mesh.stretch {
            None => mesh.positions.iter().map(|position| placement.of_mesh(*position)).collect(),
            Some(stretch) => {
                let pairs = mesh.positions.iter().zip(stretch);
                pairs.map(|(position, way)| placement.of_mesh(add(*position, scaled(*way, *length)))).collect()
            }
        };
        Self { figure, points }
    }

    /// Normal at a corner of the mesh, in the axes of the picture.
    fn normal(&self, k: usize) -> Vector {
        let Placement { rotation, scale, upright, .. } = self.figure.placement;
        let [x, y, z] = self.figure.mesh.normals[k];
        // Cofactors of the scale: the sides that are stretched look less that way.
        let n = [x * scale[1] * scale[2], y * scale[0] * scale[2], z * scale[0] * scale[1]];
        rotate(upright, rotate(rotation, unit(n).unwrap_or([x, y, z])))
    }
}

impl Canvas {
    /// An empty picture of this size, pixels.
    pub fn new([width, height]: [u32; 2]) -> Self {
        let [width, height] = [width, height].map(|pixels| pixels as usize * SAMPLES);
        Self { width, height, samples: vec![Sample { depth: f64::MAX, colour: [0.0; 4] }; width * height] }
    }

    /// For each box, given by its corners: it is smaller than a pixel for a camera that sees all of them.
    pub fn tiny(&self, boxes: &[[Vector; 8]]) -> Vec<bool> {
        let camera = Camera::new(boxes.iter().flatten().copied(), self.size());
        let is_tiny = |corners: &[Vector; 8]| {
            let [low, high] = bounds(corners.iter().filter_map(|point| camera.corner(*point)).map(|corner| corner.at));
            (0..2).all(|k| high[k] - low[k] < SAMPLES as f64)
        };
        boxes.iter().map(is_tiny).collect()
    }

    /// Paints shapes, seen by a camera that sees all of them.
    pub fn paint(&mut self, figures: &[Figure]) {
        let mut surfaces: Vec<Surface> = figures.iter().map(Surface::new).collect();
        let camera = Camera::new(surfaces.iter().flat_map(|surface| surface.points.iter().copied()), self.size());
        surfaces.sort_by_key(|surface| std::cmp::Reverse(surface.figure.material.opacity));
        for surface in &surfaces {
            let corners: Vec<Option<Corner>> = surface.points.iter().map(|point| camera.corner(*point)).collect();
            for triangle in &surface.figure.mesh.triangles {
                if let [Some(a), Some(b), Some(c)] = triangle.map(|k| corners[k as usize]) {
                    let normals = || triangle.map(|k| surface.normal(k as usize));
                    self.triangle([a, b, c], normals, surface.figure.material, camera.eye);
                }
            }
        }
    }

    fn size(&self) -> [f64; 2] {
        [self.width as f64, self.height as f64]
    }

    fn triangle(&mut self, corners: [Corner; 3], normals: impl Fn() -> [Vector; 3], material: Material, eye: Vector) {
        let [a, b, c] = corners;
        let side =
            |p: [f64; 2], q: [f64; 2], r: [f64; 2]| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
        let area = side(a.at, b.at, c.at);
        if area == 0.0 {
            return;
        }
        // Samples whose middles may be inside. A cast cuts off the fraction, and makes zero of what is negative; to round costs a call.
        let range = |k: usize, limit: usize| {
            let least = a.at[k].min(b.at[k]).min(c.at[k]) - 0.5;
            let most = a.at[k].max(b.at[k]).max(c.at[k]) - 0.5;
            let whole = least as usize;
            let first = whole + usize::from(least > whole as f64);
            let end = if most < 0.0 { 0 } else { (most as usize).saturating_add(1) };
            (first, end.min(limit))
        };
        let ((left, right), (top, bottom)) = (range(0, self.width), range(1, self.height));
        // The samples of a line that the edges leave, and one more on each side: whether they are inside is decided by themselves.
        let line = |y: f64| {
            let (mut first, mut end) = (left, right);
            for (p, q) in [(b.at, c.at), (c.at, a.at), (a.at, b.at)] {
                let rise = q[1] - p[1];
                let crossed = p[0] + (q[0] - p[0]) * (y - p[1]) / rise - 0.5;
                if rise == 0.0 || !crossed.is_finite() {
                    continue;
                }
                if (rise < 0.0) == (area > 0.0) {
                    first = first.max((crossed - 1.0) as usize);
                } else {
                    end = end.min((crossed + 2.0) as usize);
                }
            }
            first..end
        };
        let places = [a.place, b.place, c.place];
        // Most triangles of a large mechanism have none.
        let mut known = None;
        for y in top..bottom {
            for x in line(y as f64 + 0.5) {
                let p = [x as f64 + 0.5, y as f64 + 0.5];
                let parts = [side(b.at, c.at, p) / area, side(c.at, a.at, p) / area, side(a.at, b.at, p) / area];
                if parts.iter().any(|part| *part < 0.0) {
                    continue;
                }
                // Distances are linear in the picture as their inverse.
                let weights = [parts[0] / a.depth, parts[1] / b.depth, parts[2] / c.depth];
                let depth = 1.0 / (weights[0] + weights[1] + weights[2]);
                let Some(sample) = self.samples.get_mut(y * self.width + x) else { continue };
                if depth >= sample.depth {
                    continue;
                }
                let mean = |[u, v, w]: [Vector; 3]| {
                    let sum = add(scaled(u, weights[0] * depth), scaled(v, weights[1] * depth));
                    add(sum, scaled(w, weights[2] * depth))
                };
                let normal = mean(*known.get_or_insert_with(&normals));
                let colour = lit(material, normal, subtract(eye, mean(places)));
                sample.mix(colour, depth);
            }
        }
    }

    /// As it is painted so far.
    pub fn picture(&self) -> Picture {
        let [width, height] = [self.width / SAMPLES, self.height / SAMPLES];
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let mut sum = [0.0; 4];
                for k in 0..SAMPLES * SAMPLES {
                    let index = (y * SAMPLES + k / SAMPLES) * self.width + x * SAMPLES + k % SAMPLES;
                    let colour = self.samples.get(index).map_or([0.0; 4], |sample| sample.colour);
                    (0..3).for_each(|k| sum[k] += colour[k] * colour[3]);
                    sum[3] += colour[3];
                }
                let channel = |k: usize| if sum[3] > 0.0 { 255.0 * sum[k] / sum[3] } else { 0.0 };
                let opacity = 255.0 * sum[3] / (SAMPLES * SAMPLES) as f64;
                // Rounds, without a call: none is negative.
                pixels.push(u32::from_be_bytes([opacity, channel(0), channel(1), channel(2)].map(|x| (x + 0.5) as u8)));
            }
        }
        Picture { pixels, size: [width, height].map(|pixels| pixels as u32) }
    }
}

impl Sample {
    /// Something nearer.
    fn mix(&mut self, colour: [f64; 4], depth: f64) {
        let (front, back) = (colour[3], self.colour[3] * (1.0 - colour[3]));
        let whole = front + back;
        if whole > 0.0 {
            (0..3).for_each(|k| self.colour[k] = (colour[k] * front + self.colour[k] * back) / whole);
            self.colour[3] = whole;
        }
        if front >= 1.0 {
            self.depth = depth;
        }
    }
}

/// The colour of a surface under a light beside the eye.
fn lit(material: Material, normal: Vector, to_eye: Vector) -> [f64; 4] {
    let v = unit(to_eye).unwrap_or([0.0, 0.0, 1.0]);
    let n = unit(normal).unwrap_or(v);
    let n = if dot(n, v) < 0.0 { scaled(n, -1.0) } else { n };
    let l = unit(add(v, [0.3, 0.7, 0.2])).unwrap_or(v);
    let light = 0.45 + 0.12 * n[1] + 0.5 * dot(n, l).max(0.0);
    let mut shine = unit(add(l, v)).map_or(0.0, |half| dot(n, half).max(0.0));
    // The 32nd power.
    (0..5).for_each(|_| shine *= shine);
    let shine = 0.3 * shine * f64::from(material.specular) / 100.0;
    let [r, g, b] = material.colour;
    let channel = |x: u8| (f64::from(x) / 255.0 * light + shine).clamp(0.0, 1.0);
    [channel(r), channel(g), channel(b), f64::from(material.opacity) / 100.0]
}
