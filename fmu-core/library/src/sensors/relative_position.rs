//! Modelica.Mechanics.MultiBody.Sensors.RelativePosition

use super::relative_vector::RESOLVE_IN_FRAME;
use super::{FRAME_RESOLVE, RelativeQuantity, RelativeVector};
use crate::class::*;
use crate::{Element, Resolve};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativePosition",
    description: "Measure the position of the origin of frame_b relative to frame_a",
    documentation: documentation!("relative_position.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system relative to which is measured"),
        frame("frame_b", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "r_rel",
            ConnectorKind::SignalOutput(3),
            "m",
            "Vector from the origin of frame_a to the origin of frame_b, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["relativePosition"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let resolved = Resolve::of(e, "resolveInFrame");
    RelativeVector::build(e, "r_rel", RelativeQuantity::Position, resolved, resolved);
}
