//! Modelica.Blocks.Math: functions of signals.

mod conversions;
mod function_law;
mod functions;
mod matrix_gain;
mod sums;
mod unit_conversions;
mod weighted_sum;

pub use conversions::RoundingLaw;
pub(super) use conversions::*;
pub use function_law::{FunctionLaw, Operation};
pub(super) use functions::*;
pub(super) use matrix_gain::MATRIX_GAIN;
pub use matrix_gain::MatrixGainLaw;
pub(super) use sums::*;
pub(super) use unit_conversions::*;
pub use weighted_sum::{Weight, WeightedSum};
