//! Modelica.Mechanics.MultiBody.Joints.Constraints.Prismatic

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::library::Element;
use crate::library::class::*;
use crate::mechanism::ConstraintKind;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Prismatic",
    description: "Prismatic cut-joint: the frames stay parallel, and translations may be locked",
    documentation: documentation!("prismatic.md"),
    parameters: &[X_LOCKED, Y_LOCKED, Z_LOCKED],
    connectors: &FRAMES,
    variables: &[],
    inner_parts: &[],
    body: Body::Element(build),
};

fn build(e: &mut Element<'_>) {
    lock_translations(e);
    e.add_constraint(ConstraintKind::Orientation);
}

/// What it shows.
#[cfg(feature = "authoring")]
pub static PICTURES: crate::library::pictures::ClassPictures = {
    use crate::library::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, CONSTRAINT_SPHERE],
        pictures: &[joint_sphere("sphere", "frame_a")],
    }
};
