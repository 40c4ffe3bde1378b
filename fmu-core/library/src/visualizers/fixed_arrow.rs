//! Modelica.Mechanics.MultiBody.Visualizers.FixedArrow

use super::{FRAME_A, build};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedArrow",
    description: "Picture of an arrow whose size and direction are constant",
    documentation: documentation!("fixed_arrow.md"),
    parameters: &[
        boolean("headAtOrigin", false, "The arrow is drawn towards frame_a, not away from it"),
        vector("r_tail", "m", "Vector from frame_a to the tail of the arrow, resolved in frame_a")
            .or_vector([0.0; 3])
            .tunable(),
        vector("n", "1", "Direction of the arrow, resolved in frame_a").or_vector([1.0, 0.0, 0.0]).tunable(),
        real("length", "m", "Length of the arrow").or(0.1).tunable(),
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
                colour("color", ARROW_COLOUR, "Colour of the arrow"),
                quantity("quantity", "RelativePosition", "Quantity that the arrow stands for, which decides its scale"),
            ],
        ],
        pictures: &[arrow_of(
            "arrow",
            Quantity::RelativePosition,
            Some("quantity"),
            "headAtOrigin",
            Group::Visualizers,
        )
        .origin("r_tail")
        .along("n*length")],
    }
};
