//! Modelica.Blocks.Sources: signals of time.

pub(super) mod exp_sine;
pub(super) mod kinematic_ptp;
pub(super) mod kinematic_ptp2;
mod point_to_point;
pub(super) mod pulse;
pub(super) mod saw_tooth;
pub(super) mod time_table;

pub(in crate::library) use point_to_point::PointToPointVariable;
pub use point_to_point::{Output, PointToPoint};
