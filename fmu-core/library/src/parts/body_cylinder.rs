//! Modelica.Mechanics.MultiBody.Parts.BodyCylinder

use super::interfaces::{
    A_0, FRAME_A, FRAME_B, R_0, V_0, body_bindings, body_bindings_from_matrix, body_with_translation,
    with_body_start_parameters,
};
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyCylinder",
    description: "Rigid body with cylinder shape; mass and inertia tensor follow from the density",
    documentation: documentation!("body_cylinder.md"),
    parameters: with_body_start_parameters![
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),
        vector("r_shape", "m", "Vector from frame_a to cylinder origin, resolved in frame_a").or_vector([0.0; 3]),
        vector("lengthDirection", "1", "Vector in length direction of cylinder, resolved in frame_a")
            .or_expression("normalize(r - r_shape)"),
        real("length", "m", "Length of cylinder").or_expression("length(r - r_shape)"),
        real("diameter", "m", "Diameter of cylinder").min(0.0).or_expression("length/world.defaultWidthFraction"),
        real("innerDiameter", "m", "Inner diameter of cylinder").min(0.0).or(0.0),
        real("density", "kg/m3", "Density of cylinder (default: steel)").min(0.0).or(7700.0),
        real("radius", "m", "Radius of cylinder").derived("diameter/2"),
        real("innerRadius", "m", "Inner radius of cylinder").derived("innerDiameter/2"),
        real("mo", "kg", "Mass of cylinder without hole").derived("density*pi*length*radius*radius"),
        real("mi", "kg", "Mass of hole of cylinder").derived("density*pi*length*innerRadius*innerRadius"),
        real("I22", "kg.m2", "Inertia with respect to axis through centre of mass, perpendicular to cylinder axis")
            .derived("(mo*(length^2 + 3*radius^2) - mi*(length^2 + 3*innerRadius^2))/12"),
        real("m", "kg", "Mass of cylinder").derived("mo - mi"),
        vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a")
            .derived("r_shape + normalize(lengthDirection)*length/2"),
        matrix("I", "kg.m2", "Inertia tensor about the centre of mass, resolved in frame_a").derived(
            "resolve_dyade1(from_nxy(r, {0, 1, 0}), diagonal({(mo*radius^2 - mi*innerRadius^2)/2, I22, I22}))",
        ),
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[R_0, V_0, A_0],
    body: body_with_translation!(body_bindings_from_matrix!()),
    graphics: &[SHOWN, COLOR_BODY],
    pictures: &[shape("shape", ShapeType::Pipe, Group::Bodies)
        .origin("r_shape")
        .along("lengthDirection")
        .length("length")
        .diameter("diameter")
        .extra("if diameter > 0 then innerDiameter/diameter else 0")],
    ..Class::EMPTY
};
