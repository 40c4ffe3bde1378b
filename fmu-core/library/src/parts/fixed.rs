//! Frames fixed in the world or to each other: Fixed, FixedTranslation and FixedRotation.

use super::{FRAME_A, FRAME_B};
use crate::class::*;
use crate::pictures::*;
use crate::relative_rotation::{R_REL, add_relative_rotation};
use crate::types::ROTATION_TYPES;
use mechanism::RigidTransform;

pub static FIXED: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Fixed",
    description: "Frame fixed in the world frame at a given position",
    parameters: &[
        vector("r", "m", "Position vector from world frame to frame_b, resolved in world frame").or_vector([0.0; 3])
    ],
    connectors: &[frame("frame_b", "Coordinate system fixed in the world frame")],
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE.in_world()],
    ..Class::element(|e| {
        let ground = (e.frame("frame_b"), Some(e.vector("r")));
        e.elements.grounds.push(ground);
    })
};

pub static FIXED_TRANSLATION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.FixedTranslation",
    description: "Fixed translation of frame_b with respect to frame_a",
    parameters: &[vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a")],
    connectors: &[FRAME_A, FRAME_B],
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE],
    ..Class::element(|e| e.add_rigid(RigidTransform::Translation(e.vector("r"))))
};

pub static FIXED_ROTATION: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.FixedRotation",
    description: "Fixed translation followed by a fixed rotation of frame_b with respect to frame_a",
    parameters: &[
        vector("r", "m", "Vector from frame_a to frame_b resolved in frame_a").or_vector([0.0; 3]),
        enumeration("rotationType", &ROTATION_TYPES, "RotationAxis", "Type of rotation description"),
        vector("n", "1", "Axis of rotation in frame_a (same coordinates in frame_b)")
            .or_vector([1.0, 0.0, 0.0])
            .only_if(&[("rotationType", "RotationAxis")]),
        real("angle", "deg", "Angle to rotate frame_a around axis n into frame_b")
            .or(0.0)
            .only_if(&[("rotationType", "RotationAxis")]),
        vector("n_x", "1", "Vector along x-axis of frame_b resolved in frame_a")
            .or_vector([1.0, 0.0, 0.0])
            .only_if(&[("rotationType", "TwoAxesVectors")]),
        vector("n_y", "1", "Vector along y-axis of frame_b resolved in frame_a")
            .or_vector([0.0, 1.0, 0.0])
            .only_if(&[("rotationType", "TwoAxesVectors")]),
        sequence("sequence", "Sequence of rotations").only_if(&[("rotationType", "PlanarRotationSequence")]),
        vector("angles", "deg", "Rotation angles around the axes defined in sequence")
            .or_vector([0.0; 3])
            .only_if(&[("rotationType", "PlanarRotationSequence")]),
    ],
    connectors: &[FRAME_A, frame("frame_b", "Rotated coordinate system")],
    variables: &R_REL,
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE],
    ..Class::element(build_rotation)
};

fn build_rotation(e: &mut Element<'_>) {
    let r = e.vector("r");
    let transform = match e.literal("rotationType") {
        "TwoAxesVectors" => RigidTransform::TwoAxesVectors { r, n_x: e.vector("n_x"), n_y: e.vector("n_y") },
        "PlanarRotationSequence" => {
            RigidTransform::PlanarRotationSequence { r, sequence: e.sequence("sequence"), angles: e.vector("angles") }
        }
        _ => RigidTransform::RotationAxis { r, n: e.vector("n"), angle: e.address("angle") },
    };
    e.add_rigid(transform);
    add_relative_rotation(e);
}
