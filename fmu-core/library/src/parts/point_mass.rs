//! Modelica.Mechanics.MultiBody.Parts.PointMass

use super::interfaces::{A_0, R_0, V_0};
use crate::FreeBody;
use crate::class::*;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::frames::Sequence;
use mechanism::{FreeStart, MassElement, Slot3, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.PointMass",
    description: "Rigid body where body rotation and inertia tensor is neglected",
    documentation: documentation!("point_mass.md"),
    parameters: &[
        real("m", "kg", "Mass of mass point").min(0.0),
        enumeration("stateSelect", &STATE_SELECT, "avoid", "Priority to use frame_a.r_0, v_0 as states"),
    ],
    connectors: &[frame("frame_a", "Coordinate system at the mass point")],
    variables: &[R_0, V_0, A_0],
    graphics: &[
        SHOWN,
        &[
            size("sphereDiameter", "world.defaultBodyDiameter", "Diameter of the sphere of the mass"),
            colour("sphereColor", BODY_COLOUR, "Colour of the sphere"),
        ],
    ],
    pictures: &[sphere("sphere", Group::Bodies, "sphereDiameter").colour("sphereColor")],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let frame = e.frame("frame_a");
    let element = MassElement { name: e.name.to_owned(), frame, m: e.address("m"), r_cm: None, inertia: None };
    e.elements.masses.push(element);
    let start = FreeStart {
        r: Slot3(e.start("r_0")),
        v: Slot3(e.start("v_0")),
        angles: None,
        sequence: Sequence::default(),
        w: None,
    };
    let body = FreeBody {
        name: e.name.to_owned(),
        component: e.component,
        frame,
        start,
        enforced: e.literal("stateSelect") == "always",
        fixed: ["r_0", "v_0"].into_iter().filter(|name| e.is_fixed(name)).collect(),
        point: true,
    };
    e.elements.free_bodies.push(body);
    e.add_variable("r_0", |k| Source::Position(frame, k));
    e.add_variable("v_0", |k| Source::Velocity(frame, k));
    e.add_variable("a_0", |k| Source::FrameAcceleration(frame, k));
}
