//! Modelica.Mechanics.MultiBody.Sensors.RelativeSensor

use super::relative_vector::RESOLVE_IN_FRAME;
use super::{
    AccelerationQuantity, GUESS_ANGLE_1, RelativeAcceleration, RelativeAngles, RelativeQuantity, RelativeVector,
    SEQUENCE,
};
use crate::class::*;
use crate::types::RESOLVE_IN_FRAME_AB;
use crate::{Element, Resolve};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.RelativeSensor",
    description: "Measure kinematic quantities of frame_b relative to frame_a",
    documentation: documentation!("relative_sensor.md"),
    parameters: &[
        RESOLVE_IN_FRAME,
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
        frame("frame_a", "Coordinate system relative to which is measured"),
        frame("frame_b", "Coordinate system that is measured"),
        connector("frame_resolve", ConnectorKind::FrameResolve, "", "Vectors are resolved in this frame")
            .when_any_literal(&["resolveInFrame", "resolveInFrameAfterDifferentiation"], "frame_resolve"),
        connector("r_rel", ConnectorKind::SignalOutput(3), "m", "Vector from the origin of frame_a to that of frame_b").measured()
            .when("get_r_rel"),
        connector("v_rel", ConnectorKind::SignalOutput(3), "m/s", "Relative velocity vector").measured().when("get_v_rel"),
        connector("a_rel", ConnectorKind::SignalOutput(3), "m/s2", "Relative acceleration vector").measured().when("get_a_rel"),
        connector("angles", ConnectorKind::SignalOutput(3), "rad", "Angles to rotate frame_a into frame_b").measured()
            .when("get_angles"),
        connector("w_rel", ConnectorKind::SignalOutput(3), "rad/s", "Relative angular velocity vector").measured()
            .when("get_w_rel"),
        connector("z_rel", ConnectorKind::SignalOutput(3), "rad/s2", "Relative angular acceleration vector").measured()
            .when("get_z_rel"),
    ],
    inner_parts: &[
        "relativePosition",
        "relativeAngles",
        "relativeAngularVelocity",
        "transformVector_v_rel",
        "transformVector_a_rel",
        "transformVector_z_rel",
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let before = Resolve::of(e, "resolveInFrame");
    let after = Resolve::of(e, "resolveInFrameAfterDifferentiation");
    RelativeVector::build(e, "r_rel", RelativeQuantity::Position, before, before);
    RelativeVector::build(e, "v_rel", RelativeQuantity::Velocity, before, after);
    RelativeAcceleration::build(e, "a_rel", AccelerationQuantity::Acceleration, before, after);
    RelativeVector::build(e, "w_rel", RelativeQuantity::AngularVelocity, before, before);
    RelativeAcceleration::build(e, "z_rel", AccelerationQuantity::AngularAcceleration, before, after);
    RelativeAngles::build(e);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, POSITION_ARROW], pictures: &[arrow_a_to_b(Group::Sensors)] }
};
