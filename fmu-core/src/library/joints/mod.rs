//! Modelica.Mechanics.MultiBody.Joints

mod constraints;
mod cylindrical;
mod free_motion;
mod free_motion_scalar_init;
mod planar;
mod prismatic;
mod revolute;
mod revolute_planar_loop_constraint;
mod rotation;
mod spherical;
mod universal;

use super::Class;
pub use free_motion_scalar_init::RelativeMotion;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &prismatic::CLASS,
    &revolute::CLASS,
    &cylindrical::CLASS,
    &universal::CLASS,
    &planar::CLASS,
    &spherical::CLASS,
    &free_motion::CLASS,
    &free_motion_scalar_init::CLASS,
    &revolute_planar_loop_constraint::CLASS,
    constraints::PRISMATIC,
    constraints::REVOLUTE,
    constraints::SPHERICAL,
    constraints::UNIVERSAL,
];
