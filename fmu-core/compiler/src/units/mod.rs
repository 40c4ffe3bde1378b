//! Units and dimensions.
//!
//! Internally every quantity is in the unit of its declaration, nearly always the coherent SI unit. The runtime inside
//! an FMU gets numbers in these units.

mod dimension;
mod fault;
mod lists;
mod motion;
mod parse;
mod symbols;
#[cfg(test)]
mod tests;
mod unit;

pub use dimension::{BASE_UNITS, Dimension};
pub use fault::UnitFault;
pub use lists::display_units;
pub(crate) use motion::{derivative_unit, kind_of_motion, order_of_motion};
pub use symbols::known_units;
pub use unit::Unit;
