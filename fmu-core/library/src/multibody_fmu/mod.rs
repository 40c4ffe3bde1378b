//! Classes that the Modelica Standard Library does not have: contact, ropes, bushings, `when` and `pre`, random numbers.

mod bushing;
mod plane_contact;
mod random;
mod rope;
mod when;

use super::Class;

/// Classes of the package.
pub static CLASSES: &[&Class] =
    &[&rope::CLASS, &bushing::CLASS, &plane_contact::CLASS, &when::WHEN, &when::PRE, &when::FLOOR, &random::CLASS];
