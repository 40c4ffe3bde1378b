//! Classes of our own, where the Modelica Standard Library has none: contact, ropes, bushings.

mod bushing;
mod plane_contact;
mod rope;

pub use bushing::BushingLaw;
pub use plane_contact::PlaneContactLaw;
pub(super) use plane_contact::PlaneContactVariable;
pub use rope::RopeLaw;
pub(super) use rope::RopeVariable;

use super::Class;
use crate::scalar::Scalar;

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&rope::CLASS, &bushing::CLASS, &plane_contact::CLASS];

/// Force of a contact `depth` deep that grows deeper at `speed`: `c depth`, and a damper that never pulls and is never stronger than
/// the spring, so that nothing jumps on contact.
fn contact_force<T: Scalar>(c: T, d: T, depth: T, speed: T) -> T {
    let spring = c * depth.max(T::zero());
    spring + (d * speed).max(-spring).min(spring)
}
