//! Classes of our own, where the Modelica Standard Library has none: contact, ropes, bushings.

mod bushing;
mod plane_contact;
mod rope;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&rope::CLASS, &bushing::CLASS, &plane_contact::CLASS];
