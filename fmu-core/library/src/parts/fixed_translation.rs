//! Modelica.Mechanics.MultiBody.Parts.FixedTranslation

use super::interfaces::{FRAME_A, FRAME_B};
use crate::class::*;
use crate::pictures::*;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
    description: "Fixed translation of frame_b with respect to frame_a",
    documentation: documentation!("fixed_translation.md"),
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a")],
    connectors: &[FRAME_A, FRAME_B],
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let r = e.vector("r");
    e.add_rigid(RigidTransform::Translation(r));
}
