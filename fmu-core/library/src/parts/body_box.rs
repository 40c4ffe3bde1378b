//! Modelica.Mechanics.MultiBody.Parts.BodyBox

use super::interfaces::{
    A_0, FRAME_A, FRAME_B, R_0, V_0, body_bindings, body_bindings_from_matrix, body_with_translation,
    with_body_start_parameters,
};
use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BodyBox",
    description: "Rigid body with box shape; mass and inertia tensor follow from the density",
    documentation: documentation!("body_box.md"),
    parameters: with_body_start_parameters![
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a"),
        vector("r_shape", "m", "Vector from frame_a to box origin, resolved in frame_a").or_vector([0.0; 3]),
        vector("lengthDirection", "1", "Vector in length direction of box, resolved in frame_a")
            .or_expression("normalize(r - r_shape)"),
        vector("widthDirection", "1", "Vector in width direction of box, resolved in frame_a")
            .or_vector([0.0, 1.0, 0.0]),
        real("length", "m", "Length of box").or_expression("length(r - r_shape)"),
        real("width", "m", "Width of box").min(0.0).or_expression("length/world.defaultWidthFraction"),
        real("height", "m", "Height of box").min(0.0).or_expression("width"),
        real("innerWidth", "m", "Width of inner box surface").min(0.0).or(0.0),
        real("innerHeight", "m", "Height of inner box surface").min(0.0).or_expression("innerWidth"),
        real("density", "kg/m3", "Density of box (default: steel)").min(0.0).or(7700.0),
        real("mo", "kg", "Mass of box without hole").derived("density*length*width*height"),
        real("mi", "kg", "Mass of hole of box").derived("density*length*innerWidth*innerHeight"),
        real("m", "kg", "Mass of box").derived("mo - mi"),
        vector("r_CM", "m", "Vector from frame_a to centre of mass, resolved in frame_a")
            .derived("r_shape + normalize(lengthDirection)*length/2"),
        matrix("I", "kg.m2", "Inertia tensor about the centre of mass, resolved in frame_a").derived(
            "resolve_dyade1(from_nxy(r, widthDirection), diagonal({\
             mo*(width^2 + height^2) - mi*(innerWidth^2 + innerHeight^2), \
             mo*(length^2 + height^2) - mi*(length^2 + innerHeight^2), \
             mo*(length^2 + width^2) - mi*(length^2 + innerWidth^2)}/12))",
        ),
    ],
    connectors: &[FRAME_A, FRAME_B],
    variables: &[R_0, V_0, A_0],
    body: body_with_translation!(body_bindings_from_matrix!()),
    graphics: &[SHOWN, COLOR_BODY],
    pictures: &[cuboid("shape", Group::Bodies)
        .origin("r_shape")
        .along("lengthDirection")
        .wide("widthDirection")
        .length("length")
        .width("width")
        .height("height")],
    ..Class::EMPTY
};
