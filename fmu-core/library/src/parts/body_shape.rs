//! Modelica.Mechanics.MultiBody.Parts.BodyShape

use super::{body_bindings, body_with_translation, with_body_start_parameters};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyShape",
    description: "Rigid body with mass, inertia tensor and two frame connectors",
    documentation: documentation!("body_shape.md"),
    parameters: with_body_start_parameters![
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),
        vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a"),
        real("m", "kg", "Mass of rigid body").min(0.0),
        real("I_11", "kg.m2", "Element (1,1) of inertia tensor").min(0.0).or(0.001),
        real("I_22", "kg.m2", "Element (2,2) of inertia tensor").min(0.0).or(0.001),
        real("I_33", "kg.m2", "Element (3,3) of inertia tensor").min(0.0).or(0.001),
        real("I_21", "kg.m2", "Element (2,1) of inertia tensor").or(0.0),
        real("I_31", "kg.m2", "Element (3,1) of inertia tensor").or(0.0),
        real("I_32", "kg.m2", "Element (3,2) of inertia tensor").or(0.0),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system fixed to the component"),
        frame("frame_b", "Coordinate system at r"),
    ],
    variables: BODY_VARIABLES,
    body: body_with_translation!(body_bindings![
        ("I_11", "I_11"),
        ("I_22", "I_22"),
        ("I_33", "I_33"),
        ("I_21", "I_21"),
        ("I_31", "I_31"),
        ("I_32", "I_32"),
    ]),
    ..Class::EMPTY
};

/// Variables that the classes around a Body show as their own.
pub(super) const BODY_VARIABLES: &[Variable] = &[
    variables("r_0", 3, "m", "Position vector from origin of world frame to origin of frame_a").with_start(),
    variables("v_0", 3, "m/s", "Absolute velocity of frame_a, resolved in world frame (= der(r_0))").with_start(),
    variables("a_0", 3, "m/s2", "Absolute acceleration of frame_a resolved in world frame (= der(v_0))"),
];

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
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
            sphere("sphere", Group::Bodies, "sphereDiameter")
                .origin("r_CM")
                .colour("sphereColor")
                .when(&["animateSphere"]),
        ],
    }
};
