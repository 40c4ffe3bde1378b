//! Modelica.Mechanics.MultiBody.Forces.WorldTorque

use super::WorldWrench;
use crate::Element;
use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_B;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldTorque",
    description: "External torque acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    documentation: documentation!("world_torque.md"),
    parameters: &[enumeration(
        "resolveInFrame",
        &RESOLVE_IN_FRAME_B,
        "world",
        "Frame in which the input torque is resolved",
    )],
    connectors: &[
        frame("frame_b", "Coordinate system at which the torque acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input torque is resolved in this frame")
            .when_literal("resolveInFrame", "frame_resolve"),
        connector(
            "torque",
            ConnectorKind::SignalInput(3),
            "N.m",
            "Torque acting on frame_b, resolved as resolveInFrame says",
        ),
    ],
    inner_parts: &["basicWorldTorque"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WorldWrench::build(e, false, true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, COLOR_FORCE], pictures: &[torque_at_b("color")] }
};
