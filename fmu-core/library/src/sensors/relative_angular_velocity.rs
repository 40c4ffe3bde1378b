//! Modelica.Mechanics.MultiBody.Sensors.RelativeAngularVelocity

use super::relative_vector::RESOLVE_IN_FRAME;
use super::{FRAME_RESOLVE, RelativeQuantity, RelativeVector};
use crate::class::*;
use crate::{Element, Resolve};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeAngularVelocity",
    description: "Measure the angular velocity of frame_b relative to frame_a",
    documentation: documentation!("relative_angular_velocity.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system relative to which is measured"),
        frame("frame_b", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "w_rel",
            ConnectorKind::SignalOutput(3),
            "rad/s",
            "Angular velocity of frame_b relative to frame_a, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["relativeAngularVelocity"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let resolved = Resolve::of(e, "resolveInFrame");
    RelativeVector::build(e, "w_rel", RelativeQuantity::AngularVelocity, resolved, resolved);
}
