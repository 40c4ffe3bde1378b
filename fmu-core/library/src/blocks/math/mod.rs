//! Modelica.Blocks.Math: functions of signals.

pub(super) mod abs;
pub(super) mod acos;
pub(super) mod asin;
pub(super) mod atan;
pub(super) mod atan2;
pub(super) mod cos;
pub(super) mod cosh;
pub(super) mod division;
pub(super) mod exp;
mod function;
pub(super) mod integer_to_real;
pub(super) mod log;
pub(super) mod log10;
pub(super) mod max;
pub(super) mod min;
pub(super) mod multi_product;
pub(super) mod multi_sum;
pub(super) mod product;
pub(super) mod real_to_integer;
mod rounding;
pub(super) mod sign;
pub(super) mod sin;
pub(super) mod sinh;
pub(super) mod sqrt;
pub(super) mod sum;
pub(super) mod tan;
pub(super) mod tanh;

pub use function::{FunctionLaw, Operation};
pub use rounding::RoundingLaw;
