//! 1-D mechanics on frames: Rotor1D, Mounting1D and BevelGear1D.

use crate::RotorElement;
use crate::class::*;
use crate::one_dimensional::interfaces::{rotational_flange, state_select};
use crate::one_dimensional::{add_inertia, add_transmission};
use crate::pictures::*;
use crate::rotational::interfaces::{FLANGE_A, FLANGE_B};
use mechanism::{Mounting, Rotor, TransmissionKind};

pub static ROTOR1D: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Rotor1D",
    description: "1D inertia attachable on 3-dim. bodies (3D dynamic effects are taken into account if world.driveTrainMechanics3D = true)",
    parameters: &[
        real("J", "kg.m2", "Moment of inertia of rotor around its axis of rotation").min(0.0),
        vector("n", "1", "Axis of rotation resolved in frame_a").or_vector([1.0, 0.0, 0.0]),
        state_select("default", "Priority to use rotor angle (phi) and speed (w) as states"),
        boolean("exact", true, "True: the acceleration of the carrier about the axis acts on the rotor"),
        vector("e", "1", "Unit vector in direction of rotor axis, resolved in frame_a").derived("normalize(n)"),
    ],
    connectors: &[
        rotational_flange("flange_a", "(left) driving flange (flange axis directed INTO cut plane)"),
        rotational_flange("flange_b", "(right) driven flange (flange axis directed OUT OF cut plane)"),
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
    ..Class::element(build_rotor1d)
};

fn build_rotor1d(e: &mut Element<'_>) {
    let ([flange_a, flange_b], frame) = (e.flanges(), e.frame("frame_a"));
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
    e.show_motion(flange_a, ["phi", "w", "a"]);
}

pub static MOUNTING1D: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.Mounting1D",
    description: "Propagate 1-dim. support torque to 3-dim. system (provided world.driveTrainMechanics3D = true)",
    parameters: &[
        real("phi0", "rad", "Fixed offset angle of housing").or(0.0),
        vector(
            "n",
            "1",
            "Axis of rotation = axis of support torque (resolved in frame_a); its length is a factor of the torque",
        )
        .or_vector([1.0, 0.0, 0.0]),
    ],
    connectors: &[
        rotational_flange("flange_b", "Flange fixed in housing"),
        frame("frame_a", "Frame in which housing is fixed (without effect if world.driveTrainMechanics3D = false)"),
    ],
    ..Class::element(|e| {
        let fixed = (e.flange("flange_b"), e.address("phi0"));
        e.elements.fixed_flanges.push(fixed);
        mount(e, &[("flange_b", "n")], false);
    })
};

pub static BEVEL_GEAR1D: Class = Class {
    name: "Modelica.Mechanics.MultiBody.Parts.BevelGear1D",
    description: "1D gearbox with arbitrary shaft directions (3D bearing frame, provided world.driveTrainMechanics3D = true)",
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
    ..Class::element(|e| {
        let ratio = e.address("ratio");
        add_transmission(e, TransmissionKind::Gear { ratio, support: None }, None);
        mount(e, &[("flange_a", "n_a"), ("flange_b", "n_b")], true);
    })
};

/// Mounts flanges with their axes on frame_a, which is without effect if world.driveTrainMechanics3D = false.
fn mount(e: &mut Element<'_>, axes: &[(&str, &str)], normalized: bool) {
    let frame = e.frame("frame_a");
    if !e.elements.drive_train_mechanics_3d {
        e.elements.idle_frames.push(frame);
        return;
    }
    e.elements.acting_frames.push(frame);
    for (flange, axis) in axes {
        let (name, flange, n) = (e.name.to_owned(), e.flange(flange), e.vector(axis));
        let mounting = Mounting { name, flange, frame, n, normalized };
        e.elements.mountings.push(mounting);
    }
}
