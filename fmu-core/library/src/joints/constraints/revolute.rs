//! Modelica.Mechanics.MultiBody.Joints.Constraints.Revolute

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::Element;
use crate::class::*;
use mechanism::ConstraintKind;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Revolute",
    description: "Revolute cut-joint: an axis has the same direction in both frames, and translations may be locked",
    documentation: documentation!("revolute.md"),
    parameters: &[
        X_LOCKED,
        Y_LOCKED,
        Z_LOCKED,
        vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 1.0, 0.0]),
        vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a (= same as in frame_b)")
            .derived("normalize(n)"),
    ],
    connectors: &FRAMES,
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    lock_translations(e);
    e.add_constraint(ConstraintKind::Parallel { n: e.vector("n") });
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
