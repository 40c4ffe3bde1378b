//! Modelica.Mechanics.MultiBody.Parts.Body

use super::interfaces::{A_0, R_0, V_0, with_body_parameters, with_body_start_parameters};
use crate::FreeBody;
use crate::class::*;
use crate::pictures::*;
use mechanism::{FreeStart, MassElement, Shape, Slot3, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Body",
    description: "Rigid body with mass, inertia tensor and one frame connector",
    documentation: documentation!("body.md"),
    parameters: with_body_parameters![],
    connectors: &[frame("frame_a", "Coordinate system fixed at body")],
    variables: VARIABLES,
    graphics: &[
        SHOWN,
        &[
            size("sphereDiameter", "world.defaultBodyDiameter", "Diameter of the sphere at the centre of mass"),
            colour("sphereColor", BODY_COLOUR, "Colour of the sphere"),
            size("cylinderDiameter", "sphereDiameter/3", "Diameter of the cylinder to the centre of mass"),
            colour("cylinderColor", "sphereColor", "Colour of the cylinder"),
        ],
    ],
    pictures: &[
        cylinder("cylinder", Group::Bodies)
            .along("r_CM")
            // Up to the sphere, unless the cylinder would disappear in it.
            .length(
                "if length(r_CM) > sphereDiameter/2 then \
                 length(r_CM) - (if cylinderDiameter > 1.1*sphereDiameter then sphereDiameter/2 else 0) else 0",
            )
            .diameter("cylinderDiameter")
            .colour("cylinderColor"),
        sphere("sphere", Group::Bodies, "sphereDiameter")
            .origin("r_CM")
            .colour("sphereColor")
            .when(&["sphereDiameter"]),
    ],
    ..Class::element(build)
};

const VARIABLES: &[Variable] = &[
    R_0,
    V_0,
    A_0,
    variables("w_a", 3, "rad/s", "Absolute angular velocity of frame_a resolved in frame_a"),
    variables("z_a", 3, "rad/s2", "Absolute angular acceleration of frame_a resolved in frame_a"),
    variables("g_0", 3, "m/s2", "Gravity acceleration at the centre of mass resolved in world frame"),
    Variable { shape: Shape::Vector(4), ..variable("Q", "1", "Quaternion from world frame to frame_a") },
    variables("phi", 3, "rad", "Cardan angles from world frame to frame_a, if they are states (otherwise zero)"),
    variables("phi_d", 3, "rad/s", "= der(phi)"),
    variables("phi_dd", 3, "rad/s2", "= der(phi_d)"),
];

fn build(e: &mut Element<'_>) {
    let frame = e.frame("frame_a");
    let mass = e.elements.masses.len();
    let inertia = ["I_11", "I_22", "I_33", "I_21", "I_31", "I_32"].map(|name| e.address(name));
    let element = MassElement {
        name: e.name.to_owned(),
        frame,
        m: e.address("m"),
        r_cm: Some(e.vector("r_CM")),
        inertia: Some(inertia),
    };
    e.elements.masses.push(element);
    add_free_body(e);
    e.add_orientation_start(
        (None, frame),
        [("angles_start", "angles_fixed"), ("w_0_start", "w_0_fixed"), ("z_0_start", "z_0_fixed")],
    );
    e.add_variable("r_0", |k| Source::Position(frame, k));
    e.add_variable("v_0", |k| Source::Velocity(frame, k));
    e.add_variable("a_0", |k| Source::FrameAcceleration(frame, k));
    e.add_variable("w_a", |k| Source::AngularVelocity(frame, k));
    e.add_variable("z_a", |k| Source::AngularAcceleration(frame, k));
    e.add_variable("g_0", |k| Source::Gravity(mass, k));
    e.add_variable("Q", |k| Source::Quaternion(frame, k));
    e.add_angle_states(true);
}

fn add_free_body(e: &mut Element<'_>) {
    let start = FreeStart {
        r: Slot3(e.start("r_0")),
        v: Slot3(e.start("v_0")),
        angles: Some(e.vector("angles_start")),
        sequence: e.sequence("sequence_start"),
        w: Some(e.vector("w_0_start")),
    };
    let mut fixed = Vec::new();
    fixed.extend(["r_0", "v_0"].into_iter().filter(|name| e.is_fixed(name)));
    fixed.extend(["angles_fixed", "w_0_fixed"].into_iter().filter(|name| e.boolean(name)));
    let body = FreeBody {
        name: e.name.to_owned(),
        component: e.component,
        frame: e.frame("frame_a"),
        start,
        enforced: e.boolean("enforceStates"),
        fixed,
        point: false,
    };
    e.elements.free_bodies.push(body);
}
