//! Modelica.Mechanics.MultiBody.Forces.Torque

use super::wrench::{FRAME_A, FRAME_B, FRAME_RESOLVE, FrameWrench, RESOLVE_IN_FRAME, TORQUE};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Torque",
    description: "Torque acting between two frames, defined by 3 input signals",
    documentation: documentation!("torque.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, TORQUE],
    inner_parts: &["basicTorque"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FrameWrench::build(e, false, true);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, TORQUE_ARROW, CONNECTION_LINE],
        pictures: &[torque_at_b("torqueColor"), CONNECTION],
    }
};
