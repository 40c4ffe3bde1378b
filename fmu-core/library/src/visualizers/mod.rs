//! Modelica.Mechanics.MultiBody.Visualizers: pictures without forces.

mod fixed_arrow;
mod fixed_frame;
mod fixed_shape;
mod fixed_shape2;
mod rectangle;
mod signal_arrow;
mod torus;
mod voluminous_wheel;

use super::class::{Connector, frame};
use super::{Class, Element};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &fixed_shape::CLASS,
    &fixed_shape2::CLASS,
    &fixed_frame::CLASS,
    &fixed_arrow::CLASS,
    &signal_arrow::CLASS,
    &rectangle::CLASS,
    &torus::CLASS,
    &voluminous_wheel::CLASS,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &fixed_shape::PICTURES,
    &fixed_shape2::PICTURES,
    &fixed_frame::PICTURES,
    &fixed_arrow::PICTURES,
    &signal_arrow::PICTURES,
    &rectangle::PICTURES,
    &torus::PICTURES,
    &voluminous_wheel::PICTURES,
];

/// frame_a
const FRAME_A: Connector = frame("frame_a", "Coordinate system at which it is drawn");

/// Registers nothing.
fn build(_: &mut Element<'_>) {}
