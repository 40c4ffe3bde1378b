//! Modelica.Mechanics.MultiBody.Parts.PointMass

use crate::class::*;
use crate::types::STATE_SELECT;
use crate::{Element, FreeBody};
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
    variables: &[
        variables("r_0", 3, "m", "Position vector from origin of world frame to origin of frame_a").with_start(),
        variables("v_0", 3, "m/s", "Absolute velocity of frame_a, resolved in world frame (= der(r_0))").with_start(),
        variables("a_0", 3, "m/s2", "Absolute acceleration of frame_a resolved in world frame (= der(v_0))"),
    ],
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

/// Shapes and graphic parameters of the animation.
pub static PICTURES: crate::pictures::ClassPictures = {
    use crate::pictures::*;
    ClassPictures {
        class: &CLASS,
        graphics: &[
            SHOWN,
            &[
                size("sphereDiameter", "world.defaultBodyDiameter", "Diameter of the sphere of the mass"),
                colour("sphereColor", BODY_COLOUR, "Colour of the sphere"),
            ],
        ],
        pictures: &[sphere("sphere", Group::Bodies, "sphereDiameter").colour("sphereColor")],
    }
};
