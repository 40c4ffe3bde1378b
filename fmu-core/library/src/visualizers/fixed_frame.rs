//! Modelica.Mechanics.MultiBody.Visualizers.FixedFrame

use super::FRAME_A;
use crate::class::*;
use crate::pictures::*;

pub static FIXED_FRAME: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Visualizers.FixedFrame",
    description: "Picture of a coordinate system with axis labels",
    documentation: documentation!("fixed_frame.md"),
    parameters: &[
        boolean("showLabels", true, "Labels are shown"),
        real("length", "m", "Length of axis arrows").min(0.0).or_expression("world.defaultAxisLength").tunable(),
        real("diameter", "m", "Diameter of axis arrows")
            .min(0.0)
            .or_expression("length/world.defaultFrameDiameterFraction")
            .tunable(),
    ],
    connectors: &[FRAME_A],
    graphics: &[
        SHOWN,
        &[
            colour("color_x", FRAME_COLOUR, "Colour of the x arrow"),
            colour("color_y", "color_x", "Colour of the y arrow"),
            colour("color_z", "color_x", "Colour of the z arrow"),
        ],
    ],
    pictures: &[axes("axes", ["color_x", "color_y", "color_z"], "showLabels", ["length", "diameter"])],
    ..Class::EMPTY
};
