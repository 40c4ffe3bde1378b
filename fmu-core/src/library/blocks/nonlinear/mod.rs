//! Modelica.Blocks.Nonlinear: limits and zones.

pub(super) mod dead_zone;
pub(super) mod fixed_delay;
mod limited_rate;
pub(super) mod limiter;
mod limiter_law;
mod record;
pub(super) mod slew_rate_limiter;
pub(super) mod variable_limiter;

pub use fixed_delay::FixedDelayLaw;
pub use limited_rate::{LimitedRate, LimitedRateLaw, StateOutput};
pub(super) use limiter_law::{ABOVE, BELOW, FREE, STRICT, limit_indicators, limit_mode, place, refuse_crossed};
pub use limiter_law::{LimiterLaw, Limiting, Limits};
