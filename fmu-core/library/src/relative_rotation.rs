//! `R_rel`, the rotation from frame_a to frame_b, as variables of a class with both frames.

use super::Element;
use super::class::{Variable, matrix_variable, variables};
use mechanism::Relative;

/// The declarations of `R_rel`.
pub(super) const R_REL: [Variable; 2] = [
    matrix_variable("R_rel.T", "1", "Transformation matrix from frame_a to frame_b"),
    variables("R_rel.w", 3, "rad/s", "Angular velocity of frame_b relative to frame_a, resolved in frame_b"),
];

/// Registers [`R_REL`], which the class declares.
pub(super) fn add_relative_rotation(e: &mut Element<'_>) {
    e.show_relative(&[("R_rel.T", Relative::Orientation), ("R_rel.w", Relative::AngularVelocity)]);
}
