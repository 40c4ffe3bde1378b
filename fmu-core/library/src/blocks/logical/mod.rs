//! Modelica.Blocks.Logical: Boolean signals.

pub(super) mod comparisons;
pub(super) mod gates;
pub(super) mod hysteresis;
pub(super) mod logical_delay;
pub(super) mod memory;
pub(super) mod terminate_simulation;
pub(super) mod timer;
pub(super) mod triggered_trapezoid;
pub(super) mod zero_crossing;
