//! Modelica.Blocks.Nonlinear: limiters and dead zones.

pub(super) mod limited_rate;
pub(super) mod limiters;

pub(super) use limiters::{HOMOTOPY_TYPE, STRICT, refuse_crossed};
