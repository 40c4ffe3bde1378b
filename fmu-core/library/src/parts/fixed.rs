//! Modelica.Mechanics.MultiBody.Parts.Fixed

use crate::class::*;
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Fixed",
    description: "Frame fixed in the world frame at a given position",
    documentation: documentation!("fixed.md"),
    parameters: &[
        vector("r", "m", "Position vector from world frame to frame_b, resolved in world frame").or_vector([0.0; 3])
    ],
    connectors: &[frame("frame_b", "Coordinate system fixed in the world frame")],
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE.in_world()],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame, r) = (e.frame("frame_b"), e.vector("r"));
    e.add_ground(frame, Some(r));
}
