//! Modelica.Mechanics.MultiBody.Joints

mod cylindrical;
mod free_motion;
mod planar;
mod prismatic;
mod revolute;
mod universal;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] =
    &[&prismatic::CLASS, &revolute::CLASS, &cylindrical::CLASS, &universal::CLASS, &planar::CLASS, &free_motion::CLASS];
