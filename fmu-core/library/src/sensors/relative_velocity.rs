//! Modelica.Mechanics.MultiBody.Sensors.RelativeVelocity

use super::relative_vector::RESOLVE_IN_FRAME;
use super::{FRAME_RESOLVE, RelativeQuantity, RelativeVector};
use crate::class::*;
use crate::{Element, Resolve};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeVelocity",
    description: "Measure the velocity of the origin of frame_b relative to frame_a",
    documentation: documentation!("relative_velocity.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system relative to which is measured"),
        frame("frame_b", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "v_rel",
            ConnectorKind::SignalOutput(3),
            "m/s",
            "Velocity of the origin of frame_b as seen from frame_a, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["relativePosition", "transformRelativeVector"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame_a, resolved) = (e.frame("frame_a"), Resolve::of(e, "resolveInFrame"));
    RelativeVector::build(e, "v_rel", RelativeQuantity::Velocity, Resolve::Frame(frame_a), resolved);
}
