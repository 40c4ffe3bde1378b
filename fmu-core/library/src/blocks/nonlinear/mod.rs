//! Modelica.Blocks.Nonlinear: limiters and dead zones.

mod limited_rate;
mod limiters;

pub(super) use limited_rate::SLEW_RATE_LIMITER;
pub(super) use limiters::{DEAD_ZONE, LIMITER, STRICT, VARIABLE_LIMITER, refuse_crossed};
