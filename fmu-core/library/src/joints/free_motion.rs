//! Modelica.Mechanics.MultiBody.Joints.FreeMotion

use super::interfaces::*;
use crate::class::*;
use crate::pictures::*;
use mechanism::{FreeStart, JointStart, Relative, Slot3, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.FreeMotion",
    description: "Free motion joint (6 degrees-of-freedom, 12 potential states)",
    documentation: documentation!("free_motion.md"),
    parameters: &rotation_parameters(true),
    connectors: &[
        frame("frame_a", "Coordinate system that the motion is relative to"),
        frame("frame_b", "Coordinate system that moves freely"),
    ],
    variables: &[
        variables("r_rel_a", 3, "m", "Position vector from frame_a to frame_b resolved in frame_a").with_start(),
        variables(
            "v_rel_a",
            3,
            "m/s",
            "= der(r_rel_a), velocity of frame_b with respect to frame_a, resolved in frame_a",
        )
        .with_start(),
        variables("a_rel_a", 3, "m/s2", "= der(v_rel_a)"),
        variables("Q", 4, "1", "Quaternion from frame_a to frame_b"),
        variables("w_rel_b", 3, "rad/s", "Angular velocity of frame_b with respect to frame_a, resolved in frame_b"),
        variables(
            "z_rel_b",
            3,
            "rad/s2",
            "Angular acceleration of frame_b with respect to frame_a, resolved in frame_b",
        ),
        PHI,
        PHI_D,
        PHI_DD,
    ],
    graphics: &[SHOWN, POSITION_ARROW],
    pictures: &[arrow("arrow", Quantity::RelativePosition, Group::Joints).along("r_rel_a").colour("arrowColor")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (a, b) = (e.frame("frame_a"), e.frame("frame_b"));
    let start = FreeStart {
        r: Slot3(e.start("r_rel_a")),
        v: Slot3(e.start("v_rel_a")),
        angles: Some(e.vector("angles_start")),
        sequence: e.sequence("sequence_start"),
        w: Some(e.vector("w_rel_a_start")),
    };
    e.add_joint(None, JointStart::Free(start));
    add_rotation_starts(e, a, b);
    for (name, quantity) in [
        ("r_rel_a", Relative::Position),
        ("v_rel_a", Relative::Velocity),
        ("a_rel_a", Relative::Acceleration),
        ("Q", Relative::Quaternion),
        ("w_rel_b", Relative::AngularVelocity),
        ("z_rel_b", Relative::AngularAcceleration),
    ] {
        e.add_variable(name, |k| Source::Relative(a, b, quantity, k as u8));
    }
}
