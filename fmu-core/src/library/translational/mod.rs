//! Modelica.Mechanics.Translational

mod constant_speed;
mod damper;
mod force;
mod position;
mod spring;
mod spring_damper;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] =
    &[&damper::CLASS, &spring::CLASS, &spring_damper::CLASS, &force::CLASS, &constant_speed::CLASS, &position::CLASS];
