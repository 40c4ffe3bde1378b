//! MultibodyFmu.Bushing

use crate::class::*;
use crate::laws::multibody_fmu::bushing::BushingLaw;

pub static CLASS: Class = Class {
    name: "MultibodyFmu.Bushing",
    description: "Elastic connection of two frames with six stiffnesses and six dampings",
    documentation: documentation!("bushing.md"),
    parameters: &[
        vector("c", "N/m", "Stiffnesses along the axes of frame_a").tunable(),
        vector("d", "N.s/m", "Dampings along the axes of frame_a").or_vector([0.0; 3]).tunable(),
        vector("c_phi", "N.m/rad", "Stiffnesses about the axes of frame_a").or_vector([0.0; 3]).tunable(),
        vector("d_phi", "N.m.s/rad", "Dampings about the axes of frame_a").or_vector([0.0; 3]).tunable(),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system on one side"),
        frame("frame_b", "Coordinate system on the other side"),
    ],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let frames = [e.frame("frame_a"), e.frame("frame_b")];
    frames.into_iter().for_each(|frame| e.add_acting_frame(frame));
    let [c, d, c_phi, d_phi] = ["c", "d", "c_phi", "d_phi"].map(|name| e.vector(name));
    e.add_law(BushingLaw { frames, c, d, c_phi, d_phi });
}
