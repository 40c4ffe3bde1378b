//! Modelica.Mechanics.MultiBody.Forces.Force

use super::wrench::{FORCE, FRAME_A, FRAME_B, FRAME_RESOLVE, FrameWrench, RESOLVE_IN_FRAME};
use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Forces.Force",
    description: "Force acting between two frames, defined by 3 input signals",
    documentation: documentation!("force.md"),
    parameters: &[RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE],
    inner_parts: &["basicForce"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    FrameWrench::build(e, true, false);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, FORCE_ARROW, CONNECTION_LINE],
        pictures: &[force_at_b("forceColor"), CONNECTION],
    }
};
