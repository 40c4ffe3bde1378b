//! Joints with one coordinate, Revolute and Prismatic, and RevolutePlanarLoopConstraint.

use super::interfaces::{FRAME_A, FRAME_B, add_flanges};
use crate::JointQuantity;
use crate::class::*;
use crate::one_dimensional::interfaces::{rotational_flange, translational_flange};
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::{ConstraintKind, JointStart, SingleStart};

pub static REVOLUTE: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Revolute",
    description: "Revolute joint (1 rotational degree-of-freedom, 2 potential states, optional axis flange)",
    parameters: &[
        boolean("useAxisFlange", false, "Axis flange is enabled"),
        vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 0.0, 1.0]),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use joint angle phi and w as states"),
        vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[
        FRAME_A,
        frame("frame_b", "Coordinate system that the joint rotates"),
        rotational_flange("axis", "1-dim. rotational flange that drives the joint").when("useAxisFlange"),
        rotational_flange("support", "1-dim. rotational flange of the drive support").when("useAxisFlange"),
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
    ..Class::element(|e| {
        let joint = add_single(e, JointStart::Revolute, ["phi", "w", "a", "tau"]);
        e.add_joint_variable("angle", joint, JointQuantity::Position);
    })
};

/// Registers a joint with one coordinate, its flanges, and its position, speed, acceleration and force.
fn add_single(e: &mut Element<'_>, kind: fn(SingleStart) -> JointStart, names: [&str; 4]) -> usize {
    let [position, speed, acceleration, force] = names;
    let start = SingleStart { position: e.start(position), speed: e.start(speed) };
    let joint = e.add_joint(Some(e.vector("n")), kind(start));
    add_flanges(e, joint, "support");
    e.add_joint_variable(position, joint, JointQuantity::Position);
    e.add_joint_variable(speed, joint, JointQuantity::Speed);
    e.add_joint_variable(acceleration, joint, JointQuantity::Acceleration);
    e.add_joint_variable(force, joint, JointQuantity::Force);
    joint
}

pub static PRISMATIC: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Prismatic",
    description: "Prismatic joint (1 translational degree-of-freedom, 2 potential states, optional axis flange)",
    parameters: &[
        boolean("useAxisFlange", false, "Axis flange is enabled"),
        vector("n", "1", "Axis of translation resolved in frame_a (= same as in frame_b)").or_vector([1.0, 0.0, 0.0]),
        enumeration("stateSelect", &STATE_SELECT, "prefer", "Priority to use distance s and v as states"),
        vector("e", "1", "Unit vector in direction of prismatic axis n").derived("normalize(n)"),
    ],
    connectors: &[
        FRAME_A,
        FRAME_B,
        translational_flange("axis", "1-dim. translational flange that drives the joint").when("useAxisFlange"),
        translational_flange("support", "1-dim. translational flange of the drive support").when("useAxisFlange"),
    ],
    variables: &[
        variable("s", "m", "Relative distance between frame_a and frame_b").with_start(),
        variable("v", "m/s", "First derivative of s (relative velocity)").with_start(),
        variable("a", "m/s2", "Second derivative of s (relative acceleration)"),
        variable("f", "N", "Actuation force in direction of joint axis"),
    ],
    graphics: &[SHOWN, JOINT_BOX],
    pictures: &[joint_box("frame_a", "e", "if abs(s) <= 1e-6 then 1e-6 else s")],
    ..Class::element(|e| {
        add_single(e, JointStart::Prismatic, ["s", "v", "a", "f"]);
    })
};

pub static REVOLUTE_PLANAR_LOOP_CONSTRAINT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.RevolutePlanarLoopConstraint",
    description: "Revolute joint that closes a planar loop: only the two positions in the plane are constrained",
    parameters: &[
        vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 0.0, 1.0]),
        vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system that the joint turns")],
    graphics: &[SHOWN, JOINT_CYLINDER],
    pictures: &[axis_cylinder("cylinder", "frame_a", "e")],
    ..Class::element(|e| e.add_constraint(ConstraintKind::OnAxis { n: e.vector("n") }))
};
