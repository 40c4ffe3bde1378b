//! Mass and inertia of links.

use compiler::model_file::Spanned;

use super::UrdfProblem;
use super::element::Element;
use super::inertia::{rotated, without_rounding};
use super::reader::Reader;
use super::robot::Inertial;
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
