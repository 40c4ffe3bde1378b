//! Modelica.Mechanics.MultiBody.Joints.Constraints

use crate::class::*;
use crate::pictures::*;
use mechanism::ConstraintKind;

const FRAME_A: Connector = frame("frame_a", "Coordinate system in whose axes translations are locked");
const FRAME_B: Connector = frame("frame_b", "Coordinate system that is constrained");
const X_LOCKED: Parameter = boolean("x_locked", true, "The origin of frame_b cannot move along x of frame_a");
const Y_LOCKED: Parameter = boolean("y_locked", true, "The origin of frame_b cannot move along y of frame_a");
const Z_LOCKED: Parameter = boolean("z_locked", true, "The origin of frame_b cannot move along z of frame_a");

/// Locks the translations according to the parameters.
fn lock_translations(e: &mut Element<'_>) {
    let locked = ["x_locked", "y_locked", "z_locked"].map(|name| e.boolean(name));
    if locked.contains(&true) {
        e.add_constraint(ConstraintKind::Position(locked));
    }
}

/// Locks rotations, and the translations according to the parameters.
fn lock(e: &mut Element<'_>, rotations: ConstraintKind) {
    lock_translations(e);
    e.add_constraint(rotations);
}

const fn constraint(build: fn(&mut Element<'_>)) -> Class {
    const SPHERE: &[Picture] = &[joint_sphere("sphere", "frame_a")];
    Class {
        connectors: &[FRAME_A, FRAME_B],
        graphics: &[SHOWN, CONSTRAINT_SPHERE],
        pictures: SPHERE,
        ..Class::element(build)
    }
}

const AXIS: Parameter =
    vector("n", "1", "Axis of rotation resolved in frame_a (= same as in frame_b)").or_vector([0.0, 1.0, 0.0]);
const UNIT_AXIS: Parameter =
    vector("e", "1", "Unit vector in direction of rotation axis, resolved in frame_a (= same as in frame_b)")
        .derived("normalize(n)");

plain_classes! {
    "Mechanics.MultiBody.Joints.Constraints":
    PRISMATIC_CONSTRAINT "Prismatic" [X_LOCKED, Y_LOCKED, Z_LOCKED] constraint(|e| lock(e, ConstraintKind::Orientation))
        "Prismatic cut-joint: the frames stay parallel, and translations may be locked";
    REVOLUTE_CONSTRAINT "Revolute" [X_LOCKED, Y_LOCKED, Z_LOCKED, AXIS, UNIT_AXIS]
        constraint(|e| lock(e, ConstraintKind::Parallel { n: e.vector("n") }))
        "Revolute cut-joint: an axis has the same direction in both frames, and translations may be locked";
    SPHERICAL_CONSTRAINT "Spherical" [X_LOCKED, Y_LOCKED, Z_LOCKED] constraint(lock_translations)
        "Spherical cut-joint: translations may be locked, rotations are free";
}

pub static UNIVERSAL_CONSTRAINT: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Universal",
    description: "Universal cut-joint: an axis of frame_a and one of frame_b stay perpendicular, and translations may be locked",
    parameters: &[
        vector("n_a", "1", "Axis of revolute joint 1 resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of revolute joint 2 resolved in frame_b").or_vector([0.0, 1.0, 0.0]),
        X_LOCKED,
        Y_LOCKED,
        Z_LOCKED,
    ],
    pictures: &[],
    ..constraint(|e| lock(e, ConstraintKind::Perpendicular { n_a: e.vector("n_a"), n_b: e.vector("n_b") }))
};
