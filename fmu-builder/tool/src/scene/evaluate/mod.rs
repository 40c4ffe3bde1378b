//! Pictures at the rows of a run: expressions become poses, sizes and colours.

mod figures;
mod rope;

use std::collections::HashMap;

use compiler::model_file::{Expression, Quantity as Values};
use compiler::pictures::{Pictures, Shown, ShownFigure};
use drawing::Material;
use drawing::geometry::Geometry;
use drawing::math::{
    Rotation, Vector, add, between, dot, from_axes, length, multiply, nearer, rotate, scaled, shape_axes, subtract,
    unit,
};
use library::pictures::{Group, Quantity, ShapeType};

use super::SceneError;
use super::files::ShapeFiles;
use super::part::{Part, Pose};
use super::run::Recording;
use super::track::Track;

/// An arrow whose scale is not known yet.
#[derive(Debug)]
pub(crate) struct Arrow {
    pub component: String,
    pub name: &'static str,
    pub group: Group,
    pub quantity: Quantity,
    pub material: Material,
    /// Pose of its start or end point; x is its direction.
    pub body: Track<Pose>,
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
    pub pictures: &'a Pictures,
    pub files: &'a ShapeFiles,
    pub recording: &'a Recording,
    /// Parameters that have other values than in the run, by their place in the catalogue.
    pub sizes: HashMap<usize, f64>,
    /// The sphere around the mechanism, once it is known.
    pub around: Option<(Vector, f64)>,
    /// Direction in which ropes sag.
    pub down: Vector,
}

/// A picture while it is evaluated.
struct Subject<'a> {
    evaluator: &'a Evaluator<'a>,
    shown: &'a Shown,
}

impl Evaluator<'_> {
    /// Evaluates each picture; pictures of other groups stay empty.
    pub(crate) fn draw(&self, is_wanted: impl Fn(Group) -> bool) -> Result<Vec<Drawn>, SceneError> {
        let draw = |shown: &Shown| {
            let mut drawn = Drawn::default();
            if is_wanted(shown.group) {
                Subject { evaluator: self, shown }.draw(&mut drawn)?;
            }
            Ok(drawn)
        };
        self.pictures.shown.iter().map(draw).collect()
    }

    /// Diameter of arrows, m, if there is a world.
    pub(crate) fn arrow_diameter(&self) -> Option<f64> {
        let name = format!("{}.defaultArrowDiameter", self.pictures.world.as_deref()?);
        self.pictures.variables.contains_key(&name).then(|| self.variable::<1>(&name, 0)[0])
    }

    /// The value of a variable in pictures.
    fn value(&self, row: usize, index: usize) -> f64 {
        self.sizes.get(&index).copied().unwrap_or_else(|| self.recording.value(row, index))
    }

    pub(crate) fn rows(&self) -> usize {
        self.recording.times.len()
    }

    /// True if an expression has the same value in the whole run.
    fn is_constant(&self, expression: &Expression) -> bool {
        let constant = |name: &str| {
            let variable = self.pictures.variables.get(name);
            variable.is_none_or(|(_, indices)| indices.iter().all(|&index| self.recording.is_constant(index)))
        };
        expression.references().into_iter().all(constant)
    }

    /// The numbers of a variable at a row.
    fn variable<const N: usize>(&self, name: &str, row: usize) -> [f64; N] {
        let mut values = [0.0; N];
        if let Some((_, indices)) = self.pictures.variables.get(name) {
            values.iter_mut().zip(indices).for_each(|(value, &index)| *value = self.value(row, index));
        }
        values
    }

    /// The value of an expression of the whole picture at the start.
    pub(crate) fn number_at_start(&self, expression: &Expression) -> Option<f64> {
        let value = self.pictures.evaluate(expression, &|index| self.value(0, index)).ok()?;
        value.elements().first().copied()
    }
}

impl Subject<'_> {
    fn evaluate(&self, expression: &Expression, row: usize) -> Result<Values<f64>, SceneError> {
        let Evaluator { pictures, recording, .. } = self.evaluator;
        pictures.evaluate(expression, &|index| self.evaluator.value(row, index)).map_err(|problem| {
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
        let mut values = Vec::with_capacity(rows);
        for row in 0..rows {
            let value = self.evaluate(expression, row)?;
            let elements = value.elements().try_into().map_err(|_| SceneError::Shape {
                component: self.shown.component.clone(),
                picture: self.shown.name,
                found: value.shape().to_string(),
                expected: if N == 3 { "an array of 3 numbers" } else { "a number" },
            })?;
            values.push(elements);
        }
        Ok(Track::new(rows, |row| values[row]))
    }

    fn numbers(&self, expression: &Expression) -> Result<Track<f64>, SceneError> {
        let track = self.track::<1>(expression)?;
        Ok(self.map(&[track.is_constant()], |row| track.get(row)[0]))
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
            ShownFigure::Shape(of) => self.shape(*of, drawn),
            ShownFigure::File(entry) => self.file(*entry, drawn),
            ShownFigure::Arrow { quantity, head_at_origin } => {
                drawn.arrows.push(self.arrow(*quantity, head_at_origin)?);
                Ok(())
            }
            ShownFigure::Axes { colours, labels } => self.axes(colours, labels, drawn),
            ShownFigure::Rectangle => self.rectangle(drawn),
            ShownFigure::Plane => self.plane(drawn),
            ShownFigure::Rope => self.rope(drawn),
            ShownFigure::Torus(sizes) => self.torus(sizes, drawn),
        }
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
        let constant = |name: String| {
            let variable = self.evaluator.pictures.variables.get(&name);
            variable.is_none_or(|(_, all)| all.iter().all(|&index| self.evaluator.recording.is_constant(index)))
        };
        let frame = self.shown.frame.as_ref();
        frame.is_none_or(|frame| constant(format!("{frame}.r_0")) && constant(format!("{frame}.R.T")))
    }

    /// Pose of the body whose x axis is the picture's length.
    fn body(&self) -> Result<Track<Pose>, SceneError> {
        let along = self.track::<3>(&self.shown.along)?;
        let wide = self.track::<3>(&self.shown.wide)?;
        let origin = self.track::<3>(&self.shown.origin)?;
        let roll = self.numbers(&self.shown.roll)?;
        let turns = !along.is_constant();
        let mut last: Option<(Vector, Vector, Rotation)> = None;
        let constant = [along.is_constant(), wide.is_constant(), origin.is_constant(), roll.is_constant()];
        let constant = [&constant[..], &[self.frame_is_constant()]].concat();
        Ok(self.map(&constant, |row| {
            let (position, axes) = self.frame(row);
            let to_world = |v: Vector| add(add(scaled(axes[0], v[0]), scaled(axes[1], v[1])), scaled(axes[2], v[2]));
            let axes = match last {
                // A direction that moves has no roll: it is carried along with the least twist.
                Some((before, wide, _)) if turns => {
                    let x = unit(to_world(along.get(row))).unwrap_or(before);
                    shape_axes(x, carried(wide, before, x))
                }
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

    fn part(
        &self,
        more: &str,
        geometry: Geometry,
        shift: Track<f64>,
        scale: Track<Vector>,
        stretch: Track<f64>,
    ) -> Result<Part, SceneError> {
        Ok(Part { shift, stretch, ..self.part_on(more, geometry, self.body()?, scale)? })
    }

    fn shape(&self, of: ShapeType, drawn: &mut Drawn) -> Result<(), SceneError> {
        let shown = self.shown;
        let (length, width) = (self.numbers(&shown.length)?, self.numbers(&shown.width)?);
        let height = self.numbers(&shown.height)?;
        let extra = self.first(&shown.extra)?;
        let constant = [length.is_constant(), width.is_constant(), height.is_constant()];
        let shift = self.map(&constant, |row| if shown.centred { -length.get(row) / 2.0 } else { 0.0 });
        let mut scale = self.map(&constant, |row| seen([length.get(row), width.get(row), height.get(row)]));
        let mut stretch = Track::constant(0.0);
        let bits = |x: f64| x.to_bits();
        let geometry = match of {
            ShapeType::Box => Geometry::Box,
            ShapeType::Sphere => Geometry::Sphere,
            ShapeType::Cylinder => Geometry::Cylinder,
            ShapeType::Cone => Geometry::Cone(bits(extra.clamp(0.0, 100.0))),
            ShapeType::Pipe if extra <= 0.0 => Geometry::Cylinder,
            ShapeType::Pipe => Geometry::Pipe(bits(extra.clamp(0.0, 0.999))),
            ShapeType::Beam if length.get(0) > 0.0 => Geometry::Beam(bits(width.get(0) / length.get(0))),
            ShapeType::Beam => Geometry::Box,
            ShapeType::Gearwheel => Geometry::Gear(extra.round() as i32),
            ShapeType::Spring => {
                let wire = height.get(0) / 2.0;
                scale = self.map(&constant, |row| if length.get(row) == 0.0 { [0.0; 3] } else { [1.0; 3] });
                stretch = length;
                Geometry::Spring([bits(extra.clamp(1.0, 100.0)), bits(width.get(0)), bits(wire)])
            }
        };
        let part = self.part("", geometry, shift, scale, stretch)?;
        if of == ShapeType::Cylinder && extra > 0.0 {
            drawn.parts.push(mark(&part));
        }
        drawn.parts.push(part);
        Ok(())
    }

    /// A shape from a file. Where that is not there, a box, unless its sizes are factors.
    fn file(&self, entry: usize, drawn: &mut Drawn) -> Result<(), SceneError> {
        let is_scaled = self.first(&self.shown.extra)? > 0.0;
        let Some((number, surface)) = self.evaluator.files.get(entry) else {
            return if is_scaled { Ok(()) } else { self.shape(ShapeType::Box, drawn) };
        };
        let mut scale = Track::constant([1.0; 3]);
        if is_scaled {
            let sizes = [&self.shown.length, &self.shown.width, &self.shown.height];
            let [length, width, height] = sizes.map(|size| self.numbers(size));
            let (length, width, height) = (length?, width?, height?);
            let constant = [length.is_constant(), width.is_constant(), height.is_constant()];
            let hidden = |scale: Vector| if scale.contains(&0.0) { [0.0; 3] } else { scale };
            scale = self.map(&constant, |row| hidden([length.get(row), width.get(row), height.get(row)]));
        }
        let mut part = self.part("", Geometry::File(number), Track::constant(0.0), scale, Track::constant(0.0))?;
        part.file = Some(std::sync::Arc::clone(surface));
        drawn.parts.push(part);
        Ok(())
    }

    fn arrow(&self, quantity: Quantity, head_at_origin: &Expression) -> Result<Arrow, SceneError> {
        let coordinates = self.track::<3>(&self.shown.along)?;
        Ok(Arrow {
            component: self.shown.component.clone(),
            name: self.shown.name,
            group: self.shown.group,
            quantity,
            material: self.material(&self.shown.colour)?,
            body: self.body()?,
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

/// A black line on the mantle of a cylinder.
fn mark(cylinder: &Part) -> Part {
    let rotated = |pose: Pose, scale: Vector| {
        let out = rotate(pose.rotation, [0.0, 0.49 * scale[1], 0.0]);
        Pose { position: add(pose.position, out), rotation: pose.rotation }
    };
    let scale = cylinder.scale.get(0);
    let body = cylinder.body.map(|pose| rotated(pose, scale));
    let [length, width, height] = scale;
    Part {
        name: format!("{}.mark", cylinder.name),
        geometry: Geometry::Box,
        file: None,
        material: Material { colour: [0, 0, 0], ..cylinder.material },
        body,
        scale: Track::constant(seen([1.001 * length, 0.06 * width, 0.06 * height])),
        ..cylinder.clone()
    }
}

/// A vector across `before`, turned with the smallest rotation that takes `before` to `after`.
fn carried(across: Vector, before: Vector, after: Vector) -> Vector {
    let turned = rotate(between(before, after), across);
    let part = scaled(after, dot(turned, after));
    unit(subtract(turned, part)).unwrap_or(across)
}
