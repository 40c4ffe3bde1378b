//! Figures of more than one shape, or with sizes computed here: axes, surfaces, ropes.

use compiler::model_file::Expression;
use drawing::Material;
use drawing::geometry::Geometry;
use drawing::math::{across, add, cross, dot, from_axes, length, nearer, rotate, scaled, shape_axes, subtract, unit};

use super::rope::{self, PIECES};
use super::{Drawn, Subject, carried, in_world, seen};
use crate::scene::SceneError;
use crate::scene::axes;
use crate::scene::part::{Part, Pose, Track};

impl Subject<'_> {
    pub(super) fn rectangle(&self) -> Result<Part, SceneError> {
        let (length, width) = (self.numbers(&self.shown.length)?, self.numbers(&self.shown.width)?);
        let scale =
            self.map(&[length.is_constant(), width.is_constant()], |row| [length.get(row), width.get(row), 1.0]);
        self.whole(Geometry::Plane, scale)
    }

    pub(super) fn torus(&self, sizes: &[Expression; 5]) -> Result<Part, SceneError> {
        let mut bits = [0; 5];
        for (bits, size) in bits.iter_mut().zip(sizes) {
            *bits = self.first(size)?.to_bits();
        }
        self.whole(Geometry::Torus(bits), Track::constant([1.0; 3]))
    }

    /// A square as large as the mechanism below its middle.
    pub(super) fn plane(&self) -> Result<Part, SceneError> {
        let normal = self.track::<3>(&self.shown.along)?;
        let body = self.map(&[normal.is_constant(), self.frame_is_constant()], |row| {
            let (origin, axes) = self.frame(row);
            let z = unit(normal.get(row)).unwrap_or([0.0, 1.0, 0.0]);
            let x = across(z);
            let [x, y, z] = [x, cross(z, x), z].map(|v| in_world(axes, v));
            let middle = self.evaluator.surroundings.around.map_or(origin, |(middle, _)| middle);
            let position = subtract(middle, scaled(z, dot(z, subtract(middle, origin))));
            Pose { position, rotation: from_axes([x, y, z]) }
        });
        let size = self.evaluator.surroundings.around.map_or(1.0, |(_, size)| size);
        let scale = Track::constant([size, size, 1.0]);
        self.part("", Geometry::Plane, &self.shown.colour, body, scale)
    }

    /// A straight cylinder where the rope is never slack, else pieces of the line that it hangs in.
    pub(super) fn rope(&self, drawn: &mut Drawn) -> Result<(), SceneError> {
        let (along, own) = (self.track::<3>(&self.shown.along)?, self.numbers(&self.shown.length)?);
        let diameter = self.first(&self.shown.width)?;
        let constant = [along.is_constant(), own.is_constant(), self.frame_is_constant()];
        let rows = if constant == [true; 3] { 1 } else { self.evaluator.rows() };
        let is_slack = (0..rows).any(|row| rope::is_slack(along.get(row), own.get(row)));
        let pieces = if is_slack { PIECES } else { 1 };
        let points: Vec<Vec<_>> = (0..rows)
            .map(|row| {
                let line = rope::points(along.get(row), own.get(row), self.evaluator.down(), pieces);
                line.into_iter().map(|point| add(self.frame(row).0, point)).collect()
            })
            .collect();
        for piece in 0..pieces {
            let way = |row: usize| subtract(points[row][piece + 1], points[row][piece]);
            let mut last: Option<([_; 3], [f64; 4])> = None;
            let body = Track::new(rows, |row| {
                let axes = match last {
                    Some(([before, wide, _], _)) => carried(wide, before, way(row)),
                    None => shape_axes(way(row), [0.0, 0.0, 1.0]),
                };
                let rotation = last.map_or(from_axes(axes), |(_, before)| nearer(before, from_axes(axes)));
                last = Some((axes, rotation));
                Pose { position: points[row][piece], rotation }
            });
            let scale = Track::new(rows, |row| seen([length(way(row)), diameter, diameter]));
            let name = if pieces == 1 { String::new() } else { format!("{}", piece + 1) };
            drawn.parts.push(self.part(&name, Geometry::Cylinder, &self.shown.colour, body, scale)?);
        }
        Ok(())
    }

    pub(super) fn axes(
        &self,
        colours: &[Expression; 3],
        labels: &Expression,
        drawn: &mut Drawn,
    ) -> Result<(), SceneError> {
        let (length, diameter) = (self.first(&self.shown.length)?, self.first(&self.shown.width)?);
        let body = self.body()?;
        let with_labels = self.first(labels)? > 0.0;
        for (piece, colour) in axes::pieces(length, diameter, with_labels) {
            let relative = Pose { position: piece.origin, rotation: from_axes(shape_axes(piece.along, piece.wide)) };
            let name = format!(".{}", piece.name);
            let body = self.map(&[body.is_constant()], |row| body.get(row).after(relative));
            let scale = Track::constant(seen(piece.scale));
            drawn.parts.push(self.part(&name, piece.geometry, &colours[colour], body, scale)?);
        }
        Ok(())
    }
}

/// A black line on the mantle of a cylinder.
pub(super) fn mark(cylinder: &Part) -> Part {
    let [length, width, height] = cylinder.scale.get(0);
    let moved = |pose: Pose| {
        let out = rotate(pose.rotation, [0.0, 0.49 * width, 0.0]);
        Pose { position: add(pose.position, out), rotation: pose.rotation }
    };
    Part {
        name: format!("{}.mark", cylinder.name),
        geometry: Geometry::Box,
        material: Material { colour: [0, 0, 0], ..cylinder.material },
        body: cylinder.body.map(moved),
        scale: Track::constant(seen([1.001 * length, 0.06 * width, 0.06 * height])),
        ..cylinder.clone()
    }
}
