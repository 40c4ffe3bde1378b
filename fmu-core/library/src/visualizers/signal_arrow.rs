//! Modelica.Mechanics.MultiBody.Visualizers.SignalArrow

use super::{FRAME_A, build};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.SignalArrow",
    description: "Picture of an arrow whose coordinates are a signal",
    documentation: documentation!("signal_arrow.md"),
    parameters: &[
        boolean("headAtOrigin", false, "The arrow is drawn towards frame_a, not away from it"),
        vector("r_tail", "m", "Vector from frame_a to the tail of the arrow, resolved in frame_a")
            .or_vector([0.0; 3])
            .tunable(),
    ],
    connectors: &[
        FRAME_A,
        connector(
            "r_head",
            ConnectorKind::SignalInput(3),
            "",
            "Coordinates of the arrow, from its tail to its head, resolved in frame_a",
        ),
    ],
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
        .along("r_head")],
    }
};
