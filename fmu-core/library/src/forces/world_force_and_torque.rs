//! Modelica.Mechanics.MultiBody.Forces.WorldForceAndTorque

use super::WorldWrench;
use crate::Element;
use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_B;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForceAndTorque",
    description: "External force and torque acting at frame_b, defined by 3+3 input signals and resolved in frame world, frame_b or \
                  frame_resolve",
    documentation: documentation!("world_force_and_torque.md"),
    parameters: &[enumeration(
        "resolveInFrame",
        &RESOLVE_IN_FRAME_B,
        "world",
        "Frame in which the input force and torque are resolved",
    )],
    connectors: &[
        frame("frame_b", "Coordinate system at which force and torque act"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The inputs are resolved in this frame")
            .when_literal("resolveInFrame", "frame_resolve"),
        connector(
            "force",
            ConnectorKind::SignalInput(3),
            "N",
            "Force acting on frame_b, resolved as resolveInFrame says",
        ),
        connector(
            "torque",
            ConnectorKind::SignalInput(3),
            "N.m",
            "Torque acting on frame_b, resolved as resolveInFrame says",
        ),
    ],
    inner_parts: &["basicWorldForce", "basicWorldTorque"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    WorldWrench::build(e, true, true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW],
        pictures: &[force_at_b("forceColor"), torque_at_b("torqueColor")],
    }
};
