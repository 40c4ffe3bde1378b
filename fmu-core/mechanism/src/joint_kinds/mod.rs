//! Joint kinds, one file each.
//!
//! A kind is a type that implements [`Kind`]: its coordinates with their names, units and start values, its motion
//! axes, its part in each pass over the tree, and its rotation. `list.rs` combines the kinds into one enum for the
//! tree ([`JointKind`]) and one for start values ([`JointStart`]), so that an evaluation needs no trait objects. A new
//! kind is a file and its lines in that list; a class of the library registers joints of this kind.

mod kind;
mod list;
mod orientation;
mod relative;
#[cfg(test)]
mod tests;

mod free;
mod massless;
mod one_dimensional;
mod prismatic;
mod revolute;
mod rotor;
mod spherical;
mod translation;

pub use free::FreeStart;
pub use kind::{Axis, Carried, Driven, Kept, Place, State, Transmits, VelocityProducts};
pub use kind::{Coordinate, Coordinates, Motion, Sense, SingleStart};
pub use list::{JointKind, JointStart};
pub use massless::MasslessStart;
pub use one_dimensional::eliminate_alone;
pub use spherical::RotationStart;
