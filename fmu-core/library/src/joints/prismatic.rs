//! Modelica.Mechanics.MultiBody.Joints.Prismatic

use super::interfaces::*;
use super::revolute::add_flanges;
use crate::JointQuantity;
use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::{JointStart, SingleStart};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Prismatic",
    description: "Prismatic joint (1 translational degree-of-freedom, 2 potential states, optional axis flange)",
    documentation: documentation!("prismatic.md"),
    parameters: &[
        boolean("useAxisFlange", false, "Axis flange is enabled"),
        vector("n", "1", "Axis of translation resolved in frame_a (= same as in frame_b)").or_vector([1.0, 0.0, 0.0]),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use distance s and v as states"),
        vector("e", "1", "Unit vector in direction of prismatic axis n").derived("normalize(n)"),
    ],
    connectors: &[
        FRAME_A,
        FRAME_B,
        connector("axis", ConnectorKind::TranslationalFlange, "", "1-dim. translational flange that drives the joint")
            .when("useAxisFlange"),
        connector(
            "support",
            ConnectorKind::TranslationalFlange,
            "",
            "1-dim. translational flange of the drive support",
        )
        .when("useAxisFlange"),
    ],
    variables: &[
        variable("s", "m", "Relative distance between frame_a and frame_b").with_start(),
        variable("v", "m/s", "First derivative of s (relative velocity)").with_start(),
        variable("a", "m/s2", "Second derivative of s (relative acceleration)"),
        variable("f", "N", "Actuation force in direction of joint axis"),
    ],
    graphics: &[SHOWN, JOINT_BOX],
    pictures: &[joint_box("frame_a", "e", "if abs(s) <= 1e-6 then 1e-6 else s")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let start = SingleStart { position: e.start("s"), speed: e.start("v") };
    let joint = e.add_joint(Some(e.vector("n")), JointStart::Prismatic(start));
    add_flanges(e, joint);
    e.add_joint_variable("s", joint, JointQuantity::Position);
    e.add_joint_variable("v", joint, JointQuantity::Speed);
    e.add_joint_variable("a", joint, JointQuantity::Acceleration);
    e.add_joint_variable("f", joint, JointQuantity::Force);
}
