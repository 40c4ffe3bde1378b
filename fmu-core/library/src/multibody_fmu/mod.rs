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
use super::contact_damper::{Pushes, touching};
use mechanism::scalar::Scalar;
use mechanism::{Event, relation_holds, relation_indicator};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[&rope::CLASS, &bushing::CLASS, &plane_contact::CLASS];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[&rope::PICTURES, &plane_contact::PICTURES];

/// Spring `c depth` and damper `d speed` of a contact whose depth grows at `speed`. Past the event that ends the contact the spring pulls: a
/// kink there would spoil the whole step in which the event is.
fn pushes<T: Scalar>(c: T, d: T, depth: T, speed: T) -> Pushes<T> {
    Pushes { spring: c * depth, damper: d * speed, stiffness: c }
}

/// The mode of a contact that touches by a relation, positive while it does.
fn next_mode(event: &Event<'_>, depth: f64, pushes: Pushes<f64>) -> i32 {
    let touches = relation_holds(event.mode != 0, touching(depth), event.is_initial);
    if touches { pushes.next_mode(event.mode, 1, event.is_initial) } else { 0 }
}

/// Indicators of such a contact.
fn contact_indicators(mode: i32, depth: f64, pushes: Pushes<f64>, indicators: &mut [f64]) {
    indicators[0] = relation_indicator(mode != 0, touching(depth));
    if mode == 0 {
        indicators[1..].fill(1.0);
    } else {
        pushes.indicators(mode, &mut indicators[1..]);
    }
}
