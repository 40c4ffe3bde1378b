//! Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries

use super::damper::WITH_LOSS;
use super::line_force::{HEAT_PORT, LineForce};
use crate::library::Element;
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.SpringDamperSeries",
    description: "Linear spring and linear damper in series connection",
    parameters: &[
        real("c", "N/m", "Spring constant").min(0.0).tunable(),
        real("s_unstretched", "m", "Unstretched spring length").or(0.0).tunable(),
        // Zero, the default of the library, leaves the length of the damper undetermined.
        real("d", "N.s/m", "Damping constant").min(f64::MIN_POSITIVE).tunable(),
        real("s_damper_start", "m", "Initial length of damper").or(0.0),
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
    variables: &{
        let [length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature] = WITH_LOSS;
        let s_damper = variable("s_damper", "m", "Actual length of damper (frame_a - damper - spring - frame_b)");
        [s_damper, length, s, r_rel_0, e_rel_0, r_rel_a, e_a, f, loss, temperature]
    },
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    let (spring, damper) = ((e.real("c"), e.real("s_unstretched")), e.real("d"));
    LineForce::build_series(e, spring, damper);
}
