//! A picture of one moment.

use std::array;
use std::borrow::Cow;
use std::collections::HashMap;

use drawing::geometry::{Geometry, Mesh};
use drawing::math::Vector;
use drawing::{Canvas, Figure, Picture, Placement};

use super::Scene;
use super::part::Part;

fn placement(scene: &Scene, part: &Part, row: usize) -> Placement {
    let pose = part.body.get(row);
    let place = (pose.position, pose.rotation);
    Placement::new(place, part.shift.get(row), part.scale.get(row), scene.upright, scene.size)
}

/// The parts that take less than a pixel each: a box has what is to be seen of them, and a large mechanism has thousands.
fn tiny(scene: &Scene, parts: &[&Part], row: usize, canvas: &Canvas) -> Vec<bool> {
    let corners = |part: &&Part| -> [Vector; 8] {
        let (placement, (low, high)) = (placement(scene, part, row), part.extent(row));
        array::from_fn(|k| {
            placement.on_body(array::from_fn(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] }))
        })
    };
    canvas.tiny(&parts.iter().map(corners).collect::<Vec<_>>())
}

fn seen(scene: &Scene, row: usize) -> Vec<&Part> {
    let is_drawn = |part: &&Part| part.name != "gravitySphere" && part.group != super::Group::Sensors;
    scene.parts.iter().filter(is_drawn).filter(|part| part.scale.get(row) != [0.0; 3]).collect()
}

/// The picture of a row.
pub(super) fn draw(scene: &Scene, row: usize, size: [u32; 2]) -> Picture {
    let mut canvas = Canvas::new(size);
    let seen = seen(scene, row);
    let geometries = seen.iter().zip(tiny(scene, &seen, row, &canvas));
    let geometries = geometries.map(|(part, is_tiny)| if is_tiny { part.geometry.outline() } else { part.geometry });
    let geometries: Vec<Geometry> = geometries.collect();
    paint(&mut canvas, scene, row, &seen, &geometries);
    canvas.picture()
}

/// Paints parts of a row with these geometries.
fn paint(canvas: &mut Canvas, scene: &Scene, row: usize, parts: &[&Part], geometries: &[Geometry]) {
    let mut meshes: HashMap<Geometry, Cow<Mesh>> = HashMap::new();
    for (part, geometry) in parts.iter().zip(geometries) {
        let mesh = || if *geometry == part.geometry { part.mesh() } else { Cow::Owned(geometry.mesh()) };
        meshes.entry(*geometry).or_insert_with(mesh);
    }
    let figure = |(part, geometry): (&&Part, &Geometry)| {
        let (mesh, material) = (&**meshes.get(geometry)?, part.material);
        Some(Figure { mesh, placement: placement(scene, part, row), length: part.stretch.get(row), material })
    };
    canvas.paint(&parts.iter().zip(geometries).filter_map(figure).collect::<Vec<_>>());
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
        let canvas = Canvas::new([320, 240]);
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
            let mut canvas = Canvas::new([320, 240]);
            let geometries: Vec<Geometry> = parts.iter().map(|part| geometry(part)).collect();
            paint(&mut canvas, &scene, 0, &parts, &geometries);
            // Four samples of a pixel.
            canvas.picture().pixels.iter().map(|pixel| f64::from(pixel >> 24) / 255.0 * 4.0).sum::<f64>()
        };
        let (shapes, boxes) = (covered(&|part| part.geometry), covered(&|part| part.geometry.outline()));
        assert!(shapes > 50.0 && (boxes / shapes - 1.0).abs() < 0.1, "{shapes} {boxes}");
    }
}
