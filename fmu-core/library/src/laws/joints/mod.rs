//! Laws of joints and rods.

pub mod relative_motion;
pub mod rod;
pub mod rod_angle;
pub mod rolling;
