//! Modelica.Mechanics.MultiBody.Joints.Spherical

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;
use mechanism::{JointStart, Relative, RotationStart, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Spherical",
    description: "Spherical joint (3 constraints and no potential states, or 3 degrees-of-freedom and 3 states)",
    documentation: documentation!("spherical.md"),
    parameters: &rotation_parameters(false),
    connectors: &[FRAME_A, frame("frame_b", "Coordinate system that turns about the origin of frame_a")],
    variables: &[
        variables("Q", 4, "1", "Quaternion from frame_a to frame_b"),
        variables("w_rel", 3, "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b"),
        variables("z_rel", 3, "rad/s2", "= der(w_rel)"),
        PHI,
        PHI_D,
        PHI_DD,
    ],
    graphics: &[SHOWN, JOINT_SPHERE],
    pictures: &[joint_sphere("sphere", "frame_a")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (a, b) = (e.frame("frame_a"), e.frame("frame_b"));
    let start = RotationStart {
        angles: e.vector("angles_start"),
        sequence: e.sequence("sequence_start"),
        w: e.vector("w_rel_a_start"),
    };
    e.add_joint(None, JointStart::Spherical(start));
    add_rotation_starts(e, a, b);
    for (name, quantity) in
        [("Q", Relative::Quaternion), ("w_rel", Relative::AngularVelocity), ("z_rel", Relative::AngularAcceleration)]
    {
        e.add_variable(name, |k| Source::Relative(a, b, quantity, k as u8));
    }
}
