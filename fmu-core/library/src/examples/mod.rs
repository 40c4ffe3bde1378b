//! Components of the library's examples.

mod gas_force;

pub use gas_force::GasForceLaw;
pub(super) use gas_force::GasForceVariable;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&gas_force::CLASS];
