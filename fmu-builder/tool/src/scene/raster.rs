//! A picture of one moment as PNG: triangles with a depth for every sample.
//!
//! The picture inside an FMU has to be the same on every platform. So positions are rounded, and only sums, products, quotients and
//! square roots follows.

use std::array;
use std::borrow::Cow;
use std::collections::HashMap;

use super::Scene;
use super::geometry::{Geometry, Mesh};
use super::math::{Rotation, Vector, add, cross, dot, length, rotate, scaled, subtract, unit};
use super::part::{Material, Part};
use super::placement::Placement;

/// Samples of a pixel in each direction.
const SAMPLES: usize = 2;
/// From the middle of the picture to the eye: cosine and sine of 0.35 rad upwards and of 0.6 rad to the right.
const TO_EYE: Vector = [0.939_372_7 * 0.564_642_5, 0.342_897_8, 0.939_372_7 * 0.825_335_6];
/// Distance of the eye by the radius of what it sees.
const DISTANCE: f64 = 4.0;
/// Part of the picture that stays empty on each side.
const MARGIN: f64 = 0.04;

/// A sample: depth and colour.
#[derive(Clone, Copy)]
struct Sample {
    depth: f64,
    colour: [f64; 4],
}

struct Canvas {
    width: usize,
    height: usize,
    samples: Vec<Sample>,
}

/// Perspective projection from the world to the picture.
struct Camera {
    eye: Vector,
    axes: [Vector; 3],
    /// Samples by the tangent of the angle from the middle.
    factor: f64,
    middle: [f64; 2],
}

/// A corner of a triangle: place in samples, distance from the eye.
#[derive(Clone, Copy)]
struct Corner {
    at: [f64; 2],
    depth: f64,
    place: Vector,
}

/// A shape in the picture.
struct Surface<'a> {
    material: Material,
    mesh: &'a Mesh,
    /// Corners of the mesh in the axes of the picture.
    points: Vec<Vector>,
    rotation: Rotation,
    scale: Vector,
    upright: Rotation,
}

impl Surface<'_> {
    /// Normal at a corner of the mesh, in the axes of the picture.
    fn normal(&self, k: usize) -> Vector {
        let ([x, y, z], scale) = (self.mesh.normals[k], self.scale);
        // Cofactors of the scale: the sides that are stretched look less that way.
        let n = [x * scale[1] * scale[2], y * scale[0] * scale[2], z * scale[0] * scale[1]];
        rotate(self.upright, rotate(self.rotation, unit(n).unwrap_or([x, y, z])))
    }
}

/// The parts that take less than a pixel each: a box has what is to be seen of them, and a large mechanism has thousands.
fn tiny(scene: &Scene, parts: &[&Part], row: usize, canvas: &Canvas) -> Vec<bool> {
    let corners: Vec<[Vector; 8]> = parts
        .iter()
        .map(|part| {
            let (placement, (low, high)) = (Placement::new(scene, part, row), part.extent(row));
            array::from_fn(|k| {
                placement.on_body(array::from_fn(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] }))
            })
        })
        .collect();
    let camera = Camera::new(corners.iter().flatten().copied(), canvas);
    let is_tiny = |corners: &[Vector; 8]| {
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for corner in corners.iter().filter_map(|point| camera.corner(*point)) {
            for k in 0..2 {
                low[k] = low[k].min(corner.at[k]);
                high[k] = high[k].max(corner.at[k]);
            }
        }
        (0..2).all(|k| high[k] - low[k] < SAMPLES as f64)
    };
    corners.iter().map(is_tiny).collect()
}

fn seen(scene: &Scene, row: usize) -> Vec<&Part> {
    let is_drawn = |part: &&Part| part.name != "gravitySphere" && part.group != super::Group::Sensors;
    scene.parts.iter().filter(is_drawn).filter(|part| part.scale.get(row) != [0.0; 3]).collect()
}

/// The picture of a row, as PNG with a transparent ground.
pub(super) fn draw(scene: &Scene, row: usize, [width, height]: [u32; 2]) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas::new(width as usize * SAMPLES, height as usize * SAMPLES);
    let seen = seen(scene, row);
    let geometries = seen.iter().zip(tiny(scene, &seen, row, &canvas));
    let geometries = geometries.map(|(part, is_tiny)| if is_tiny { part.geometry.outline() } else { part.geometry });
    let geometries: Vec<Geometry> = geometries.collect();
    canvas.paint(scene, row, &seen, &geometries);
    canvas.png(width, height)
}

impl Canvas {
    /// Paints parts of a row with these geometries.
    fn paint(&mut self, scene: &Scene, row: usize, parts: &[&Part], geometries: &[Geometry]) {
        let mut meshes = HashMap::new();
        for (part, geometry) in parts.iter().zip(geometries) {
            let mesh = || if *geometry == part.geometry { part.mesh() } else { Cow::Owned(geometry.mesh()) };
            meshes.entry(*geometry).or_insert_with(mesh);
        }
        let mut surfaces = Vec::with_capacity(parts.len());
        for (part, geometry) in parts.iter().zip(geometries) {
            let Some(mesh) = meshes.get(geometry) else { continue };
            let placement = Placement::new(scene, part, row);
            let points = match &mesh.stretch {
                None => mesh.positions.iter().map(|position| placement.of_mesh(*position)).collect(),
                Some(stretch) => {
                    let length = part.stretch.get(row);
                    let pairs = mesh.positions.iter().zip(stretch);
                    pairs.map(|(position, way)| placement.of_mesh(add(*position, scaled(*way, length)))).collect()
                }
            };
            let Placement { rotation, scale, upright, .. } = placement;
            surfaces.push(Surface { material: part.material, mesh, points, rotation, scale, upright });
        }
        let camera = Camera::new(surfaces.iter().flat_map(|surface| surface.points.iter().copied()), self);
        surfaces.sort_by_key(|surface| std::cmp::Reverse(surface.material.opacity));
        for surface in &surfaces {
            let corners: Vec<Option<Corner>> = surface.points.iter().map(|point| camera.corner(*point)).collect();
            for triangle in &surface.mesh.triangles {
                if let [Some(a), Some(b), Some(c)] = triangle.map(|k| corners[k as usize]) {
                    let normals = || triangle.map(|k| surface.normal(k as usize));
                    self.triangle([a, b, c], normals, surface.material, camera.eye);
                }
            }
        }
    }
}

impl Camera {
    /// A camera that sees all points.
    fn new(points: impl Iterator<Item = Vector> + Clone, canvas: &Canvas) -> Self {
        let (mut low, mut high) = ([f64::MAX; 3], [f64::MIN; 3]);
        for point in points.clone() {
            for k in 0..3 {
                low[k] = low[k].min(point[k]);
                high[k] = high[k].max(point[k]);
            }
        }
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
        camera.fit(points, [canvas.width as f64, canvas.height as f64]);
        camera
    }

    /// Moves and enlarges the picture until it holds all points, with a margin.
    fn fit(&mut self, points: impl Iterator<Item = Vector>, size: [f64; 2]) {
        let (mut low, mut high) = ([f64::MAX; 2], [f64::MIN; 2]);
        for corner in points.filter_map(|point| self.corner(point)) {
            for k in 0..2 {
                low[k] = low[k].min(corner.at[k]);
                high[k] = high[k].max(corner.at[k]);
            }
        }
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
    fn corner(&self, place: Vector) -> Option<Corner> {
        let way = subtract(place, self.eye);
        let [x, y, z] = self.axes.map(|axis| dot(axis, way));
        let depth = -z;
        let at = [self.middle[0] + self.factor * x / depth, self.middle[1] - self.factor * y / depth];
        (depth > 0.0).then_some(Corner { at, depth, place })
    }
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, samples: vec![Sample { depth: f64::MAX, colour: [0.0; 4] }; width * height] }
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

    fn png(&self, width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
        let mut pixels = Vec::with_capacity(4 * (width * height) as usize);
        for y in 0..height as usize {
            for x in 0..width as usize {
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
                pixels.extend([channel(0), channel(1), channel(2), opacity].map(|x| (x + 0.5) as u8));
            }
        }
        encoded(&pixels, [width, height])
    }
}

/// A PNG file of these pixels: red, green, blue, opacity.
pub(crate) fn encoded(pixels: &[u8], [width, height]: [u32; 2]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;
    use crate::scene::{Drawable, SceneOptions};
    use compiler::model_file::ModelFile;
    use std::fmt::Write;

    fn chain(count: usize) -> Scene {
        let mut text = "name = \"Chain\"\nconnections = [[\"world.frame_b\", \"j0.frame_a\"]".to_owned();
        for k in 0..count {
            write!(text, ", [\"j{k}.frame_b\", \"b{k}.frame_a\"]").unwrap();
            if k + 1 < count {
                write!(text, ", [\"b{k}.frame_b\", \"j{}.frame_a\"]", k + 1).unwrap();
            }
        }
        text.push_str("]\n[components]\nworld = { class = \"World\" }\n");
        for k in 0..count {
            writeln!(text, "j{k} = {{ class = \"Joints.Revolute\" }}").unwrap();
            writeln!(text, "b{k} = {{ class = \"Parts.BodyBox\", r = [1, 0, 0] }}").unwrap();
        }
        let drawable = Drawable::new(&ModelFile::from_toml(&text).unwrap()).unwrap();
        let options = SceneOptions { only_start: true, ..SceneOptions::default() };
        Scene::new(&drawable, &options, &mut |_| ()).unwrap()
    }

    /// A box instead of a cylinder if both are one pixel; larger shapes are drawn exactly.
    #[test]
    fn what_takes_less_than_a_pixel_is_a_box() {
        let canvas = Canvas::new(320 * SAMPLES, 240 * SAMPLES);
        let cylinders = |scene: &Scene| {
            let parts: Vec<&Part> = scene.parts.iter().filter(|part| part.geometry == Geometry::Cylinder).collect();
            let joints =
                parts.iter().zip(tiny(scene, &parts, 0, &canvas)).filter(|(part, _)| part.component != "world");
            joints.map(|(_, is_tiny)| is_tiny).collect::<Vec<bool>>()
        };
        let (few, many) = (cylinders(&chain(3)), cylinders(&chain(400)));
        assert!(few.len() >= 3 && few.iter().all(|is_tiny| !is_tiny), "{few:?}");
        assert!(many.len() >= 400 && many.iter().all(|is_tiny| *is_tiny), "{many:?}");
    }

    /// As much of the picture is covered as by the shapes themselves.
    #[test]
    fn small_parts_are_seen() {
        let scene = chain(400);
        // The axes are as large as the chain, so that they are not drawn as boxes.
        let parts: Vec<&Part> = seen(&scene, 0).into_iter().filter(|part| part.component != "world").collect();
        let covered = |geometry: &dyn Fn(&Part) -> Geometry| {
            let mut canvas = Canvas::new(320 * SAMPLES, 240 * SAMPLES);
            let geometries: Vec<Geometry> = parts.iter().map(|part| geometry(part)).collect();
            canvas.paint(&scene, 0, &parts, &geometries);
            canvas.samples.iter().filter(|sample| sample.colour[3] > 0.0).count() as f64
        };
        let (shapes, boxes) = (covered(&|part| part.geometry), covered(&|part| part.geometry.outline()));
        assert!(shapes > 50.0 && (boxes / shapes - 1.0).abs() < 0.1, "{shapes} {boxes}");
    }
}
