//! Orientation algebra in the terms of Modelica.Mechanics.MultiBody.Frames, generic over [`Scalar`](crate::scalar::Scalar).
//!
//! An orientation describes frame 2 relative to frame 1, in one of three forms with the same functions for each:
//!
//! | form | type | module |
//! | --- | --- | --- |
//! | transformation matrix and angular velocity | [`Orientation`] | this one |
//! | transformation matrix | [`Matrix3`](crate::scalar::Matrix3) | [`transformation_matrices`] |
//! | quaternion (Euler parameters) | [`Quaternion`](quaternions::Quaternion) | [`quaternions`] |
//!
//! # Conventions
//! - `v2 = T v1`: [`resolve2`] takes coordinates in frame 1 to coordinates in frame 2, [`resolve1`] takes them back. The rows of T
//!   are the axes of frame 2 resolved in frame 1.
//! - `w` is the angular velocity of frame 2 relative to frame 1, resolved in frame 2: `skew(w) = T der(transpose(T))`.
//! - A quaternion is `{x, y, z, w}` = `{e sin(phi/2), cos(phi/2)}` for a turn of frame 1 into frame 2 by `phi` about the unit vector
//!   `e`; `Q` and `-Q` are the same orientation.
//! - Angles are in rad; the functions that return angles return them in (-pi, pi].
//!
//! # Errors
//! Functions that take what a user may have written (axis numbers, sequences, directions, angles) check it and return a
//! [`FramesError`]. The functions of an evaluation's inner loop take arguments that cannot be wrong by their type ([`Axis`],
//! [`Sequence`]) or were checked once (`..._unit`, `..._finite`), and never fail. What a function takes as an orientation has to be
//! one: [`orientation_constraint`] measures how far it is off.
//!
//! The definitions are those of the Modelica Standard Library 4.1.0, whose documentation refers to Roberson and Schwertassek,
//! Dynamics of Multibody Systems, 1988.

mod axis;
mod error;
mod orientation;
pub mod quaternions;
mod sequence;
#[cfg(test)]
mod tests;
pub mod transformation_matrices;
mod vectors;

pub use axis::{Axis, axis};
pub use error::FramesError;
pub use orientation::{
    Orientation, absolute_rotation, angular_velocity1, angular_velocity2, axes_rotations, axes_rotations_angles,
    axis_rotation, equality_constraint, from_nxy, from_nxz, from_q, from_t, from_t_inv, from_t2, inverse_rotation,
    null_rotation, orientation_constraint, planar_rotation, planar_rotation_angle, planar_rotation_unit,
    relative_rotation, resolve_dyade1, resolve_dyade2, resolve_relative, resolve1, resolve2, small_rotation,
    small_rotation_with_residues, to_exy, to_q, to_t, to_t_inv, to_vector,
};
pub use sequence::Sequence;
pub(crate) use vectors::direction as direction_of;
pub use vectors::{length, normalize, skew};
