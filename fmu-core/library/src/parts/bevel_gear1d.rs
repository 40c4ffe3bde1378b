//! Modelica.Mechanics.MultiBody.Parts.BevelGear1D

use crate::class::*;
use crate::one_dimensional::add_transmission;
use crate::rotational::interfaces::{FLANGE_A, FLANGE_B};
use mechanism::{Mounting, TransmissionKind};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BevelGear1D",
    description: "1D gearbox with arbitrary shaft directions (3D bearing frame, provided world.driveTrainMechanics3D = true)",
    documentation: documentation!("bevel_gear1d.md"),
    parameters: &[
        real("ratio", "1", "Gear speed ratio (flange_a.phi/flange_b.phi)"),
        vector("n_a", "1", "Axis of rotation of flange_a, resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("n_b", "1", "Axis of rotation of flange_b, resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        vector("e_a", "1", "Unit vector in direction of flange_a rotation axis, resolved in frame_a")
            .derived("normalize(n_a)"),
        vector("e_b", "1", "Unit vector in direction of flange_b rotation axis, resolved in frame_a")
            .derived("normalize(n_b)"),
    ],
    connectors: &[
        FLANGE_A,
        FLANGE_B,
        frame("frame_a", "Bearing frame (without effect if world.driveTrainMechanics3D = false)"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (frame, ratio) = (e.frame("frame_a"), e.address("ratio"));
    add_transmission(e, TransmissionKind::Gear { ratio, support: None }, None);
    if !e.elements.drive_train_mechanics_3d {
        e.elements.idle_frames.push(frame);
        return;
    }
    e.add_acting_frame(frame);
    for (flange, axis) in [("flange_a", "n_a"), ("flange_b", "n_b")] {
        let Some(flange) = e.flange(flange) else { continue };
        let mounting = Mounting { name: e.name.to_owned(), flange, frame, n: e.vector(axis), normalized: true };
        e.elements.mountings.push(mounting);
    }
}
