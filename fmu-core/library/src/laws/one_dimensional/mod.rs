//! Laws of 1-D mechanics, shared by Rotational and Translational.

pub mod compliance;
pub mod drives;
pub mod friction;
pub mod gap;
pub mod prescribed_motion;
pub mod sensors;
