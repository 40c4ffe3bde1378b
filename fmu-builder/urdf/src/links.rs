//! Mass, inertia and shapes of links. Shapes for animations are boxes, cylinders, spheres, and meshes in STL and OBJ files.

use std::collections::HashMap;

use compiler::model_file::{Modifier, Spanned, Value};

use super::UrdfProblem;
use super::element::Element;
use super::inertia::{rotated, rotation, without_rounding};
use super::netlist::{modifier, number, vector};
use super::reader::Reader;
use super::robot::{Colour, Inertial, Shape, Visual};
use super::vocabulary;

/// Attributes in the order of Modelica's elements 11, 22, 33, 21, 31, 32.
const ELEMENTS: [&str; 6] = ["ixx", "iyy", "izz", "ixy", "ixz", "iyz"];

/// `<inertial>` of the link `owner`; none if all values are zero, or if it has problems.
pub(super) fn inertial(reader: &mut Reader<'_>, element: Element<'_, '_>, owner: &str) -> Option<Inertial> {
    let origin = reader.origin(element, owner);
    let mass = mass(reader, element, owner);
    let inertia = tensor(reader, element, owner);
    let (mass, inertia) = (mass?, inertia?);
    let turned = without_rounding(rotated(inertia.value, origin.rpy.value));
    if let Some(&value) = turned[..3].iter().find(|moment| **moment < 0.0) {
        let problem = UrdfProblem::Negative { what: format!("a moment of inertia of {owner}"), value };
        reader.problems.push(problem.at(&inertia.span));
        return None;
    }
    let is_zero = mass.value == 0.0 && turned == [0.0; 6];
    (!is_zero).then(|| Inertial {
        span: element.span(),
        mass,
        centre: origin.xyz,
        inertia: Spanned { value: turned, span: inertia.span },
    })
}

fn mass(reader: &mut Reader<'_>, inertial: Element<'_, '_>, owner: &str) -> Option<Spanned<f64>> {
    let Some(element) = reader.child(inertial, owner, &vocabulary::MASS) else {
        missing(reader, inertial, owner, "mass", "`<mass value=\"...\"/>`");
        return None;
    };
    element.required("value", "the mass in kg", &mut reader.problems)?;
    let mass = element.number("value", &mut reader.problems)?;
    if mass.value < 0.0 {
        let problem = UrdfProblem::Negative { what: format!("the mass of {owner}"), value: mass.value };
        reader.problems.push(problem.at(&mass.span));
        return None;
    }
    Some(mass)
}

fn tensor(reader: &mut Reader<'_>, inertial: Element<'_, '_>, owner: &str) -> Option<Spanned<[f64; 6]>> {
    let expected = "`<inertia ixx=\"...\" ixy=\"0\" ixz=\"0\" iyy=\"...\" iyz=\"0\" izz=\"...\"/>`";
    let Some(element) = reader.child(inertial, owner, &vocabulary::INERTIA) else {
        missing(reader, inertial, owner, "inertia", expected);
        return None;
    };
    let problems = &mut reader.problems;
    let numbers = ELEMENTS.map(|name| {
        element.required(name, "a moment of inertia in kg.m2", problems)?;
        element.number(name, problems).map(|number| number.value)
    });
    let mut value = [0.0; 6];
    for (value, number) in value.iter_mut().zip(numbers) {
        *value = number?;
    }
    Some(Spanned { value, span: element.span() })
}

fn missing(
    reader: &mut Reader<'_>,
    inertial: Element<'_, '_>,
    owner: &str,
    element: &'static str,
    expected: &'static str,
) {
    let problem = UrdfProblem::MissingElement { owner: format!("`<inertial>` of {owner}"), element, expected };
    reader.problems.push(problem.at(&inertial.span()));
}

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
            reader.warnings.left_out(other);
            return None;
        }
    };
    reader.check(words, element);
    let mut size = |attribute: &'static str| {
        element.required(attribute, "a length in m", &mut reader.problems)?;
        let size = reader.amount(element, attribute, "a shape")?.value;
        // A shape of size zero is invisible.
        (size > 0.0).then_some(size)
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
            let Some(value) = size.value.into_iter().find(|length| *length <= 0.0) else {
                return Some(Shape::Box(size.value));
            };
            if value < 0.0 {
                let problem = UrdfProblem::Negative { what: "`size` of a shape".to_owned(), value };
                reader.problems.push(problem.at(&size.span));
            }
            None
        }
    }
}

/// A file of a supported type.
fn mesh(reader: &mut Reader<'_>, element: Element<'_, '_>) -> Option<Shape> {
    reader.check(&vocabulary::MESH, element);
    let file = element.required("filename", "the name of a file", &mut reader.problems)?.value.trim().to_owned();
    let ending = file.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default();
    if !["stl", "obj"].contains(&ending.as_str()) {
        reader.warnings.unshown_mesh(&ending);
        return None;
    }
    let scale = match element.text("scale") {
        Some(_) => element.vector("scale", &mut reader.problems)?.value,
        None => [1.0; 3],
    };
    Some(Shape::Mesh { file, scale })
}

impl Visual {
    /// Graphic parameters of a component at the origin of the link.
    pub(super) fn modifiers(&self) -> Vec<Modifier> {
        let span = &self.span;
        let axes = rotation(self.rpy);
        let axis = |k: usize| [axes[(0, k)], axes[(1, k)], axes[(2, k)]];
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
