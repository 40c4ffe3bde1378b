//! Modelica.Blocks.Sources: signal sources.

mod constant;
mod discrete;
mod point_to_point;
mod ramp;
mod real_expression;
mod sine;
mod time_tables;
mod trapezoid;

pub(super) use constant::CONSTANT;
pub(super) use discrete::*;
pub(super) use point_to_point::{KINEMATIC_PTP, KINEMATIC_PTP2};
pub(super) use ramp::{RAMP, STEP};
pub(super) use real_expression::REAL_EXPRESSION;
pub use real_expression::VARIABLE;
pub(super) use sine::{EXP_SINE, SINE};
pub(super) use time_tables::{COMBI_TIME_TABLE, INTEGER_TABLE, TIME_TABLE};
pub(super) use trapezoid::{PULSE, SAW_TOOTH, TRAPEZOID};
