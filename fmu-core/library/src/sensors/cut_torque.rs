//! Modelica.Mechanics.MultiBody.Sensors.CutTorque

use super::absolute_vector::RESOLVE_IN_FRAME;
use super::cut_vector::{FRAME_A, FRAME_B, POSITIVE_SIGN, TORQUE};
use super::{CutQuantity, CutVector, FRAME_RESOLVE};
use crate::Element;
use crate::class::*;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Sensors.CutTorque",
    description: "Measure the cut torque between two frames that are connected rigidly",
    documentation: documentation!("cut_torque.md"),
    parameters: &[POSITIVE_SIGN, RESOLVE_IN_FRAME],
    connectors: &[FRAME_A, FRAME_B, FRAME_RESOLVE, TORQUE],
    inner_parts: &["cutTorque"],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    e.add_rigid(RigidTransform::Identity);
    CutVector::build(e, "torque", CutQuantity::Torque);
}

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures { class: &CLASS, graphics: &[SHOWN, TORQUE_ARROW], pictures: &[CUT_TORQUE] }
};
