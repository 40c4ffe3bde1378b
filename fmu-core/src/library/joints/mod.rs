//! Modelica.Mechanics.MultiBody.Joints

mod free_motion;
mod free_motion_scalar_init;
mod prismatic;
mod revolute;

use super::Class;
pub use free_motion_scalar_init::RelativeMotion;

/// Classes of the package.
pub static CLASSES: &[&Class] =
    &[&prismatic::CLASS, &revolute::CLASS, &free_motion::CLASS, &free_motion_scalar_init::CLASS];
