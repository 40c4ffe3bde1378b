//! Laws of 1-D mechanics, shared by Rotational and Translational.

pub mod compliance;
pub mod eddy_current;
pub mod flange_drive;
pub mod flange_sensor;
pub mod flange_start;
pub mod friction;
pub mod gap;
pub mod inverse_speed;
pub mod positions;
pub mod prescribed_motion;
pub mod rolling_resistance;
pub mod speed_dependent;
pub mod supported_flange;
