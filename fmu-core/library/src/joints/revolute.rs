//! Modelica.Mechanics.MultiBody.Joints.Revolute

use super::interfaces::*;
use crate::JointQuantity;
use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::{JointStart, SingleStart};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Revolute",
    description: "Revolute joint (1 rotational degree-of-freedom, 2 potential states, optional axis flange)",
    documentation: documentation!("revolute.md"),
    parameters: &[
        boolean("useAxisFlange", false, "Axis flange is enabled"),
        vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 0.0, 1.0]),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use joint angle phi and w as states"),
        vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[
        FRAME_A,
        frame("frame_b", "Coordinate system that the joint rotates"),
        connector("axis", ConnectorKind::RotationalFlange, "", "1-dim. rotational flange that drives the joint")
            .when("useAxisFlange"),
        connector("support", ConnectorKind::RotationalFlange, "", "1-dim. rotational flange of the drive support")
            .when("useAxisFlange"),
    ],
    variables: &[
        variable("phi", "rad", "Relative rotation angle from frame_a to frame_b").with_start(),
        variable("w", "rad/s", "First derivative of angle phi (relative angular velocity)").with_start(),
        variable("a", "rad/s2", "Second derivative of angle phi (relative angular acceleration)"),
        variable("tau", "N.m", "Driving torque in direction of axis of rotation"),
        variable("angle", "rad", "= phi"),
    ],
    graphics: &[SHOWN, JOINT_CYLINDER],
    pictures: &[axis_cylinder("cylinder", "frame_a", "e")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let start = SingleStart { position: e.start("phi"), speed: e.start("w") };
    let joint = e.add_joint(Some(e.vector("n")), JointStart::Revolute(start));
    add_flanges(e, joint);
    e.add_joint_variable("phi", joint, JointQuantity::Position);
    e.add_joint_variable("w", joint, JointQuantity::Speed);
    e.add_joint_variable("a", joint, JointQuantity::Acceleration);
    e.add_joint_variable("tau", joint, JointQuantity::Force);
    e.add_joint_variable("angle", joint, JointQuantity::Position);
}

/// Registers the axis and support flanges of a joint. The support is at rest: its reaction reaches frame_a inside the joint.
pub(super) fn add_flanges(e: &mut Element<'_>, joint: usize) {
    if let Some(axis) = e.flange("axis") {
        e.elements.axis_flanges.push((axis, joint));
    }
    if let Some(support) = e.flange("support") {
        e.elements.ground_flanges.push(support);
    }
}
