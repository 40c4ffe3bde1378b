//! Modelica.Mechanics.MultiBody.Joints.Constraints

mod prismatic;
mod revolute;
mod spherical;
mod universal;

use crate::class::*;
use crate::{Class, Element};
use mechanism::ConstraintKind;

/// Classes of the package.
pub(super) static PRISMATIC: &Class = &prismatic::CLASS;
/// See [`PRISMATIC`].
pub(super) static REVOLUTE: &Class = &revolute::CLASS;
/// See [`PRISMATIC`].
pub(super) static SPHERICAL: &Class = &spherical::CLASS;
/// See [`PRISMATIC`].
pub(super) static UNIVERSAL: &Class = &universal::CLASS;

/// The frames of every constraint.
const FRAMES: [Connector; 2] = [
    frame("frame_a", "Coordinate system in whose axes translations are locked"),
    frame("frame_b", "Coordinate system that is constrained"),
];
/// x_locked
const X_LOCKED: Parameter = boolean("x_locked", true, "The origin of frame_b cannot move along x of frame_a");
/// y_locked
const Y_LOCKED: Parameter = boolean("y_locked", true, "The origin of frame_b cannot move along y of frame_a");
/// z_locked
const Z_LOCKED: Parameter = boolean("z_locked", true, "The origin of frame_b cannot move along z of frame_a");

/// Locks the translations that the parameters name.
fn lock_translations(e: &mut Element<'_>) {
    let locked = ["x_locked", "y_locked", "z_locked"].map(|name| e.boolean(name));
    if locked.contains(&true) {
        e.add_constraint(ConstraintKind::Position(locked));
    }
}

/// Pictures of the class.
pub(super) static PRISMATIC_PICTURES: &crate::pictures::ClassPictures = &prismatic::PICTURES;
/// Pictures of the class.
pub(super) static REVOLUTE_PICTURES: &crate::pictures::ClassPictures = &revolute::PICTURES;
/// Pictures of the class.
pub(super) static SPHERICAL_PICTURES: &crate::pictures::ClassPictures = &spherical::PICTURES;
/// Pictures of the class.
pub(super) static UNIVERSAL_PICTURES: &crate::pictures::ClassPictures = &universal::PICTURES;
