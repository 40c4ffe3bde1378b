//! Modelica.Blocks.Nonlinear: limiters, dead zones and delays.

pub(super) mod delays;
pub(super) mod limited_rate;
pub(super) mod limiters;

pub(super) use limiters::{HOMOTOPY_TYPE, STRICT, refuse_crossed};
