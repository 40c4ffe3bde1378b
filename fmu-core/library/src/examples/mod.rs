//! Components of the library's examples.

mod gas_force;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&gas_force::CLASS];
