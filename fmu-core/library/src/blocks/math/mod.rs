//! Modelica.Blocks.Math: functions of signals.

pub(super) mod conversions;
pub(super) mod functions;
mod registration;
pub(super) mod sums;
