//! Modelica.Mechanics.MultiBody.Sensors: motion of a frame relative to the world.

use super::interfaces::*;
use crate::class::*;
use crate::laws::sensors::angles::AnglesLaw;
use crate::laws::sensors::motion::{AccelerationQuantity, AccelerationVector, MotionQuantity, MotionVector};
use crate::pictures::{Group, POSITION_ARROW, Quantity, SHOWN, arrow};

pub static ABSOLUTE_SENSOR: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteSensor",
    description: "Measure absolute kinematic quantities of frame connector",
    documentation: documentation!("absolute_sensor.md"),
    parameters: &[
        RESOLVE_A,
        boolean("get_r", false, "Measure the absolute position vector of the origin of frame_a"),
        boolean("get_v", false, "Measure the absolute velocity of the origin of frame_a"),
        boolean("get_a", false, "Measure the absolute acceleration of the origin of frame_a"),
        boolean("get_angles", false, "Measure the 3 rotation angles of frame_a"),
        boolean("get_w", false, "Measure the absolute angular velocity of frame_a"),
        boolean("get_z", false, "Measure the absolute angular acceleration of frame_a"),
        SEQUENCE.only_if(&[("get_angles", "true")]),
        GUESS_ANGLE_1.only_if(&[("get_angles", "true")]),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system from which kinematic quantities are measured"),
        FRAME_RESOLVE,
        output("r", "m", "Absolute position vector of the origin of frame_a").when("get_r"),
        output("v", "m/s", "Absolute velocity of the origin of frame_a").when("get_v"),
        output("a", "m/s2", "Absolute acceleration of the origin of frame_a").when("get_a"),
        output("angles", "rad", "Angles to rotate world frame into frame_a").when("get_angles"),
        output("w", "rad/s", "Absolute angular velocity of frame_a").when("get_w"),
        output("z", "rad/s2", "Absolute angular acceleration of frame_a").when("get_z"),
    ],
    inner_parts: &["position", "velocity", "absoluteAngles", "angularVelocity"],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow("arrow", Quantity::RelativePosition, Group::Sensors)
        .in_world()
        .along("frame_a.r_0")
        .colour("arrowColor")],
    ..Class::element(|e| {
        MotionVector::absolute(e, "r", MotionQuantity::Position);
        MotionVector::absolute(e, "v", MotionQuantity::Velocity);
        AccelerationVector::absolute(e, "a", AccelerationQuantity::Acceleration);
        MotionVector::absolute(e, "w", MotionQuantity::AngularVelocity);
        AccelerationVector::absolute(e, "z", AccelerationQuantity::AngularAcceleration);
        AnglesLaw::absolute(e);
    })
};

/// The measured frame.
const FRAME_A: Connector = frame("frame_a", "Coordinate system whose motion is measured");

/// The connectors of a sensor whose output is resolved in a frame.
const fn resolved(output: Connector) -> [Connector; 3] {
    [FRAME_A, FRAME_RESOLVE, output]
}

pub static ABSOLUTE_POSITION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsolutePosition",
    description: "Measure the absolute position of the origin of frame_a",
    documentation: documentation!("absolute_position.md"),
    parameters: &[RESOLVE_A],
    connectors: &resolved(output(
        "r",
        "m",
        "Absolute position vector of the origin of frame_a, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["position"],
    ..Class::element(|e| MotionVector::absolute(e, "r", MotionQuantity::Position))
};

pub static ABSOLUTE_VELOCITY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteVelocity",
    description: "Measure the absolute velocity of the origin of frame_a",
    documentation: documentation!("absolute_velocity.md"),
    parameters: &[RESOLVE_A],
    connectors: &resolved(output(
        "v",
        "m/s",
        "Absolute velocity of the origin of frame_a, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["position", "transformAbsoluteVector"],
    ..Class::element(|e| MotionVector::absolute(e, "v", MotionQuantity::Velocity))
};

pub static ABSOLUTE_ANGULAR_VELOCITY: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngularVelocity",
    description: "Measure the absolute angular velocity of frame_a",
    documentation: documentation!("absolute_angular_velocity.md"),
    parameters: &[RESOLVE_A],
    connectors: &resolved(output(
        "w",
        "rad/s",
        "Absolute angular velocity of frame_a, resolved in the frame given by resolveInFrame",
    )),
    inner_parts: &["angularVelocity"],
    ..Class::element(|e| MotionVector::absolute(e, "w", MotionQuantity::AngularVelocity))
};

pub static ABSOLUTE_ANGLES: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteAngles",
    description: "Measure the angles that rotate the world frame into frame_a",
    documentation: documentation!("absolute_angles.md"),
    parameters: &[SEQUENCE, GUESS_ANGLE_1],
    connectors: &[
        frame("frame_a", "Coordinate system whose orientation is measured"),
        output("angles", "rad", "Angles to rotate world frame into frame_a"),
    ],
    ..Class::element(AnglesLaw::absolute)
};
