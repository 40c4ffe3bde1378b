//! Visual geometry of links for animations: boxes, cylinders, spheres, and meshes in STL and OBJ files.

use std::collections::HashMap;

use compiler::model_file::{Modifier, Span, Spanned, Value};

use super::UrdfProblem;
use super::element::Element;
use super::inertia::{Matrix, rotation};
use super::netlist::{modifier, number, vector};
use super::reader::Reader;
use super::robot::{Colour, Shape, Visual};
use super::vocabulary;

/// Colours of the robot's materials by name.
pub(super) fn materials<'a>(reader: &mut Reader<'_>, robot: Element<'a, '_>) -> HashMap<&'a str, Colour> {
    let named = robot.children().filter(|child| child.name() == "material");
    named.filter_map(|material| Some((material.text("name")?.value, colour(reader, material)?))).collect()
}

/// `<color rgba="...">` of a material; its transparency is ignored.
fn colour(reader: &mut Reader<'_>, material: Element<'_, '_>) -> Option<Colour> {
    let element = material.children().find(|child| child.name() == "color")?;
    let Spanned { value: [red, green, blue, _], .. } =
        element.numbers::<4>("rgba", "four numbers from 0 to 1 separated by blanks", &mut reader.problems)?;
    Some([red, green, blue].map(|part| (part.clamp(0.0, 1.0) * 255.0).round()))
}

/// The shapes of a link; others are counted as not read.
pub(super) fn visuals(
    reader: &mut Reader<'_>,
    link: Element<'_, '_>,
    owner: &str,
    materials: &HashMap<&str, Colour>,
) -> Vec<Visual> {
    let elements = link.children().filter(|child| child.name() == "visual");
    elements.filter_map(|element| visual(reader, element, owner, materials)).collect()
}

fn visual(
    reader: &mut Reader<'_>,
    element: Element<'_, '_>,
    owner: &str,
    materials: &HashMap<&str, Colour>,
) -> Option<Visual> {
    reader.check(&vocabulary::VISUAL, element);
    let geometry = element.children().find(|child| child.name() == "geometry")?;
    let found = geometry.children().next()?;
    let shape = shape(reader, found)?;
    let origin = reader.origin(element, &format!("`<visual>` of {owner}"));
    let material = element.children().find(|child| child.name() == "material");
    let colour = material
        .and_then(|material| colour(reader, material).or_else(|| materials.get(material.text("name")?.value).copied()));
    Some(Visual { span: found.span(), centre: origin.xyz.value, rpy: origin.rpy.value, shape, colour })
}

fn shape(reader: &mut Reader<'_>, element: Element<'_, '_>) -> Option<Shape> {
    let words = match element.name() {
        "box" => &vocabulary::BOX,
        "cylinder" => &vocabulary::CYLINDER,
        "sphere" => &vocabulary::SPHERE,
        "mesh" => return mesh(reader, element),
        other => {
            reader.left_out(other);
            return None;
        }
    };
    reader.check(words, element);
    let mut size = |attribute: &'static str| {
        element.required(attribute, "a length in m", &mut reader.problems)?;
        let size = element.number(attribute, &mut reader.problems)?;
        positive(reader, attribute, size.value, &size.span).then_some(size.value)
    };
    match element.name() {
        "cylinder" => {
            let (radius, length) = (size("radius"), size("length"));
            Some(Shape::Cylinder { radius: radius?, length: length? })
        }
        "sphere" => Some(Shape::Sphere { radius: size("radius")? }),
        _ => {
            element.required("size", "three lengths in m", &mut reader.problems)?;
            let size = element.vector("size", &mut reader.problems)?;
            let fits = size.value.iter().all(|&length| positive(reader, "size", length, &size.span));
            fits.then_some(Shape::Box(size.value))
        }
    }
}

/// A file of a supported type.
fn mesh(reader: &mut Reader<'_>, element: Element<'_, '_>) -> Option<Shape> {
    reader.check(&vocabulary::MESH, element);
    element.required("filename", "the name of a file", &mut reader.problems)?;
    let file = element.text("filename")?.value.trim().to_owned();
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    if !["stl", "obj"].contains(&ending.as_str()) {
        reader.unshown_mesh(&ending);
        return None;
    }
    let scale = match element.text("scale") {
        Some(_) => element.vector("scale", &mut reader.problems)?.value,
        None => [1.0; 3],
    };
    Some(Shape::Mesh { file, scale })
}

/// A shape of size zero is invisible; a negative size is an error.
fn positive(reader: &mut Reader<'_>, attribute: &str, value: f64, span: &Span) -> bool {
    if value < 0.0 {
        let problem = UrdfProblem::Negative { what: format!("`{attribute}` of a shape"), value };
        reader.problems.push(problem.at(span));
    }
    value > 0.0
}

impl Visual {
    /// Graphic parameters of a component at the origin of the link.
    pub(super) fn modifiers(&self) -> Vec<Modifier> {
        let span = &self.span;
        let axes: Matrix = rotation(self.rpy);
        let axis = |k: usize| [axes[0][k], axes[1][k], axes[2][k]];
        // Axes of length and width; sizes along length, width and height.
        let (name, along, across, [length, width, height]) = match &self.shape {
            Shape::Box([x, y, z]) => ("box", 0, 1, [*x, *y, *z]),
            Shape::Cylinder { radius, length } => ("cylinder", 2, 0, [*length, 2.0 * radius, 2.0 * radius]),
            Shape::Sphere { radius } => ("sphere", 0, 1, [2.0 * radius; 3]),
            Shape::Mesh { file, scale } => (file.as_str(), 0, 1, *scale),
        };
        // Negative factors mirror a mesh. Of the three sizes only the length may be negative: the axes are rotated
        // accordingly.
        let width_sign = 1.0_f64.copysign(width);
        let turn = width_sign * 1.0_f64.copysign(height);
        let is_mesh = matches!(self.shape, Shape::Mesh { .. });
        // A mesh has its own origin.
        let before = if is_mesh { 0.0 } else { length / 2.0 };
        let start = std::array::from_fn(|k| self.centre[k] - axis(along)[k] * before);
        let mut modifiers = vec![
            vector("r", [0.0; 3], span),
            modifier("shapeType", Value::String(name.to_owned()), span),
            vector("r_shape", start, span),
            vector("lengthDirection", axis(along).map(|x| x * turn), span),
            vector("widthDirection", axis(across).map(|x| x * width_sign), span),
            number("length", length * turn, span),
            number("width", width.abs(), span),
            number("height", height.abs(), span),
        ];
        if is_mesh {
            // The sizes are factors.
            modifiers.push(number("extra", 1.0, span));
        }
        modifiers.extend(self.colour.map(|colour| vector("color", colour, span)));
        modifiers
    }
}
