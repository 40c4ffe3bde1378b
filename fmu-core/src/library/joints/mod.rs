//! Modelica.Mechanics.MultiBody.Joints

mod free_motion;
mod prismatic;
mod revolute;
mod spherical;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&prismatic::CLASS, &revolute::CLASS, &spherical::CLASS, &free_motion::CLASS];
