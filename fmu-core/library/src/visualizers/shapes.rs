//! Modelica.Mechanics.MultiBody.Visualizers: FixedShape and FixedShape2.

use super::FRAME_A;
use crate::class::*;
use crate::pictures::*;
use mechanism::RigidTransform;

const SHAPE_TYPE: Graphic = shape_type("shapeType", "box", "Type of shape");
const R_SHAPE: Graphic =
    direction("r_shape", "m", "{0, 0, 0}", "Vector from frame_a to the origin of the shape, resolved in frame_a");
const WIDTH_DIRECTION: Graphic =
    direction("widthDirection", "1", "{0, 1, 0}", "Vector in width direction of the shape, resolved in frame_a");

const fn length_direction(default: &'static str) -> Graphic {
    direction("lengthDirection", "1", default, "Vector in length direction of the shape, resolved in frame_a")
}

pub static FIXED_SHAPE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape",
    description: "Picture of a shape whose size and colour are constant",
    documentation: documentation!("fixed_shape.md"),
    parameters: &[
        real("length", "m", "Length of the shape").min(0.0).tunable(),
        real("width", "m", "Width of the shape").min(0.0).tunable(),
        real("height", "m", "Height of the shape").min(0.0).tunable(),
    ],
    connectors: &[FRAME_A],
    graphics: &[SHOWN, &[SHAPE_TYPE, R_SHAPE, length_direction("{1, 0, 0}"), WIDTH_DIRECTION, EXTRA], COLOR_BODY],
    pictures: &[ROD_PICTURE],
    ..Class::EMPTY
};

pub static FIXED_SHAPE2: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape2",
    description: "Picture of a shape between frame_a and frame_b, which are fixed to each other",
    documentation: documentation!("fixed_shape2.md"),
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a").or_vector([1.0, 0.0, 0.0])],
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system at r")],
    graphics: &[
        SHOWN,
        &[
            SHAPE_TYPE,
            R_SHAPE,
            length_direction("r - r_shape"),
            WIDTH_DIRECTION,
            size("length", "length(r - r_shape)", "Length of the shape"),
            size("width", "0.1", "Width of the shape"),
            size("height", "width", "Height of the shape"),
            EXTRA,
        ],
        COLOR_BODY,
    ],
    pictures: &[ROD_PICTURE],
    ..Class::element(|e| {
        let r = e.vector("r");
        e.add_rigid(RigidTransform::Translation(r));
    })
};
