//! MultibodyFmu.PlaneContact

use crate::class::*;
use crate::laws::multibody_fmu::plane_contact::{PlaneContactLaw, PlaneContactVariable};
use crate::pictures::*;

pub static CLASS: Class = Class {
    name: "MultibodyFmu.PlaneContact",
    description: "Contact of a sphere or point with a plane, with friction",
    documentation: documentation!("plane_contact.md"),
    parameters: &[
        vector(
            "n",
            "1",
            "Normal of the plane through the origin of frame_a, resolved in frame_a; the sphere is on its side",
        )
        .or_vector([0.0, 1.0, 0.0]),
        real("radius", "m", "Radius of the sphere about the origin of frame_b; 0: a point").min(0.0).or(0.0).tunable(),
        real("c", "N/m", "Spring constant of the contact").min(f64::MIN_POSITIVE).tunable(),
        real("d", "N.s/m", "Damping constant of the contact").min(0.0).or(0.0).tunable(),
        real("mu", "1", "Friction coefficient").min(0.0).or(0.0).tunable(),
        real("v_small", "m/s", "Sliding speed above which friction is nearly mu times the normal force")
            .min(f64::MIN_POSITIVE)
            .or(1e-3)
            .tunable(),
    ],
    connectors: &[frame("frame_a", "Coordinate system of the plane"), frame("frame_b", "Centre of the sphere")],
    variables: &[
        variable("gap", "m", "Distance between the plane and the sphere, below 0 in contact"),
        variable("f_n", "N", "Normal force, 0 or more"),
        boolean_variable("contact", "True in contact"),
    ],
    graphics: &[&[ANIMATION, colour("color", "{200, 200, 200}", "Colour of the plane")]],
    pictures: &[figure("plane", Figure::Plane, Group::Frames).along("n").specular("0")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let frames = [e.frame("frame_a"), e.frame("frame_b")];
    frames.into_iter().for_each(|frame| e.add_acting_frame(frame));
    let [radius, c, d, mu, v_small] = ["radius", "c", "d", "mu", "v_small"].map(|name| e.real(name));
    let law = PlaneContactLaw { frames, n: e.vector("n"), radius, c, d, mu, v_small };
    let law = e.add_law(law);
    let list = [
        ("gap", PlaneContactVariable::Gap),
        ("f_n", PlaneContactVariable::Normal),
        ("contact", PlaneContactVariable::Contact),
    ];
    e.show_declared(law, &list);
}
