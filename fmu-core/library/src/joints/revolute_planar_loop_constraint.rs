//! Modelica.Mechanics.MultiBody.Joints.RevolutePlanarLoopConstraint

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;
use mechanism::ConstraintKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.RevolutePlanarLoopConstraint",
    description: "Revolute joint that closes a planar loop: only the two positions in the plane are constrained",
    documentation: documentation!("revolute_planar_loop_constraint.md"),
    parameters: &[
        vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 0.0, 1.0]),
        vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system that the joint turns")],
    graphics: &[SHOWN, JOINT_CYLINDER],
    pictures: &[axis_cylinder("cylinder", "frame_a", "e")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    e.add_constraint(ConstraintKind::OnAxis { n: e.vector("n") });
}
