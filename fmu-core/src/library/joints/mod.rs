//! Modelica.Mechanics.MultiBody.Joints

mod cardan_angles;
mod cylindrical;
mod free_motion;
mod planar;
mod prismatic;
mod revolute;
mod spherical;
mod universal;

pub use cardan_angles::CardanAngles;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &prismatic::CLASS,
    &revolute::CLASS,
    &cylindrical::CLASS,
    &universal::CLASS,
    &planar::CLASS,
    &spherical::CLASS,
    &free_motion::CLASS,
];
