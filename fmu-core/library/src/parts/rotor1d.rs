//! Modelica.Mechanics.MultiBody.Parts.Rotor1D

use crate::RotorElement;
use crate::class::*;
use crate::one_dimensional::add_inertia;
use crate::pictures::*;
use crate::types::STATE_SELECT;
use mechanism::{Rotor, Source};

pub static CLASS: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Rotor1D",
    description: "1D inertia attachable on 3-dim. bodies (3D dynamic effects are taken into account if world.driveTrainMechanics3D = true)",
    documentation: documentation!("rotor1d.md"),
    parameters: &[
        real("J", "kg.m2", "Moment of inertia of rotor around its axis of rotation").min(0.0),
        vector("n", "1", "Axis of rotation resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        enumeration(
            "stateSelect",
            &STATE_SELECT,
            "default",
            "Priority to use rotor angle (phi) and speed (w) as states",
        ),
        boolean("exact", true, "True: the acceleration of the carrier about the axis acts on the rotor"),
        vector("e", "1", "Unit vector in direction of rotor axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[
        connector(
            "flange_a",
            ConnectorKind::RotationalFlange,
            "",
            "(left) driving flange (flange axis directed INTO cut plane)",
        ),
        connector(
            "flange_b",
            ConnectorKind::RotationalFlange,
            "",
            "(right) driven flange (flange axis directed OUT OF cut plane)",
        ),
        frame(
            "frame_a",
            "Frame in which rotor housing is fixed (without effect if world.driveTrainMechanics3D = false)",
        ),
    ],
    variables: &[
        variable("phi", "rad", "Rotation angle of rotor with respect to frame_a (= flange_a.phi = flange_b.phi)")
            .with_start(),
        variable("w", "rad/s", "Angular velocity of rotor with respect to frame_a").with_start(),
        variable("a", "rad/s2", "Angular acceleration of rotor with respect to frame_a").with_start(),
    ],
    graphics: &[
        SHOWN,
        &[
            size("cylinderDiameter", "2*world.defaultJointWidth", "Diameter of the cylinder of the rotor"),
            size("cylinderLength", "2*world.defaultJointLength", "Length of the cylinder of the rotor"),
            colour("cylinderColor", ROD_COLOUR, "Colour of the cylinder"),
            direction("r_center", "m", "{0, 0, 0}", "Centre of the cylinder, resolved in frame_a"),
        ],
    ],
    pictures: &[cylinder("cylinder", Group::Bodies)
        .origin("r_center")
        .along("e")
        .roll("phi")
        .length("cylinderLength")
        .diameter("cylinderDiameter")
        .extra("1")
        .colour("cylinderColor")
        .centred()],
    ..Class::element(build)
};

fn build(e: &mut Element<'_>) {
    let (Some(flange_a), Some(flange_b)) = (e.flange("flange_a"), e.flange("flange_b")) else { return };
    let frame = e.frame("frame_a");
    if e.elements.drive_train_mechanics_3d {
        let rotor = Rotor {
            name: e.name.to_owned(),
            frame,
            n: e.vector("n"),
            inertia: e.address("J"),
            exact: e.boolean("exact"),
            flange: flange_a,
            joint: None,
        };
        let (position, speed) = (e.start("phi"), e.start("w"));
        e.elements.rotors.push(RotorElement { rotor, flange_a, flange_b, position, speed });
    } else {
        e.elements.idle_frames.push(frame);
        add_inertia(e, "J", None, ["phi", "w"]);
    }
    e.add_variable("phi", |_| Source::FlangePosition(flange_a));
    e.add_variable("w", |_| Source::FlangeSpeed(flange_a));
    e.add_variable("a", |_| Source::FlangeAcceleration(flange_a));
}
