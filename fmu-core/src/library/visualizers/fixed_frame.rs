//! Modelica.Mechanics.MultiBody.Visualizers.FixedFrame

use super::{FRAME_A, build};
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
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
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};
