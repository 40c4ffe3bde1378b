//! Modelica.Blocks.Math: functions of signals.

pub(super) mod conversions;
pub(super) mod functions;
pub(super) mod matrix_gain;
mod registration;
pub(super) mod sums;
pub(super) mod unit_conversions;
