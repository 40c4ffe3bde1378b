//! Modelica.Mechanics.MultiBody.Sensors.AbsoluteVelocity

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::{AbsoluteQuantity, AbsoluteVector, FRAME_RESOLVE};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteVelocity",
    description: "Measure the absolute velocity of the origin of frame_a",
    documentation: documentation!("absolute_velocity.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "v",
            ConnectorKind::SignalOutput(3),
            "m/s",
            "Absolute velocity of the origin of frame_a, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["position", "transformAbsoluteVector"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    AbsoluteVector::build(e, "v", AbsoluteQuantity::Velocity);
}
