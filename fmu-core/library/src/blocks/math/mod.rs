//! Modelica.Blocks.Math: functions of signals.

mod conversions;
mod functions;
mod matrix_gain;
mod registration;
mod sums;
mod unit_conversions;

pub(super) use conversions::*;
pub(super) use functions::*;
pub(super) use matrix_gain::MATRIX_GAIN;
pub(super) use sums::*;
pub(super) use unit_conversions::*;
