//! Laws of Modelica.Mechanics.MultiBody.Sensors.

pub mod angles;
pub mod cut;
pub mod distance;
pub mod motion;
pub mod transformation;
