//! Modelica.Mechanics.MultiBody.Joints.Constraints.Prismatic

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::Element;
use crate::class::*;
use mechanism::ConstraintKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Prismatic",
    description: "Prismatic cut-joint: the frames stay parallel, and translations may be locked",
    documentation: documentation!("prismatic.md"),
    parameters: &[X_LOCKED, Y_LOCKED, Z_LOCKED],
    connectors: &FRAMES,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    lock_translations(e);
    e.add_constraint(ConstraintKind::Orientation);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, CONSTRAINT_SPHERE],
        pictures: &[joint_sphere("sphere", "frame_a")],
    }
};
