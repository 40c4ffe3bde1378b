//! Modelica.Blocks.Sources: signals of time.

pub(super) mod boolean_constant;
pub(super) mod boolean_pulse;
pub(super) mod boolean_step;
pub(super) mod boolean_table;
pub(super) mod exp_sine;
pub(super) mod integer_constant;
pub(super) mod integer_step;
pub(super) mod integer_table;
pub(super) mod kinematic_ptp;
pub(super) mod kinematic_ptp2;
mod point_to_point;
pub(super) mod pulse;
pub(super) mod saw_tooth;
pub(super) mod time_table;
mod timed_value;
mod toggle;

pub(crate) use point_to_point::PointToPointVariable;
pub use point_to_point::{Output, PointToPoint};
pub use timed_value::TimedValue;
