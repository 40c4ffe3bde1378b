//! Modelica.Mechanics.MultiBody.Forces.LineForceWithMass

use super::line_force::{FIXED_ROTATION_A, FIXED_ROTATION_B, LINE_GEOMETRY, LINE_WITH_FLANGES, LineForce, S_SMALL};
use crate::Element;
use crate::class::*;
use mechanism::InertKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.LineForceWithMass",
    description: "Line force of translational components, with a point mass on the line",
    documentation: documentation!("line_force_with_mass.md"),
    parameters: &[
        real("m", "kg", "Mass of the point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &LINE_WITH_FLANGES,
    variables: &LINE_GEOMETRY,
    ..Class::element(build)
};

/// lengthFraction
pub(super) const LENGTH_FRACTION: Parameter =
    real("lengthFraction", "1", "Place of the point mass: part of the length from frame_a").min(0.0).max(1.0).or(0.5);

fn build(e: &mut Element<'_>) {
    LineForce::build_with_flanges(e);
    add_mass(e);
}

/// Registers the point mass of `m`, if there may be one.
pub(super) fn add_mass(e: &mut Element<'_>) {
    if e.is_present("m") {
        let (m, fraction) = (e.address("m"), e.address("lengthFraction"));
        e.add_inert(InertKind::Fraction(fraction), m);
    }
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[
            &[
                SPECULAR,
                flag("animateLine", true, "The line from frame_rel_0 to frame_b is shown"),
                flag("animateMass", true, "The mass is shown as a sphere"),
                shape_type("lineShapeType", "cylinder", "Type of the shape of the line"),
                size("lineShapeWidth", "world.defaultArrowDiameter", "Width of the shape of the line"),
                size("lineShapeHeight", "lineShapeWidth", "Height of the shape of the line"),
                number("lineShapeExtra", "1", "0", "What only some types have"),
                colour("lineShapeColor", SENSOR_COLOUR, "Colour of the line"),
            ],
            MASS_SPHERE,
        ],
        pictures: &[
            shape_of("line", Group::Lines, "lineShapeType")
                .resolved_in_world()
                .along("e_rel_0")
                .length("length")
                .width("lineShapeWidth")
                .height("lineShapeHeight")
                .extra("lineShapeExtra")
                .colour("lineShapeColor")
                .when(&["animateLine"]),
            sphere("mass", Group::Bodies, "massDiameter")
                .resolved_in_world()
                .origin("e_rel_0*length*lengthFraction")
                .colour("massColor")
                .when(&["animateMass", "m"]),
        ],
    }
};
