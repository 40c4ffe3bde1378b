//! Modelica.Mechanics.MultiBody.Forces.WorldForce

use super::WorldWrench;
use crate::Element;
use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_B;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForce",
    description: "External force acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    documentation: documentation!("world_force.md"),
    parameters: &[enumeration(
        "resolveInFrame",
        &RESOLVE_IN_FRAME_B,
        "world",
        "Frame in which the input force is resolved",
    )],
    connectors: &[
        frame("frame_b", "Coordinate system at which the force acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input force is resolved in this frame")
            .when_literal("resolveInFrame", "frame_resolve"),
        connector(
            "force",
            ConnectorKind::SignalInput(3),
            "N",
            "Force acting on frame_b, resolved as resolveInFrame says",
        ),
    ],
    inner_parts: &["basicWorldForce"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WorldWrench::build(e, true, false);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, COLOR_FORCE], pictures: &[force_at_b("color")] }
};
