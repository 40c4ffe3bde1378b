//! Pictures at the rows of a run: expressions become poses, sizes and colours.

mod figures;
mod rope;
mod surroundings;

use std::collections::HashMap;

use compiler::model_file::{Expression, Quantity as Values};
use compiler::pictures::{Shown, ShownFigure};
use drawing::Material;
use drawing::geometry::Geometry;
use drawing::math::{
    IDENTITY, Rotation, Vector, add, between, dot, from_axes, length, multiply, nearer, rotate, scaled, shape_axes,
    subtract, unit,
};
use library::pictures::{Group, Quantity, ShapeType};

use super::part::{Part, Pose, Track};
use super::run::Recording;
use super::{Drawable, SceneError, sizes};
use crate::settings::Setting;
use figures::mark;
pub(crate) use surroundings::Surroundings;

/// An arrow whose scale is not known yet.
#[derive(Debug)]
pub(crate) struct Arrow {
    /// The cylinder, in the pose of its start or end point; x is its direction.
    pub part: Part,
    pub quantity: Quantity,
    /// Length of the vector in the unit of the quantity.
    pub length: Track<f64>,
    pub head_at_origin: bool,
}

/// Everything that is drawn, but for the scale of arrows.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    pub parts: Vec<Part>,
    pub arrows: Vec<Arrow>,
    /// Components whose colours change, which files do not show.
    pub changing_colours: Vec<String>,
}

impl FromIterator<Self> for Drawn {
    fn from_iter<I: IntoIterator<Item = Self>>(all: I) -> Self {
        let mut whole = Self::default();
        for drawn in all {
            whole.parts.extend(drawn.parts);
            whole.arrows.extend(drawn.arrows);
            let new = drawn.changing_colours.into_iter().filter(|name| !whole.changing_colours.contains(name));
            let new: Vec<String> = new.collect();
            whole.changing_colours.extend(new);
        }
        whole
    }
}

/// Evaluates expressions over a run.
pub(crate) struct Evaluator<'a> {
    pub drawable: &'a Drawable,
    pub recording: &'a Recording,
    pub surroundings: Surroundings,
}

/// A picture while it is evaluated.
struct Subject<'a> {
    evaluator: &'a Evaluator<'a>,
    shown: &'a Shown,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of a run with these settings, and the mechanism: all pictures but coordinate systems, whose sizes follow it.
    pub(crate) fn new(
        drawable: &'a Drawable,
        recording: &'a Recording,
        settings: &[Setting],
    ) -> Result<(Self, Vec<Drawn>), SceneError> {
        let surroundings = Surroundings { sizes: HashMap::new(), around: None, upright: IDENTITY };
        let mut evaluator = Self { drawable, recording, surroundings };
        evaluator.surroundings.upright = evaluator.upright();
        let mechanism = evaluator.draw(|group| group != Group::Frames)?;
        let around = sizes::around(mechanism.iter().flat_map(|drawn| &drawn.parts), evaluator.rows());
        if let Some((_, size)) = around {
            evaluator.surroundings.sizes =
                sizes::following(&drawable.pictures, recording, &drawable.sizes, settings, size);
        }
        evaluator.surroundings.around = around;
        Ok((evaluator, mechanism))
    }

    /// Evaluates each picture; pictures of other groups stay empty.
    pub(crate) fn draw(&self, is_wanted: impl Fn(Group) -> bool) -> Result<Vec<Drawn>, SceneError> {
        let draw = |shown: &Shown| {
            let mut drawn = Drawn::default();
            if is_wanted(shown.group) {
                Subject { evaluator: self, shown }.draw(&mut drawn)?;
            }
            Ok(drawn)
        };
        self.drawable.pictures.shown.iter().map(draw).collect()
    }

    /// Diameter of arrows, m, if there is a world.
    pub(crate) fn arrow_diameter(&self) -> Option<f64> {
        let pictures = &self.drawable.pictures;
        let name = format!("{}.defaultArrowDiameter", pictures.world.as_deref()?);
        pictures.variables.contains_key(&name).then(|| self.variable::<1>(&name, 0)[0])
    }

    /// The value of a variable in pictures.
    fn value(&self, row: usize, index: usize) -> f64 {
        self.surroundings.sizes.get(&index).copied().unwrap_or_else(|| self.recording.value(row, index))
    }

    fn rows(&self) -> usize {
        self.recording.times.len()
    }

    /// True if an expression has the same value in the whole run.
    fn is_constant(&self, expression: &Expression) -> bool {
        self.recording.are_constant(&self.drawable.pictures, expression.references())
    }

    /// The numbers of a variable at a row.
    fn variable<const N: usize>(&self, name: &str, row: usize) -> [f64; N] {
        let mut values = [0.0; N];
        if let Some((_, indices)) = self.drawable.pictures.variables.get(name) {
            values.iter_mut().zip(indices).for_each(|(value, &index)| *value = self.value(row, index));
        }
        values
    }

    /// The value of an expression of the whole picture at the start.
    pub(crate) fn number_at_start(&self, expression: &Expression) -> Option<f64> {
        let value = self.drawable.pictures.evaluate(expression, &|index| self.value(0, index)).ok()?;
        value.elements().first().copied()
    }
}

impl Subject<'_> {
    fn evaluate(&self, expression: &Expression, row: usize) -> Result<Values<f64>, SceneError> {
        let Evaluator { drawable, recording, .. } = self.evaluator;
        drawable.pictures.evaluate(expression, &|index| self.evaluator.value(row, index)).map_err(|problem| {
            SceneError::Picture {
                component: self.shown.component.clone(),
                picture: self.shown.name,
                time: recording.times.get(row).copied().unwrap_or_default(),
                problem: Box::new(problem.into()),
            }
        })
    }

    /// The elements of an expression at every row.
    fn track<const N: usize>(&self, expression: &Expression) -> Result<Track<[f64; N]>, SceneError> {
        let rows = if self.evaluator.is_constant(expression) { 1 } else { self.evaluator.rows() };
        let value = |row: usize| {
            let value = self.evaluate(expression, row)?;
            value.elements().try_into().map_err(|_| SceneError::Shape {
                component: self.shown.component.clone(),
                picture: self.shown.name,
                found: value.shape().to_string(),
                expected: if N == 3 { "an array of 3 numbers" } else { "a number" },
            })
        };
        let values = (0..rows).map(value).collect::<Result<Vec<[f64; N]>, SceneError>>()?;
        Ok(Track::new(rows, |row| values[row]))
    }

    fn numbers(&self, expression: &Expression) -> Result<Track<f64>, SceneError> {
        Ok(self.track(expression)?.map(|[number]| number))
    }

    /// The value at the start.
    fn first(&self, expression: &Expression) -> Result<f64, SceneError> {
        Ok(self.evaluate(expression, 0)?.elements().first().copied().unwrap_or_default())
    }

    fn draw(&self, drawn: &mut Drawn) -> Result<(), SceneError> {
        for condition in &self.shown.when {
            if self.first(condition)? <= 0.0 {
                return Ok(());
            }
        }
        if !self.evaluator.is_constant(&self.shown.colour) {
            drawn.changing_colours.push(self.shown.component.clone());
        }
        match &self.shown.figure {
            ShownFigure::Shape(of) => self.shape(*of, drawn)?,
            ShownFigure::File(entry) => self.file(*entry, drawn)?,
            ShownFigure::Arrow { quantity, head_at_origin } => {
                drawn.arrows.push(self.arrow(*quantity, head_at_origin)?);
            }
            ShownFigure::Axes { colours, labels } => self.axes(colours, labels, drawn)?,
            ShownFigure::Rectangle => drawn.parts.push(self.rectangle()?),
            ShownFigure::Plane => drawn.parts.push(self.plane()?),
            ShownFigure::Rope => self.rope(drawn)?,
            ShownFigure::Torus(sizes) => drawn.parts.push(self.torus(sizes)?),
        }
        Ok(())
    }

    /// A value that follows from others: constant where all of them are.
    fn map<T: Copy + PartialEq>(&self, are_constant: &[bool], value: impl FnMut(usize) -> T) -> Track<T> {
        let still = are_constant.iter().all(|constant| *constant);
        Track::new(if still { 1 } else { self.evaluator.rows() }, value)
    }

    /// The frame: position, and its axes in world coordinates.
    fn frame(&self, row: usize) -> (Vector, [Vector; 3]) {
        let world = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let Some(frame) = &self.shown.frame else { return ([0.0; 3], world) };
        let position = self.evaluator.variable(&format!("{frame}.r_0"), row);
        if self.shown.resolved_in_world {
            return (position, world);
        }
        let [a, b, c, d, e, f, g, h, i] = self.evaluator.variable(&format!("{frame}.R.T"), row);
        (position, [[a, b, c], [d, e, f], [g, h, i]])
    }

    fn frame_is_constant(&self) -> bool {
        let Evaluator { drawable, recording, .. } = self.evaluator;
        let names = |frame: &String| [format!("{frame}.r_0"), format!("{frame}.R.T")];
        recording.are_constant(&drawable.pictures, self.shown.frame.iter().flat_map(names))
    }

    /// Pose of the body whose x axis is the picture's length.
    fn body(&self) -> Result<Track<Pose>, SceneError> {
        let along = self.track::<3>(&self.shown.along)?;
        let wide = self.track::<3>(&self.shown.wide)?;
        let origin = self.track::<3>(&self.shown.origin)?;
        let roll = self.numbers(&self.shown.roll)?;
        let turns = !along.is_constant();
        let mut last: Option<(Vector, Vector, Rotation)> = None;
        let constant = [
            along.is_constant(),
            wide.is_constant(),
            origin.is_constant(),
            roll.is_constant(),
            self.frame_is_constant(),
        ];
        Ok(self.map(&constant, |row| {
            let (position, axes) = self.frame(row);
            let to_world = |v: Vector| in_world(axes, v);
            let axes = match last {
                // A direction that moves has no roll: it is carried along with the least twist.
                Some((before, wide, _)) if turns => carried(wide, before, to_world(along.get(row))),
                // In the frame, so that a substituted direction turns with it.
                _ => shape_axes(along.get(row), wide.get(row)).map(to_world),
            };
            let mut rotation = from_axes(axes);
            let roll = roll.get(row);
            if roll != 0.0 {
                rotation = multiply(rotation, [(roll / 2.0).sin(), 0.0, 0.0, (roll / 2.0).cos()]);
            }
            rotation = last.map_or(rotation, |(_, _, before)| nearer(before, rotation));
            last = Some((axes[0], axes[1], rotation));
            Pose { position: add(position, to_world(origin.get(row))), rotation }
        }))
    }

    fn material(&self, colour: &Expression) -> Result<Material, SceneError> {
        let colour = self.evaluate(colour, 0)?;
        let channel = |k: usize| colour.elements().get(k).copied().unwrap_or_default().clamp(0.0, 255.0).round() as u8;
        let percent = |x: f64| (100.0 * x.clamp(0.0, 1.0)).round() as u8;
        Ok(Material {
            colour: [channel(0), channel(1), channel(2)],
            specular: percent(self.first(&self.shown.specular)?),
            opacity: percent(self.first(&self.shown.opacity)?),
        })
    }

    /// Length, width and height.
    fn size(&self) -> Result<Track<Vector>, SceneError> {
        let (length, width) = (self.numbers(&self.shown.length)?, self.numbers(&self.shown.width)?);
        let height = self.numbers(&self.shown.height)?;
        let constant = [length.is_constant(), width.is_constant(), height.is_constant()];
        Ok(self.map(&constant, |row| [length.get(row), width.get(row), height.get(row)]))
    }

    /// A part whose body is known, at its origin.
    fn part(
        &self,
        more: &str,
        geometry: Geometry,
        colour: &Expression,
        body: Track<Pose>,
        scale: Track<Vector>,
    ) -> Result<Part, SceneError> {
        Ok(Part {
            component: self.shown.component.clone(),
            name: format!("{}{more}", self.shown.name),
            group: self.shown.group,
            geometry,
            file: None,
            material: self.material(colour)?,
            body,
            shift: Track::constant(0.0),
            scale,
            stretch: Track::constant(0.0),
        })
    }

    /// The only part of a picture, on its body.
    fn whole(&self, geometry: Geometry, scale: Track<Vector>) -> Result<Part, SceneError> {
        self.part("", geometry, &self.shown.colour, self.body()?, scale)
    }

    fn shape(&self, of: ShapeType, drawn: &mut Drawn) -> Result<(), SceneError> {
        let size = self.size()?;
        let extra = self.first(&self.shown.extra)?;
        let constant = [size.is_constant()];
        let shift = self.map(&constant, |row| if self.shown.centred { -size.get(row)[0] / 2.0 } else { 0.0 });
        let mut scale = self.map(&constant, |row| seen(size.get(row)));
        let mut stretch = Track::constant(0.0);
        let [length, width, height] = size.get(0);
        let bits = |x: f64| x.to_bits();
        let geometry = match of {
            ShapeType::Box => Geometry::Box,
            ShapeType::Sphere => Geometry::Sphere,
            ShapeType::Cylinder => Geometry::Cylinder,
            ShapeType::Cone => Geometry::Cone(bits(extra.clamp(0.0, 100.0))),
            ShapeType::Pipe if extra <= 0.0 => Geometry::Cylinder,
            ShapeType::Pipe => Geometry::Pipe(bits(extra.clamp(0.0, 0.999))),
            ShapeType::Beam if length > 0.0 => Geometry::Beam(bits(width / length)),
            ShapeType::Beam => Geometry::Box,
            ShapeType::Gearwheel => Geometry::Gear(extra.round() as i32),
            ShapeType::Spring => {
                scale = self.map(&constant, |row| if size.get(row)[0] == 0.0 { [0.0; 3] } else { [1.0; 3] });
                stretch = self.map(&constant, |row| size.get(row)[0]);
                Geometry::Spring([bits(extra.clamp(1.0, 100.0)), bits(width), bits(height / 2.0)])
            }
        };
        let part = Part { shift, stretch, ..self.whole(geometry, scale)? };
        if of == ShapeType::Cylinder && extra > 0.0 {
            drawn.parts.push(mark(&part));
        }
        drawn.parts.push(part);
        Ok(())
    }

    /// A shape from a file. Where that is not there, a box, unless its sizes are factors.
    fn file(&self, entry: usize, drawn: &mut Drawn) -> Result<(), SceneError> {
        let is_scaled = self.first(&self.shown.extra)? > 0.0;
        let Some((number, surface)) = self.evaluator.drawable.files.get(entry) else {
            return if is_scaled { Ok(()) } else { self.shape(ShapeType::Box, drawn) };
        };
        let mut scale = Track::constant([1.0; 3]);
        if is_scaled {
            let size = self.size()?;
            let hidden = |scale: Vector| if scale.contains(&0.0) { [0.0; 3] } else { scale };
            scale = self.map(&[size.is_constant()], |row| hidden(size.get(row)));
        }
        let file = Some(std::sync::Arc::clone(surface));
        drawn.parts.push(Part { file, ..self.whole(Geometry::File(*number), scale)? });
        Ok(())
    }

    fn arrow(&self, quantity: Quantity, head_at_origin: &Expression) -> Result<Arrow, SceneError> {
        let coordinates = self.track::<3>(&self.shown.along)?;
        Ok(Arrow {
            part: self.whole(Geometry::Cylinder, Track::constant([1.0; 3]))?,
            quantity,
            length: self.map(&[coordinates.is_constant()], |row| length(coordinates.get(row))),
            head_at_origin: self.first(head_at_origin)? > 0.0,
        })
    }
}

/// The scale of what may have no size, and is not seen then.
fn seen(scale: Vector) -> Vector {
    let [length, width, height] = scale;
    if length == 0.0 || width <= 0.0 || height <= 0.0 { [0.0; 3] } else { scale }
}

/// The vector that has these coordinates along axes.
fn in_world(axes: [Vector; 3], v: Vector) -> Vector {
    add(add(scaled(axes[0], v[0]), scaled(axes[1], v[1])), scaled(axes[2], v[2]))
}

/// Axes with x along `way`: those with x before and the width `across` it, turned with the smallest rotation.
fn carried(across: Vector, before: Vector, way: Vector) -> [Vector; 3] {
    let x = unit(way).unwrap_or(before);
    let turned = rotate(between(before, x), across);
    let part = scaled(x, dot(turned, x));
    shape_axes(x, unit(subtract(turned, part)).unwrap_or(across))
}
