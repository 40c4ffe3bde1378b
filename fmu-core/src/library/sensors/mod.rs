//! Modelica.Mechanics.MultiBody.Sensors

mod absolute_angles;
mod absolute_sensor;
mod absolute_vector;
mod distance;

pub use absolute_angles::AbsoluteAngles;
pub use absolute_vector::{AbsoluteQuantity, AbsoluteVector};
pub use distance::DistanceLaw;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&absolute_sensor::CLASS, &distance::CLASS];
