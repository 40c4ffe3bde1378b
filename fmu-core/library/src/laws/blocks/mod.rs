//! Laws of blocks.

pub mod band;
pub mod comparisons;
pub mod delay;
pub mod edges;
pub mod expression;
pub mod functions;
pub mod lim_pid;
pub mod limiter;
pub mod linear;
pub mod point_to_point;
pub mod random;
pub mod sampled;
pub mod tables;
pub mod timed_value;
pub mod waves;
pub mod when;

use mechanism::scalar::Scalar;
use mechanism::{Parameters, Real};

/// Value of a Boolean signal.
pub fn truth<T: Scalar>(holds: bool) -> T {
    T::constant(f64::from(u8::from(holds)))
}

/// Indicator that triggers an event unless the mode of a law agrees with its discrete input. Such an input changes at
/// events only, except when the host sets it.
pub fn agreement(agrees: bool) -> f64 {
    if agrees { 1.0 } else { -1.0 }
}

/// Beginning of a period of a clock with this start time and period, s.
pub fn period_begin(p: Parameters<'_, f64>, [start_time, period]: [Real; 2], number: f64) -> f64 {
    p[start_time] + number * p[period]
}

/// Number of the last period of such a clock that has begun at `time`, from 0; negative before the first one.
pub fn period_at(p: Parameters<'_, f64>, clock: [Real; 2], time: f64) -> f64 {
    periods_begun(time, p[clock[1]], |number| period_begin(p, clock, number))
}

/// Number of the last period that has begun at `time`, from 0; negative before the first one. Independent of the
/// rounding error of the division.
pub fn periods_begun(time: f64, period: f64, begin: impl Fn(f64) -> f64) -> f64 {
    let count = ((time - begin(0.0)) / period).floor();
    if time >= begin(count + 1.0) {
        count + 1.0
    } else if time < begin(count) {
        count - 1.0
    } else {
        count
    }
}
