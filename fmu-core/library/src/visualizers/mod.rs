//! Modelica.Mechanics.MultiBody.Visualizers: pictures only, without mechanical effect.

mod arrows;
mod fixed_frame;
mod shapes;
mod surfaces;

use super::class::{Connector, frame};

classes! {
    shapes: FIXED_SHAPE FIXED_SHAPE2;
    fixed_frame: FIXED_FRAME;
    arrows: FIXED_ARROW SIGNAL_ARROW;
    surfaces: RECTANGLE TORUS VOLUMINOUS_WHEEL;
}

const FRAME_A: Connector = frame("frame_a", "Coordinate system at which it is drawn");
