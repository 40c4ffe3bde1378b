//! Modelica.Mechanics.MultiBody.Forces.Spring

use super::line_force::{LINE_VARIABLES, LineForce};
use crate::library::Element;
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Spring",
    description: "Linear translational spring",
    parameters: &[
        real("c", "N/m", "Spring constant").min(0.0).tunable(),
        real("s_unstretched", "m", "Unstretched spring length").or(0.0).tunable(),
        real(
            "m",
            "kg",
            "Spring mass on the line (only 0 is supported yet: masses of line forces need coupled accelerations)",
        )
        .min(0.0)
        .max(0.0)
        .or(0.0),
        real("lengthFraction", "1", "Location of spring mass with respect to frame_a as a fraction of the length")
            .min(0.0)
            .max(1.0)
            .or(0.5),
        real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero")
            .min(0.0)
            .or(1e-10),
        boolean(
            "fixedRotationAtFrame_a",
            false,
            "The rotation object of frame_a is fixed (to directly connect line forces)",
        ),
        boolean(
            "fixedRotationAtFrame_b",
            false,
            "The rotation object of frame_b is fixed (to directly connect line forces)",
        ),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at one end"),
        frame("frame_b", "Coordinate system at the other end"),
    ],
    variables: &LINE_VARIABLES,
    inner_parts: &["lineForce", "spring"],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let spring = (e.real("c"), e.real("s_unstretched"));
    LineForce::build(e, Some(spring), None, false);
}
