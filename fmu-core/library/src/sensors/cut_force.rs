//! Modelica.Mechanics.MultiBody.Sensors.CutForce

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::cut_vector::{FORCE, FRAME_A, FRAME_B, POSITIVE_SIGN};
use super::{CutQuantity, CutVector, FRAME_RESOLVE};
use crate::Element;
use crate::class::*;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.CutForce",
    description: "Measure the cut force between two frames that are connected rigidly",
    documentation: documentation!("cut_force.md"),
    parameters: &[POSITIVE_SIGN, RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, FORCE],
    inner_parts: &["cutForce"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    e.add_rigid(RigidTransform::Identity);
    CutVector::build(e, "force", CutQuantity::Force);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, FORCE_ARROW], pictures: &[CUT_FORCE] }
};
