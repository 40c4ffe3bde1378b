//! Modelica.Mechanics.MultiBody.Joints

mod cardan_angles;
mod free_motion;
mod prismatic;
mod revolute;
mod spherical;

pub use cardan_angles::CardanAngles;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&prismatic::CLASS, &revolute::CLASS, &spherical::CLASS, &free_motion::CLASS];
