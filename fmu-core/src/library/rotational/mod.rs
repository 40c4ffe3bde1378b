//! Modelica.Mechanics.Rotational, and the laws that it shares with Translational: both are one-dimensional mechanics with other
//! units.

pub(in crate::library) mod compliance;
mod constant_speed;
mod damper;
mod flange_drive;
pub(in crate::library) mod position;
mod spring;
mod spring_damper;
mod torque;

pub use compliance::Compliance;
pub use constant_speed::ConstantSpeedLaw;
pub use flange_drive::FlangeDrive;
pub use position::FilteredPosition;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] =
    &[&damper::CLASS, &spring::CLASS, &spring_damper::CLASS, &torque::CLASS, &constant_speed::CLASS, &position::CLASS];
