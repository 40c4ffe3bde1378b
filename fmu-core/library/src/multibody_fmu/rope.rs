//! MultibodyFmu.Rope

use crate::class::*;
use crate::laws::multibody_fmu::rope::{RopeLaw, RopeVariable};
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "MultibodyFmu.Rope",
    description: "Massless rope between two frames, which pulls when it is taut, and transmits no force when it \
        is slack",
    documentation: documentation!("rope.md"),
    parameters: &[
        real("length", "m", "Unstretched length of the rope").min(0.0).tunable(),
        real("c", "N/m", "Spring constant of the taut rope").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.s/m", "Damping constant of the taut rope").min(0.0).or(0.0).tunable(),
        real("s_small", "m", "Prevent zero-division if distance between frame_a and frame_b is zero")
            .min(0.0)
            .or(1e-10),
    ],
    connectors: &[
        frame("frame_a", "Coordinate system at one end"),
        frame("frame_b", "Coordinate system at the other end"),
    ],
    variables: &[
        variable("s", "m", "Distance between the origins of frame_a and frame_b"),
        variable("f", "N", "Force of the rope, 0 or more"),
        boolean_variable("taut", "True if the rope is taut"),
    ],
    graphics: &[
        SHOWN,
        &[
            size("diameter", "world.defaultForceWidth/4", "Diameter of the rope"),
            colour("color", ROD_COLOUR, "Colour of the rope"),
        ],
    ],
    pictures: &[figure("rope", Figure::Rope, Group::Lines)
        .resolved_in_world()
        .along("frame_b.r_0 - frame_a.r_0")
        .length("length")
        .diameter("diameter")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let frames = [e.frame("frame_a"), e.frame("frame_b")];
    frames.into_iter().for_each(|frame| e.add_acting_frame(frame));
    let [length, c, d, s_small] = ["length", "c", "d", "s_small"].map(|name| e.real(name));
    let law = e.add_law(RopeLaw { frames, length, c, d, s_small });
    e.show_declared(law, &[("s", RopeVariable::Distance), ("f", RopeVariable::Force), ("taut", RopeVariable::Taut)]);
}
