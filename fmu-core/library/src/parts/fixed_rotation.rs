//! Modelica.Mechanics.MultiBody.Parts.FixedRotation

use crate::class::*;
use crate::pictures::*;
use crate::relative_rotation::{R_REL, add_relative_rotation};
use crate::types::ROTATION_TYPES;
use mechanism::RigidTransform;

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.FixedRotation",
    description: "Fixed translation followed by a fixed rotation of frame_b with respect to frame_a",
    documentation: documentation!("fixed_rotation.md"),
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
    connectors: &[
        frame("frame_a", "Coordinate system fixed to the component"),
        frame("frame_b", "Rotated coordinate system"),
    ],
    variables: &R_REL,
    graphics: &[SHOWN, ROD_SHAPE, COLOR_ROD],
    pictures: &[ROD_PICTURE],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
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
