//! Modelica.Mechanics.MultiBody.Forces.Spring

use super::line_force::{
    ENDS, FIXED_ROTATION_A, FIXED_ROTATION_B, LINE_VARIABLES, LineForce, LineSpring, S_SMALL, SPRING_CONSTANT,
    UNSTRETCHED_LENGTH,
};
use super::line_force_with_mass::{LENGTH_FRACTION, add_mass};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Spring",
    description: "Linear translational spring",
    documentation: documentation!("spring.md"),
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
        real("m", "kg", "Mass of the spring, a point mass on the line").min(0.0).or(0.0),
        LENGTH_FRACTION,
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &ENDS,
    variables: &LINE_VARIABLES,
    inner_parts: &["lineForce", "spring"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let spring = LineSpring::of(e);
    LineForce::build(e, Some(spring), None, false);
    add_mass(e);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[
            SHOWN,
            COIL,
            &[
                flag("showMass", true, "The mass is shown as a sphere"),
                size("massDiameter", "max(0, 0.9*(width - 2*coilWidth))", "Diameter of the sphere of the mass"),
                colour("massColor", BODY_COLOUR, "Colour of the sphere of the mass"),
            ],
        ],
        pictures: &[
            coil("{0, 0, 0}", "length"),
            sphere("mass", Group::Bodies, "massDiameter")
                .origin("e_a*length*lengthFraction")
                .colour("massColor")
                .when(&["showMass", "m"]),
        ],
    }
};
