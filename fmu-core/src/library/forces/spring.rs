//! Modelica.Mechanics.MultiBody.Forces.Spring

use super::line_force::{
    ENDS, FIXED_ROTATION_A, FIXED_ROTATION_B, LINE_VARIABLES, LineForce, S_SMALL, SPRING_CONSTANT, UNSTRETCHED_LENGTH,
};
use crate::library::Element;
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Spring",
    description: "Linear translational spring",
    parameters: &[
        SPRING_CONSTANT,
        UNSTRETCHED_LENGTH,
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
        S_SMALL,
        FIXED_ROTATION_A,
        FIXED_ROTATION_B,
    ],
    connectors: &ENDS,
    variables: &LINE_VARIABLES,
    inner_parts: &["lineForce", "spring"],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let spring = (e.real("c"), e.real("s_unstretched"));
    LineForce::build(e, Some(spring), None, false);
}
