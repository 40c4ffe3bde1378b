//! Modelica.Mechanics.MultiBody.Forces.Damper

use super::line_force::{HEAT_PORT, HEAT_PORT_TEMPERATURE, LINE_VARIABLES, LOSS_POWER, LineForce};
use crate::library::Element;
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Damper",
    description: "Linear (velocity dependent) damper",
    parameters: &[
        real("d", "N.s/m", "Damping constant").min(0.0).tunable(),
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
        boolean("useHeatPort", false, "The heat port is enabled"),
        real("T", "K", "Fixed device temperature if useHeatPort = false").min(0.0).or(293.15),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at one end"),
        frame("frame_b", "Coordinate system at the other end"),
        HEAT_PORT,
    ],
    variables: &WITH_LOSS,
    inner_parts: &[],
    body: Body::Element(build),
};

/// Variables of a line force with a damper.
pub(super) const WITH_LOSS: [Variable; 9] = {
    let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f] = LINE_VARIABLES;
    [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, LOSS_POWER, HEAT_PORT_TEMPERATURE]
};

fn build(e: &mut Element<'_>) {
    let d = e.real("d");
    LineForce::build(e, None, Some(d), true);
}
