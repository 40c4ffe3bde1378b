//! Modelica.Mechanics.MultiBody.Sensors.AbsoluteSensor

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::{
    AbsoluteAcceleration, AbsoluteAngles, AbsoluteQuantity, AbsoluteVector, AccelerationQuantity, FRAME_RESOLVE,
    GUESS_ANGLE_1, SEQUENCE,
};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.AbsoluteSensor",
    description: "Measure absolute kinematic quantities of frame connector",
    documentation: documentation!("absolute_sensor.md"),
    parameters: &[
        RESOLVE_IN_FRAME,
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
        connector("r", ConnectorKind::SignalOutput(3), "m", "Absolute position vector of the origin of frame_a")
            .measured()
            .when("get_r"),
        connector("v", ConnectorKind::SignalOutput(3), "m/s", "Absolute velocity of the origin of frame_a")
            .measured()
            .when("get_v"),
        connector("a", ConnectorKind::SignalOutput(3), "m/s2", "Absolute acceleration of the origin of frame_a")
            .measured()
            .when("get_a"),
        connector("angles", ConnectorKind::SignalOutput(3), "rad", "Angles to rotate world frame into frame_a")
            .measured()
            .when("get_angles"),
        connector("w", ConnectorKind::SignalOutput(3), "rad/s", "Absolute angular velocity of frame_a")
            .measured()
            .when("get_w"),
        connector("z", ConnectorKind::SignalOutput(3), "rad/s2", "Absolute angular acceleration of frame_a")
            .measured()
            .when("get_z"),
    ],
    inner_parts: &["position", "velocity", "absoluteAngles", "angularVelocity"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    AbsoluteVector::build(e, "r", AbsoluteQuantity::Position);
    AbsoluteVector::build(e, "v", AbsoluteQuantity::Velocity);
    AbsoluteAcceleration::build(e, "a", AccelerationQuantity::Acceleration);
    AbsoluteVector::build(e, "w", AbsoluteQuantity::AngularVelocity);
    AbsoluteAcceleration::build(e, "z", AccelerationQuantity::AngularAcceleration);
    AbsoluteAngles::build(e);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, POSITION_ARROW],
        pictures: &[arrow("arrow", Quantity::RelativePosition, Group::Sensors)
            .in_world()
            .along("frame_a.r_0")
            .colour("arrowColor")],
    }
};
