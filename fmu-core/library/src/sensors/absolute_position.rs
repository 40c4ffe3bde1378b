//! Modelica.Mechanics.MultiBody.Sensors.AbsolutePosition

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::{AbsoluteQuantity, AbsoluteVector, FRAME_RESOLVE};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsolutePosition",
    description: "Measure the absolute position of the origin of frame_a",
    documentation: documentation!("absolute_position.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[
        frame("frame_a", "Coordinate system that is measured"),
        FRAME_RESOLVE,
        connector(
            "r",
            ConnectorKind::SignalOutput(3),
            "m",
            "Absolute position vector of the origin of frame_a, resolved as resolveInFrame says",
        )
        .measured(),
    ],
    inner_parts: &["position"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    AbsoluteVector::build(e, "r", AbsoluteQuantity::Position);
}
