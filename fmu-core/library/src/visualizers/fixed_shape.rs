//! Modelica.Mechanics.MultiBody.Visualizers.FixedShape

use super::{FRAME_A, build};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedShape",
    description: "Picture of a shape whose size and colour are constant",
    documentation: documentation!("fixed_shape.md"),
    parameters: &[
        real("length", "m", "Length of the shape").min(0.0).tunable(),
        real("width", "m", "Width of the shape").min(0.0).tunable(),
        real("height", "m", "Height of the shape").min(0.0).tunable(),
    ],
    connectors: &[FRAME_A],
    ..Class::element(build)
};

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
                    "{1, 0, 0}",
                    "Vector in length direction of the shape, resolved in frame_a",
                ),
                direction(
                    "widthDirection",
                    "1",
                    "{0, 1, 0}",
                    "Vector in width direction of the shape, resolved in frame_a",
                ),
                EXTRA,
            ],
            COLOR_BODY,
        ],
        pictures: &[ROD_PICTURE],
    }
};
