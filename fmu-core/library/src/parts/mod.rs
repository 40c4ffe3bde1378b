//! Modelica.Mechanics.MultiBody.Parts: rigid components.

mod bodies;
mod drives;
mod fixed;
mod rolling;

use super::class::{Connector, frame};

classes! {
    fixed: FIXED FIXED_TRANSLATION FIXED_ROTATION;
    bodies: BODY BODY_SHAPE BODY_BOX BODY_CYLINDER POINT_MASS;
    rolling: ROLLING_WHEEL ROLLING_WHEEL_SET;
    drives: ROTOR1D MOUNTING1D BEVEL_GEAR1D;
}

const FRAME_A: Connector = frame("frame_a", "Coordinate system fixed to the component");
const FRAME_B: Connector = frame("frame_b", "Coordinate system at r");
