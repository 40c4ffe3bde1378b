//! Modelica.Blocks.Nonlinear: limits and zones.

pub(super) mod dead_zone;
mod limited_rate;
pub(super) mod limiter;
mod limiter_law;
pub(super) mod slew_rate_limiter;
pub(super) mod variable_limiter;

pub use limited_rate::{LimitedRate, LimitedRateLaw, StateOutput};
pub(super) use limiter_law::{
    ABOVE, BELOW, FREE, STRICT, limit_indicators, limit_mode, limit_name, place, refuse_crossed,
};
pub use limiter_law::{LimiterLaw, Limiting, Limits};
