//! Modelica.Mechanics.MultiBody.Joints.Constraints.Universal

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::Element;
use crate::class::*;
use mechanism::ConstraintKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Universal",
    description: "Universal cut-joint: an axis of frame_a and one of frame_b stay perpendicular, and translations may be locked",
    documentation: documentation!("universal.md"),
    parameters: &[
        vector("n_a", "1", "Axis of revolute joint 1 resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of revolute joint 2 resolved in frame_b").or_vector([0.0, 1.0, 0.0]),
        X_LOCKED,
        Y_LOCKED,
        Z_LOCKED,
    ],
    connectors: &FRAMES,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    lock_translations(e);
    e.add_constraint(ConstraintKind::Perpendicular { n_a: e.vector("n_a"), n_b: e.vector("n_b") });
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, CONSTRAINT_SPHERE], pictures: &[] }
};
