//! Modelica.Mechanics.MultiBody.Parts.FixedTranslation

use crate::Element;
use crate::class::*;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
    description: "Fixed translation of frame_b with respect to frame_a",
    documentation: documentation!("fixed_translation.md"),
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a")],
    connectors: &[
        frame("frame_a", "Coordinate system fixed to the component"),
        frame("frame_b", "Coordinate system at r"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let r = e.vector("r");
    e.add_rigid(RigidTransform::Translation(r));
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD], pictures: &[ROD_PICTURE] }
};
