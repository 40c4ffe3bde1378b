//! Modelica.Blocks.Nonlinear: limits and zones.

mod limited_rate;
mod limiters;

pub(super) use limited_rate::SLEW_RATE_LIMITER;
pub use limited_rate::{LimitedRate, LimitedRateLaw, StateOutput};
pub(super) use limiters::{
    ABOVE, BELOW, DEAD_ZONE, FREE, HOMOTOPY_TYPE, LIMITER, STRICT, VARIABLE_LIMITER, limit_indicators, limit_mode,
    limit_name, place, refuse_crossed,
};
pub use limiters::{LimiterLaw, Limiting, Limits};
