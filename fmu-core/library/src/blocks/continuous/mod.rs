//! Modelica.Blocks.Continuous: blocks with states.

mod bessel;
pub(super) mod filters;
pub(super) mod linear_systems;
pub(super) mod low_order;
mod prototype;
mod registration;

pub(super) use registration::{Init, init_type};
