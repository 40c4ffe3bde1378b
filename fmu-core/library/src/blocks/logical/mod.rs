//! Modelica.Blocks.Logical: Boolean signals.

pub(super) mod comparisons;
pub(super) mod events;
pub(super) mod gates;
pub(super) mod hysteresis;
pub(super) mod memory;
