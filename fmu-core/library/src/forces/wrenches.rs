//! Forces and torques given by signals: Force, Torque, ForceAndTorque, WorldForce, WorldTorque and WorldForceAndTorque.

use crate::class::*;
use crate::laws::forces::wrenches::{FrameWrench, WorldWrench};
use crate::pictures::*;
use crate::types::{RESOLVE_IN_FRAME_AB, RESOLVE_IN_FRAME_B};

const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_b", "Frame in which the inputs are resolved");

const FRAME_A: Connector = frame("frame_a", "Coordinate system at which the reaction acts");

const FRAME_B: Connector = frame("frame_b", "Coordinate system at which the input acts");

const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "The inputs are resolved in this frame")
        .when_literal("resolveInFrame", "frame_resolve");

const FORCE_INPUT: Connector = real_inputs(
    "force",
    3,
    "N",
    "Force acting on frame_b, resolved in the frame \
    given by resolveInFrame",
);

const TORQUE_INPUT: Connector =
    real_inputs("torque", 3, "N.m", "Torque acting on frame_b, resolved in the frame given by resolveInFrame");

/// `resolveInFrame` of a class that acts at frame_b only.
const fn resolve_in_frame_b(description: &'static str) -> Parameter {
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_B, "world", description)
}

pub static WORLD_FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForce",
    description: "External force acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    documentation: documentation!("world_force.md"),
    parameters: &[resolve_in_frame_b("Frame in which the input force is resolved")],
    connectors: &[
        frame("frame_b", "Coordinate system at which the force acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input force is resolved in this frame")
            .when_literal("resolveInFrame", "frame_resolve"),
        FORCE_INPUT,
    ],
    inner_parts: &["basicWorldForce"],
    graphics: &[SHOWN, COLOR_FORCE],
    pictures: &[force_at_b("color")],
    ..Class::element(|e| WorldWrench::build(e, true, false))
};

pub static WORLD_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldTorque",
    description: "External torque acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    documentation: documentation!("world_torque.md"),
    parameters: &[resolve_in_frame_b("Frame in which the input torque is resolved")],
    connectors: &[
        frame("frame_b", "Coordinate system at which the torque acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input torque is resolved in this frame")
            .when_literal("resolveInFrame", "frame_resolve"),
        TORQUE_INPUT,
    ],
    inner_parts: &["basicWorldTorque"],
    graphics: &[SHOWN, COLOR_FORCE],
    pictures: &[torque_at_b("color")],
    ..Class::element(|e| WorldWrench::build(e, false, true))
};

pub static WORLD_FORCE_AND_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForceAndTorque",
    description: "External force and torque acting at frame_b, defined by 3+3 input signals and resolved in frame world, frame_b or \
                  frame_resolve",
    documentation: documentation!("world_force_and_torque.md"),
    parameters: &[resolve_in_frame_b("Frame in which the input force and torque are resolved")],
    connectors: &[
        frame("frame_b", "Coordinate system at which force and torque act"),
        FRAME_RESOLVE,
        FORCE_INPUT,
        TORQUE_INPUT,
    ],
    inner_parts: &["basicWorldForce", "basicWorldTorque"],
    graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW],
    pictures: &[force_at_b("forceColor"), torque_at_b("torqueColor")],
    ..Class::element(|e| WorldWrench::build(e, true, true))
};

pub static FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Force",
    description: "Force acting between two frames, defined by 3 input signals",
    documentation: documentation!("force.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE_INPUT],
    inner_parts: &["basicForce"],
    graphics: &[SHOWN, FORCE_ARROW, CONNECTION_LINE],
    pictures: &[force_at_b("forceColor"), CONNECTION],
    ..Class::element(|e| FrameWrench::build(e, true, false))
};

pub static TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Torque",
    description: "Torque acting between two frames, defined by 3 input signals",
    documentation: documentation!("torque.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, TORQUE_INPUT],
    inner_parts: &["basicTorque"],
    graphics: &[SHOWN, TORQUE_ARROW, CONNECTION_LINE],
    pictures: &[torque_at_b("torqueColor"), CONNECTION],
    ..Class::element(|e| FrameWrench::build(e, false, true))
};

pub static FORCE_AND_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.ForceAndTorque",
    description: "Force and torque acting between two frames, defined by 3+3 input signals",
    documentation: documentation!("force_and_torque.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE_INPUT, TORQUE_INPUT],
    inner_parts: &["basicForce", "basicTorque"],
    graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW, CONNECTION_LINE],
    pictures: &[force_at_b("forceColor"), torque_at_b("torqueColor"), CONNECTION],
    ..Class::element(|e| FrameWrench::build(e, true, true))
};

impl WorldWrench {
    /// Registers the law of `e` with the inputs `force` and `torque`, if they exist.
    pub(super) fn build(e: &mut Element<'_>, has_force: bool, has_torque: bool) {
        let frame_b = e.frame("frame_b");
        let resolve = e.resolve("resolveInFrame");
        e.add_acting_frame(frame_b);
        let force = has_force.then(|| e.vector_input("force"));
        let torque = has_torque.then(|| e.vector_input("torque"));
        e.add_law(Self { frame_b, resolve, force, torque });
    }
}

impl FrameWrench {
    /// Registers the law of `e` with the inputs `force` and `torque`, if they exist.
    pub(super) fn build(e: &mut Element<'_>, has_force: bool, has_torque: bool) {
        let law = Self {
            frame_a: e.frame("frame_a"),
            frame_b: e.frame("frame_b"),
            resolve: e.resolve("resolveInFrame"),
            force: has_force.then(|| e.vector_input("force")),
            torque: has_torque.then(|| e.vector_input("torque")),
        };
        e.add_acting_frame(law.frame_a);
        e.add_acting_frame(law.frame_b);
        e.add_law(law);
    }
}
