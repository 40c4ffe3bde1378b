//! Modelica.Mechanics.MultiBody.Forces.ForceAndTorque

use super::wrench::{FORCE, FRAME_A, FRAME_B, FRAME_RESOLVE, FrameWrench, RESOLVE_IN_FRAME, TORQUE};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.ForceAndTorque",
    description: "Force and torque acting between two frames, defined by 3+3 input signals",
    documentation: documentation!("force_and_torque.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE, TORQUE],
    inner_parts: &["basicForce", "basicTorque"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FrameWrench::build(e, true, true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, FORCE_ARROW, TORQUE_ARROW, CONNECTION_LINE],
        pictures: &[force_at_b("forceColor"), torque_at_b("torqueColor"), CONNECTION],
    }
};
