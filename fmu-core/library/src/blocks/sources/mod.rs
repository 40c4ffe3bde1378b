//! Modelica.Blocks.Sources: signals of time.

mod constant;
mod continuous_clock;
mod discrete;
mod point_to_point;
mod ramp;
mod real_expression;
mod sine;
mod time_tables;
mod toggle;
mod trapezoid;

pub(super) use constant::CONSTANT;
pub use constant::ConstantLaw;
pub(super) use continuous_clock::CONTINUOUS_CLOCK;
pub use continuous_clock::ClockLaw;
pub use discrete::TimedValue;
pub(super) use discrete::*;
pub(crate) use point_to_point::PointToPointVariable;
pub(super) use point_to_point::{KINEMATIC_PTP, KINEMATIC_PTP2};
pub use point_to_point::{Output, PointToPoint};
pub use ramp::RampLaw;
pub(super) use ramp::{RAMP, STEP};
pub(super) use real_expression::REAL_EXPRESSION;
pub use real_expression::{ExpressionLaw, VARIABLE};
pub use sine::SineLaw;
pub(super) use sine::{EXP_SINE, SINE};
pub use time_tables::CombiTimeTableLaw;
pub(super) use time_tables::{COMBI_TIME_TABLE, INTEGER_TABLE, TIME_TABLE};
pub use trapezoid::TrapezoidLaw;
pub(super) use trapezoid::{PULSE, SAW_TOOTH, TRAPEZOID};

/// Number of the period at `time`, from 0; negative before the first one. It is the last one that has begun, whatever the rounding of the
/// division.
fn periods_begun(time: f64, period: f64, begin: impl Fn(f64) -> f64) -> f64 {
    let count = ((time - begin(0.0)) / period).floor();
    if time >= begin(count + 1.0) {
        count + 1.0
    } else if time < begin(count) {
        count - 1.0
    } else {
        count
    }
}
