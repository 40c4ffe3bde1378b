//! Modelica.Mechanics.MultiBody.Visualizers: pictures only, without mechanical effect.

mod arrows;
mod fixed_frame;
mod shapes;
mod surfaces;

use super::Class;
use super::class::{Connector, frame};

/// Classes of the package.
pub static CLASSES: &[&Class] = &[
    &shapes::FIXED_SHAPE,
    &shapes::FIXED_SHAPE2,
    &fixed_frame::FIXED_FRAME,
    &arrows::FIXED_ARROW,
    &arrows::SIGNAL_ARROW,
    &surfaces::RECTANGLE,
    &surfaces::TORUS,
    &surfaces::VOLUMINOUS_WHEEL,
];

/// Pictures of the classes of this package.
pub static PICTURES: &[&super::pictures::ClassPictures] = &[
    &shapes::FIXED_SHAPE_PICTURES,
    &shapes::FIXED_SHAPE2_PICTURES,
    &fixed_frame::FIXED_FRAME_PICTURES,
    &arrows::FIXED_ARROW_PICTURES,
    &arrows::SIGNAL_ARROW_PICTURES,
    &surfaces::RECTANGLE_PICTURES,
    &surfaces::TORUS_PICTURES,
    &surfaces::VOLUMINOUS_WHEEL_PICTURES,
];

/// frame_a
const FRAME_A: Connector = frame("frame_a", "Coordinate system at which it is drawn");
