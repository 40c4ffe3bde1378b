//! Laws of Modelica.Mechanics.MultiBody.Forces.

pub mod line_force;
pub mod wrenches;
