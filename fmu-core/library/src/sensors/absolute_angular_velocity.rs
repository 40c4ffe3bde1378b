//! Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngularVelocity

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::{AbsoluteQuantity, AbsoluteVector, FRAME_RESOLVE};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngularVelocity",
    description: "Measure the absolute angular velocity of frame_a",
    documentation: documentation!("absolute_angular_velocity.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "w",
            ConnectorKind::SignalOutput(3),
            "rad/s",
            "Absolute angular velocity of frame_a, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["angularVelocity"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    AbsoluteVector::build(e, "w", AbsoluteQuantity::AngularVelocity);
}
