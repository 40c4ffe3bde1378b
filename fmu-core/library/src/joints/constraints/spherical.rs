//! Modelica.Mechanics.MultiBody.Joints.Constraints.Spherical

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Spherical",
    description: "Spherical cut-joint: translations may be locked, rotations are free",
    documentation: documentation!("spherical.md"),
    parameters: &[X_LOCKED, Y_LOCKED, Z_LOCKED],
    connectors: &FRAMES,
    ..Class::element(lock_translations)
};

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[SHOWN, CONSTRAINT_SPHERE],
        pictures: &[joint_sphere("sphere", "frame_a")],
    }
};
