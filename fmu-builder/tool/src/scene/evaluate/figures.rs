//! Figures of more than one shape, or with sizes computed here: axes, surfaces, ropes.

use compiler::model_file::Expression;
use drawing::geometry::Geometry;
use drawing::math::{across, add, cross, dot, from_axes, length, nearer, scaled, shape_axes, subtract, unit};

use super::rope::{self, PIECES};
use super::{Subject, carried, seen};
use crate::scene::SceneError;
use crate::scene::axes;
use crate::scene::evaluate::Drawn;
use crate::scene::part::{Part, Pose};
use crate::scene::track::Track;

impl Subject<'_> {
    pub(super) fn rectangle(&self, drawn: &mut Drawn) -> Result<(), SceneError> {
        let (length, width) = (self.numbers(&self.shown.length)?, self.numbers(&self.shown.width)?);
        let scale =
            self.map(&[length.is_constant(), width.is_constant()], |row| [length.get(row), width.get(row), 1.0]);
        drawn.parts.push(self.part("", Geometry::Plane, Track::constant(0.0), scale, Track::constant(0.0))?);
        Ok(())
    }

    pub(super) fn torus(&self, sizes: &[Expression; 5], drawn: &mut Drawn) -> Result<(), SceneError> {
        let mut bits = [0; 5];
        for (bits, size) in bits.iter_mut().zip(sizes) {
            *bits = self.first(size)?.to_bits();
        }
        let (still, whole) = (Track::constant(0.0), Track::constant([1.0; 3]));
        drawn.parts.push(self.part("", Geometry::Torus(bits), still.clone(), whole, still)?);
        Ok(())
    }

    /// A square as large as the mechanism below its middle.
    pub(super) fn plane(&self, drawn: &mut Drawn) -> Result<(), SceneError> {
        let normal = self.track::<3>(&self.shown.along)?;
        let body = self.map(&[normal.is_constant(), self.frame_is_constant()], |row| {
            let (origin, axes) = self.frame(row);
            let z = unit(normal.get(row)).unwrap_or([0.0, 1.0, 0.0]);
            let x = across(z);
            let [x, y, z] = [x, cross(z, x), z]
                .map(|v| add(add(scaled(axes[0], v[0]), scaled(axes[1], v[1])), scaled(axes[2], v[2])));
            let middle = self.evaluator.around.map_or(origin, |(middle, _)| middle);
            let position = subtract(middle, scaled(z, dot(z, subtract(middle, origin))));
            Pose { position, rotation: from_axes([x, y, z]) }
        });
        let size = self.evaluator.around.map_or(1.0, |(_, size)| size);
        let scale = Track::constant([size, size, 1.0]);
        drawn.parts.push(self.part_on("", Geometry::Plane, body, scale)?);
        Ok(())
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
                let line = rope::points(along.get(row), own.get(row), self.evaluator.down, pieces);
                line.into_iter().map(|point| add(self.frame(row).0, point)).collect()
            })
            .collect();
        for piece in 0..pieces {
            let way = |row: usize| subtract(points[row][piece + 1], points[row][piece]);
            let mut last: Option<([_; 3], [f64; 4])> = None;
            let body = Track::new(rows, |row| {
                let axes = match last {
                    Some(([before, wide, _], _)) => {
                        let x = unit(way(row)).unwrap_or(before);
                        shape_axes(x, carried(wide, before, x))
                    }
                    None => shape_axes(way(row), [0.0, 0.0, 1.0]),
                };
                let rotation = last.map_or(from_axes(axes), |(_, before)| nearer(before, from_axes(axes)));
                last = Some((axes, rotation));
                Pose { position: points[row][piece], rotation }
            });
            let scale = Track::new(rows, |row| seen([length(way(row)), diameter, diameter]));
            let name = if pieces == 1 { String::new() } else { format!("{}", piece + 1) };
            drawn.parts.push(self.part_on(&name, Geometry::Cylinder, body, scale)?);
        }
        Ok(())
    }

    /// A part whose body is known, at its origin.
    pub(super) fn part_on(
        &self,
        more: &str,
        geometry: Geometry,
        body: Track<Pose>,
        scale: Track<[f64; 3]>,
    ) -> Result<Part, SceneError> {
        Ok(Part {
            component: self.shown.component.clone(),
            name: format!("{}{more}", self.shown.name),
            group: self.shown.group,
            geometry,
            file: None,
            material: self.material(&self.shown.colour)?,
            body,
            shift: Track::constant(0.0),
            scale,
            stretch: Track::constant(0.0),
        })
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
            drawn.parts.push(Part {
                component: self.shown.component.clone(),
                name: format!("{}.{}", self.shown.name, piece.name),
                group: self.shown.group,
                geometry: piece.geometry,
                file: None,
                material: self.material(&colours[colour])?,
                body: self.map(&[body.is_constant()], |row| body.get(row).after(relative)),
                shift: Track::constant(0.0),
                scale: Track::constant(seen(piece.scale)),
                stretch: Track::constant(0.0),
            });
        }
        Ok(())
    }
}
