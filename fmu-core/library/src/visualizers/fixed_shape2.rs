//! Modelica.Mechanics.MultiBody.Visualizers.FixedShape2

use super::FRAME_A;
use crate::Element;
use crate::class::*;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape2",
    description: "Picture of a shape between frame_a and frame_b, which are fixed to each other",
    documentation: documentation!("fixed_shape2.md"),
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a").or_vector([1.0, 0.0, 0.0])],
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system at r")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let r = e.vector("r");
    e.add_rigid(RigidTransform::Translation(r));
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[
            SHOWN,
            &[
                shape_type("shapeType", "box", "Type of shape"),
                direction(
                    "r_shape",
                    "m",
                    "{0, 0, 0}",
                    "Vector from frame_a to the origin of the shape, resolved in frame_a",
                ),
                direction(
                    "lengthDirection",
                    "1",
                    "r - r_shape",
                    "Vector in length direction of the shape, resolved in frame_a",
                ),
                direction(
                    "widthDirection",
                    "1",
                    "{0, 1, 0}",
                    "Vector in width direction of the shape, resolved in frame_a",
                ),
                size("length", "length(r - r_shape)", "Length of the shape"),
                size("width", "0.1", "Width of the shape"),
                size("height", "width", "Height of the shape"),
                EXTRA,
            ],
            COLOR_BODY,
        ],
        pictures: &[ROD_PICTURE],
    }
};
