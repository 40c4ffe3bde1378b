//! Forces and torques given by signals: Force, Torque, ForceAndTorque, WorldForce, WorldTorque and WorldForceAndTorque.

use crate::class::*;
use crate::laws::forces::{FrameWrench, WorldWrench};
use crate::pictures::*;
use crate::types::{RESOLVE_IN_FRAME_AB, RESOLVE_IN_FRAME_B};
use mechanism::VectorIn;

const RESOLVE_IN_FRAME: Parameter =
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_AB, "frame_b", "Frame in which the inputs are resolved");

const FRAME_A: Connector = frame("frame_a", "Coordinate system at which the reaction acts");

const FRAME_B: Connector = frame("frame_b", "Coordinate system at which the input acts");

const FRAME_RESOLVE: Connector =
    connector("frame_resolve", ConnectorKind::FrameResolve, "", "The inputs are resolved in this frame")
        .when_is("resolveInFrame", "frame_resolve");

const FORCE_INPUT: Connector =
    real_inputs("force", 3, "N", "Force acting on frame_b, resolved in the frame given by resolveInFrame");

const TORQUE_INPUT: Connector =
    real_inputs("torque", 3, "N.m", "Torque acting on frame_b, resolved in the frame given by resolveInFrame");

/// `resolveInFrame` of a class that acts at frame_b only.
const fn resolve_in_frame_b(description: &'static str) -> Parameter {
    enumeration("resolveInFrame", &RESOLVE_IN_FRAME_B, "world", description)
}

pub static WORLD_FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForce",
    description: "External force acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    parameters: &[resolve_in_frame_b("Frame in which the input force is resolved")],
    connectors: &[
        frame("frame_b", "Coordinate system at which the force acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input force is resolved in this frame")
            .when_is("resolveInFrame", "frame_resolve"),
        FORCE_INPUT,
    ],
    inner_parts: &["basicWorldForce"],
    graphics: &[SHOWN, COLOR_FORCE],
    pictures: &[force_at_b("color")],
    ..Class::element(act_from_world)
};

pub static WORLD_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldTorque",
    description: "External torque acting at frame_b, defined by 3 input signals and resolved in frame world, frame_b or frame_resolve",
    parameters: &[resolve_in_frame_b("Frame in which the input torque is resolved")],
    connectors: &[
        frame("frame_b", "Coordinate system at which the torque acts"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "The input torque is resolved in this frame")
            .when_is("resolveInFrame", "frame_resolve"),
        TORQUE_INPUT,
    ],
    inner_parts: &["basicWorldTorque"],
    graphics: &[SHOWN, COLOR_FORCE],
    pictures: &[torque_at_b("color")],
    ..Class::element(act_from_world)
};

pub static WORLD_FORCE_AND_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.WorldForceAndTorque",
    description: "External force and torque acting at frame_b, defined by 3+3 input signals and resolved in frame world, frame_b or \
                  frame_resolve",
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
    ..Class::element(act_from_world)
};

pub static FORCE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Force",
    description: "Force acting between two frames, defined by 3 input signals",
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE_INPUT],
    inner_parts: &["basicForce"],
    graphics: &[SHOWN, FORCE_ARROW, CONNECTION_LINE],
    pictures: &[force_at_b("forceColor"), CONNECTION],
    ..Class::element(act_between_frames)
};

pub static TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Torque",
    description: "Torque acting between two frames, defined by 3 input signals",
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, TORQUE_INPUT],
    inner_parts: &["basicTorque"],
    graphics: &[SHOWN, TORQUE_ARROW, CONNECTION_LINE],
    pictures: &[torque_at_b("torqueColor"), CONNECTION],
    ..Class::element(act_between_frames)
};

pub static FORCE_AND_TORQUE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.ForceAndTorque",
    description: "Force and torque acting between two frames, defined by 3+3 input signals",
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE_INPUT, TORQUE_INPUT],
    inner_parts: &["basicForce", "basicTorque"],
    graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW, CONNECTION_LINE],
    pictures: &[force_at_b("forceColor"), torque_at_b("torqueColor"), CONNECTION],
    ..Class::element(act_between_frames)
};

/// Registers the law of a class that acts at frame_b.
fn act_from_world(e: &mut Element<'_>) {
    let (frame_b, resolve, [force, torque]) = (e.frame("frame_b"), e.resolve("resolveInFrame"), inputs(e));
    e.elements.acting_frames.push(frame_b);
    e.add_law(WorldWrench { frame_b, resolve, force, torque });
}

/// Registers the law of a class that acts between frame_a and frame_b.
fn act_between_frames(e: &mut Element<'_>) {
    let [frame_a, frame_b] = e.frames();
    let (resolve, [force, torque]) = (e.resolve("resolveInFrame"), inputs(e));
    e.elements.acting_frames.extend([frame_a, frame_b]);
    e.add_law(FrameWrench { frame_a, frame_b, resolve, force, torque });
}

/// The inputs `force` and `torque`, as far as the class has them.
fn inputs(e: &Element<'_>) -> [Option<VectorIn>; 2] {
    ["force", "torque"].map(|name| e.has_connector(name).then(|| e.vector_input(name)))
}
