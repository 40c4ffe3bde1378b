//! Modelica.Mechanics.MultiBody.Parts.BodyShape

use super::interfaces::{
    A_0, FRAME_A, FRAME_B, R_0, V_0, body_bindings, body_with_translation, with_body_parameters,
    with_body_start_parameters,
};
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyShape",
    description: "Rigid body with mass, inertia tensor and two frame connectors",
    documentation: documentation!("body_shape.md"),
    parameters: with_body_parameters![vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[R_0, V_0, A_0],
    body: body_with_translation!(body_bindings![
        ("I_11", "I_11"),
        ("I_22", "I_22"),
        ("I_33", "I_33"),
        ("I_21", "I_21"),
        ("I_31", "I_31"),
        ("I_32", "I_32"),
    ]),
    graphics: &[
        SHOWN,
        ROD_SHAPE,
        COLOR_BODY,
        &[
            flag("animateSphere", true, "The sphere at the centre of mass is shown"),
            size("sphereDiameter", "2*width", "Diameter of the sphere at the centre of mass"),
            colour("sphereColor", "color", "Colour of the sphere"),
        ],
    ],
    pictures: &[
        ROD_PICTURE,
        sphere("sphere", Group::Bodies, "sphereDiameter").origin("r_CM").colour("sphereColor").when(&["animateSphere"]),
    ],
    ..Class::EMPTY
};
