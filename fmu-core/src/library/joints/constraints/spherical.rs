//! Modelica.Mechanics.MultiBody.Joints.Constraints.Spherical

use super::{FRAMES, X_LOCKED, Y_LOCKED, Z_LOCKED, lock_translations};
use crate::library::class::*;

/// The class.
pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Joints.Constraints.Spherical",
    description: "Spherical cut-joint: translations may be locked, rotations are free",
    documentation: documentation!("spherical.md"),
    parameters: &[X_LOCKED, Y_LOCKED, Z_LOCKED],
    connectors: &FRAMES,
    variables: &[],
    inner_parts: &[],
    body: Body::Element(lock_translations),
};
