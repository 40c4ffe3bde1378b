//! Units: what their names mean, and what they tell of a quantity.
//!
//! Inside, every quantity is in the unit that its declaration names, nearly always the coherent one of the SI. What units the writer of
//! a model may use, and the arithmetic of dimensions, is only there with the feature `authoring`: the runtime inside an FMU gets numbers.

#[cfg(feature = "authoring")]
mod dimension;
#[cfg(feature = "authoring")]
mod fault;
#[cfg(feature = "authoring")]
mod lists;
mod motion;
#[cfg(feature = "authoring")]
mod parse;
#[cfg(feature = "authoring")]
mod symbols;
#[cfg(all(test, feature = "authoring"))]
mod tests;
#[cfg(feature = "authoring")]
mod unit;

#[cfg(feature = "authoring")]
pub use dimension::{BASE_UNITS, Dimension};
#[cfg(feature = "authoring")]
pub use fault::UnitFault;
#[cfg(feature = "authoring")]
pub use lists::display_units;
pub(crate) use motion::{derivative_unit, kind_of_motion, order_of_motion};
#[cfg(feature = "authoring")]
pub use symbols::known_units;
#[cfg(feature = "authoring")]
pub use unit::Unit;
