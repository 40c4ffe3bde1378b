//! Tests of the tables of pictures.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use crate::{classes, short_name};
use mechanism::expression::Expression;
use std::collections::HashSet;

/// Classes of MultiBody that show nothing.
const WITHOUT_PICTURES: &[&str] = &[
    "Examples.Loops.Utilities.GasForce2",
    "Parts.Mounting1D",
    "Parts.BevelGear1D",
    "Joints.GearConstraint",
    "Joints.RollingWheel",
    "Joints.Constraints.Universal",
    "Sensors.AbsolutePosition",
    "Sensors.AbsoluteVelocity",
    "Sensors.AbsoluteAngles",
    "Sensors.AbsoluteAngularVelocity",
    "Sensors.RelativePosition",
    "Sensors.RelativeVelocity",
    "Sensors.RelativeAngles",
    "Sensors.RelativeAngularVelocity",
    "Sensors.Power",
    "Sensors.TransformAbsoluteVector",
    "Sensors.TransformRelativeVector",
];

#[test]
fn every_class_of_multibody_shows_something_or_is_on_the_list() {
    for class in classes().filter(|class| class.name.starts_with("Modelica.Mechanics.MultiBody.")) {
        let listed = WITHOUT_PICTURES.contains(&short_name(class));
        assert_eq!(class.pictures.is_empty(), listed, "{}", class.name);
    }
    let known: HashSet<&str> = classes().map(short_name).collect();
    assert!(WITHOUT_PICTURES.iter().all(|name| known.contains(name)));
}

/// All expressions of a picture, including those of its figure.
fn expressions(picture: &Picture) -> Vec<&'static str> {
    let Picture { origin, along, wide, roll, length, width, height, extra, colour, specular, opacity, .. } = *picture;
    let mut all = vec![origin, along, wide, roll, length, width, height, extra, colour, specular, opacity];
    match picture.figure {
        Figure::Arrow { head_at_origin, .. } => all.push(head_at_origin),
        Figure::Axes { colours, labels } => {
            all.extend(colours);
            all.push(labels);
        }
        Figure::Torus(sizes) => all.extend(sizes),
        Figure::Shape(_) | Figure::ShapeOf(_) | Figure::Rectangle | Figure::Plane | Figure::Rope => {}
    }
    all.extend(picture.when);
    all
}

#[test]
fn names_are_unique_and_every_expression_can_be_read() {
    for shown in classes() {
        let class = shown.name;
        let mut names: HashSet<&str> = shown.parameters.iter().map(|parameter| parameter.name).collect();
        names.extend(shown.variables.iter().map(|variable| variable.name));
        for graphic in shown.graphics() {
            assert!(names.insert(graphic.name), "{class}: {} twice", graphic.name);
            if let GraphicDefault::Expression(text) = graphic.default {
                assert!(Expression::parse(text).is_ok(), "{class}.{}: {text}", graphic.name);
            }
        }
        let mut names = HashSet::new();
        for picture in shown.pictures {
            assert!(names.insert(picture.name), "{class}: picture {} twice", picture.name);
            for text in expressions(picture) {
                assert!(Expression::parse(text).is_ok(), "{class}, {}: {text}", picture.name);
            }
        }
    }
}
