//! Modelica.Mechanics.MultiBody.Sensors: motion of frame_b relative to frame_a.

use super::interfaces::*;
use crate::class::*;
use crate::laws::resolve::Resolve;
use crate::laws::sensors::angles::AnglesLaw;
use crate::laws::sensors::motion::{AccelerationQuantity, AccelerationVector, MotionQuantity, MotionVector};
use crate::pictures::{Group, POSITION_ARROW, SHOWN, arrow_a_to_b};
use crate::relative_rotation::{R_REL, add_relative_rotation};
use crate::types::RESOLVE_IN_FRAME_AB;

/// The reference frame of the measurement.
const FRAME_A: Connector = frame("frame_a", "Coordinate system relative to which the motion is measured");
/// The measured frame.
const FRAME_B: Connector = frame("frame_b", "Coordinate system whose motion is measured");

/// The connectors of a sensor whose output is resolved in a frame.
const fn resolved(output: Connector) -> [Connector; 4] {
    [FRAME_A, FRAME_B, FRAME_RESOLVE, output]
}

pub static RELATIVE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeSensor",
    description: "Measure kinematic quantities of frame_b relative to frame_a",
    documentation: documentation!("relative_sensor.md"),
    parameters: &[
        RESOLVE_AB,
        boolean("get_r_rel", false, "Measure the vector from the origin of frame_a to the origin of frame_b"),
        boolean("get_v_rel", false, "Measure the derivative of r_rel"),
        boolean("get_a_rel", false, "Measure the second derivative of r_rel"),
        boolean("get_w_rel", false, "Measure the angular velocity of frame_b relative to frame_a"),
        boolean("get_z_rel", false, "Measure the derivative of w_rel"),
        boolean("get_angles", false, "Measure the angles that rotate frame_a into frame_b"),
        SEQUENCE.only_if(&[("get_angles", "true")]),
        GUESS_ANGLE_1.only_if(&[("get_angles", "true")]),
        enumeration(
            "resolveInFrameAfterDifferentiation",
            &RESOLVE_IN_FRAME_AB,
            "frame_a",
            "Frame in which v_rel, a_rel and z_rel are resolved; the derivatives are those of vectors resolved in resolveInFrame",
        )
        .or_same_as("resolveInFrame")
        .only_if(&[("get_v_rel", "true"), ("get_a_rel", "true"), ("get_z_rel", "true")]),
    ],
    connectors: &[
        FRAME_A,
        FRAME_B,
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
            .when_any_literal(&["resolveInFrame", "resolveInFrameAfterDifferentiation"], "frame_resolve"),
        output("r_rel", "m", "Vector from the origin of frame_a to that of frame_b").when("get_r_rel"),
        output("v_rel", "m/s", "Relative velocity vector").when("get_v_rel"),
        output("a_rel", "m/s2", "Relative acceleration vector").when("get_a_rel"),
        output("angles", "rad", "Angles to rotate frame_a into frame_b").when("get_angles"),
        output("w_rel", "rad/s", "Relative angular velocity vector").when("get_w_rel"),
        output("z_rel", "rad/s2", "Relative angular acceleration vector").when("get_z_rel"),
    ],
    inner_parts: &[
        "relativePosition",
        "relativeAngles",
        "relativeAngularVelocity",
        "transformVector_v_rel",
        "transformVector_a_rel",
        "transformVector_z_rel",
    ],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow_a_to_b(Group::Sensors)],
    ..Class::element(|e| {
        let before = e.resolve("resolveInFrame");
        let after = e.resolve("resolveInFrameAfterDifferentiation");
        MotionVector::relative(e, "r_rel", MotionQuantity::Position, [before, before]);
        MotionVector::relative(e, "v_rel", MotionQuantity::Velocity, [before, after]);
        AccelerationVector::relative(e, "a_rel", AccelerationQuantity::Acceleration, [before, after]);
        MotionVector::relative(e, "w_rel", MotionQuantity::AngularVelocity, [before, before]);
        AccelerationVector::relative(e, "z_rel", AccelerationQuantity::AngularAcceleration, [before, after]);
        AnglesLaw::relative(e);
    })
};

pub static RELATIVE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativePosition",
    description: "Measure the position of the origin of frame_b relative to frame_a",
    documentation: documentation!("relative_position.md"),
    parameters: &[RESOLVE_AB],
    connectors: &resolved(output(
        "r_rel",
        "m",
        "Vector from the origin of frame_a to the origin of frame_b, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["relativePosition"],
    ..Class::element(|e| {
        let resolved = e.resolve("resolveInFrame");
        MotionVector::relative(e, "r_rel", MotionQuantity::Position, [resolved, resolved]);
    })
};

pub static RELATIVE_VELOCITY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeVelocity",
    description: "Measure the velocity of the origin of frame_b relative to frame_a",
    documentation: documentation!("relative_velocity.md"),
    parameters: &[RESOLVE_AB],
    connectors: &resolved(output(
        "v_rel",
        "m/s",
        "Velocity of the origin of frame_b as seen from frame_a, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["relativePosition", "transformRelativeVector"],
    ..Class::element(|e| {
        let (frame_a, resolved) = (e.frame("frame_a"), e.resolve("resolveInFrame"));
        MotionVector::relative(e, "v_rel", MotionQuantity::Velocity, [Resolve::Frame(frame_a), resolved]);
    })
};

pub static RELATIVE_ANGULAR_VELOCITY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeAngularVelocity",
    description: "Measure the angular velocity of frame_b relative to frame_a",
    documentation: documentation!("relative_angular_velocity.md"),
    parameters: &[RESOLVE_AB],
    connectors: &resolved(output(
        "w_rel",
        "rad/s",
        "Angular velocity of frame_b relative to frame_a, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["relativeAngularVelocity"],
    ..Class::element(|e| {
        let resolved = e.resolve("resolveInFrame");
        MotionVector::relative(e, "w_rel", MotionQuantity::AngularVelocity, [resolved, resolved]);
    })
};

pub static RELATIVE_ANGLES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeAngles",
    description: "Measure the angles that rotate frame_a into frame_b",
    documentation: documentation!("relative_angles.md"),
    parameters: &[SEQUENCE, GUESS_ANGLE_1],
    connectors: &[
        frame("frame_a", "Coordinate system from which the angles are measured"),
        frame("frame_b", "Coordinate system to which the angles are measured"),
        output("angles", "rad", "Angles to rotate frame_a into frame_b"),
    ],
    variables: &R_REL,
    ..Class::element(|e| {
        AnglesLaw::relative(e);
        add_relative_rotation(e);
    })
};
