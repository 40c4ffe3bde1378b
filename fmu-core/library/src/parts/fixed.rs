//! Modelica.Mechanics.MultiBody.Parts.Fixed

use crate::Element;
use crate::class::*;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Fixed",
    description: "Frame fixed in the world frame at a given position",
    documentation: documentation!("fixed.md"),
    parameters: &[
        vector("r", "m", "Position vector from world frame to frame_b, resolved in world frame").or_vector([0.0; 3])
    ],
    connectors: &[frame("frame_b", "Coordinate system fixed in the world frame")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame, r) = (e.frame("frame_b"), e.vector("r"));
    e.add_ground(frame, Some(r));
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD], pictures: &[ROD_PICTURE.in_world()] }
};
